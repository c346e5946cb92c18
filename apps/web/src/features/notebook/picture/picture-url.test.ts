import { expect, test } from 'vitest';
import { isSeeThrough, pictureRefusal, pictureSize } from './picture-url.ts';

test('[NBK-042] PNG, JPEG, SVG, WEBP and GIF are taken, nothing else', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp', 'image/gif']) expect(pictureRefusal({ type, size: 1_000 })).toBeNull();
  for (const type of ['image/tiff', 'image/bmp', 'application/pdf', 'text/html', '']) expect(pictureRefusal({ type, size: 1_000 })).toBe('type');
});

test('[NBK-044] the longest side is at most 1000 px, and nothing is enlarged', () => {
  expect(pictureSize(4_000, 3_000)).toEqual({ width: 1_000, height: 750 });
  expect(pictureSize(500, 2_500)).toEqual({ width: 200, height: 1_000 });
  expect(pictureSize(640, 480)).toEqual({ width: 640, height: 480 });
  expect(pictureSize(100_000, 1)).toEqual({ width: 1_000, height: 1 });
});

test('[NBK-049] a picture with one see-through pixel is not made a JPEG', () => {
  expect(isSeeThrough([1, 2, 3, 255, 4, 5, 6, 255])).toBe(false);
  expect(isSeeThrough([1, 2, 3, 255, 4, 5, 6, 254])).toBe(true);
});
