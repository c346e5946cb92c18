/** Zoom of pictures (FIL-064 to FIL-066): 10 % to 300 %, by steps of the buttons and of the wheel. */
export const leastZoom = 0.1;
export const mostZoom = 3;
export const buttonStep = 0.1;
export const wheelStep = 0.05;

export interface ImageView {
  zoom: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** A zoom within its bounds, without the dust of adding tenths. */
export function clampZoom(zoom: number): number {
  return Math.round(Math.min(mostZoom, Math.max(leastZoom, zoom)) * 1000) / 1000;
}

/** The zoom at which all of a picture is in sight, never larger than it is. */
export function fitZoom(image: Size, view: Size): number {
  if (image.width === 0 || image.height === 0 || view.width === 0 || view.height === 0) return 1;
  return clampZoom(Math.min(1, view.width / image.width, view.height / image.height));
}

/** Zooms so that what lies under a place, counted from the middle of the view, stays there. */
export function zoomAt(
  { zoom, x, y }: ImageView,
  wanted: number,
  place: { x: number; y: number } = { x: 0, y: 0 },
): ImageView {
  const next = clampZoom(wanted);
  const ratio = next / zoom;
  return { zoom: next, x: place.x - (place.x - x) * ratio, y: place.y - (place.y - y) * ratio };
}

/** Keeps at least a corner of the picture in sight. */
export function keepInSight({ zoom, x, y }: ImageView, image: Size, view: Size): ImageView {
  const [across, down] = [(image.width * zoom + view.width) / 2 - 32, (image.height * zoom + view.height) / 2 - 32];
  return { zoom, x: Math.min(across, Math.max(-across, x)), y: Math.min(down, Math.max(-down, y)) };
}
