import { file as calls } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { imageBlob, type DrawnImage } from '../../../platform/language-model/image-calls.ts';

/** Stores an image under a path of the project. */
export async function saveImage(projectId: string, path: string, image: DrawnImage, replace: boolean): Promise<void> {
  const form = new FormData();
  form.append('filePaths', path);
  form.append('files', imageBlob(image), path.slice(path.lastIndexOf('/') + 1));
  await api.call(calls.uploadFiles, {
    params: { projectId },
    query: { replace: replace ? 'true' : 'false' },
    form,
  });
}
