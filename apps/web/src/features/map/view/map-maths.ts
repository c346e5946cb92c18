import type { Bbox } from '@groma/geo';
import { metresPerDegree } from '@groma/model';

/** Pixels left free around what is brought into view; none for areas of the scale of the world (MAP-112). */
export function fitPadding([west, , east]: Bbox, width: number, height: number): number {
  const isWorld = east - west > 180;
  // A small panel could not fit anything within the full margin.
  return isWorld ? 0 : Math.floor(Math.min(100, width / 5, height / 5));
}

/** A box that Web Mercator can show: never beyond 85° of latitude. */
export function mercatorBox([west, south, east, north]: Bbox): Bbox {
  const within = (latitude: number) => Math.max(-85, Math.min(85, latitude));
  return [west, within(south), east, within(north)];
}

const degreeSteps = [
  45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005,
  0.00002, 0.00001,
];

/** The finest step of degrees whose marks stand at least `leastPixels` apart. */
export function degreeStep(degrees: number, pixels: number, leastPixels: number): number {
  const least = (degrees / pixels) * leastPixels;
  return degreeSteps.findLast((step) => step >= least) ?? 45;
}

/** Multiples of a step from `from` to `to`. */
export function marksBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
}

/** Longitude brought to −180 to 180. */
export function wrapLongitude(longitude: number): number {
  // What lies within is given back as it is: reckoning would leave a remainder behind its decimals.
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** `45.9902° N`. */
export function degreesText(value: number, positive: string, negative: string, digits: number): string {
  const text = `${Math.abs(value).toFixed(digits)}°`;
  return Number(value.toFixed(digits)) === 0 ? text : `${text} ${value > 0 ? positive : negative}`;
}

/** Decimals of the finest step along the edges. */
const edgeDigits = 5;

/** A longitude for the edge of the map, without zeros that say nothing: `15°E`. */
export function edgeText(value: number, positive: string, negative: string): string {
  const degrees = Number(Math.abs(value).toFixed(edgeDigits));
  return `${degrees}°${degrees === 0 || degrees === 180 ? '' : value > 0 ? positive : negative}`;
}

export interface Scale {
  length: number;
  unit: 'm' | 'km';
  pixels: number;
}

/** The longest round length (1, 2, 4 or 5 times a power of ten) that fits into `mostPixels`. */
export function scaleFor(metresPerPixel: number, mostPixels: number): Scale {
  const most = metresPerPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 4, 2, 1].find((factor) => factor * power <= most) ?? 1) * power;
  return {
    length: metres >= 1000 ? metres / 1000 : metres,
    unit: metres >= 1000 ? 'km' : 'm',
    pixels: metres / metresPerPixel,
  };
}

/** Metres of a pixel at a latitude and zoom of Web Mercator with tiles of 512 pixels. */
export function metresPerPixelAt(latitude: number, zoom: number): number {
  return (metresPerDegree * 360 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
}
