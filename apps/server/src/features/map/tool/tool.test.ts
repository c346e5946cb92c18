import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layerReference, parseDataPath, parseLayerReference, type ProjectId } from '@groma/model';
import { map as mapCalls, operation, origin, tool, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { startWithMap, TestMap, vectorOf } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
});
afterAll(() => server.close());

const square = (x: number, y: number, size = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
});
const feature = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties });
let files = 0;

/** Imports features into a map and gives the id of the layer. */
async function layerOf(map: TestMap, name: string, features: object[]): Promise<string> {
  const path = `${name} ${++files}.geojson`;
  await map.upload(path, JSON.stringify({ type: 'FeatureCollection', features }));
  const { Layer } = await map.import(`/data/${path}`);
  return Layer[0]!.id;
}

type Body = BodyOf<typeof tool.runTool>;

async function run(
  map: TestMap,
  toolId: string,
  layerId: string | null,
  more: Partial<Body> = {},
): Promise<ToolOutcome> {
  const { data } = await map.person.client.call(tool.runTool, {
    params: { toolId, projectId: map.projectId },
    body: {
      ...(layerId !== null && { layer: layerReference({ mapId: map.mapId, layerId }) }),
      parameters: {},
      output: { kind: 'layer', map_id: map.mapId },
      ...more,
    },
  });
  return data;
}

const squares = (count: number) =>
  Array.from({ length: count }, (_, n) => feature(square((n % 300) / 2, Math.floor(n / 300) / 4, 0.7), { n }));
const two = () =>
  layerOf(own, 'Fields', [
    feature(square(0, 0, 2), { crop: 'rye' }),
    feature(square(1, 1, 2), { crop: 'oats' }),
    feature(square(10, 10), { crop: 'rye' }),
  ]);

test('[GEO-077] a result is a new layer on top of the map, named for the layer and the tool, with the attributes', async () => {
  const layerId = await two();
  const { layer, count, name } = await run(own, 'bounding_box', layerId);
  expect([count, name]).toEqual([3, layer!.text]);
  expect(layer!.text).toMatch(/^Fields \d+ \(.+\)$/);
  const state = await own.state();
  const top = state.layers.toSorted((one, other) => one.order - other.order)[0]!;
  expect(top.id).toBe(layer!.id);
  const features = [...(await own.features(layer!.id)).values()];
  expect(features.map(({ properties }) => properties['crop'])).toEqual(expect.arrayContaining(['rye', 'oats', 'rye']));
  expect(
    (await run(own, 'bounding_box', layerId, { output: { kind: 'layer', map_id: own.mapId, name: 'Boxes' } })).name,
  ).toBe('Boxes');
});

test('[GEO-056] a tool takes the features that are named, else all, as edits have left them', async () => {
  const layerId = await two();
  const [first, second] = [...(await own.features(layerId)).keys()];
  expect((await run(own, 'centroid', layerId, { features: [first!] })).count).toBe(1);
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: [{ type: 'Delete', fids: [second!] }] },
  });
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [layerId]: [{ type: 'Edit_Property', edits: [{ fid: first!, column: 'crop', value: 'barley' }] }],
    },
  });
  const { layer, count } = await run(own, 'centroid', layerId);
  expect(count).toBe(2);
  const crops = [...(await own.features(layer!.id)).values()].map(({ properties }) => properties['crop']);
  expect(crops.toSorted()).toEqual(['barley', 'rye']);
});

test('[GEO-057] [GEO-058] [GEO-063] [GEO-064] [GEO-065] what is missing is said in the words of the specification', async () => {
  const layerId = await two();
  const points = await own.draw('Wells', [{ n: 1 }]);
  const clip = (clip_layer: string | null) => run(own, 'clip_polygons', layerId, { parameters: { clip_layer } });
  await expect(run(own, 'intersect_polygons', layerId)).rejects.toThrow('Select exactly 2 features for intersection');
  await expect(run(own, 'subtract_polygons', layerId)).rejects.toThrow('Select exactly 2 features for difference');
  await expect(clip(null)).rejects.toThrow('Clip operation requires a clipping layer ID');
  const missing = layerReference({ mapId: own.mapId, layerId: crypto.randomUUID() });
  await expect(clip(missing)).rejects.toThrow('Invalid clip layer');
  await expect(clip(layerReference({ mapId: own.mapId, layerId: points }))).rejects.toThrow('Invalid clip layer');
  await expect(run(own, 'dissolve_by_attribute', layerId)).rejects.toThrow(
    'Dissolve operation requires an attribute key',
  );
  await expect(run(own, 'k_means_clusters', layerId)).rejects.toThrow('Requires point features');
  expect((await own.state()).layers.filter(({ text }) => text.includes('('))).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ text: expect.stringContaining('Clip') as string })]),
  );
});

