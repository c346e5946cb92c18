import { expect, test } from 'vitest';
import { BlockCache, bytesAsSource, openRaster, readPart, type RasterFile } from '@groma/raster';
import { nativeDecoders } from '../codec/native-decoders.ts';
import { image, smallTiff, type Fields } from '../../../../test/small-tiff.ts';

const open = (width: number, height: number, bits: number, more: Fields, block: Uint8Array): Promise<RasterFile> => {
  const bytes = smallTiff(image(width, height, bits, more), [block]);
  return openRaster({
    source: bytesAsSource(bytes, 'old'),
    decoders: nativeDecoders,
    cache: new BlockCache(16 * 1024 * 1024),
  });
};
const values = async (file: RasterFile): Promise<number[]> => {
  const { bands } = await readPart(file, { x: 0, y: 0, width: file.width, height: file.height }, file, {
    bands: [0],
    resampling: 'nearest',
    nodata: null,
  });
  return [...bands[0]!];
};
const turned = (byte: number): number =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);

/**
 * Codes of LZW low bit first, as writers before TIFF 6.0 packed them: nothing but single bytes, between a clear and an
 * end.
 */
function oldLzw(bytes: Uint8Array): Uint8Array {
  const packed: number[] = [];
  let [held, heldBits, bits, next] = [0, 0, 9, 257];
  const put = (code: number): void => {
    held += code * 2 ** heldBits;
    for (heldBits += bits; heldBits >= 8; heldBits -= 8, held = Math.floor(held / 256)) packed.push(held % 256);
  };
  put(256);
  for (const byte of bytes) {
    put(byte);
    next += 1;
    if (next >= 2 ** bits) bits += 1;
  }
  put(257);
  return Uint8Array.from([...packed, held]);
}

test('samples whose bits stand the other way round are read, packed or not', async () => {
  const row = [1, 2, 200, 255, 0, 77];
  expect(await values(await open(6, 1, 8, { 266: [3, 2] }, Uint8Array.from(row, turned)))).toEqual(row);
  const words = Uint8Array.from([0x2f, 0x01, 0xff, 0x80], turned);
  expect(await values(await open(2, 1, 16, { 266: [3, 2] }, words))).toEqual([0x012f, 0x80ff]);
  expect(await values(await open(4, 1, 4, { 266: [3, 2] }, Uint8Array.of(0x12, 0x3f).map(turned)))).toEqual([
    1, 2, 3, 15,
  ]);
  const packbits = Uint8Array.of(2, 9, 8, 7).map(turned);
  expect(await values(await open(3, 1, 8, { 266: [3, 2], 259: [3, 32773] }, packbits))).toEqual([9, 8, 7]);
});

test('LZW of the kind before TIFF 6.0 is read, also where its codes grow', async () => {
  const bytes = Uint8Array.from({ length: 1_200 }, (_, index) => (index * 37) % 251);
  expect(await values(await open(40, 30, 8, { 259: [3, 5] }, oldLzw(bytes)))).toEqual([...bytes]);
});

test('an image whose 0 is white is drawn so, and one of single bits in black and white', async () => {
  const palette = async (bits: number, photometric: number, more: Fields = {}) => {
    const { palette: found } = await open(1, 1, bits, { 262: [3, photometric], ...more }, Uint8Array.of(0, 0));
    return found && [...found];
  };
  expect(await palette(1, 0)).toEqual([255, 255, 255, 0, 0, 0]);
  expect(await palette(1, 1)).toEqual([0, 0, 0, 255, 255, 255]);
  expect((await palette(2, 0))?.slice(3, 9)).toEqual([170, 170, 170, 85, 85, 85]);
  expect((await palette(8, 0))?.slice(-6)).toEqual([1, 1, 1, 0, 0, 0]);
  expect(await palette(8, 1)).toBeNull();
  expect(await palette(16, 0)).toBeNull();
  expect(await palette(8, 0, { 339: [3, 2] })).toBeNull();
});

test('an image with a palette may have alpha beside it', async () => {
  const colours = Array.from({ length: 768 }, (_, index) => (index % 256) * 257);
  const file = await open(
    2,
    1,
    8,
    { 258: [3, 8, 8], 262: [3, 3], 277: [3, 2], 320: [3, ...colours], 338: [3, 2] },
    Uint8Array.of(7, 255, 9, 0),
  );
  expect([...file.palette!.subarray(21, 24)]).toEqual([7, 7, 7]);
  expect([file.bands, file.alpha]).toEqual([1, 1]);
});

test('colours of CIE L*a*b* are none that are drawn here: they are refused as what is to be converted', async () => {
  await expect(
    open(1, 1, 8, { 258: [3, 8, 8, 8], 262: [3, 8], 277: [3, 3] }, Uint8Array.of(1, 2, 3)),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED' });
});

test('a block that is not packed is read as long as it is, whatever length is written down for it', async () => {
  const bytes = smallTiff(image(2, 2, 8), [Uint8Array.of(1, 2, 3, 4)]);
  const view = new DataView(bytes.buffer);
  for (let entry = 10; entry < 10 + view.getUint16(8, true) * 12; entry += 12)
    if (view.getUint16(entry, true) === 279) view.setUint32(entry + 8, 35_711_440, true);
  const file = await openRaster({
    source: bytesAsSource(bytes, 'long'),
    decoders: nativeDecoders,
    cache: new BlockCache(16 * 1024 * 1024),
  });
  expect(await values(file)).toEqual([1, 2, 3, 4]);
});
