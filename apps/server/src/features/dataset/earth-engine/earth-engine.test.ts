import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRasterStyle, earthEngineAddress, rasterTileUrl, type ProjectId } from '@groma/model';
import { earthEngine, origin } from '@groma/protocol';
import { readEarthEngineSettings } from '../../../platform/earth-engine-settings.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { EarthEngineServer } from '../../../../test/earth-engine-server.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { EarthEngineClient } from './earth-engine-client.ts';
import { EarthEngineImages } from './earth-engine-images.ts';
import { imageCount } from './image-expression.ts';

const engine = new EarthEngineServer();
let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  await engine.start();
  engine.tile = Buffer.from('a picture');
  engine.pixels = Buffer.from('II*\0 pixels');
  ({ server, ann, own } = await startWithMap({ earthEngine: engine.settings }));
});
afterAll(async () => {
  await server?.close();
  engine.close();
});

const june = { datasetId: 'sentinel-2-l2a', from: '2025-06-01', to: '2025-06-30' };
const address = earthEngineAddress(june);
const never = new AbortController().signal;
const tile = (url = address, person = ann) =>
  person.fetch(
    `/tiles/cog/tiles/WebMercatorQuad/9/277/183.png?${new URLSearchParams({ project_id: own.projectId, url })}`,
  );
const lastAsked = (path: string) => engine.asked.filter((each) => each.path.endsWith(path)).at(-1)!.body;

test('[SAT-093, SAT-094] tiles are those of a map that is made once, as the entry says, with a token for a signed assertion', async () => {
  const [one, two] = await Promise.all([tile(), tile()]);
  expect([one!.status, await one!.text(), two!.status]).toEqual([200, 'a picture', 200]);
  expect(engine.tokens).toBe(1);
  expect(engine.asked.filter(({ path }) => path.endsWith('/maps'))).toHaveLength(1);
  const asked = lastAsked('/maps');
  expect(asked).toMatchObject({ fileFormat: 'PNG', visualizationOptions: { ranges: [{ min: 0, max: 3000 }] } });
  const graph = JSON.stringify(asked['expression']);
  for (const part of [
    'COPERNICUS/S2_SR_HARMONIZED',
    '"2025-06-01"',
    '"2025-07-01"',
    '["B04","B03","B02"]',
    'reduce.median',
  ])
    expect(graph).toContain(part);
  expect(engine.asked.at(-1)!.path).toBe('/v1/projects/example-project/maps/map-1/tiles/9/277/183');
  // A token that is refused is renewed.
  engine.revoke();
  expect((await tile()).status).toBe(200);
  expect(engine.tokens).toBe(2);
  const stranger = await server.signUp();
  expect((await tile(address, stranger)).status).toBe(404);
});

test('[SAT-093] a raster layer shows such images, and no others', async () => {
  const post = (url: string) =>
    own.post({
      type: 'Create_Raster_Layer',
      text: 'June',
      layer_id: crypto.randomUUID(),
      raster_data: {
        titiler_url: rasterTileUrl({ projectId: own.projectId, url }, defaultRasterStyle),
        style: { ...defaultRasterStyle, layerType: 'GEE', startDate: june.from, endDate: june.to },
      },
    } as never) as Promise<{ Layer: { data: unknown }[] }>;
  const { Layer } = await post(address);
  expect(Layer[0]!.data).toMatchObject({ source: { url: address }, style: { layerType: 'GEE' } });
  await expect(post('earth-engine:sentinel-2-l2a')).rejects.toMatchObject({ code: 'BAD_PATH' });
});

