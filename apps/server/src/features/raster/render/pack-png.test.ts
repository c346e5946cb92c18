import sharp from 'sharp';
import { expect, test } from 'vitest';
import { packPng } from './pack-png.ts';

test.each([
  [1, 1],
  [7, 3],
  [256, 256],
])('a picture of %s × %s pixels comes back as it was, with and without alpha', async (width, height) => {
  let random = width * 7 + height;
  const pixels = Uint8Array.from(
    { length: width * height * 4 },
    () => (random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0) >>> 24,
  );
  const clear = await sharp(packPng(pixels, width, height, true))
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect(clear.equals(pixels)).toBe(true);
  const opaque = pixels.map((value, index) => (index % 4 === 3 ? 255 : value));
  const { data, info } = await sharp(packPng(opaque, width, height, true))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  expect(data.equals(opaque.filter((_, index) => index % 4 !== 3))).toBe(true);
  expect((await sharp(packPng(pixels, width, height, false)).metadata()).hasAlpha).toBe(false);
});
