import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geometryArea, geometryLength } from '@groma/geo';
import { layerReference } from '@groma/model';
import { operation, routing, tool, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { osmExtract } from '../../../test/osm-extract.ts';
import { crossing, roadGrid } from '../../../test/road-grid.ts';
import { engineMissing } from '../../../test/routing-engine.ts';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';
import { readRoutingSettings } from '../../platform/routing-settings.ts';

type Body = BodyOf<typeof tool.runTool>;

const extract = '/data/grid.osm.pbf';
const center = crossing(30, 30);
const off: [number, number] = [8.05, 50.5];
const point = (coordinates: readonly number[], properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

describe.skipIf(engineMissing)(`routing${engineMissing ? ` (skipped: ${engineMissing})` : ''}`, () => {
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  let folder: string;
  let files = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groma-extract-'));
    const path = join(folder, 'server.osm.pbf');
    writeFileSync(path, roadGrid());
    ({ server, ann, own } = await startWithMap({ routing: readRoutingSettings({ GROMA_OSM_EXTRACT: path }) }));
    await ann.upload(own.projectId, extract, roadGrid());
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const layerOf = async (features: object[]): Promise<string> => {
    const path = `points ${++files}.geojson`;
    await own.upload(path, JSON.stringify({ type: 'FeatureCollection', features }));
    return (await own.import(`/data/${path}`)).Layer[0]!.id;
  };
  const refer = (layerId: string) => layerReference({ mapId: own.mapId, layerId });
  const run = async (
    toolId: string,
    layerId: string,
    parameters: Record<string, unknown> = {},
    more: Partial<Body> = {},
    signal?: AbortSignal,
  ): Promise<ToolOutcome> => {
    const { data } = await ann.client.call(tool.runTool, {
      params: { toolId, projectId: own.projectId },
      body: {
        layer: refer(layerId),
        parameters: { extract, ...parameters },
        output: { kind: 'layer', map_id: own.mapId },
        ...more,
      },
      ...(signal && { signal }),
    });
    return data;
  };
  const featuresOf = async ({ layer }: ToolOutcome) => [...(await own.features(layer!.id)).values()];
  const asked = (body: BodyOf<typeof routing.isochrone>) => ann.client.call(routing.isochrone, { body });
  const operations = async () =>
    (await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } })).data;
  const networks = async () => (await operations()).filter(({ task }) => task === 'network');
  /** What stands in the data folder for the project. */
  const kept = () => readdir(join(server.platform.config.dataFolder, 'routing', own.projectId)).catch(() => []);
  const minutesIn = (features: { properties: Record<string, unknown> }[]) =>
    features.map(({ properties }) => properties['minutes'] as number);

  test('[GEO-007] [GEO-044] an isochrone is a polygon around each point, with its columns and the minutes', async () => {
    const layerId = await layerOf([point(center, { name: 'Clinic' }), point(off, { name: 'Lake' })]);
    const outcome = await run('isochrone', layerId, { minutes: 3 });
    expect(outcome.skipped).toEqual([{ reason: 'unreachable', count: 1 }]);
    expect(outcome.layer!.text).toMatch(/\(Isochrone\)$/);
    const [area, ...rest] = await featuresOf(outcome);
    expect(rest).toEqual([]);
    expect(area!.properties).toMatchObject({ name: 'Clinic', minutes: 3 });
    expect(area!.geometry!.type).toBe('Polygon');
  });

  test('[GEO-092] the areas of several times are rings that touch, or lie on each other whole', async () => {
    const layerId = await layerOf([point(center)]);
    const draw = async (parameters: object) => {
      const features = await featuresOf(await run('service_area', layerId, { ...parameters }));
      return features.sort((one, other) => minutesIn([other])[0]! - minutesIn([one])[0]!);
    };
    const rings = await draw({ times: '4; 2, 6 2' });
    const whole = await draw({ times: '2,4,6', rings: false });
    expect([minutesIn(rings), minutesIn(whole)]).toEqual([
      [6, 4, 2],
      [6, 4, 2],
    ]);
    const areas = (list: typeof rings) => list.map(({ geometry }) => Math.abs(geometryArea(geometry)));
    const [large, middle, small] = areas(whole);
    expect(large! > middle! && middle! > small! && small! > 0).toBe(true);
    const [outer, inner, core] = areas(rings);
    expect(outer! + inner! + core!).toBeCloseTo(large!, -2);
    expect(core).toBeCloseTo(small!, 3);
    for (const times of ['', '0', '121', 'five', '1,2,3,4,5,6,7,8,9,10,11'])
      await expect(run('service_area', layerId, { times })).rejects.toMatchObject({ code: 'TOOL_TIMES_WRONG' });
  });

  test('[GEO-093] the quickest way goes from point to point, or to another layer, with minutes and metres', async () => {
    const layerId = await layerOf([
      point(crossing(10, 10), { name: 'a' }),
      point(crossing(20, 10), { name: 'b' }),
      point(off, { name: 'lake' }),
      point(crossing(20, 30), { name: 'c' }),
    ]);
    const outcome = await run('shortest_path', layerId, { mode: 'walking' });
    expect([outcome.count, outcome.skipped]).toEqual([1, [{ reason: 'unreachable', count: 2 }]]);
    const [leg] = await featuresOf(outcome);
    // In the order of a column, the lake comes last.
    expect((await run('shortest_path', layerId, { order_column: 'name' })).count).toBe(2);
    // Ten blocks to the east, at the pedestrian's 5.1 km/h.
    const metres = geometryLength({ type: 'LineString', coordinates: [crossing(10, 10), crossing(20, 10)] });
    expect(leg!.properties).toMatchObject({ name: 'a' });
    expect(Math.abs((leg!.properties['metres'] as number) - metres)).toBeLessThan(metres * 0.01);
    expect(Math.abs((leg!.properties['minutes'] as number) - metres / 85)).toBeLessThan(1);
    expect(Math.abs(geometryLength(leg!.geometry) - metres)).toBeLessThan(metres * 0.01);
    const other_layer = refer(
      await layerOf([point(crossing(50, 50), { shop: 'far' }), point(crossing(12, 10), { shop: 'near' })]),
    );
    const quickest = await featuresOf(await run('shortest_path', layerId, { other_layer }));
    expect(quickest.map(({ properties: { name, shop } }) => [name, shop]).sort()).toEqual([
      ['a', 'near'],
      ['b', 'near'],
      ['c', 'near'],
    ]);
    expect((await run('shortest_path', layerId, { other_layer, destinations: 'all' })).count).toBe(6);
    const lone = await layerOf([point(center)]);
    await expect(run('shortest_path', lone)).rejects.toMatchObject({ code: 'TOOL_NEEDS_MORE' });
  });

  test('[GEO-094] the matrix is a table of all pairs, named by a column or by ids; a pair without a way has no time', async () => {
    const layerId = await layerOf([
      point(crossing(10, 10), { name: 'a' }),
      point(off, { name: 'lake' }),
      point(crossing(20, 10), { name: 'b' }),
    ]);
    const outcome = await run('travel_time_matrix', layerId, { column: 'name', mode: 'cycling' });
    expect([outcome.count, outcome.skipped]).toEqual([9, [{ reason: 'unreachable', count: 5 }]]);
    const rows = (await featuresOf(outcome)).map(({ properties, geometry }): Record<string, unknown> => ({
      ...properties,
      geometry,
    }));
    const times = new Map(rows.map((row) => [`${String(row['from'])} ${String(row['to'])}`, row]));
    expect(times.get('a a')).toMatchObject({ minutes: 0, metres: 0, geometry: null });
    expect(times.get('a lake')).toMatchObject({ minutes: null, metres: null });
    expect(times.get('a b')!['metres']).toBe(times.get('b a')!['metres']);
    expect(times.get('a b')!['minutes'] as number).toBeGreaterThan(3);
    const other_layer = refer(await layerOf([point(center)]));
    const ids = await featuresOf(await run('travel_time_matrix', layerId, { other_layer }));
    expect(ids.map(({ properties }) => [properties['from'], properties['to']]).sort()).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    await expect(run('travel_time_matrix', layerId, { column: 'gone' })).rejects.toMatchObject({
      code: 'TOOL_COLUMN_UNKNOWN',
    });
  });

  test('[GEO-066] [GEO-067] POST /api/geo/isochrone answers a polygon for each point, over the extract of the server', async () => {
    const { type, features } = await asked({ coordinates: [center, off], minutes: 4, mode: 'cycling' });
    expect([type, features.map(({ properties }) => properties)]).toEqual([
      'FeatureCollection',
      [
        { point: 0, minutes: 4, mode: 'cycling' },
        { point: 1, minutes: 4, mode: 'cycling' },
      ],
    ]);
    expect(features[1]!.geometry).toBeNull();
    const { geometry } = features[0]!;
    const [outline] = geometry!.type === 'Polygon' ? geometry!.coordinates : geometry!.coordinates[0]!;
    expect(outline![0]).toEqual(outline!.at(-1));
    expect(signedArea(outline!)).toBeGreaterThan(0);
    const plain = await ann.fetch('/api/geo/isochrone', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ coordinates: [center] }),
    });
    const { features: defaults } = (await plain.json()) as { features: object[] };
    expect(defaults[0]).toMatchObject({ properties: { minutes: 10, mode: 'driving' } });
    for (const body of [
      { coordinates: [] },
      { coordinates: [[190, 0]] },
      { coordinates: [center], minutes: 0 },
      { coordinates: [center], mode: 'flying' },
    ])
      await expect(asked(body as never)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[GEO-095] a network is built once for those who want it at once, as an operation, and kept by the hash of its extract', async () => {
    const [before, tiles] = [(await networks()).length, (await kept()).length];
    await ann.upload(own.projectId, '/data/copy.osm.pbf', roadGrid(70));
    const layerId = await layerOf([point(center)]);
    const results = await Promise.all([1, 2].map(() => run('isochrone', layerId, { extract: '/data/copy.osm.pbf' })));
    expect(results.map(({ count }) => count)).toEqual([1, 1]);
    const made = (await networks()).slice(0, -before || undefined);
    expect(made.every(({ status, subject }) => status === 'Completed' && subject === 'copy.osm.pbf')).toBe(true);
    expect((await kept()).length).toBe(tiles + 1);
    await run('isochrone', layerId, { extract: '/data/copy.osm.pbf' });
    expect((await networks()).length).toBe(before + made.length);
  });

  test('[GEO-095] what is no extract is named, with what is wrong, and leaves nothing', async () => {
    const [layerId, tiles] = [await layerOf([point(center)]), await kept()];
    const grid = roadGrid();
    const hostile: [string, Buffer, RegExp][] = [
      ['cut.osm.pbf', grid.subarray(0, grid.length - 40), /^"cut\.osm\.pbf" cannot be read: PBF error/],
      ['page.osm.pbf', Buffer.from('<html>not a map</html>'), /cannot be read: PBF error/],
      ['empty.osm.pbf', Buffer.alloc(0), /cannot be read: PBF error/],
      ['noise.pbf', Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 251)), /cannot be read/],
      ['still.osm.pbf', osmExtract([{ id: 1, longitude: 8, latitude: 50 }], []), /there are no roads in it/],
    ];
    for (const [name, content, message] of hostile) {
      await ann.upload(own.projectId, `/data/${name}`, content);
      await expect(run('isochrone', layerId, { extract: `/data/${name}` })).rejects.toThrow(message);
    }
    await expect(run('isochrone', layerId, { extract: '/data/gone.osm.pbf' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    await expect(run('isochrone', layerId, { extract: '/data/roads.gpkg' })).rejects.toThrow(
      'does not end in .osm.pbf',
    );
    await expect(run('isochrone', layerId, { extract: '/etc/../x.pbf' })).rejects.toMatchObject({ code: 'BAD_PATH' });
    expect((await kept()).sort()).toEqual(tiles.sort());
  });

  test('[GEO-095] who cancels while a network is built ends the build, which leaves nothing', async () => {
    await ann.upload(own.projectId, '/data/large.osm.pbf', roadGrid(700));
    const [layerId, tiles] = [await layerOf([point(center)]), await kept()];
    const aborter = new AbortController();
    const running = run('isochrone', layerId, { extract: '/data/large.osm.pbf' }, {}, aborter.signal);
    await expect.poll(async () => (await kept()).filter((name) => name.endsWith('.building')).length).toBe(1);
    aborter.abort();
    await expect(running).rejects.toThrow(/abort/i);
    await expect
      .poll(async () => (await networks()).find(({ subject }) => subject === 'large.osm.pbf')?.status, {
        timeout: 10_000,
      })
      .toBe('Canceled');
    await expect.poll(kept, { timeout: 10_000 }).toEqual(tiles);
  });

  test('[RES-008, GEO-067] a result is out of date when its extract changes, and is made again over the new one', async () => {
    await ann.upload(own.projectId, '/data/town.osm.pbf', roadGrid());
    const outcome = await run('isochrone', await layerOf([point(center)]), {
      minutes: 3,
      extract: '/data/town.osm.pbf',
    });
    const input = async () =>
      (await own.origins())
        .find(({ thing }) => thing.endsWith(outcome.layer!.id))!
        .inputs.find(({ input: name }) => name === 'extract')!;
    const before = await input();
    expect([before.reference, before.current]).toEqual(['file:/data/town.osm.pbf', before.version]);
    await ann.upload(own.projectId, '/data/town.osm.pbf', roadGrid(40));
    const changed = await input();
    expect(changed.current).not.toBe(changed.version);
    await own.again(outcome.layer!.id);
    const after = await input();
    expect(after.current).toBe(after.version);
  });

  test('[GEO-066] [GEO-067] an isochrone is asked over the extract of a project, or its only one, by who may read it', async () => {
    const bob = await server.signUp();
    const projectId = await bob.makeProject();
    const ask = (more: object, person = bob) =>
      person.client.call(routing.isochrone, {
        body: { coordinates: [center], minutes: 3, mode: 'driving', project_id: projectId, ...more },
      });
    const built = () => readdir(join(server.platform.config.dataFolder, 'routing', projectId)).catch(() => []);
    // It has none: the server's.
    expect((await ask({})).features[0]!.geometry).not.toBeNull();
    expect(await built()).toEqual([]);
    await bob.upload(projectId, '/data/osm/one.osm.pbf', roadGrid());
    expect((await ask({})).features[0]!.geometry!.type).toBe('Polygon');
    expect(await built()).toHaveLength(1);
    await bob.upload(projectId, '/data/two.osm.pbf', roadGrid(40));
    await expect(ask({})).rejects.toThrow(/several.*one\.osm\.pbf/);
    expect((await ask({ extract: '/data/osm/one.osm.pbf' })).features).toHaveLength(1);
    await expect(ask({ extract: '/data/three.osm.pbf' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(ask({}, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask({ project_id: undefined, extract: '/data/two.osm.pbf' })).rejects.toThrow(/project_id/);
  });

  test('[GEO-044] without a network the tool says what to choose and what the administrator can set', async () => {
    const layerId = await layerOf([point(center)]);
    const { extract: named } = server.platform.config.routing;
    server.platform.config.routing.extract = undefined;
    try {
      const reason = /Choose an OpenStreetMap extract .* GROMA_OSM_EXTRACT, GROMA_VALHALLA_URL or/;
      await expect(run('isochrone', layerId, { extract: null })).rejects.toThrow(reason);
      await expect(asked({ coordinates: [center], minutes: 10, mode: 'driving' })).rejects.toMatchObject({
        code: 'ROUTING_NOT_SET',
      });
    } finally {
      server.platform.config.routing.extract = named;
    }
  });
});

/** Twice the area, positive where a ring runs counterclockwise. */
function signedArea(ring: readonly (readonly number[])[]): number {
  return ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0]! * y! - x! * ring[at]![1]!, 0);
}
