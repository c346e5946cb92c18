import { GIFEncoder } from 'gifenc';
import { decompressFrames, parseGIF } from 'gifuct-js';
import { expect, test, vi } from 'vitest';
import { PictureTaker } from './picture-taker.ts';
import { isSeeThrough, jpegQuality, pictureRefusal } from './picture-kind.ts';
import { pictureSize } from './picture-size.ts';
import { reduceGif, shrink } from './reduce-gif.ts';
import { smallerPicture } from './smaller-picture.ts';

test('[NBK-042] PNG, JPEG, SVG, WEBP and GIF are taken, nothing else', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp', 'image/gif'])
    expect(pictureRefusal({ type, size: 1_000 })).toBeNull();
  for (const type of ['image/tiff', 'image/bmp', 'application/pdf', 'text/html', ''])
    expect(pictureRefusal({ type, size: 1_000 })).toBe('type');
  expect(pictureRefusal({ type: 'image/svg+xml', size: 20_000_000 })).toBe('size');
});

test('[NBK-044] the longest side is at most 1000 px, and nothing is enlarged', () => {
  expect(pictureSize(4_000, 3_000)).toEqual({ width: 1_000, height: 750 });
  expect(pictureSize(500, 2_500)).toEqual({ width: 200, height: 1_000 });
  expect(pictureSize(640, 480)).toEqual({ width: 640, height: 480 });
  expect(pictureSize(100_000, 1)).toEqual({ width: 1_000, height: 1 });
});

test('[NBK-045] [NBK-049] a picture with one see-through pixel is not made a JPEG; others are, at quality 0.7', () => {
  expect(isSeeThrough([1, 2, 3, 255, 4, 5, 6, 255])).toBe(false);
  expect(isSeeThrough([1, 2, 3, 255, 4, 5, 6, 254])).toBe(true);
  expect(jpegQuality).toBe(0.7);
});

/** An animation of stripes in many colours. */
function stripes({
  width,
  height,
  frames,
  delay,
  isClear = false,
}: {
  width: number;
  height: number;
  frames: number;
  delay: number;
  isClear?: boolean;
}): ArrayBuffer {
  const encoder = GIFEncoder();
  const palette = Array.from({ length: 64 }, (_, index) => [index * 4, 255 - index * 4, (index * 16) % 256]);
  for (let frame = 0; frame < frames; frame += 1) {
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => ((at % width) + frame) % 64);
    encoder.writeFrame(pixels, width, height, {
      palette,
      delay,
      ...(frame === 0 && { repeat: 3 }),
      ...(isClear && { transparent: true, transparentIndex: 0, dispose: 2 }),
    });
  }
  encoder.finish();
  return encoder.bytes().slice().buffer;
}

function seen(bytes: ArrayBuffer) {
  const gif = parseGIF(bytes);
  const frames = decompressFrames(gif, true);
  const colours = new Set(
    frames.flatMap(({ patch }) =>
      Array.from({ length: patch.length / 4 }, (_, at) => patch.slice(at * 4, at * 4 + 4).join()),
    ),
  );
  return {
    width: gif.lsd.width,
    height: gif.lsd.height,
    delays: frames.map(({ delay }) => delay),
    colours: colours.size,
  };
}

test('[NBK-046] an animation is shown at most 12 times a second and takes as long as before', () => {
  const { delays } = seen(reduceGif(stripes({ width: 20, height: 10, frames: 50, delay: 20 })).buffer);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000 / 12);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(1_000);
  expect(seen(reduceGif(stripes({ width: 20, height: 10, frames: 3, delay: 500 })).buffer).delays).toEqual([
    500, 500, 500,
  ]);
});

test('[NBK-047] an animation has at most 15 colours, also where parts of it are see-through', () => {
  expect(seen(stripes({ width: 70, height: 4, frames: 2, delay: 100 })).colours).toBe(64);
  const { colours } = seen(reduceGif(stripes({ width: 70, height: 4, frames: 2, delay: 100 })).buffer);
  expect([colours > 5, colours <= 15]).toEqual([true, true]);
  const clear = reduceGif(stripes({ width: 70, height: 4, frames: 2, delay: 100, isClear: true })).buffer;
  expect(seen(clear).colours).toBeLessThanOrEqual(15);
  expect(decompressFrames(parseGIF(clear), true)[0]?.patch.some((value, at) => at % 4 === 3 && value === 0)).toBe(true);
});

test('[NBK-048] the longest side of an animation is at most 1000 px', () => {
  expect(seen(reduceGif(stripes({ width: 1_500, height: 30, frames: 1, delay: 100 })).buffer)).toMatchObject({
    width: 1_000,
    height: 20,
  });
  expect(shrink(Uint8ClampedArray.of(0, 0, 0, 255, 100, 200, 50, 255), 2, 1, 1, 1)).toEqual(
    Uint8ClampedArray.of(50, 100, 25, 255),
  );
});

test('[NBK-050] a picture that cannot be made smaller is taken as it came', async () => {
  const broken = new File([Uint8Array.from([71, 73, 70, 0, 1, 2])], 'broken.gif', { type: 'image/gif' });
  expect(() => reduceGif(new ArrayBuffer(6))).toThrow(/./);
  expect(await smallerPicture(broken, (file) => file.arrayBuffer().then((bytes) => new Blob([reduceGif(bytes)])))).toBe(
    broken,
  );
  const drawn = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' });
  expect(await smallerPicture(drawn, () => Promise.reject(new Error('not asked')))).toBe(drawn);
});

test('[NBK-051] a picture that cannot be put in is logged, and nothing else', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failure = new Error('Couldn’t read the file.');
  const taker = new PictureTaker(() => Promise.reject(failure));
  await expect(taker.take(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))).rejects.toBe(failure);
  expect(logged).toHaveBeenCalledExactlyOnceWith('A picture was not put into the notebook.', failure);
  logged.mockRestore();
});
