import { expect, test } from 'vitest';
import { localFrame, toGeocentric } from './globe.ts';
import { product, moved, type Triple } from './matrix.ts';
import { rootContent, sceneExtent } from './scene-extent.ts';

const asset = { version: '1.0' };
const tileset = (root: object) => sceneExtent({ asset, root: { geometricError: 1, ...root } });
const model = (node: object, min: Triple, max: Triple) =>
  sceneExtent({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ min, max }],
  });

test('[WFL-213] a tileset says where it lies by its box, ball or region, and how low it reaches', () => {
  const place: Triple = [16.5, 48.2, 300];
  const transform = localFrame(toGeocentric(place));
  const box = tileset({ transform, boundingVolume: { box: [0, 0, 20, 50, 0, 0, 0, 40, 0, 0, 0, 20] } });
  if (box.kind !== 'globe') throw new Error('not on the globe');
  expect(box.center[0]).toBeCloseTo(16.5, 9);
  expect(box.center[1]).toBeCloseTo(48.2, 9);
  expect(box.center[2]).toBeCloseTo(320, 6);
  expect(box.radius).toBeCloseTo(Math.hypot(50, 40, 20), 6);
  expect(box.low).toBeCloseTo(300, 2);
  const region = [0.1, 0.5, 0.100_01, 0.500_01, 120, 180];
  expect(tileset({ boundingVolume: { region } })).toMatchObject({ kind: 'globe', low: 120 });
  const ball = tileset({ boundingVolume: { sphere: [...toGeocentric(place), 10] } });
  expect(ball).toMatchObject({ kind: 'globe', radius: 10 });
  expect(tileset({ boundingVolume: { box: [0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4] } })).toEqual({
    kind: 'own',
    low: [-2, -3, -4],
    high: [2, 3, 4],
  });
  expect(() => tileset({ boundingVolume: { sphere: [...toGeocentric(place), 5e6] } })).toThrow('too much of the globe');
});

/** A PNTS tile of two points around a middle. */
function points(middle: Triple, positions: readonly number[]): Uint8Array {
  const json = new TextEncoder().encode(
    JSON.stringify({ POINTS_LENGTH: positions.length / 3, RTC_CENTER: middle, POSITION: { byteOffset: 0 } }).padEnd(
      200,
    ),
  );
  const body = new Uint8Array(new Float32Array(positions).buffer);
  const file = new Uint8Array(28 + json.length + body.length);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode('pnts'));
  [1, file.length, json.length, body.length, 0, 0].forEach((value, at) => view.setUint32(4 + at * 4, value, true));
  file.set(json, 28);
  file.set(body, 28 + json.length);
  return file;
}

test('[WFL-213] how low it reaches is told by what its root holds, not by a box that lies askew', () => {
  const place: Triple = [16.5, 48.2, 300];
  const middle = toGeocentric(place);
  const json = {
    asset,
    root: {
      geometricError: 1,
      boundingVolume: { box: [...middle, 100, 0, 0, 0, 100, 0, 0, 0, 100] },
      content: { uri: 'r.pnts' },
    },
  };
  expect(rootContent(json)).toBe('r.pnts');
  expect(rootContent({ root: { content: { uri: 'inner/tileset.json' } } })).toBeNull();
  const askew = sceneExtent(json);
  if (askew.kind !== 'globe') throw new Error('not on the globe');
  expect(askew.low).toBeLessThan(200);
  const up = [...localFrame(middle)].slice(8, 11).map((each) => each * -7);
  const told = sceneExtent(json, points(middle, [0, 0, 0, ...up]));
  if (told.kind !== 'globe') throw new Error('not on the globe');
  expect(told.low).toBeCloseTo(293, 4);
  expect(told.radius).toBe(askew.radius);
});

test('[WFL-213] a model is a box of its own, or lies on the globe where its coordinates do', () => {
  expect(model({ translation: [10, 0, 0] }, [0, 0, 0], [2, 1, 4])).toEqual({
    kind: 'own',
    low: [10, 0, 0],
    high: [12, 1, 4],
  });
  // Its height is along y: turned, it lies at a place of the globe.
  const [x, y, z] = toGeocentric([16.5, 48.2, 300]);
  const found = model({ matrix: [...product(moved([x, z, -y]), moved([0, 0, 0]))] }, [-1, -1, -1], [1, 1, 1]);
  if (found.kind !== 'globe') throw new Error('not on the globe');
  expect(found.center[0]).toBeCloseTo(16.5, 6);
  expect(found.center[2]).toBeCloseTo(300, 3);
  for (const [json, text] of [
    [null, 'neither'],
    [{ type: 'FeatureCollection' }, 'neither'],
    [{ asset, scenes: [] }, 'nothing in it'],
    [{ asset, root: {} }, 'where it lies'],
  ] as const)
    expect(() => sceneExtent(json)).toThrow(text);
});
