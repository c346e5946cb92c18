/** How the value of a pixel is made of those around its place in the source; the names are GDAL's. */
export type Resampling = 'nearest' | 'bilinear' | 'cubic' | 'average' | 'mode';

/** Half the width of the kernel, in pixels of the source where source and target are equally fine. */
export const support: Readonly<Record<Resampling, number>> = {
  nearest: 0.5,
  bilinear: 1,
  cubic: 2,
  average: 0.5,
  mode: 0.5,
};

/**
 * Weight of a pixel at a distance from the place, in pixels.
 * Cubic: Keys 1981, IEEE Transactions on Acoustics, Speech, and Signal Processing 29, with a = -1/2.
 */
export function weightAt(method: 'bilinear' | 'cubic', distance: number): number {
  const x = Math.abs(distance);
  if (method === 'bilinear') return x < 1 ? 1 - x : 0;
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}
