import { MetadataNode } from './metadata-xml.ts';
import { responseStep } from './six-s-conditions.ts';

/** What the metadata of a Jilin-1 scene say. */
export interface JilinMetadata {
  time: Date;
  sun: { zenith: number; azimuth: number };
  view: { zenith: number; azimuth: number };
  /** Radiance in W/(m²·sr·µm) is number · gain + bias, by band. */
  gains: number[];
  biases: number[];
}

/** Names of elements as products of different years have them. */
const names = {
  time: [
    'CenterTime',
    'SceneCenterTime',
    'ImagingTime',
    'ImagingStartTime',
    'StartTime',
    'AcquisitionTime',
    'ReceiveTime',
  ],
  sunZenith: ['SolarZenith', 'SunZenith', 'SolarZenithAngle'],
  sunElevation: ['SolarElevation', 'SunElevation', 'SunElevationAngle'],
  sunAzimuth: ['SolarAzimuth', 'SunAzimuth', 'SolarAzimuthAngle'],
  viewZenith: ['SatelliteZenith', 'ViewZenith', 'ViewZenithAngle'],
  viewAzimuth: ['SatelliteAzimuth', 'ViewAzimuth', 'ViewAzimuthAngle'],
  gain: ['Gain', 'Gains', 'AbsCalibrationGain', 'RadiometricGain', 'CalibrationGain'],
  bias: ['Bias', 'Offset', 'AbsCalibrationBias', 'RadiometricOffset', 'CalibrationOffset'],
} as const;

/** Limits of the bands in nanometres, from blue to near infrared, as the operator gives them for its PMS cameras. */
const bandLimits = [
  [450, 510],
  [510, 580],
  [630, 690],
  [770, 895],
] as const;

/**
 * Irradiance of the sun in W/(m²·µm) by wavelength in nanometres: that of the bands of Sentinel-2A in its metadata
 * (G. Thuillier et al. 2003).
 */
const irradiances = [
  [443, 1884.69],
  [492, 1959.72],
  [560, 1823.24],
  [665, 1512.06],
  [704, 1424.64],
  [740, 1287.61],
  [783, 1162.08],
  [833, 1041.63],
  [865, 955.32],
  [945, 812.92],
] as const;

/** A response from 0 to 1 in steps of 2.5 nm. */
export interface BandResponse {
  /** The first wavelength, in micrometres. */
  from: number;
  values: number[];
}

/** Reads metadata; a text says what is missing. @throws MetadataUnreadable */
export function readJilinMetadata(text: string, bands: number): JilinMetadata | { missing: string } {
  const root = MetadataNode.parse(text);
  const number = (wanted: readonly string[]): number | null =>
    wanted.map((name) => root.number(name)).find((value) => value !== null) ?? null;
  const time = names.time
    .map((name) => root.first(name)?.text ?? '')
    .map((said) => new Date(`${said.replace(' ', 'T')}${/[zZ]|[+-]\d\d:?\d\d$/.test(said) ? '' : 'Z'}`))
    .find((date) => !Number.isNaN(date.getTime()));
  const elevation = number(names.sunElevation);
  const zenith = number(names.sunZenith) ?? (elevation === null ? null : 90 - elevation);
  const azimuth = number(names.sunAzimuth);
  const [gains, biases] = [valuesOf(root, names.gain), valuesOf(root, names.bias)];
  if (!time) return { missing: `the time (${names.time[0]})` };
  if (zenith === null || azimuth === null)
    return { missing: `the sun (${names.sunZenith[0]}, ${names.sunAzimuth[0]})` };
  if (gains.length < bands) return { missing: `the gain of ${bands} bands (${names.gain[0]})` };
  return {
    time,
    sun: { zenith, azimuth },
    view: { zenith: Math.abs(number(names.viewZenith) ?? 0), azimuth: number(names.viewAzimuth) ?? 0 },
    gains: gains.slice(0, bands),
    biases: Array.from({ length: bands }, (_, at) => biases[at] ?? 0),
  };
}

/** Numbers of all elements of the first name that has some: one each, or several in one. */
function valuesOf(root: MetadataNode, wanted: readonly string[]): number[] {
  for (const name of wanted) {
    const values = root
      .all(name)
      .flatMap(({ text }) => text.split(/[\s,;]+/))
      .filter((text) => text !== '')
      .map(Number);
    if (values.length > 0 && values.every(Number.isFinite)) return values;
  }
  return [];
}

/** The plain response of a band: all between its limits. */
export function plainResponse(band: number): BandResponse {
  const [from, to] = bandLimits[band]!;
  return {
    from: from / 1000,
    values: Array.from({ length: Math.round((to - from) / 1000 / responseStep) + 1 }, () => 1),
  };
}

/**
 * Responses of a table: wavelengths (nanometres, or micrometres) in the first column, a band in each further one.
 * @returns null for what is no such table of that many bands
 */
export function readResponses(text: string, bands: number): BandResponse[] | null {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => (cell.trim() === '' ? NaN : Number(cell))))
    .filter(([wavelength]) => Number.isFinite(wavelength))
    .toSorted(([one], [other]) => one! - other!);
  if (rows.length < 2 || rows.some((row) => row.length <= bands)) return null;
  const unit = rows[0]![0]! > 20 ? 1000 : 1;
  const found = Array.from({ length: bands }, (_, band) =>
    responseOf(rows.map((row) => [row[0]! / unit, Number.isFinite(row[band + 1]!) ? row[band + 1]! : 0])),
  );
  return found.every((each) => each !== null) ? found : null;
}

function responseOf(points: readonly (readonly number[])[]): BandResponse | null {
  const most = Math.max(...points.map(([, value]) => value!));
  const first = points.findIndex(([, value]) => value! > 0);
  const last = points.findLastIndex(([, value]) => value! > 0);
  if (!(most > 0) || last <= first) return null;
  const from = Math.round(points[first]![0]! / responseStep) * responseStep;
  const steps = Math.max(2, Math.round((points[last]![0]! - from) / responseStep) + 1);
  return { from, values: Array.from({ length: steps }, (_, at) => valueAt(points, from + at * responseStep) / most) };
}

/** A value between points, on a straight line. */
function valueAt(points: readonly (readonly number[])[], place: number): number {
  const after = points.findIndex(([at]) => at! >= place);
  if (after <= 0) return points[after === 0 ? 0 : points.length - 1]![1]!;
  const [[left, low], [right, high]] = [points[after - 1]!, points[after]!] as [number[], number[]];
  return low! + ((high! - low!) * (place - left!)) / (right! - left!);
}

/**
 * What a number of a band is as reflectance above the air: ρ = π·L / (E·d·cos θ), as factor and summand, where d is how
 * much nearer the sun is than on average (as in 6S).
 */
export function reflectanceOf(
  { time, sun, gains, biases }: JilinMetadata,
  band: number,
  { from, values }: BandResponse,
): { factor: number; summand: number } {
  const sum = values.reduce((total, value) => total + value, 0);
  const middle = values.reduce((total, value, at) => total + value * (from + at * responseStep), 0) / sum;
  const day = Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 0)) / 86_400_000);
  const distance = 1 / (1 - 0.01673 * Math.cos((0.9856 * (day - 4) * Math.PI) / 180)) ** 2;
  const irradiance = valueAt(irradiances, middle * 1000) * distance * Math.cos((sun.zenith * Math.PI) / 180);
  return { factor: (Math.PI * gains[band]!) / irradiance, summand: (Math.PI * biases[band]!) / irradiance };
}
