import type { Bbox } from '@groma/geo';

/** The part of a camera of deck.gl's that says what it sees. */
export interface Camera {
  width: number;
  height: number;
  getBounds?(): Bbox;
}

/** The box of degrees that a camera sees, and what reaches into it from `pixels` beside it; null where it sees all. */
export function sightOf(camera: Camera, pixels: number): Bbox | null {
  if (!camera.getBounds) return null;
  const [west, south, east, north] = camera.getBounds();
  // A tilted camera packs more degrees into a pixel far away than near by.
  const margin = (4 * pixels) / Math.max(1, Math.min(camera.width, camera.height));
  const [across, up] = [(east - west) * margin, (north - south) * margin];
  return [west - across, south - up, east + across, north + up];
}

/** Whether a box is seen, in any of the worlds side by side. */
export function isInSight([west, south, east, north]: Bbox, [left, bottom, right, top]: Bbox): boolean {
  if (south > top || north < bottom) return false;
  const around = Math.ceil((left - east) / 360) * 360;
  return west + around <= right;
}
