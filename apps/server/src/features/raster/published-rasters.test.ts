import { newId } from '@groma/model';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image, placed, smallTiff } from '../../../test/small-tiff.ts';
import { insertPublication } from '../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { layers } from '../../platform/database/tables/index.ts';

let server: TestServer;
let author: Person;
let made: Awaited<ReturnType<typeof insertPublication>>;
let elsewhere: Server;
let address: string;
/** Paths that the server has fetched. */
const fetched = new Set<string>();

beforeAll(async () => {
  const bytes = smallTiff(image(64, 64, 8, placed(14, 46, 0.01)), [new Uint8Array(64 * 64)]);
  elsewhere = createServer((request, response) => {
    fetched.add(request.url!);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const last = Math.min(Number(to), bytes.length - 1);
    response
      .writeHead(206, { 'content-range': `bytes ${from}-${last}/${bytes.length}`, etag: '"1"' })
      .end(bytes.subarray(Number(from), last + 1));
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  server = await startTestServer({ outboundAllowed: ['127.0.0.1'] });
  author = await server.signUp();
  made = await insertPublication(server, author);
  await show(`${address}/shown.tif`);
  await show(`${address}/red.tif\n${address}/green.tif`);
  await show(`${address}/deleted.tif`, new Date());
});
afterAll(async () => {
  elsewhere.close();
  await server.close();
});

async function show(url: string, deletedAt: Date | null = null): Promise<void> {
  const { mapId } = made;
  const place = { id: newId(), mapId, name: 'image', type: 'Layer', parentId: '0', level: 1, order: 0 } as const;
  await server.platform.database.query.insert(layers).values({ ...place, kind: 'raster', source: { url }, deletedAt });
}

async function statusOf(call: string, url: string, cookie = '', init: RequestInit = {}): Promise<number> {
  const search = new URLSearchParams({ project_id: made.frozenId, url });
  return (await fetch(`${server.origin}${call}?${search}`, { ...init, headers: { cookie, ...init.headers } })).status;
}

const tile = '/tiles/cog/tiles/WebMercatorQuad/0/0/0.png';
const point = '/tiles/cog/point/0,0';

test('[PUB-110] of a publication anyone is shown what its layers are drawn of, whole and by file', async () => {
  const shown = ['/shown.tif', '/red.tif', '/green.tif'].map((path) => address + path);
  for (const url of [...shown, `${address}/red.tif\n${address}/green.tif`])
    for (const cookie of ['', author.cookie])
      expect([url, await statusOf('/tiles/cog/info', url, cookie)]).toEqual([url, 200]);
});

test('[PUB-110] for readers of a publication the server fetches nothing that its layers do not name', async () => {
  const others = [
    `${address}/other.tif`,
    `${address}/deleted.tif`,
    `${address}/shown.tif?other`,
    `${address}/shown.tif\n${address}/other.tif`,
    `${address}/other.tif\0`,
    'earth-engine:a-set?from=2026-01-01&to=2026-01-31',
    'composite:1',
    '/data/other.tif',
  ];
  const calls = ['/tiles/cog/info', tile, point, '/tiles/cog/WebMercatorQuad/tilejson.json'];
  for (const call of calls)
    for (const url of others)
      for (const cookie of ['', author.cookie])
        expect([call, url, await statusOf(call, url, cookie)]).toEqual([call, url, 404]);
  for (const path of fetched) expect(path).not.toMatch(/other|deleted/);
});

test('[PUB-110] calls that prepare layers know no publication', async () => {
  const url = `${address}/shown.tif`;
  for (const name of ['validate', 'statistics', 'preview.png', 'bbox/0,0,1,1.png']) {
    expect([name, await statusOf(`/tiles/cog/${name}`, url)]).toEqual([name, 401]);
    expect([name, await statusOf(`/tiles/cog/${name}`, url, author.cookie)]).toEqual([name, 404]);
  }
  const post = { method: 'POST', body: JSON.stringify({ url }), headers: { 'content-type': 'application/json' } };
  expect(await statusOf('/api/raster/statistics', url, '', post)).toBe(401);
});

test('[PUB-065] TileJSON names the server as each request does, also where an answer is kept', async () => {
  const search = new URLSearchParams({ project_id: made.frozenId, url: `${address}/shown.tif` });
  const path = `/tiles/cog/WebMercatorQuad/tilejson.json?${search}`;
  const hosts = ['evil.example', 'maps.example', 'evil.example', 'maps.example'];
  for (const host of hosts) {
    const asked = get(`${server.origin}${path}`, { headers: { host } });
    // oxlint-disable-next-line no-await-in-loop -- one after the other: what was kept of the first must not be sent
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { tiles } = (await json(reply)) as { tiles: string[] };
    expect(tiles[0]).toMatch(`http://${host}/tiles/cog/tiles/`);
  }
});
