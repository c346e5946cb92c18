import { templateLimits, thumbnailEndings } from '@groma/model';

/** Longest side of a picture that is taken of a panel, in pixels. */
const longestSide = 1_280;

/** Whether a file can be uploaded as a thumbnail (PUB-029). */
export function isThumbnailFile({ name, size }: Pick<File, 'name' | 'size'>): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (thumbnailEndings as readonly string[]).includes(ending) && size <= templateLimits.thumbnailBytes;
}

/** A picture no larger than pages of the hub show it. @throws Error where the browser cannot read it */
export async function smallerThumbnail(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(bitmap.width * scale),
    height: Math.round(bitmap.height * scale),
  });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The picture is empty.'))), 'image/webp', 0.85);
  });
}
