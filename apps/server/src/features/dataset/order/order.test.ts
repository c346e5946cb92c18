import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { dataset, map, operation, origin, raster, type BodyOf } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { stacItem, StacServer } from '../../../../test/stac-server.ts';
import { startWithProject, type Person, type TestServer } from '../../../../test/test-server.ts';

const side = 60;
const days = ['2025-06-01', '2025-06-06', '2025-06-11'];

/** What a scene holds, 0 for none: the third is cloudy in its west. */
const redOf = (at: number, column: number): number => (column === 50 ? 0 : [1_000, 2_000, 9_000][at]! + column);
const nirOf = (at: number, column: number): number => 4_000 + at * 100 + column;
const classOf = (at: number, column: number): number => (at === 2 && column < 30 ? 9 : 4);

/** A square of degrees around the middle of the files. */
const clip = (reach: number) => {
  const [x, y] = [15.0038, 45.1508];
  const ring = [
    [x - reach, y - reach],
    [x + reach, y - reach],
    [x + reach, y + reach],
    [x - reach, y + reach],
    [x - reach, y - reach],
  ];
  return {
    type: 'FeatureCollection' as const,
    features: [{ type: 'Feature' as const, geometry: { type: 'Polygon', coordinates: [ring] } }],
  };
};

const group = gdalMissing ? `orders of images (skipped: ${gdalMissing})` : 'orders of images';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  const stac = new StacServer();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  let sourceId: string;
  let mapId: string;

  beforeAll(async () => {
    await stac.start();
    stac.folder = gdal.folder;
    ({ server, ann, projectId } = await startWithProject({ outboundAllowed: ['localhost'] }));
    for (const [at, day] of days.entries()) {
      const assets: Record<string, unknown> = {};
      for (const [name, of] of Object.entries({ red: redOf, nir: nirOf, scl: classOf })) {
        const source = gdal.source(
          `${name}-${at}`,
          'UInt16',
          { width: side, height: side, bands: 1, nodata: 0, transform: '500000,10,0,5000000,0,-10' },
          (_, column) => of(at, column),
        );
        const path = gdal.translate(source, `${name}-${at}-cog`, '-of', 'COG');
        assets[name] = {
          href: `${stac.origin}/files/${basename(path)}`,
          type: 'image/tiff; application=geotiff; profile=cloud-optimized',
          'eo:bands': [{ name, common_name: name }],
        };
      }
      stac.items.push(
        stacItem(`scene-${at}`, { box: [14.9, 45, 15.1, 45.2], time: `${day}T10:00:00Z`, cloud: at * 10, assets }),
      );
    }
    // Its files are gone.
    stac.items.push(
      stacItem('lost', {
        box: [14.9, 45, 15.1, 45.2],
        time: '2025-06-03T10:00:00Z',
        cloud: 5,
        assets: Object.fromEntries(
          ['red', 'nir', 'scl'].map((name) => [
            name,
            { href: `${stac.origin}/nowhere/gone.tif`, type: 'image/tiff; application=geotiff' },
          ]),
        ),
      }),
    );
    const added = await ann.client.call(dataset.addSceneSource, {
      params: { projectId },
      body: { address: `${stac.origin}/` },
    });
    sourceId = added.data.id;
    mapId = (await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'Fields' } })).data.id;
  });
  afterAll(async () => {
    await server?.close();
    stac.close();
  });

  type Order = BodyOf<typeof dataset.downloadDataset>;
  const order = (changes: Partial<Order> = {}) =>
    ({
      startDate: '2025-06-01',
      endDate: '2025-06-30',
      downloadType: 'processed',
      datasetId: 'sentinel-2-l2a',
      fileNamePrefix: 'june',
      scale: 10,
      maxImages: 10,
      maxCloudCover: 100,
      bands: ['B04', 'B08'],
      bandScales: [10, 10],
      compositeMethod: 'median',
      clipGeometryId: 'area',
      clipGeometry: clip(0.0015),
      source_id: sourceId,
      ...changes,
    }) as Order;
  const begin = (changes: Partial<Order> = {}) =>
    ann.client.call(dataset.downloadDataset, {
      params: { projectId, datasetId: 'sentinel-2-l2a' },
      body: order(changes),
    });
  const ended = async (id: string) => {
    for (;;) {
      const { data } = await ann.client.call(operation.listOperations, { params: { projectId } });
      const found = data.find((each) => each.id === id)!;
      if (!['Pending', 'In Progress'].includes(found.status)) return found;
      await wait(50);
    }
  };
  const stored = async (path: string): Promise<string> =>
    join(await server.platform.files.folderOf(projectId as ProjectId), path.slice('/data/'.length));
  /** Values of a file as GDAL reads them. */
  const read = async (path: string) => {
    const file = await stored(path);
    const info = JSON.parse(gdal.run('gdalinfo', '-json', file)) as {
      size: [number, number];
      geoTransform: number[];
      bands: { type: string; noDataValue: number }[];
    };
    const [west, middle] = [Math.round((info.geoTransform[0]! - 500_000) / 10), Math.floor(info.size[1] / 2)];
    return { values: gdal.samples(file).subarray(middle * info.size[0]), info, west };
  };

  test('[SAT-040, SAT-069, SAT-070] a composite is ordered, lies below /data as a COG, on the map, and knows its scenes', async () => {
    const { operation_id: id, target } = await begin({
      useQAMask: true,
      layer: { map_id: mapId, name: 'June' },
    });
    expect(target).toBe('/data/june.tif');
    const done = await ended(id);
    expect([done.status, done.remarks?.map(({ text }) => text)]).toEqual([
      'Completed',
      [expect.stringContaining('“lost” was left out')],
    ]);
    const { values, info, west } = await read(target);
    expect(info.size).toEqual([24, 34]);
    for (const column of [5, 12, 18]) {
      const own = column + west;
      const red = [0, 1, 2].filter((at) => classOf(at, own) === 4).map((at) => redOf(at, own) * 0.0001);
      const sorted = red.toSorted((one, other) => one - other);
      const median = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
      expect(values[column]).toBeCloseTo(median, 6);
    }
    const { layers } = (await ann.client.call(map.readMapState, { query: { map_id: mapId, project_id: projectId } }))
      .data;
    expect(layers).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({
          style: expect.objectContaining({
            startDate: '2025-06-01',
            endDate: '2025-06-30',
            bandRoles: { red: 1, nir: 2 },
          }),
        }),
      }),
    );
    const { data } = await ann.client.call(origin.readOrigin, {
      params: { projectId },
      query: { thing: `file:${target}` },
    });
    expect(data.origin).toMatchObject({ kind: 'download', doer: 'sentinel-2-l2a', operation_id: id });
    expect(data.origin!.inputs.map(({ name }) => name).toSorted()).toEqual([
      'optical/scene-0',
      'optical/scene-1',
      'optical/scene-2',
    ]);
    expect(data.origin!.parameters['scenes']).toHaveLength(3);
  });

  test('[SAT-071] raw images are files of their own, as they are stored', async () => {
    const { operation_id: id, target } = await begin({ downloadType: 'raw', fileNamePrefix: 'raw', maxCloudCover: 8 });
    expect([(await ended(id)).status, target]).toEqual(['Completed', '/data/raw']);
    const { values, info, west } = await read(`${target}/raw_scene-0.tif`);
    expect(info.bands[0]).toMatchObject({ type: 'UInt16', noDataValue: 0 });
    expect(values[3]).toBe(redOf(0, west + 3));
  });

  test('[SAT-066] an index is one band, worked out for each image', async () => {
    const { operation_id: id, target } = await begin({
      fileNamePrefix: 'ndvi',
      mathematicalOperation: 'NDVI',
      compositeMethod: 'max',
      bands: ['B04'],
      bandScales: [],
    });
    expect((await ended(id)).status).toBe('Completed');
    const { values, info, west } = await read(target);
    expect(info.bands).toHaveLength(1);
    const [red, nir] = [redOf(0, west + 3), nirOf(0, west + 3)];
    expect(values[3]).toBeCloseTo((nir - red) / (nir + red), 6);
  });

  test('[SAT-040, SAT-075] an order that cannot be carried out says why, and leaves nothing', async () => {
    await expect(begin({ clipGeometry: undefined })).rejects.toMatchObject({ code: 'DATASET_AREA_MISSING' });
    await expect(begin({ datasetId: 'naip' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(begin({ endDate: '2025-05-01' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const failed = async (changes: Partial<Order>) => {
      const { operation_id: id } = await begin({ fileNamePrefix: 'never', bandScales: [], ...changes });
      const { status, failedMessage } = await ended(id);
      return [status, failedMessage];
    };
    expect(await failed({ startDate: '2020-01-01', endDate: '2020-02-01' })).toEqual([
      'Failed',
      expect.stringContaining('no images'),
    ]);
    await expect(begin({ bands: ['B99'], bandScales: [] })).rejects.toThrow('“B99”');
    await expect(begin({ mathematicalOperation: 'B04 +* 2' })).rejects.toThrow('mathematicalOperation');
    expect(await failed({ scale: 0.08, clipGeometry: clip(1) })).toEqual(['Failed', expect.stringContaining('pixels')]);
    expect(await failed({ bands: ['B05'] })).toEqual(['Failed', expect.stringContaining('B05')]);
    expect(existsSync(await stored('/data/never.tif'))).toBe(false);
  });

  test('[SAT-039, SAT-041, SAT-072] a picture of the clearest scenes is drawn while nothing is stored', async () => {
    const ask = () =>
      ann.client.call(dataset.visualizeDataset, {
        params: { projectId, datasetId: 'sentinel-2-l2a' },
        body: {
          startDate: '2025-06-01',
          endDate: '2025-06-30',
          bands: ['B04', 'B08'],
          clipGeometry: clip(0.0015),
          clipGeometryId: 'area',
          compositeBand: 'NDVI',
          source_id: sourceId,
        },
      });
    const { data } = await ask();
    expect((await ask()).data.url).toBe(data.url);
    expect(data.style).toMatchObject({
      layerType: 'GEE',
      eeType: 'sentinel-2-l2a',
      startDate: '2025-06-01',
      endDate: '2025-06-30',
      clipGeometryId: 'area',
    });
    expect(data.scenes.toSorted()).toEqual(['scene-0', 'scene-1', 'scene-2']);
    const point = await ann.client.call(raster.cogPoint, {
      params: { place: '15.0030,45.1508' },
      query: { project_id: projectId, url: data.url },
    });
    const indices = [0, 1, 2].map((at) => {
      const column = 23;
      return (nirOf(at, column) - redOf(at, column)) / (nirOf(at, column) + redOf(at, column));
    });
    expect(point.values[0]).toBeCloseTo(indices.toSorted((one, other) => one - other)[1]!, 2);
    const tile = await ann.fetch(
      `/tiles/cog/tiles/WebMercatorQuad/15/17749/11768.png?${new URLSearchParams({ project_id: projectId, url: data.url, bidx: '1', rescale: '-1,1' })}`,
    );
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
    const unknown = await ann.fetch(
      `/tiles/cog/tiles/WebMercatorQuad/15/17749/11768.png?${new URLSearchParams({ project_id: projectId, url: 'composite:none' })}`,
    );
    expect(unknown.status).toBe(404);
  });
});
