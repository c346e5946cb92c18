import sharp from 'sharp';
import type { PictureFormat } from '../pool/raster-task.ts';
import { packPng } from './pack-png.ts';

/** Packs red, green, blue and alpha as a picture. JPEG has no alpha: what is transparent becomes black, as in GDAL. */
export async function encodePicture(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  format: PictureFormat,
  hasAlpha: boolean,
): Promise<Uint8Array> {
  if (format === 'png') return packPng(pixels, width, height, hasAlpha);
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  const picture = format === 'jpeg' || !hasAlpha ? raw.removeAlpha() : raw;
  return new Uint8Array(
    await (format === 'jpeg' ? picture.jpeg({ quality: 75 }) : picture.webp({ quality: 75, effort: 0 })).toBuffer(),
  );
}