test('[GEO-002] parameters are checked by name before anything is done', async () => {
  const layerId = await two();
  await expect(run(own, 'buffer', layerId, { parameters: { radius: 'far' } })).rejects.toThrow(/radius/);
  await expect(run(own, 'buffer', layerId, { parameters: { raduis: 1 } })).rejects.toThrow(/raduis/);
  await expect(run(own, 'polish', layerId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { data } = await ann.client.call(tool.listTools, {});
  expect(data.find(({ id }) => id === 'buffer')?.parameters).toMatchObject({
    properties: { radius: { type: 'number', default: 10 } },
  });
});

test('[GEO-035] a layer of another map of the project clips; one of another project is as if it were not there', async () => {
  const layerId = await two();
  const other = await TestMap.make(ann, own.projectId);
  const mask = await layerOf(other, 'Mask', [feature(square(0, 0, 1), {})]);
  const { count } = await run(own, 'clip_polygons', layerId, {
    parameters: { clip_layer: layerReference({ mapId: other.mapId, layerId: mask }) },
  });
  expect(count).toBe(1);

  const eve = await TestMap.make(await server.signUp());
  const foreign = await layerOf(eve, 'Secret', [feature(square(0, 0, 1), {})]);
  const reference = layerReference({ mapId: eve.mapId, layerId: foreign });
  await expect(run(own, 'clip_polygons', layerId, { parameters: { clip_layer: reference } })).rejects.toThrow(
    'Invalid clip layer',
  );
  const nowhere = layerReference({ mapId: eve.mapId, layerId: crypto.randomUUID() });
  const outcomes = await Promise.all(
    [reference, nowhere].map((layer) =>
      run(own, 'centroid', null, { layer }).catch((error: { code: string }) => error.code),
    ),
  );
  expect(outcomes).toEqual(['LAYER_NOT_FOUND', 'LAYER_NOT_FOUND']);
  await expect(run(own, 'centroid', layerId, { output: { kind: 'layer', map_id: eve.mapId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('[GEO-077] features are replaced in one change, which one undo takes back', async () => {
  const layerId = await two();
  const before = await own.features(layerId);
  const { edits, layer } = await run(own, 'bounding_box', layerId, { output: { kind: 'replace' } });
  expect(layer).toBeNull();
  const after = await own.features(layerId);
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  const joined = await run(own, 'combine_polygons', layerId, {
    features: [...after.keys()].slice(0, 2),
    output: { kind: 'replace' },
  });
  expect((await own.features(layerId)).size).toBe(2);
  for (const seqs of [joined.edits, edits]) await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs });
  expect(await own.features(layerId)).toEqual(before);
});

test('a preview is nobody else’s, becomes a layer once, and is gone when discarded', async () => {
  const layerId = await two();
  const layers = (await own.state()).layers.length;
  const {
    operation_id: operationId,
    preview,
    count,
  } = await run(own, 'centroid', layerId, { output: { kind: 'preview' } });
  expect([count, vectorOf(preview).manifest.featureCount, (await own.state()).layers.length]).toEqual([3, 3, layers]);
  const part = { params: { operationId }, query: { part: preview!.manifest.parts[0]!.file } };
  const bytes = await (await ann.client.open(tool.readToolResultPart, part)).arrayBuffer();
  expect(bytes.byteLength).toBe(preview!.manifest.parts[0]!.bytes);
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
  await expect(bob.client.open(tool.readToolResultPart, part)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const keep = () =>
    ann.client.call(tool.keepToolResult, { params: { operationId }, body: { map_id: own.mapId, name: 'Middles' } });
  const [one, again] = [(await keep()).data, (await keep()).data];
  expect([one.text, one.id]).toEqual(['Middles', again.id]);
  expect((await own.state()).layers.length).toBe(layers + 1);
  await ann.client.call(tool.discardToolResult, { params: { operationId } });
  expect((await own.features(one.id)).size).toBe(3);

  const other = await run(own, 'centroid', layerId, { output: { kind: 'preview' } });
  const stored = () => server.platform.blobs.list(`${other.preview!.snapshot_key!}/`);
  expect(await stored()).not.toEqual([]);
  await ann.client.call(tool.discardToolResult, { params: { operationId: other.operation_id } });
  expect(await stored()).toEqual([]);
});

test('a tool that is canceled ends within a second and leaves nothing', async () => {
  const layerId = await layerOf(own, 'Many', squares(60_000));
  const before = [await server.platform.blobs.list(''), (await own.state()).layers.length];
  const operationId = crypto.randomUUID();
  const running = run(own, 'buffer', layerId, { operation_id: operationId, parameters: { iterate: false } }).then(
    () => null,
    (error: { code: string }) => error.code,
  );
  const status = async () => (await ann.client.call(operation.readOperation, { params: { operationId } })).data.status;
  await expect.poll(() => status().catch(() => 'none')).toBe('In Progress');
  await ann.client.call(operation.cancelOperation, { params: { operationId } });
  expect(await running).toBe('CANCELED');
  await expect.poll(() => server.platform.blobs.list('')).toEqual(before[0]);
  expect((await own.state()).layers.length).toBe(before[1]);
});

test('a layer says what it was made of, which of that has changed since, and is made again', async () => {
  const map = await TestMap.make(ann);
  const source = await layerOf(map, 'Plots', [feature(square(0, 0, 2), { n: 1 }), feature(square(1, 1, 2), { n: 2 })]);
  const boxes = (await run(map, 'bounding_box', source)).layer!.id;
  const common = (await run(map, 'intersect_polygons', boxes)).layer!.id;
  const origins = async (of = map) =>
    Object.fromEntries((await of.origins()).map((each) => [parseLayerReference(each.thing)!.layerId, each]));
  const staleOf = async (layerId: string, of = map) =>
    (await origins(of))[layerId]!.inputs.map(({ version, current }) => version !== current);
  expect((await origins())[common]).toMatchObject({
    kind: 'tool',
    doer: 'intersect_polygons',
    username: ann.username,
    inputs: [{ input: 'features', reference: layerReference({ mapId: map.mapId, layerId: boxes }), features: null }],
  });
  expect([await staleOf(boxes), await staleOf(common)]).toEqual([[false], [false]]);
  const { data: asked } = await ann.client.call(origin.readOrigin, {
    params: { projectId: map.projectId },
    query: { thing: layerReference({ mapId: map.mapId, layerId: source }) },
  });
  expect(asked.dependents).toMatchObject([{ map_name: 'A map', doer: 'bounding_box', is_stale: false }]);
  expect(asked.origin).toMatchObject({ kind: 'import', doer: 'geojson', inputs: [{ input: 'file' }] });

  const [first] = [...(await map.features(source)).keys()];
  await map.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [source]: [
        { type: 'Add', features: [{ fid: first!, geometry: square(0.5, 0.5, 2) as never, properties: { n: 3 } }] },
      ],
    },
  });
  expect([await staleOf(boxes), await staleOf(common)]).toEqual([[true], [false]]);
  const again = (layerId: string, of = map) => of.again(layerId);
  await again(boxes);
  expect([await staleOf(boxes), await staleOf(common)]).toEqual([[false], [true]]);
  expect([...(await map.features(boxes)).values()].map(({ properties }) => properties['n']).toSorted()).toEqual([2, 3]);
  const before = [...(await map.features(common)).values()];
  await again(common);
  expect([...(await map.features(common)).values()]).not.toEqual(before);
  expect(await staleOf(common)).toEqual([false]);

  // A copy is made of copies, with what was out of date.
  await map.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [source]: [{ type: 'Edit_Property', edits: [{ fid: first!, column: 'n', value: 4 }] }] },
  });
  const { data } = await ann.client.call(mapCalls.duplicateMap, {
    params: { mapId: map.mapId, projectId: map.projectId },
    body: {},
  });
  const copy = new TestMap(ann, map.projectId, data.id);
  const copied = Object.values(await origins(copy)).filter(({ kind }) => kind === 'tool');
  expect(
    copied
      .map(({ inputs }) => [
        inputs[0]!.reference!.startsWith(`layer:${copy.mapId}/`),
        inputs[0]!.version !== inputs[0]!.current,
      ])
      .toSorted(),
  ).toEqual([
    [true, false],
    [true, true],
  ]);

  await map.post({ type: 'Delete_Layers', layer_ids: [source] });
  await expect(again(boxes)).rejects.toMatchObject({ code: 'LAYER_GONE' });
  expect((await origins())[boxes]!.inputs[0]).toMatchObject({
    current: null,
    name: expect.stringContaining('Plots') as string,
  });
});

test('[GEO-077] a row that was made of one feature has its id, so that results have the order of their source', async () => {
  const scattered = [7, 2, 9, 4, 1, 8].map((place, n) => feature(square((place * 37) % 150, (place * 13) % 60), { n }));
  const source = await layerOf(own, 'Scattered', scattered);
  const numbersOf = async (layerId: string) =>
    [...(await own.features(layerId))].map(([fid, { properties }]) => [fid, properties['n']]).toSorted();
  const middles = (await run(own, 'centroid', source)).layer!.id;
  expect(await numbersOf(middles)).toEqual(scattered.map((_, n) => [n + 1, n]));
  const some = (await run(own, 'select_by_expression', source, { parameters: { expression: '$n > 2' } })).layer!.id;
  expect(await numbersOf(some)).toEqual([4, 5, 6].map((fid) => [fid, fid - 1]));
  // Several rows of one feature have ids of their own.
  const corners = (await run(own, 'to_points', some)).layer!.id;
  expect(new Set((await numbersOf(corners)).map(([fid]) => fid)).size).toBe((await own.features(corners)).size);
});

test('[GEO-077] a layer that is made again has the columns that its source has now', async () => {
  const map = await TestMap.make(ann);
  const source = await layerOf(map, 'Counties', [
    feature(square(0, 0), { name: 'Ada', n: 1, km2: 5 }),
    feature(square(2, 0), { name: 'Boise', n: 2, km2: 6 }),
  ]);
  const made = (await run(map, 'buffer', source)).layer!.id;
  const names = async () => [
    ...new Set([...(await map.features(made)).values()].flatMap(({ properties }) => Object.keys(properties))),
  ];
  await map.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [source]: [
        { type: 'Delete_Column', columns: ['km2'] },
        { type: 'Add_Column', column: { name: 'code', type: 'text' }, formula: 'C$n' },
      ],
    },
  });
  const fids = [...(await map.features(made)).keys()].toSorted();
  await map.again(made);
  expect(await names()).toEqual(['name', 'n', 'code']);
  expect([...(await map.features(made)).keys()].toSorted()).toEqual(fids);
  expect([...(await map.features(made)).values()].map(({ properties }) => properties['code']).toSorted()).toEqual([
    'C1',
    'C2',
  ]);
});

