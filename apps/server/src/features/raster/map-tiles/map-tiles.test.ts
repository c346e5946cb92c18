import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { defaultRasterStyle, rasterTileUrl, type RasterStyle, type TokenScope } from '@groma/model';
import { access, mapTiles } from '@groma/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { image, placed, smallTiff } from '../../../../test/small-tiff.ts';
import { startWithMap, TestMap } from '../../../../test/test-map.ts';
import { insertPublication } from '../../../../test/test-publication.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { layers } from '../../../platform/database/tables/index.ts';

const run = promisify(execFile);
let server: TestServer;
let ann: Person;
let own: TestMap;
const layerId = randomUUID();
const style: RasterStyle = { ...defaultRasterStyle, bands: [1], ranges: [[0, 255]], bounds: [14, 45.36, 14.64, 46] };
/** Of 64 × 64 pixels of a hundredth of a degree, of which each row is brighter than the one above. */
const scene = smallTiff(image(64, 64, 8, placed(14, 46, 0.01)), [
  Uint8Array.from({ length: 64 * 64 }, (_, index) => Math.floor(index / 64) * 4),
]);

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload('scene.tif', scene);
  await own.post({
    type: 'Create_Raster_Layer',
    text: 'Snow & <ice>',
    layer_id: layerId,
    raster_data: { titiler_url: urlOf(style), style: style as never },
  });
});
afterAll(() => server.close());

const urlOf = (its: RasterStyle) => rasterTileUrl({ projectId: own.projectId, url: '/data/scene.tif' }, its);
const filled = (path: string, [z, x, y] = [8, 138, 91]) =>
  server.origin + path.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
const tileOf = (layer: string = layerId, mapId = own.mapId) => filled(mapTiles.layerTilePath(mapId, layer));
const wmts = (mapId = own.mapId) => server.origin + mapTiles.mapWmtsPath(mapId);
const ask = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });
const pixels = async (reply: Response) =>
  sharp(Buffer.from(await reply.arrayBuffer()))
    .raw()
    .toBuffer();
const tokenOf = async (person: Person, scope: TokenScope, projectId: string | null = null) =>
  (await person.client.call(access.createAccessToken, { body: { name: 'QGIS', scope, project_id: projectId } })).token;
const basic = (password: string, name = 'ann') => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

test('[RAS-065] a raster layer has an address of tiles, which are drawn as its map shows it now', async () => {
  const asked = await ask(tileOf(), { cookie: ann.cookie });
  expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'image/png']);
  // Its address stays the same when its style changes: nobody may show it without asking whether it has.
  const [known, kept] = [asked.headers.get('etag')!, asked.headers.get('cache-control')];
  expect([kept, (await ask(tileOf(), { cookie: ann.cookie, 'if-none-match': known })).status]).toEqual([
    'private, no-cache',
    304,
  ]);
  const shown = await pixels(asked);
  expect(shown.equals(await pixels(await ask(filled(urlOf(style)), { cookie: ann.cookie })))).toBe(true);
  const titiler_url = urlOf({ ...style, colorMap: 'inferno' });
  await own.post({
    type: 'Update_Raster_Layer_Data',
    layer_id: layerId,
    raster_data: { style: { colorMap: 'inferno' } as never },
  });
  const changed = await pixels(await ask(tileOf(), { cookie: ann.cookie, 'if-none-match': known }));
  expect(changed.equals(shown)).toBe(false);
  expect(changed.equals(await pixels(await ask(filled(titiler_url), { cookie: ann.cookie })))).toBe(true);
  await own.post({
    type: 'Update_Raster_Layer_Data',
    layer_id: layerId,
    raster_data: { style: { colorMap: null } as never },
  });
  expect((await ask(filled(mapTiles.layerTilePath(own.mapId, randomUUID())), { cookie: ann.cookie })).status).toBe(404);
  const drawn = await own.draw('points');
  const refused = await ask(tileOf(drawn), { cookie: ann.cookie });
  expect(await refused.json()).toMatchObject({ code: 'LAYER_NOT_RASTER' });
  expect((await ask(tileOf().replace('.png', ''), { cookie: ann.cookie })).status).toBe(400);
});

test('[RAS-066] [ACC-156] programs bring an access token as a password, there and nowhere else', async () => {
  const nobody = await ask(tileOf());
  expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Groma", charset="UTF-8"',
  ]);
  const token = await tokenOf(ann, 'read');
  for (const address of [tileOf(), wmts()]) {
    expect([address, (await ask(address, basic(token))).status]).toEqual([address, 200]);
    expect((await ask(address, basic(token, 'somebody:else'))).status).toBe(401);
    expect((await ask(address, basic('groma_pat_unknown'))).status).toBe(401);
    expect((await ask(address, basic('correct horse battery'))).status).toBe(401);
  }
  expect((await ask(`${server.origin}/api/projects`, basic(token))).status).toBe(401);
  const other = await TestMap.make(ann);
  expect((await ask(tileOf(), basic(await tokenOf(ann, 'read', other.projectId)))).status).toBe(403);
  const [bob, cy] = [await server.signUp(), await server.signUp()];
  await server.share(ann, own.projectId, bob, 'PROJECT_VIEWER');
  expect((await ask(tileOf(), basic(await tokenOf(bob, 'propose')))).status).toBe(200);
  expect((await ask(tileOf(), basic(await tokenOf(cy, 'write')))).status).toBe(404);
});

test('[RAS-067] layers of a published map are there for everybody', async () => {
  const made = await insertPublication(server, ann);
  const id = randomUUID();
  const place = { id, mapId: made.mapId, name: 'scene', type: 'Layer', parentId: '0', level: 1, order: 0 } as const;
  const source = { url: '/data/scene.tif' };
  await server.platform.files.write(
    made.frozenId as never,
    '/data/scene.tif' as never,
    Readable.from([Buffer.from(scene)]),
  );
  await server.platform.database.query
    .insert(layers)
    .values({ ...place, kind: 'raster', source, style: style as never });
  expect((await ask(wmts(made.mapId))).status).toBe(200);
  expect((await ask(tileOf(id, made.mapId))).status).toBe(200);
});

describe.skipIf(gdalMissing)(gdalMissing ? `GDAL (skipped: ${gdalMissing})` : 'GDAL', () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));

  test('[RAS-066] GDAL lists the raster layers of a map by WMTS and reads their pixels where they lie', async () => {
    const env = { ...process.env, GDAL_HTTP_USERPWD: `ann:${await tokenOf(ann, 'read')}` };
    // What is fetched is kept below the folder that a program runs in.
    const there = { env, cwd: gdal.folder };
    const { stdout } = await run('gdalinfo', ['-json', `WMTS:${wmts()}`], there);
    const info = JSON.parse(stdout) as { metadata: Record<string, Record<string, string>>; size: number[] };
    expect(info.metadata['']).toMatchObject({ TITLE: 'Snow & <ice>' });
    const target = `${gdal.folder}/window.tif`;
    await run(
      'gdalwarp',
      ['-q', '-t_srs', 'EPSG:4326', '-te', '14', '45.36', '14.64', '46', '-ts', '64', '64', `WMTS:${wmts()}`, target],
      there,
    );
    const read = gdal.samples(target).slice(0, 64 * 64);
    const off = read.filter((value, index) => Math.abs(value - Math.floor(index / 64) * 4) > 4).length;
    expect(off).toBeLessThan(64);
  });
});
