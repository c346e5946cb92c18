import type { ChatModel, ModelMaker } from './chat-model.ts';

/** A model that draws images of what is described. */
export type ImageModel = Pick<ChatModel, 'id' | 'name' | 'isPro'>;

/** The image models of the product (AIA-007), by their makers; each image counts as a Pro query (AIA-122). */
export const imageModels: readonly (ImageModel & { maker: ModelMaker })[] = [
  { id: 'gpt-image-1', maker: 'openai', name: 'GPT Image 1', isPro: true },
  { id: 'dall-e-3', maker: 'openai', name: 'DALL·E 3', isPro: true },
  { id: 'dall-e-2', maker: 'openai', name: 'DALL·E 2', isPro: true },
  { id: 'grok-2-image', maker: 'xai', name: 'Grok 2 Image', isPro: true },
  { id: 'imagen-3.0-generate-002', maker: 'google', name: 'Imagen 3', isPro: true },
  { id: 'imagen-3.0-fast-generate-001', maker: 'google', name: 'Imagen 3 Fast', isPro: true },
];

/** A model by its id; one that the list does not know is called by its id and is Free. */
export function imageModelOf(id: string): ImageModel {
  const known = imageModels.find((model) => model.id === id);
  return known ? { id, name: known.name, isPro: known.isPro } : { id, name: id, isPro: false };
}
