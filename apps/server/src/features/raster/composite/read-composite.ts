import { gridPart, type Picture, type PictureWish, type PixelWindow, type ClipPolygons } from '@groma/raster';
import { systemBy } from '../source/find-system.ts';
import { composePart } from './open-composite.ts';
import type { OpenComposite } from './opened-composite.ts';

type Part = Parameters<typeof composePart>[1];

/** A picture of a composite in web Mercator, from overviews of its scenes. */
export function readCompositePicture(
  composite: OpenComposite,
  target: Part,
  { bands, signal }: PictureWish,
): Promise<Picture> {
  return pictureOf(composite, target, { bands, signal }, composite.source.mercatorClip);
}

/** A picture of some of its own pixels, at another size. */
export async function readCompositePart(
  composite: OpenComposite,
  { x, y, width, height }: PixelWindow,
  size: { width: number; height: number },
  { bands, signal }: PictureWish,
): Promise<Picture> {
  const { grid, clip } = composite.source;
  const system = await systemBy(grid.system);
  const part = gridPart(grid, { x, y, width, height }, async (positions) => system!.projection.toDegrees(positions));
  return pictureOf(composite, { ...part, ...size }, { bands, signal }, clip);
}

async function pictureOf(
  composite: OpenComposite,
  target: Part,
  { bands, signal }: Pick<PictureWish, 'bands' | 'signal'>,
  clip: ClipPolygons,
): Promise<Picture> {
  const { width, height } = target;
  const wanted = [...new Set(bands)];
  const made = await composePart(composite, target, { bands: wanted, clip, ...(signal && { signal }) });
  const valid = new Uint8Array(width * height);
  for (const values of made) for (let at = 0; at < valid.length; at++) if (values[at] === values[at]) valid[at] = 255;
  const isOne = composite.expression !== null;
  return { width, height, valid, bands: bands.map((band) => made[isOne ? 0 : wanted.indexOf(band)]!) };
}