test('[GEO-077] what a tool cannot take stays when it replaces features', async () => {
  const layerId = await layerOf(own, 'Mixed', [
    feature(square(0, 0), { n: 1 }),
    { type: 'Feature', geometry: null, properties: { n: 2 } },
  ]);
  await run(own, 'bounding_box', layerId, { output: { kind: 'replace' } });
  expect([...(await own.features(layerId)).values()].map(({ properties }) => properties['n']).toSorted()).toEqual([
    1, 2,
  ]);
});

test('an edit that comes while a tool runs is never overwritten', async () => {
  const layerId = await layerOf(own, 'Many', squares(60_000));
  const [first] = [...(await own.features(layerId)).keys()];
  const operationId = crypto.randomUUID();
  const running = run(own, 'simplify', layerId, { operation_id: operationId, output: { kind: 'replace' } }).then(
    () => null,
    (error: { code: string }) => error.code,
  );
  // It tells progress once it has read the layer.
  const progress = async () =>
    (await ann.client.call(operation.readOperation, { params: { operationId } })).data.progress;
  await expect.poll(() => progress().catch(() => 0), { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: [{ type: 'Edit_Property', edits: [{ fid: first!, column: 'n', value: -1 }] }] },
  });
  expect(await running).toBe('LAYER_CHANGED');
  expect((await own.features(layerId)).get(first!)?.properties['n']).toBe(-1);
});

