/** Kinds of picture a notebook takes (NBK-042). */
const takenTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp', 'image/gif']);
/** Kinds that stay as they are: what they can do would be lost in a JPEG (NBK-049). */
const keptTypes: ReadonlySet<string> = new Set(['image/svg+xml', 'image/gif']);

const longestSide = 1_000;
const jpegQuality = 0.7;
/** A picture travels inside the document, to everybody who has it open. */
const mostBytes = 8 * 1024 * 1024;

export type PictureRefusal = 'type' | 'size';

/** Why a file cannot be a picture of a notebook, or null. */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): PictureRefusal | null {
  if (!takenTypes.has(type)) return 'type';
  return keptTypes.has(type) && size > mostBytes ? 'size' : null;
}

/** The size a picture is drawn at: its longest side at most 1,000 px, never enlarged (NBK-044). */
export function pictureSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The picture as a `data:` address: scaled down and a JPEG, unless it has see-through parts (NBK-044, NBK-045, NBK-049). */
export async function pictureUrl(file: File): Promise<string> {
  if (keptTypes.has(file.type)) return dataUrl(file);
  try {
    return await dataUrl(await smaller(file));
  } catch {
    // What cannot be made smaller is taken as it came (NBK-050).
    return dataUrl(file);
  }
}

async function smaller(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = pictureSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  if (file.type !== 'image/jpeg' && isSeeThrough(context.getImageData(0, 0, width, height).data)) return canvas.convertToBlob({ type: file.type, quality: jpegQuality });
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

/** Whether any pixel of RGBA bytes lets the ground through. */
export function isSeeThrough(pixels: ArrayLike<number>): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if ((pixels[alpha] ?? 255) < 255) return true;
  return false;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}
