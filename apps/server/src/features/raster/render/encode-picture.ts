import sharp from 'sharp';
import type { PictureFormat } from '../pool/raster-task.ts';

/** Packs red, green, blue and alpha as a picture. JPEG has no alpha: what is transparent becomes black, as in GDAL. */
export async function encodePicture(pixels: Uint8Array, { width, height }: { width: number; height: number }, format: PictureFormat, hasAlpha: boolean): Promise<Uint8Array> {
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  const picture = hasAlpha && format !== 'jpeg' ? raw : raw.removeAlpha();
  const packed = format === 'png' ? picture.png({ compressionLevel: 6, adaptiveFiltering: false }) : format === 'jpeg' ? picture.jpeg({ quality: 75 }) : picture.webp({ quality: 75, effort: 0 });
  return Uint8Array.from(await packed.toBuffer());
}
