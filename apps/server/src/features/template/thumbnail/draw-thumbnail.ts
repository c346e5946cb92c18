import { GromaError } from '@groma/model';
import sharp from 'sharp';

/** The longer side at most, in pixels. */
const longestSide = 1_600;
/** Of a picture as it comes, all frames together. */
const mostPixels = 60_000_000;
const mostSeconds = 20;

const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const;
type Format = keyof typeof types;

export interface DrawnThumbnail {
  bytes: Buffer;
  type: (typeof types)[Format];
}

/**
 * Draws a picture anew, no larger than is shown, in threads of sharp. What it is says the content, not the name. An SVG
 * becomes a PNG, so that nothing in it ever runs or loads; what cameras note, such as places, is left out.
 * @throws GromaError THUMBNAIL_UNREADABLE
 */
export async function drawThumbnail(content: Buffer, name: string): Promise<DrawnThumbnail> {
  try {
    const { format } = await sharp(content, { limitInputPixels: mostPixels }).metadata();
    const drawn = format === 'svg' ? 'png' : format;
    if (!isShown(drawn)) throw new GromaError('THUMBNAIL_UNREADABLE', { name });
    const bytes = await sharp(content, { limitInputPixels: mostPixels, animated: drawn === 'gif', failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(drawn)
      .toBuffer();
    return { bytes, type: types[drawn] };
  } catch {
    throw new GromaError('THUMBNAIL_UNREADABLE', { name });
  }
}

function isShown(format: string | undefined): format is Format {
  return format !== undefined && Object.hasOwn(types, format);
}
