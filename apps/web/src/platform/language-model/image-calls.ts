import { assistant } from '@groma/protocol';
import { api } from '../api.ts';

/** An image that a model has drawn. */
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
  signal?: AbortSignal,
): Promise<DrawnImage> {
  return (await api.call(assistant.generateImage, { query: { projectId }, body: { model, prompt }, signal })).data;
}

/** The bytes of an image. */
export function imageBlob({ base64Data, mediaType }: DrawnImage): Blob {
  return new Blob([Uint8Array.from(atob(base64Data), (character) => character.charCodeAt(0))], { type: mediaType });
}
