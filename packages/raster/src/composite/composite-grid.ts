import type { GridTarget } from './read-layer.ts';

/** Square pixels in a coordinate system, north up. `west` and `north` are the outer corner of the first. */
export interface CompositeGrid {
  system: string;
  west: number;
  north: number;
  /** The side of a pixel in units of the system. */
  pixel: number;
  width: number;
  height: number;
}

/** Parts of a pixel that rounding may add to an extent. */
const rounding = 1e-6;

/**
 * The pixels that cover an extent.
 * @param extent west, south, east, north in units of the system
 * @param corner a place at which corners of pixels lie: with that of an image its pixels are taken as they are
 */
export function gridOver(
  system: string,
  [west, south, east, north]: readonly [number, number, number, number],
  pixel: number,
  corner: { x: number; y: number },
): CompositeGrid {
  const left = Math.floor((west - corner.x) / pixel + rounding);
  const right = Math.ceil((east - corner.x) / pixel - rounding);
  const top = Math.ceil((north - corner.y) / pixel - rounding);
  const bottom = Math.floor((south - corner.y) / pixel + rounding);
  return {
    system,
    west: corner.x + left * pixel,
    north: corner.y + top * pixel,
    pixel,
    width: Math.max(1, right - left),
    height: Math.max(1, top - bottom),
  };
}

/** A part of a grid. @param toDegrees the way from its system to degrees */
export function gridPart(
  { system, west, north, pixel }: CompositeGrid,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  toDegrees: NonNullable<GridTarget['toDegrees']>,
): GridTarget {
  return {
    system,
    toDegrees,
    west: west + x * pixel,
    east: west + (x + width) * pixel,
    north: north - y * pixel,
    south: north - (y + height) * pixel,
    width,
    height,
  };
}
