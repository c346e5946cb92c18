import type { Bbox } from '@groma/geo';

/** Whether a box is seen, in any of the worlds side by side. */
export function isInSight([west, south, east, north]: Bbox, [left, bottom, right, top]: Bbox): boolean {
  if (south > top || north < bottom) return false;
  const around = Math.ceil((left - east) / 360) * 360;
  return west + around <= right;
}
