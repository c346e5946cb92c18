import type { Values } from '../warp/resample.ts';

/**
 * Where the light comes from: azimuth clockwise from north and height above the horizon, in degrees; heights times
 * `exaggeration`.
 */
export interface Light {
  azimuth: number;
  angle: number;
  exaggeration?: number;
}

/**
 * Shaded relief by the slope method of Horn 1981, Proceedings of the IEEE 69(1), as gdaldem computes it: 1 + 254 times
 * the cosine of the angle between the light and the surface.
 * @param heights width × height, in the unit of the pixel size
 * @param pixel size of a pixel on the ground, across and down
 * @returns the same size; the outermost pixels have no neighbours on one side and take those of their own row and
 * column
 */
export function hillshade(
  heights: Values,
  width: number,
  height: number,
  pixel: { across: number; down: number },
  { azimuth, angle, exaggeration = 1 }: Light,
): Float32Array {
  const shade = new Float32Array(heights.length);
  const [direction, zenith] = [(azimuth * Math.PI) / 180, ((90 - angle) * Math.PI) / 180];
  const [sinZenith, cosZenith] = [Math.sin(zenith), Math.cos(zenith)];
  const [scaleX, scaleY] = [exaggeration / (8 * pixel.across), exaggeration / (8 * pixel.down)];
  const at = (column: number, row: number): number =>
    heights[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))]!;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const east = at(column + 1, row - 1) + 2 * at(column + 1, row) + at(column + 1, row + 1);
      const west = at(column - 1, row - 1) + 2 * at(column - 1, row) + at(column - 1, row + 1);
      const north = at(column - 1, row - 1) + 2 * at(column, row - 1) + at(column + 1, row - 1);
      const south = at(column - 1, row + 1) + 2 * at(column, row + 1) + at(column + 1, row + 1);
      const [risesEast, risesNorth] = [(east - west) * scaleX, (north - south) * scaleY];
      const steep = Math.sqrt(1 + risesEast * risesEast + risesNorth * risesNorth);
      const cosine =
        (cosZenith - sinZenith * (risesEast * Math.sin(direction) + risesNorth * Math.cos(direction))) / steep;
      shade[row * width + column] = cosine <= 0 ? 1 : 1 + 254 * cosine;
    }
  }
  return shade;
}
