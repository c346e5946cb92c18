import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossing, roadGrid } from '../../../test/road-grid.ts';
import { engineMissing } from '../../../test/routing-engine.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { readRoutingSettings } from '../../platform/routing-settings.ts';
import { buildTiles } from './build-tiles.ts';
import { EnginePool } from './engine-pool.ts';
import { OpenRouteService } from './open-route-service.ts';
import type { CallValhalla, RoutingComplaint, ValhallaAction } from './valhalla-call.ts';
import { ValhallaEngine } from './valhalla-engine.ts';
import { callValhallaServer } from './valhalla-server.ts';

const never = new AbortController().signal;
const outbound = createOutbound([]);
const off: [number, number] = [8.05, 50.5];

interface Reply {
  status?: number;
  body: unknown;
}

/** A server on this computer that answers JSON with JSON. */
async function serve(
  answer: (request: IncomingMessage, body: object) => Promise<Reply>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answer(request, JSON.parse(body) as object))
      .then(({ status = 200, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

afterAll(() => outbound.close());

describe.skipIf(engineMissing)(`a server of Valhalla${engineMissing ? ` (skipped: ${engineMissing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-valhalla-'));
  const { engineFolder } = readRoutingSettings(process.env);
  const pool = new EnginePool({ engineFolder });
  let call: CallValhalla;
  let remote: Awaited<ReturnType<typeof serve>>;
  const actions: Readonly<Record<string, ValhallaAction>> = {
    '/isochrone': 'isochrone',
    '/route': 'route',
    '/sources_to_targets': 'matrix',
    '/locate': 'locate',
  };
  beforeAll(async () => {
    const [extract, tileFolder] = [join(folder, 'grid.osm.pbf'), join(folder, 'tiles')];
    writeFileSync(extract, roadGrid());
    mkdirSync(tileFolder);
    await buildTiles({ engineFolder, extract, name: 'grid', tileFolder, signal: never, onProgress: () => undefined });
    call = pool.callOver(tileFolder, never);
    // Valhalla's own HTTP service says the same as its library, and its refusals so.
    remote = await serve(({ url }, body) =>
      call(actions[url!]!, body).then(
        (answer) => ({ body: answer }),
        (error: RoutingComplaint) => ({
          status: 400,
          body: { error_code: 171, error: error.message, status_code: 400, status: 'Bad Request' },
        }),
      ),
    );
  });
  afterAll(() => {
    remote.server.close();
    pool.close();
    rmSync(folder, { recursive: true });
  });

  test('[GEO-097] answers as the engine does that runs here', async () => {
    const [here, there] = [call, callValhallaServer(outbound, remote.url, never)].map(
      (each) => new ValhallaEngine(each),
    );
    const minutes = [2, 3, 4, 5, 6];
    for (const mode of ['driving', 'walking', 'cycling'] as const) {
      const question = { point: crossing(30, 30), minutes, mode };
      const areas = await there!.isochrones(question);
      expect(areas!.map((area) => area.minutes)).toEqual(minutes);
      expect(areas).toEqual(await here!.isochrones(question));
      const ends = { from: crossing(3, 4), to: crossing(40, 41), mode };
      expect(await there!.route(ends)).toEqual(await here!.route(ends));
      const table = { from: [crossing(1, 1), off], to: [crossing(9, 9), crossing(1, 1)], mode };
      const times = await there!.matrix(table);
      expect([times.seconds[0]![1], times.seconds[1]]).toEqual([0, [null, null]]);
      expect(times.seconds[0]![0]).toBeGreaterThan(60);
    }
    const point = { point: off, minutes, mode: 'driving' } as const;
    expect(await there!.isochrones(point)).toBeNull();
    expect(await there!.route({ from: off, to: crossing(1, 1), mode: 'driving' })).toBeNull();
    expect(await there!.matrix({ from: [off], to: [off], mode: 'driving' })).toEqual({
      seconds: [[null]],
      metres: [[null]],
    });
    await expect(there!.isochrones({ ...point, minutes: [500] })).rejects.toThrow(
      'Valhalla couldn’t answer: Isochrone error: Exceeded max time',
    );
  });
});

test('[GEO-097] a service that is away, answers nonsense or refuses is named, and who cancels does not wait', async () => {
  const replies: Reply[] = [
    { body: 'no JSON' },
    { body: { features: 'none' } },
    { body: { features: [{ properties: { contour: 3 }, geometry: { type: 'Polygon', coordinates: [[[1e9, 0]]] } }] } },
    { status: 500, body: {} },
  ];
  const { url, server } = await serve(() => Promise.resolve(replies.shift() ?? new Promise<Reply>(() => undefined)));
  const aborter = new AbortController();
  const ask = () =>
    new ValhallaEngine(callValhallaServer(outbound, url, aborter.signal)).isochrones({
      point: [8, 50],
      minutes: [3],
      mode: 'driving',
    });
  await expect(ask()).rejects.toThrow('Valhalla couldn’t answer: its answer is no JSON.');
  await expect(ask()).rejects.toThrow('its answer makes no sense.');
  await expect(ask()).rejects.toThrow('its answer makes no sense.');
  await expect(ask()).rejects.toThrow('it answered with status 500.');
  const waiting = ask();
  setTimeout(() => aborter.abort(), 50);
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELED' });
  server.closeAllConnections();
  server.close();
  const away = new OpenRouteService(outbound, { url, key: undefined }, never);
  await expect(away.route({ from: [8, 50], to: [8, 51], mode: 'driving' })).rejects.toThrow(
    'OpenRouteService couldn’t answer: it cannot be reached.',
  );
});

test('[GEO-097] OpenRouteService is asked by version 2 of its interface, with the key', async () => {
  const ring = [
    [8, 50],
    [8.1, 50],
    [8.1, 50.1],
    [8, 50],
  ];
  const area = (value: number) => ({
    type: 'Feature',
    properties: { group_index: 0, value, center: [8.05, 50.05] },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  const line = {
    type: 'Feature',
    properties: { summary: { distance: 1_234.5, duration: 77.7 }, way_points: [0, 1] },
    geometry: {
      type: 'LineString',
      coordinates: [
        [8, 50, 110.5],
        [8.1, 50.1],
      ],
    },
  };
  const seen: unknown[] = [];
  const notFound = { status: 404, body: { error: { code: 6010, message: 'Source point(s) 0 not found' } } };
  const replies: Reply[] = [
    { body: { type: 'FeatureCollection', bbox: [8, 50, 8.1, 50.1], features: [area(180), area(300)] } },
    { body: { type: 'FeatureCollection', features: [line] } },
    { body: { durations: [[0, 60.5]], distances: [[0, null]], destinations: [], sources: [] } },
    {
      status: 404,
      body: { error: { code: 2010, message: 'Could not find routable point within a radius of 350.0 meters.' } },
    },
    { status: 500, body: { error: { code: 3099, message: 'Unable to build an isochrone map.' } } },
    { body: { durations: [[9]], distances: [[90]] } },
    { status: 403, body: { error: 'Access to this API has been disallowed' } },
  ];
  const { url, server } = await serve(async ({ url: path, headers }, body) => {
    seen.push([path, headers.authorization, body]);
    return JSON.stringify(body).includes(JSON.stringify(off)) ? notFound : replies.shift()!;
  });
  const engine = new OpenRouteService(outbound, { url, key: 'a-key' }, never);
  const [here, there]: [number, number][] = [
    [8, 50],
    [8.1, 50.1],
  ];
  expect(await engine.isochrones({ point: here!, minutes: [3, 5], mode: 'walking' })).toEqual(
    [3, 5].map((minutes) => ({ minutes, geometry: { type: 'Polygon', coordinates: [ring] } })),
  );
  expect(await engine.route({ from: here!, to: there!, mode: 'driving' })).toEqual({
    seconds: 77.7,
    metres: 1_234.5,
    line: [here, there],
  });
  expect(await engine.matrix({ from: [here!], to: [here!, there!], mode: 'cycling' })).toEqual({
    seconds: [[0, 60.5]],
    metres: [[0, null]],
  });
  expect(await engine.route({ from: here!, to: there!, mode: 'driving' })).toBeNull();
  expect(await engine.isochrones({ point: here!, minutes: [3], mode: 'driving' })).toBeNull();
  expect(await engine.matrix({ from: [off, here!], to: [there!], mode: 'driving' })).toEqual({
    seconds: [[null], [9]],
    metres: [[null], [90]],
  });
  await expect(engine.route({ from: here!, to: there!, mode: 'driving' })).rejects.toThrow(
    'OpenRouteService couldn’t answer: Access to this API has been disallowed',
  );
  expect(seen.slice(0, 3)).toEqual([
    ['/v2/isochrones/foot-walking', 'a-key', { locations: [here], range: [180, 300], range_type: 'time' }],
    ['/v2/directions/driving-car/geojson', 'a-key', { coordinates: [here, there], instructions: false }],
    [
      '/v2/matrix/cycling-regular',
      'a-key',
      {
        locations: [here, here, there],
        sources: [0],
        destinations: [1, 2],
        metrics: ['duration', 'distance'],
        units: 'm',
      },
    ],
  ]);
  server.close();
});
