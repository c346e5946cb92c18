import { mostAttachmentBytes } from '@groma/model';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { addToGaia, changeAttachment, removeAttachment } from '../../../registry/gaia-attachments.ts';

const takenTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Longer sides than this tell a model no more. */
const mostPixels = 2_048;
const jpegQuality = 0.85;

/** Pictures that were chosen, pasted or dropped go along with the next question; what cannot is said. */
export async function addPictures(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    if (!takenTypes.has(file.type)) {
      toast.error(t('chat.pictureType', { name: file.name }));
      continue;
    }
    const id = addToGaia({
      type: 'picture',
      filename: file.name,
      mediaType: file.type,
      url: '',
      percentProgress: 0,
      isUploading: true,
    });
    if (id === null) return void toast.info(t('chat.tooMany'));
    try {
      const picture = await smallEnough(file);
      const url = await dataUrl(picture, (percentProgress) => changeAttachment(id, { percentProgress }));
      changeAttachment(id, { url, mediaType: picture.type, percentProgress: 100, isUploading: false });
    } catch {
      removeAttachment(id);
      toast.error(t('chat.pictureFailed', { name: file.name }));
    }
  }
}

/** The file itself, or a smaller picture of it. @throws Error where it is still too large or cannot be read */
async function smallEnough(file: File): Promise<Blob> {
  if (file.size <= mostAttachmentBytes) return file;
  const image = await createImageBitmap(file);
  const scale = Math.min(1, mostPixels / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
  if (smaller.size > mostAttachmentBytes) throw new Error('The picture is too large.');
  return smaller;
}

function dataUrl(blob: Blob, onProgress: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0));
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}
