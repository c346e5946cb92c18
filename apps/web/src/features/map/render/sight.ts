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
