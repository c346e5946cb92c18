import { expect, test } from 'vitest';
import { imageName } from './image-name.ts';

test('[AIA-122] the name of an image is made of its prompt', () => {
  expect(imageName('A river delta, seen from above, at low tide', 'image/png')).toBe(
    'a-river-delta-seen-from-above.png',
  );
  expect(imageName('Flüsse / Täler', 'image/jpeg')).toBe('flüsse-täler.jpg');
  expect(imageName('…', 'image/webp')).toBe('image.webp');
  expect(imageName('x'.repeat(500), 'image/png')).toBe(`${'x'.repeat(60)}.png`);
});
