import { assistant, file as calls } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

export interface DrawnImage {
  base64Data: string;
  mediaType: string;
}

export async function readImageModels() {
  return (await api.call(assistant.listImageModels)).data.models;
}

export async function drawImage(
  projectId: string,
  model: string,
  prompt: string,
  signal: AbortSignal,
): Promise<DrawnImage> {
  return (await api.call(assistant.generateImage, { query: { projectId }, body: { model, prompt }, signal })).data;
}

/** Stores an image under a path of the project. */
export async function saveImage(
  projectId: string,
  path: string,
  { base64Data, mediaType }: DrawnImage,
  replace: boolean,
): Promise<void> {
  const bytes = Uint8Array.from(atob(base64Data), (character) => character.charCodeAt(0));
  const form = new FormData();
  form.append('filePaths', path);
  form.append('files', new Blob([bytes], { type: mediaType }), path.slice(path.lastIndexOf('/') + 1));
  await api.call(calls.uploadFiles, {
    params: { projectId },
    query: { replace: replace ? 'true' : 'false' },
    form,
  });
}
