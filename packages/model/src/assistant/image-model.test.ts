import { expect, test } from 'vitest';
import { imageModelOf, imageModels } from './image-model.ts';

test('[AIA-007] [AIA-122] the image models of the product, which are Pro; one of a server of one’s own is Free', () => {
  expect(imageModels.map(({ id }) => id)).toEqual([
    'gpt-image-1',
    'dall-e-3',
    'dall-e-2',
    'grok-2-image',
    'imagen-3.0-generate-002',
    'imagen-3.0-fast-generate-001',
  ]);
  expect(imageModelOf('dall-e-3')).toEqual({ id: 'dall-e-3', name: 'DALL·E 3', isPro: true });
  expect(imageModelOf('sdxl')).toEqual({ id: 'sdxl', name: 'sdxl', isPro: false });
});