test('a copy of a map is made of its own layers, also where a parameter names them', async () => {
  const map = await TestMap.make(ann);
  const layerId = await layerOf(map, 'Land', [feature(square(0, 0, 4), {})]);
  const mask = await layerOf(map, 'Frame', [feature(square(1, 1, 1), {})]);
  await run(map, 'clip_polygons', layerId, {
    parameters: { clip_layer: layerReference({ mapId: map.mapId, layerId: mask }) },
  });
  const { data } = await ann.client.call(mapCalls.duplicateMap, {
    params: { mapId: map.mapId, projectId: map.projectId },
    body: {},
  });
  const copy = new TestMap(ann, map.projectId, data.id);
  const made = (await copy.origins()).find(({ kind }) => kind === 'tool')!;
  expect(made.parameters['clip_layer']).toBe(made.inputs.find(({ input }) => input === 'other')!.reference);
  const copiedMask = parseLayerReference(String(made.parameters['clip_layer']))!;
  expect(copiedMask.mapId).toBe(copy.mapId);
  const [fid] = [...(await copy.features(copiedMask.layerId)).keys()];
  await copy.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [copiedMask.layerId]: [
        { type: 'Add', features: [{ fid: fid!, geometry: square(2, 2, 1) as never, properties: {} }] },
      ],
    },
  });
  const { layerId: clippedId } = parseLayerReference(made.thing)!;
  await copy.again(clippedId);
  const [clipped] = [...(await copy.features(clippedId)).values()];
  expect(JSON.stringify(clipped!.geometry)).toContain('[3,3]');
});

