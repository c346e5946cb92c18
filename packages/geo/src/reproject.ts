import proj4, { type Converter } from 'proj4';

/**
 * A function that brings coordinates of a system to longitude and latitude in degrees on WGS 84.
 * @param definition the system as a PROJ string (`+proj=utm +zone=33 +datum=WGS84`) or WKT
 * Throws `TypeError` where the definition cannot be read.
 */
export function reprojectToDegrees(definition: string): (position: [x: number, y: number]) => [longitude: number, latitude: number] {
  let converter: Converter;
  try {
    converter = proj4(definition, 'WGS84');
  } catch (error) {
    throw new TypeError(`"${definition}" is no coordinate system that can be read`, { cause: error });
  }
  return (position) => converter.forward(position);
}