test('[SAT-095] the median of bands over a box becomes a file with an origin', async () => {
  const asked = {
    dataset_id: june.datasetId,
    from: june.from,
    to: june.to,
    box: [14, 45, 14.1, 45.05] as [number, number, number, number],
    scale: 100,
    bands: ['B04', 'B08'],
    path: '/data/june.tif',
  };
  const download = (more = {}) =>
    ann.client.call(earthEngine.downloadFromEarthEngine, {
      params: { projectId: own.projectId },
      body: { ...asked, ...more },
    });
  const { data } = await download();
  expect(data).toEqual({ path: '/data/june.tif', bytes: engine.pixels.length });
  const folder = await server.platform.files.folderOf(own.projectId as ProjectId);
  expect(readFileSync(join(folder, 'june.tif'))).toEqual(Buffer.from(engine.pixels));
  const { grid, bandIds, fileFormat } = lastAsked('image:computePixels') as {
    grid: { dimensions: object; affineTransform: Record<string, number> };
    bandIds: string[];
    fileFormat: string;
  };
  expect({ bandIds, fileFormat, size: grid.dimensions }).toEqual({
    bandIds: ['B04', 'B08'],
    fileFormat: 'GEO_TIFF',
    size: { width: 112, height: 56 },
  });
  expect(grid.affineTransform).toMatchObject({ translateX: 14, translateY: 45.05 });
  const { data: made } = await ann.client.call(origin.readOrigin, {
    params: { projectId: own.projectId },
    query: { thing: 'file:/data/june.tif' },
  });
  expect(made.origin).toMatchObject({ kind: 'export', doer: 'earth-engine' });
  await expect(download()).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await expect(download({ path: '/data/x.tif', scale: 1 })).rejects.toThrow('48 MB');
  await expect(download({ path: '/data/x.tif', bands: ['B99'] })).rejects.toThrow('has no band “B99”');
  await expect(download({ path: '/data/x.png' })).rejects.toThrow('.tif');
  await expect(download({ path: '/data/x.tif', dataset_id: 'naip-2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  engine.count = 0;
  await expect(download({ path: '/data/x.tif' })).rejects.toMatchObject({ code: 'EARTH_ENGINE_NO_IMAGES' });
  engine.count = 3;
  engine.fault = { status: 429, message: 'Quota exceeded.' };
  await expect(download({ path: '/data/x.tif' })).rejects.toThrow('Quota exceeded.');
});

test('[SAT-094] a key that signs wrongly, a server that is not there, and no account are said', async () => {
  const outbound = createOutbound([]);
  const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const ask = (settings: typeof engine.settings) =>
    new EarthEngineClient(settings, outbound).compute(imageCount({ asset: 'X', from: june.from, to: june.to }), never);
  await expect(ask({ ...engine.settings, privateKey: wrong as string })).rejects.toThrow('Invalid JWT Signature.');
  await expect(ask({ ...engine.settings, tokenUrl: 'http://127.0.0.1:1/token' })).rejects.toThrow('cannot be reached');
  expect(await ask(engine.settings)).toBe(3);
  await expect(new EarthEngineImages(null).tile(address, { z: 1, x: 0, y: 0 }, never)).rejects.toMatchObject({
    code: 'EARTH_ENGINE_NOT_SET',
  });
  await outbound.close();
});

test('[SAT-094] the key is a file that the settings name, and nothing of it is said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-key-'));
  const path = join(folder, 'key.json');
  const key = { client_email: engine.email, private_key: engine.settings.privateKey, project_id: 'p' };
  writeFileSync(path, JSON.stringify(key));
  expect(readEarthEngineSettings({})).toBeUndefined();
  expect(readEarthEngineSettings({ GROMA_EARTH_ENGINE_KEY: path })).toMatchObject({
    email: engine.email,
    project: 'p',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    apiUrl: 'https://earthengine.googleapis.com',
  });
  writeFileSync(path, '{"private_key": "hidden"');
  expect(() => readEarthEngineSettings({ GROMA_EARTH_ENGINE_KEY: path })).toThrow(
    /is not the JSON key of a service account\.$/,
  );
  expect(() => readEarthEngineSettings({ GROMA_EARTH_ENGINE_KEY: '/none' })).toThrow('cannot be read');
  rmSync(folder, { recursive: true });
});