test('[GEO-091] a result is a file of the project in the format of its name, which is refused where it is taken', async () => {
  const layerId = await two();
  const file = (path: string, replace = false) =>
    run(own, 'bounding_box', layerId, { output: { kind: 'file', path, replace } });
  const before = (await own.state()).layers.length;
  const stored = await server.platform.blobs.list('');
  const made = await file('/data/out/boxes.geojson');
  expect(made).toMatchObject({ name: 'boxes.geojson', count: 3, layer: null, preview: null, edits: [] });
  const read = async (path: string) => {
    const opened = await server.platform.files.open(own.projectId as ProjectId, parseDataPath(path));
    const chunks: Buffer[] = [];
    for await (const chunk of opened.read({ start: 0, end: opened.bytes - 1 })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const bytes = await read('/data/out/boxes.geojson');
  expect(made.file).toEqual({ path: '/data/out/boxes.geojson', bytes: bytes.length });
  const { features } = JSON.parse(bytes.toString('utf8')) as { features: { properties: { crop: string } }[] };
  // Of the snapshot that it was made of nothing stays.
  expect(await server.platform.blobs.list('')).toEqual(stored);
  expect(features.map(({ properties }) => properties.crop).toSorted()).toEqual(['oats', 'rye', 'rye']);
  expect((await own.state()).layers.length).toBe(before);

  await expect(file('out/boxes.geojson')).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await expect(file('/data/out/boxes.geojson')).rejects.toThrow(/boxes\.geojson/);
  expect((await file('/data/out/boxes.geojson', true)).count).toBe(3);
  await expect(file('/data/out/boxes.docx')).rejects.toThrow(/boxes\.docx.*\.parquet/);
  await expect(file('/data/../boxes.csv')).rejects.toMatchObject({ code: 'BAD_PATH' });

  expect((await read((await file('/data/boxes.parquet')).file!.path)).subarray(0, 4).toString()).toBe('PAR1');
  const csv = await run(own, 'distance_matrix', await own.draw('Wells', [{ n: 1 }, { n: 2 }]), {
    parameters: { other_layer: layerReference({ mapId: own.mapId, layerId: await own.draw('Homes', [{ n: 1 }]) }) },
    output: { kind: 'file', path: '/data/far.csv', replace: false },
  });
  expect((await read(csv.file!.path)).toString('utf8')).toMatch(/^.*from,to,distance/);
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_VIEWER');
  const foreign = new TestMap(bob, own.projectId, own.mapId);
  await expect(
    run(foreign, 'bounding_box', layerId, { output: { kind: 'file', path: '/data/bob.csv', replace: false } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('[GEO-084] a grid over an area needs no layer, and every other tool does', async () => {
  const extent = { extent: '7,46,8,47', cell_size: 20 };
  const { layer, name, count } = await run(own, 'hexagon_grid', null, { parameters: extent });
  expect([name, layer!.text, count]).toEqual(['Hexagon grid', 'Hexagon grid', 36]);
  await expect(run(own, 'hexagon_grid', null)).rejects.toThrow(/needs a layer/);
  await expect(run(own, 'buffer', null)).rejects.toThrow(/needs a layer/);
  await expect(run(own, 'square_grid', null, { parameters: extent, output: { kind: 'replace' } })).rejects.toThrow(
    /no features to replace/,
  );
  await expect(run(own, 'square_grid', null, { parameters: { extent: 'here' } })).rejects.toThrow(/extent/);
});

describe('a layer with a join', () => {
  const table = (name: string, rows: object[]) =>
    layerOf(
      own,
      name,
      rows.map((row) => feature(null as never, row)),
    );
  const joined = async () => {
    const fields = await layerOf(own, 'Joined fields', [
      feature(square(0, 0), { crop: 'rye', note: 'own' }),
      feature(square(2, 0), { crop: 'oats', note: 'own' }),
      feature(square(4, 0), { crop: 'rye', note: 'own' }),
      feature(square(6, 0), { crop: 'none', note: 'own' }),
    ]);
    const prices = await table('Prices', [
      { name: 'rye', price: 4, note: 'hidden' },
      { name: ' oats ', price: 7, note: 'hidden' },
    ]);
    const join = { layerId: prices, column: 'crop', otherColumn: 'name', columns: ['price', 'note'], prefix: '' };
    await own.post({ type: 'Update_Vector_Layer_Style', layer_id: fields, vector_style: { joins: [join] } });
    return { fields, prices };
  };
  const rowsOf = async (layerId: string, ...names: string[]) =>
    [...(await own.features(layerId)).values()]
      .map(({ properties }) => names.map((name) => properties[name] ?? null))
      .toSorted((one, other) => String(one).localeCompare(String(other)));
  const priceOf = async (prices: string, price: number) => {
    const rows = [...(await own.features(prices))];
    const [fid] = rows.find(([, { properties }]) => properties['name'] === 'rye')!;
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [prices]: [{ type: 'Edit_Property', edits: [{ fid, column: 'price', value: price }] }] },
    });
  };

  test('[TOL-024, TOL-025] is taken with its joined columns, and the joined layer is an input of the result', async () => {
    const { fields, prices } = await joined();
    const boxes = (await run(own, 'bounding_box', fields)).layer!.id;
    expect(await rowsOf(boxes, 'crop', 'price', 'note')).toEqual([
      ['none', null, 'own'],
      ['oats', 7, 'own'],
      ['rye', 4, 'own'],
      ['rye', 4, 'own'],
    ]);
    const grouped = await run(own, 'aggregate', fields, {
      parameters: { group_by: ['price'], geometry: 'none' },
    });
    expect(grouped.count).toBe(3);
    const expression = { column_name: 'double', expression: '$price * 2' };
    const doubled = (await run(own, 'field_calculator', fields, { parameters: expression })).layer!.id;
    expect(await rowsOf(doubled, 'double')).toEqual([[null], [14], [8], [8]]);

    const thing = { thing: layerReference({ mapId: own.mapId, layerId: boxes }) };
    const originOf = async () =>
      (await ann.client.call(origin.readOrigin, { params: { projectId: own.projectId }, query: thing })).data.origin!;
    expect((await originOf()).inputs.map(({ name }) => name.replace(/ \d+$/, ''))).toEqual(['Joined fields', 'Prices']);
    await priceOf(prices, 5);
    expect((await originOf()).inputs.map(({ version, current }) => version === current)).toEqual([true, false]);
    await own.again(boxes);
    expect(await rowsOf(boxes, 'price')).toEqual([[null], [5], [5], [7]]);
    expect((await originOf()).inputs.map(({ version, current }) => version === current)).toEqual([true, true]);
  });

  test('[TOL-024] keeps its join where features are replaced; only what the tool has changed is written', async () => {
    const { fields, prices } = await joined();
    const columnsOf = async () => Object.keys([...(await own.features(fields)).values()][0]!.properties).toSorted();
    await run(own, 'buffer', fields, { parameters: { radius: 5 }, output: { kind: 'replace' } });
    expect(await columnsOf()).toEqual(['crop', 'note']);
    const parameters = { column_name: 'price', expression: '$price + 1' };
    await run(own, 'field_calculator', fields, { parameters, output: { kind: 'replace' } });
    await priceOf(prices, 40);
    expect(await rowsOf(fields, 'crop', 'price')).toEqual([
      ['none', null],
      ['oats', 8],
      ['rye', 5],
      ['rye', 5],
    ]);
  });
});
