import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataset, file, map } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { stacItem, StacServer } from '../../../../test/stac-server.ts';
import { startWithProject, type Person, type TestServer } from '../../../../test/test-server.ts';
import { sceneTools } from './scene-tools.ts';

const stac = new StacServer();
let server: TestServer;
let ann: Person;
let projectId: string;
let source: string;
beforeAll(async () => {
  await stac.start();
  ({ server, ann, projectId } = await startWithProject({ outboundAllowed: ['localhost'] }));
  const body = { address: `${stac.origin}/` };
  source = (await ann.client.call(dataset.addSceneSource, { params: { projectId }, body })).data.id;
});
afterAll(async () => {
  await server.close();
  stac.close();
});

const call = (name: string, given: object = {}) =>
  sceneTools
    .find((each) => each.name === name)!
    .run(
      { project: projectId, ...given },
      { client: ann.client, signal: new AbortController().signal, report: () => Promise.resolve() },
    );

test('[AIA-094] the catalogue is searched by words, and its sources for scenes', async () => {
  const found = (await call('list_datasets', { query: 'SENTINEL surface b04' })) as { id: string }[];
  expect(found.filter(({ id }) => id === 'sentinel-2-l2a')).toEqual([
    expect.objectContaining({ id: 'sentinel-2-l2a', can_be_ordered: true, bands: expect.arrayContaining(['B04']) }),
  ]);
  expect(await call('list_scene_sources')).toEqual(expect.arrayContaining([expect.objectContaining({ id: source })]));
  stac.items.push(stacItem('clear', { cloud: 3 }), stacItem('cloudy', { cloud: 80 }));
  const searched = await call('search_scenes', { source, collections: ['optical'], most_cloud: 10 });
  expect(searched).toMatchObject({ scenes: [{ id: 'clear', cloud_cover: 3 }] });
  stac.items.length = 0;
});

test(
  '[AIA-094] a composite is ordered as a file and a layer, and its end is told',
  { timeout: 180_000 },
  async (context) => {
    if (gdalMissing) return context.skip(gdalMissing);
    const gdal = new GdalFiles();
    stac.folder = gdal.folder;
    const assets = Object.fromEntries(
      ['red', 'nir', 'scl'].map((name) => {
        const grid = { width: 60, height: 60, bands: 1, nodata: 0, transform: '500000,10,0,5000000,0,-10' };
        const path = gdal.translate(
          gdal.source(name, 'UInt16', grid, () => 4),
          `${name}-cog`,
          '-of',
          'COG',
        );
        const href = `${stac.origin}/files/${basename(path)}`;
        const type = 'image/tiff; application=geotiff; profile=cloud-optimized';
        return [name, { href, type, 'eo:bands': [{ name, common_name: name }] }];
      }),
    );
    stac.items.push(stacItem('scene', { box: [14.9, 45, 15.1, 45.2], time: '2025-06-01T10:00:00Z', cloud: 1, assets }));
    const mapId = (await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'Fields' } })).data.id;
    const made = await call('order_composite', {
      dataset: 'sentinel-2-l2a',
      box: [15.0023, 45.1493, 15.0053, 45.1523],
      from: '2025-06-01',
      to: '2025-06-30',
      bands: ['B04', 'B08'],
      metres: 10,
      name: 'june',
      map: mapId,
      source,
      collection: 'optical',
    });
    expect(made).toMatchObject({ target: expect.stringMatching(/june.*\.tif$/), status: 'completed', problem: null });
    const files = await ann.client.call(file.listFiles, { params: { projectId }, query: { path: '/data' } });
    expect(files.data.map(({ path }) => path)).toContain((made as { target: string }).target);
    const query = { map_id: mapId, project_id: projectId };
    expect(JSON.stringify(await ann.client.call(map.readMapState, { query }))).toContain('june');
  },
);
