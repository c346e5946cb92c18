import { reduceGif } from './reduce-gif.ts';
import { isSeeThrough, jpegQuality } from './picture-kind.ts';
import { pictureSize } from './picture-size.ts';

/** Makes pictures smaller, apart from the page: a large one takes seconds. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  smaller(data).then(
    (blob) => postMessage(blob),
    (error: unknown) => postMessage({ failure: String(error) }),
  );
});

async function smaller(file: File): Promise<Blob> {
  if (file.type === 'image/gif') return new Blob([reduceGif(await file.arrayBuffer())], { type: file.type });
  const bitmap = await createImageBitmap(file);
  const { width, height } = pictureSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const keepsType = file.type !== 'image/jpeg' && isSeeThrough(context.getImageData(0, 0, width, height).data);
  return canvas.convertToBlob({ type: keepsType ? file.type : 'image/jpeg', quality: jpegQuality });
}
