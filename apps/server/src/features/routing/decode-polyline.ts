import type { Place } from '@groma/geo';

/** Numbers of Valhalla's lines have six decimal places. */
const scale = 1e6;

/**
 * Positions (longitude, latitude in degrees) of an encoded line: differences of latitude and longitude, zigzag, in
 * groups of five bits from the lowest on, each with 63 added (Google's encoded polyline format, with six decimal
 * places).
 */
export function decodePolyline(text: string): Place[] {
  const positions: Place[] = [];
  let [at, latitude, longitude] = [0, 0, 0];
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const bits = text.charCodeAt(at++) - 63;
      value |= (bits & 31) << shift;
      if (!(bits >= 32)) break;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    latitude += next();
    longitude += next();
    positions.push([longitude / scale, latitude / scale]);
  }
  return positions;
}
