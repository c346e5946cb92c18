import { expect, test } from 'vitest';
import { gltfBounds, readGltfJson } from './gltf-bounds.ts';
import { isOnGlobe, localFrame, toGeocentric, toGeodetic } from './globe.ts';
import { identity, placed, product, turnedBack, uprightTurn, type Triple } from './matrix.ts';
import { readContent } from './read-content.ts';
import type { ScenePoints } from './read-points.ts';
import { chooseTiles, readTileset, type SceneTile } from './tileset.ts';

const encoder = new TextEncoder();

/** A tile of 3D Tiles 1.0 with its tables. */
function tile(magic: string, parts: readonly [table: object | null, bytes: Uint8Array][], rest = new Uint8Array()) {
  const pieces = parts.flatMap(([table, bytes]) => {
    const json = table ? encoder.encode(JSON.stringify(table)) : new Uint8Array();
    const padded = new Uint8Array(Math.ceil(json.length / 8) * 8).fill(32);
    padded.set(json);
    return [padded, bytes];
  });
  const length = 28 + pieces.reduce((sum, { length: each }) => sum + each, rest.length);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(encoder.encode(magic));
  view.setUint32(4, 1, true);
  view.setUint32(8, length, true);
  let at = 28;
  pieces.forEach((piece, index) => {
    view.setUint32(12 + index * 4, piece.length, true);
    file.set(piece, at);
    at += piece.length;
  });
  file.set(rest, at);
  return file;
}

const bytesOf = (values: Float32Array | Uint16Array | Uint8Array) => new Uint8Array(values.buffer);

test('[FIL-092] points of a tile have their places, colours, intensity and classes, whatever form they are in', () => {
  const body = new Uint8Array(32);
  body.set(bytesOf(new Float32Array([1, 2, 3, 4, 5, 6])));
  body.set([10, 20, 30, 40, 50, 60], 24);
  const columns = new Uint8Array(8);
  columns.set(bytesOf(new Uint16Array([700, 900])));
  columns.set([2, 6], 4);
  const features = { POINTS_LENGTH: 2, RTC_CENTER: [100, 0, 0], POSITION: { byteOffset: 0 }, RGB: { byteOffset: 24 } };
  const batch = {
    Intensity: { byteOffset: 0, componentType: 'UNSIGNED_SHORT', type: 'SCALAR' },
    Classification: { byteOffset: 4, componentType: 'UNSIGNED_BYTE', type: 'SCALAR' },
  };
  const [plain] = readContent(
    tile('pnts', [
      [features, body],
      [batch, columns],
    ]),
  ) as [ScenePoints];
  expect([...plain.positions, ...plain.colors!]).toEqual([1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60]);
  expect([plain.center, Array.from(plain.intensity!), Array.from(plain.classification!)]).toEqual([
    [100, 0, 0],
    [700, 900],
    [2, 6],
  ]);
  const steps = bytesOf(new Uint16Array([0, 32_768, 65_535, 0b11111_000000_00000]));
  const stepped = {
    POINTS_LENGTH: 1,
    POSITION_QUANTIZED: { byteOffset: 0 },
    QUANTIZED_VOLUME_OFFSET: [10, 20, 30],
    QUANTIZED_VOLUME_SCALE: [1, 2, 3],
    RGB565: { byteOffset: 6 },
  };
  const [packed] = readContent(
    tile('pnts', [
      [stepped, steps],
      [null, new Uint8Array()],
    ]),
  ) as [ScenePoints];
  expect([...packed.positions]).toEqual([10, expect.closeTo(21, 3), 33]);
  expect([...packed.colors!]).toEqual([255, 0, 0]);
});

test('[FIL-093] a damaged tile, and one that is compressed, say what is wrong', () => {
  const whole = tile('pnts', [
    [{ POINTS_LENGTH: 9, POSITION: { byteOffset: 0 } }, new Uint8Array(8)],
    [null, new Uint8Array()],
  ]);
  expect(() => readContent(whole)).toThrow('it ends before its end');
  expect(() => readContent(whole.subarray(0, 40))).toThrow('it ends before its end');
  const draco = { POINTS_LENGTH: 1, extensions: { '3DTILES_draco_point_compression': {} } };
  expect(() =>
    readContent(
      tile('pnts', [
        [draco, new Uint8Array()],
        [null, new Uint8Array()],
      ]),
    ),
  ).toThrow('Draco');
  expect(() => readContent(encoder.encode('GIF89a'))).toThrow('of no kind that can be shown');
  expect(() => readTileset({ root: { boundingVolume: {} } })).toThrow('does not say where it lies');
});

