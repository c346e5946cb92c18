/** What 6S is told of one band (A. Vermote et al. 1997, as i.atcorr of GRASS reads it). */
export interface SixSConditions {
  time: Date;
  /** Middle of what is corrected, in degrees. */
  place: readonly [longitude: number, latitude: number];
  /** Angles in degrees from the vertical and clockwise from north; null where 6S finds the sun itself. */
  angles: { sun: Angle; view: Angle } | null;
  /** Number of the sensor, for which 6S finds the sun by time and place. */
  sensor: number;
  atmosphere: string;
  aerosol: string;
  /** Optical depth of aerosols at 550 nm. */
  opticalDepth: number;
  /** Height of the ground above the sea, in metres. */
  height: number;
  /** Lines that name the band. */
  band: string;
}

interface Angle {
  zenith: number;
  azimuth: number;
}

const atmospheres: Readonly<Record<string, number>> = {
  tropical: 1,
  midlatitude_summer: 2,
  midlatitude_winter: 3,
  subarctic_summer: 4,
  subarctic_winter: 5,
  us_standard: 6,
};
const aerosols: Readonly<Record<string, number>> = {
  continental: 1,
  maritime: 2,
  urban: 3,
  desert: 4,
  biomass_burning: 5,
};
/** Latitudes up to which the air is that of the tropics and of the middle ones. */
const [tropics, middle] = [23.5, 60];
const [ownGeometry, fromSatellite, byDepth] = [0, -1000, 0];
/** Wavelengths of a response that is written out, in micrometres. */
export const responseStep = 0.0025;

/** The file of parameters of i.atcorr. */
export function sixSParameters(conditions: SixSConditions): string {
  const { time, place, angles, sensor, opticalDepth, height, aerosol, band } = conditions;
  const [month, day] = [time.getUTCMonth() + 1, time.getUTCDate()];
  const hour = time.getUTCHours() + time.getUTCMinutes() / 60 + time.getUTCSeconds() / 3600;
  const geometry = angles
    ? [
        String(ownGeometry),
        [...[angles.sun, angles.view].flatMap(({ zenith, azimuth }) => [zenith, azimuth].map(plain)), month, day].join(
          ' ',
        ),
      ]
    : [String(sensor), [month, day, plain(hour), ...place.map(plain)].join(' ')];
  return [
    ...geometry,
    String(atmosphereOf(conditions)),
    String(aerosols[aerosol] ?? aerosols['continental']),
    String(byDepth),
    plain(opticalDepth),
    // Heights are kilometres below the sensor’s zero; 0 is the sea.
    plain(Math.min(0, -height / 1000)),
    String(fromSatellite),
    band,
    '',
  ].join('\n');
}

/** The number of an atmosphere; where none is chosen, by latitude and the half of the year. */
function atmosphereOf({ atmosphere, place: [, latitude], time }: SixSConditions): number {
  const chosen = atmospheres[atmosphere];
  if (chosen !== undefined) return chosen;
  if (Math.abs(latitude) < tropics) return atmospheres['tropical']!;
  const month = time.getUTCMonth() + 1;
  const isSummer = (month >= 4 && month <= 9) === latitude > 0;
  const zone = Math.abs(latitude) < middle ? 'midlatitude' : 'subarctic';
  return atmospheres[`${zone}_${isSummer ? 'summer' : 'winter'}`]!;
}

/** Without an exponent, which the program would not read. */
function plain(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** The lines of a band of any sensor, by its response in steps of 2.5 nm, from 0 to 1. */
export function ownBand(from: number, response: readonly number[]): string {
  const to = from + (response.length - 1) * responseStep;
  return ['1', `${plain(from)} ${plain(to)}`, response.map(plain).join(' ')].join('\n');
}
