/** Kinds of picture a notebook takes (NBK-042). */
const takenTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/svg+xml',
  'image/webp',
  'image/gif',
]);

/** Quality of JPEG files that are made (NBK-045). */
export const jpegQuality = 0.7;
/** A picture travels inside the document, to everybody who has it open. */
export const mostBytes = 8 * 1024 * 1024;
/** Larger files are not even looked at. */
const mostTakenBytes = 100 * 1024 * 1024;

export type PictureRefusal = 'type' | 'size';

/**
 * Why a file cannot be a picture of a notebook, or null. What is drawn by lines stays as it is, and must be small from
 * the first.
 */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): PictureRefusal | null {
  if (!takenTypes.has(type)) return 'type';
  return size > (type === 'image/svg+xml' ? mostBytes : mostTakenBytes) ? 'size' : null;
}

/** Whether any pixel of RGBA bytes lets the ground through. */
export function isSeeThrough(pixels: ArrayLike<number>): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if ((pixels[alpha] ?? 255) < 255) return true;
  return false;
}