test('[FIL-092] a model in a tile is found with what is to be added to its places', () => {
  const model = encoder.encode('glTF model');
  const empty: [null, Uint8Array] = [null, new Uint8Array()];
  const [found] = readContent(
    tile('b3dm', [[{ BATCH_LENGTH: 0, RTC_CENTER: [1, 2, 3] }, new Uint8Array()], empty], model),
  );
  expect(found).toMatchObject({ kind: 'model', center: [1, 2, 3] });
  expect(new TextDecoder().decode((found as { bytes: Uint8Array }).bytes)).toBe('glTF model');
});

test('[FIL-092] a place on the globe goes to metres around another and back', () => {
  const berlin: Triple = [13.4, 52.52, 80];
  const place = toGeocentric(berlin);
  // As PROJ takes EPSG:4979 to EPSG:4978.
  place.forEach((value, axis) => expect(value).toBeCloseTo([3783371.07778, 901326.12769, 5038282.58509][axis]!, 3));
  toGeodetic(place).forEach((value, axis) => expect(value).toBeCloseTo(berlin[axis]!, 7));
  const frame = localFrame(place);
  const [east, north, up] = placed(turnedBack(frame), toGeocentric([13.4, 52.52, 180]));
  expect([east, north, up]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6), expect.closeTo(100, 6)]);
  expect(product(turnedBack(frame), frame).map((each) => Math.round(each * 1e6) / 1e6 + 0)).toEqual([...identity]);
  expect([isOnGlobe(place), isOnGlobe([500_000, 5_800_000, 50])]).toEqual([true, false]);
});

test('[FIL-092] the box around a model has what its nodes do to it', () => {
  const json = {
    scenes: [{ nodes: [0] }],
    nodes: [
      { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2], children: [1] },
      { translation: [10, 0, 0], mesh: 0 },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ min: [0, 0, 0], max: [1, 2, 3] }],
  };
  const { low, high } = gltfBounds(readGltfJson(encoder.encode(JSON.stringify(json))))!;
  low.forEach((value, axis) => expect(value).toBeCloseTo([-4, 20, 0][axis]!, 9));
  high.forEach((value, axis) => expect(value).toBeCloseTo([0, 22, 6][axis]!, 9));
  expect(placed(uprightTurn, [1, 2, 3])).toEqual([1, -3, 2]);
  expect(gltfBounds({})).toBe(null);
});

const sphere = (x: number) => ({ sphere: [x, 0, 0, 10] });
const town = {
  root: {
    boundingVolume: { sphere: [0, 0, 0, 100] },
    geometricError: 8,
    refine: 'REPLACE',
    content: { uri: 'all.b3dm' },
    transform: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1],
    children: [
      { boundingVolume: sphere(-50), geometricError: 0, content: { uri: 'west.b3dm' } },
      { boundingVolume: sphere(50), geometricError: 0, content: { url: 'east.b3dm' } },
    ],
  },
};

test('[FIL-092] tiles are replaced only once all that replace them and are in sight are there', () => {
  const { root } = readTileset(town);
  expect([root.error, root.ball, root.children[1]!.ball.center]).toEqual([
    16,
    { center: [0, 0, 0], radius: 200 },
    [100, 0, 0],
  ]);
  const loaded = new Set<SceneTile>();
  const names = (tiles: readonly SceneTile[]) => tiles.map(({ uri }) => uri);
  const choose = (pixels: number, sees: (x: number) => boolean = () => true) => {
    const sight = { sees: ({ center: [x] }: { center: Triple }) => sees(x), pixelsPerMetre: () => pixels };
    const { drawn, wanted } = chooseTiles(root, sight, { tolerance: 4, isLoaded: (each) => loaded.has(each) });
    return [names(drawn), names(wanted)];
  };
  expect(choose(0.1)).toEqual([[], ['all.b3dm']]);
  expect(choose(1)).toEqual([[], ['all.b3dm', 'west.b3dm', 'east.b3dm']]);
  loaded.add(root).add(root.children[0]!);
  expect(choose(0.1)).toEqual([['all.b3dm'], []]);
  expect(choose(1)).toEqual([['all.b3dm'], ['east.b3dm']]);
  // What is out of sight is not waited for.
  expect(choose(1, (x) => x <= 0)).toEqual([['west.b3dm'], []]);
  loaded.add(root.children[1]!);
  expect(choose(1)).toEqual([['west.b3dm', 'east.b3dm'], []]);
});

test('[FIL-092] tiles that add to those above them are drawn with them', () => {
  const { root } = readTileset({ root: { ...town.root, refine: 'ADD' } });
  const sight = { sees: () => true, pixelsPerMetre: () => 1 };
  const { drawn } = chooseTiles(root, sight, { tolerance: 4, isLoaded: () => true });
  expect(drawn.map(({ uri }) => uri)).toEqual(['all.b3dm', 'west.b3dm', 'east.b3dm']);
});
