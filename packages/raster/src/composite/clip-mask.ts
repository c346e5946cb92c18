import type { Target } from '../warp/pixel-grid.ts';

/** Polygons in the system of a grid: rings, outer one and holes alike, each a list of x and y, one after another. */
export type ClipPolygons = readonly (readonly Float64Array[])[];

/** Which pixels of a part of a grid have their middle inside of a polygon: 1, else 0. */
export function clipMask(polygons: ClipPolygons, target: Target): Uint8Array {
  const keep = new Uint8Array(target.width * target.height);
  for (const rings of polygons) addPolygon(rings, target, keep);
  return keep;
}

function addPolygon(
  rings: readonly Float64Array[],
  { west, south, east, north, width, height }: Target,
  keep: Uint8Array,
): void {
  const [across, down] = [(east - west) / width, (north - south) / height];
  const crossings: number[][] = Array.from({ length: height }, () => []);
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [x0, y0] = [(ring[at]! - west) / across, (north - ring[at + 1]!) / down];
      const [x1, y1] = [(ring[next]! - west) / across, (north - ring[next + 1]!) / down];
      // An edge crosses the middle of rows from its upper end, counted, to its lower, not counted.
      const first = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5));
      const last = Math.min(height, Math.ceil(Math.max(y0, y1) - 0.5));
      for (let row = first; row < last; row++) crossings[row]!.push(x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0));
    }
  for (const [row, found] of crossings.entries()) {
    found.sort((one, other) => one - other);
    for (let at = 0; at + 1 < found.length; at += 2)
      keep.fill(1, row * width + columnFrom(found[at]!, width), row * width + columnFrom(found[at + 1]!, width));
  }
}

/** The first pixel whose middle is not left of a place. */
function columnFrom(x: number, width: number): number {
  return Math.max(0, Math.min(width, Math.ceil(x - 0.5)));
}
