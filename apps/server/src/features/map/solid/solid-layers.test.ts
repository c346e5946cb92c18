import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MapPost } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;

/** A box of 20 by 10 by 6 metres around a place on the globe, as a tileset. */
const tileset = {
  asset: { version: '1.0' },
  geometricError: 10,
  root: {
    // Metres to the east, north and up of 0° 0°, 100 m above the ellipsoid.
    transform: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 6_378_237, 0, 0, 1],
    boundingVolume: { box: [0, 0, 3, 10, 0, 0, 0, 5, 0, 0, 0, 3] },
    geometricError: 1,
    refine: 'ADD',
  },
};
/** A triangle of 2 by 1 metres as glTF. */
const model = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [2, 1, 0] }],
};
const place = { longitude: 16, latitude: 48, heading: 90, scale: 2, isUpright: false };

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload('town/tileset.json', JSON.stringify(tileset));
  await own.upload('house.gltf', JSON.stringify(model));
  await own.upload('broken.glb', 'glTF and no more than that, alas');
  await own.upload('cloud.laz', 'LASF');
});
afterAll(() => server.close());

const post = (path: string, style: object = {}, id: string = randomUUID()) =>
  ({
    type: 'Create_Solid_Layer',
    key: id,
    text: 'Solid',
    layer_id: id,
    solid_data: { path, style },
  }) as const satisfies MapPost;
const solidOf = async (id: string, map = own) => {
  const data = (await map.state()).layers.find((layer) => layer.id === id)?.data;
  if (data?.kind !== 'solid') throw new Error('no 3D layer');
  return data;
};

test('[WFL-213] tiles of the project become a layer on top of the tree, which knows where it lies and stands on the map', async () => {
  await own.draw('below');
  const wanted = post('/data/town/tileset.json');
  const [first, atOnce] = await Promise.all([own.post(wanted), own.post(wanted)]);
  expect(atOnce).toEqual(first);
  const { source, style } = await solidOf(wanted.layer_id);
  if (source.extent.kind !== 'globe') throw new Error('not on the globe');
  expect(source.path).toBe('/data/town/tileset.json');
  expect(source.extent.center.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 103]);
  expect(source.extent.radius).toBeCloseTo(Math.hypot(10, 5, 3), 6);
  expect(source.extent.low).toBeCloseTo(100, 3);
  expect(style).toMatchObject({ lift: -100, opacity: 1, pointSize: 2, place: null, isInLegend: true });
  const { layers } = await own.state();
  expect(Math.min(...layers.map(({ order }) => order))).toBe(layers.find(({ id }) => id === wanted.layer_id)!.order);
});

test('[WFL-214] a model that says nothing of its place needs one, and how it looks is changed like other layers', async () => {
  await expect(own.post(post('/data/house.gltf'))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('"house.gltf" does not say where it lies') as string,
  });
  const id = randomUUID();
  await own.post(post('/data/house.gltf', { place }, id));
  expect((await solidOf(id)).source.extent).toEqual({ kind: 'own', low: [0, 0, 0], high: [2, 1, 0] });
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_VIEWER');
  const change = (style: object) =>
    ({ type: 'Update_Solid_Layer_Data', layer_id: id, solid_data: { style } }) as const satisfies MapPost;
  const room = own.as(bob);
  await expect(room.post(change({ opacity: 0.2 }))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await own.post(change({ opacity: 0.5, coloring: 'height', attribution: '© Town' }));
  expect((await solidOf(id, room)).style).toMatchObject({
    opacity: 0.5,
    coloring: 'height',
    attribution: '© Town',
    place,
  });
  await expect(own.post(change({ place: null }))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(own.post(change({ opacity: 3 }))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('[WFL-213] of a GLB its JSON is read, and of a tileset what its root holds', async () => {
  const json = Buffer.from(JSON.stringify(model).padEnd(Math.ceil(JSON.stringify(model).length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF', 'latin1');
  [2, 20 + json.length, json.length, 0x4e_4f_53_4a].forEach((value, at) => head.writeUInt32LE(value, 4 + at * 4));
  const glb = Buffer.concat([head, json]);
  await own.upload('house.glb', glb);
  const id = randomUUID();
  await own.post(post('/data/house.glb', { place }, id));
  expect((await solidOf(id)).source.extent).toEqual({ kind: 'own', low: [0, 0, 0], high: [2, 1, 0] });
  // The model of the root reaches from the middle of the box up: the box itself begins 100 m above the ellipsoid.
  const root = { ...tileset.root, content: { uri: 'in/root.glb' } };
  await own.upload('full/tileset.json', JSON.stringify({ ...tileset, root }));
  await own.upload('full/in/root.glb', glb);
  const full = randomUUID();
  await own.post(post('/data/full/tileset.json', { lift: 5 }, full));
  const { source, style } = await solidOf(full);
  if (source.extent.kind !== 'globe') throw new Error('not on the globe');
  expect(source.extent.low).toBeCloseTo(100, 3);
  expect(style.lift).toBe(5);
});

test('[WFL-213] what is no tileset and no model is refused and says why', async () => {
  const refused = (path: string, code: string, text: string) =>
    expect(own.post(post(path))).rejects.toMatchObject({ code, message: expect.stringContaining(text) as string });
  await refused('/data/broken.glb', 'FILE_UNREADABLE', 'it is no GLB');
  await refused('/data/cloud.laz', 'FILE_UNREADABLE', 'Convert it first');
  await refused('/data/none.glb', 'FILE_NOT_FOUND', 'none.glb');
  await own.upload('other.json', '{"type":"FeatureCollection"}');
  await refused('/data/other.json', 'FILE_UNREADABLE', 'neither a tileset of 3D Tiles nor a model');
});
