import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversion, type BodyOf } from '@groma/protocol';
import { makeArrayFile, type MadeArray } from '../../../test/gdal-arrays.ts';
import { gdalMissing, GdalFiles } from '../../../test/gdal-files.ts';
import { TestMap } from '../../../test/test-map.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';

const patient = { timeout: 40_000 };
const [columns, rows] = [8, 5];
const longitudes = Array.from({ length: columns }, (_, at) => at * 45);
const time = {
  name: 'time',
  values: [0, 24, 54],
  unit: 'hours since 2013-01-01',
  attributes: { calendar: 'standard' },
};
/** Packed degrees from south to north, and from Greenwich to the east; the last number of all is none. */
const air: MadeArray = {
  name: 'air',
  type: 'Int16',
  unit: 'K',
  axes: [
    time,
    { name: 'lat', values: [-60, -30, 0, 30, 60], unit: 'degrees_north' },
    { name: 'lon', values: longitudes, unit: 'degrees_east' },
  ],
  values: Array.from({ length: 3 * rows * columns }, (_, at) => (at === 3 * rows * columns - 1 ? -99 : at)),
  packing: { scale: 0.5, offset: 200, nodata: -99 },
};
/** Two levels of a grid in metres, written by columns. */
const wind: MadeArray = {
  name: 'wind',
  type: 'Float32',
  unit: 'm s-1',
  srs: 'EPSG:32633',
  axes: [
    { name: 'level', values: [1_000, 850], unit: 'hPa', attributes: { positive: 'down' } },
    { name: 'y', values: [5_000_050, 5_000_150, 5_000_250], unit: 'm' },
    { name: 'x', values: [500_050, 500_150], unit: 'm' },
  ],
  values: Array.from({ length: 12 }, (_, at) => at / 4),
};

const group = gdalMissing ? `images of arrays (skipped: ${gdalMissing})` : 'images of arrays';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    ({ server, ann, projectId } = await startWithProject());
    for (const [name, made] of [
      ['air.nc', air],
      ['wind.nc4', wind],
    ] as const)
      await ann.upload(projectId, `/data/${name}`, readFileSync(makeArrayFile(gdal.folder, name, made)));
    await ann.upload(projectId, '/data/wind.h5', readFileSync(join(gdal.folder, 'wind.nc4')));
    await ann.upload(projectId, '/data/broken.nc', readFileSync(join(gdal.folder, 'air.nc')).subarray(0, 200));
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const list = async (path: string) =>
    (await ann.client.call(conversion.listArrays, { params: { projectId }, query: { path } })).data;
  const convert = async (path: string, more: Partial<BodyOf<typeof conversion.convertFiles>>) => {
    const operation_id = crypto.randomUUID();
    const { output_paths: paths } = await ann.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id, input_paths: [path], output_format: 'cog', ...more },
    });
    const status = async () =>
      (await ann.client.call(conversion.readFunctionOperation, { params: { operationId: operation_id } })).data
        .items[0]!.status;
    await expect.poll(async () => (await status()).phase, patient).toMatch(/Succeeded|Failed|Error/);
    expect(await status()).toMatchObject({ phase: 'Succeeded', message: null });
    return paths[0]!;
  };
  const read = async (path: string) => {
    const reply = await ann.fetch(`/api/gcs/signed-url/groma/${projectId}${encodeURI(path)}`);
    const { signedUrl } = (await reply.json()) as { signedUrl: string };
    const copy = join(gdal.folder, 'copy.tif');
    writeFileSync(copy, Buffer.from(await (await ann.fetch(signedUrl)).arrayBuffer()));
    const info = JSON.parse(gdal.run('gdalinfo', '-json', copy)) as Record<string, unknown>;
    return { info, samples: [...gdal.samples(copy)] };
  };

  test('[RAS-069] [RAS-070] the images of NetCDF and HDF5 are listed with dates and levels', async () => {
    expect(await list('/data/air.nc')).toEqual([
      {
        path: '/air',
        title: null,
        unit: 'K',
        width: columns,
        height: rows,
        steps: [
          {
            name: 'time',
            kind: 'time',
            unit: null,
            labels: ['2013-01-01 00:00', '2013-01-02 00:00', '2013-01-03 06:00'],
          },
        ],
        place: 'known',
      },
    ]);
    const [found] = await list('/data/wind.nc4');
    expect(found).toMatchObject({
      path: '/wind',
      width: 2,
      height: 3,
      steps: [{ name: 'level', kind: 'level', unit: 'hPa', labels: ['1000', '850'] }],
      place: 'known',
    });
    expect(await list('/data/wind.h5')).toMatchObject([{ ...found, place: expect.any(String) as string }]);
    await expect(list('/data/broken.nc')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(list('/data/none.nc')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(list('/data/none.tif')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[RAS-074] Zarr is read from its folder, and from a zip of it', async () => {
    const folder = makeArrayFile(gdal.folder, 'air.zarr', air);
    const inside = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    const zip = new yazl.ZipFile();
    for (const each of inside) {
      const path = join(each.parentPath, each.name);
      await ann.upload(projectId, `/data/air.zarr/${relative(folder, path)}`, readFileSync(path));
      zip.addFile(path, `air.zarr/${relative(folder, path)}`);
    }
    zip.end();
    await ann.upload(projectId, '/data/packed.zarr.zip', await buffer(zip.outputStream));
    const [expected] = await list('/data/air.nc');
    const array = { path: '/air', at: [1] };
    const image = await read(await convert('/data/air.nc', { array }));
    for (const path of ['/data/air.zarr', '/data/packed.zarr.zip']) {
      expect(await list(path)).toEqual([expected]);
      const { samples, info } = await read(await convert(path, { array }));
      expect([samples, info['geoTransform']]).toEqual([image.samples, image.info['geoTransform']]);
    }
    await ann.upload(projectId, '/data/new.zarr/zarr.json', '{"zarr_format":3,"node_type":"group"}');
    await expect(list('/data/new.zarr')).rejects.toMatchObject({
      message: expect.stringContaining('version 3') as string,
    });
    await ann.upload(projectId, '/data/none.zarr/a.txt', 'a');
    await expect(list('/data/none.zarr')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  test('[RAS-071] a chosen image becomes a COG with the top row first, unpacked, at its place', async () => {
    const path = await convert('/data/air.nc', { array: { path: '/air', at: [2] } });
    expect(path).toBe('/data/air air 2013-01-03 06-00 (COG).tif');
    const { info, samples } = await read(path);
    expect(info).toMatchObject({ size: [columns, rows], geoTransform: [-22.5, 45, 0, 75, 0, -30] });
    expect((info['bands'] as object[])[0]).toMatchObject({ type: 'Float32', noDataValue: -99 });
    const expected = Array.from({ length: rows * columns }, (_, at) => {
      const [column, fromTop] = [at % columns, Math.floor(at / columns)];
      const value = air.values[2 * rows * columns + (rows - 1 - fromTop) * columns + column]!;
      return value === -99 ? -99 : 200 + value * 0.5;
    });
    expect(samples).toEqual(expected);
    await expect(convert('/data/air.nc', { array: { path: '/air', at: [3] } })).rejects.toMatchObject({ status: 400 });
    await expect(convert('/data/air.nc', {})).rejects.toMatchObject({ status: 400 });
  });

  test('[RAS-069] [RAS-071] [RAS-072] a layer is drawn in the system of the grid; one that is not said is asked for, an uneven grid is refused', async () => {
    const view = await TestMap.make(ann, projectId);
    const layer = { map_id: view.mapId, layer_id: crypto.randomUUID(), name: 'Wind' };
    const array = { path: '/wind', at: [1] };
    const path = await convert('/data/wind.nc4', { array, new_layer: layer });
    expect((await view.state()).layers).toMatchObject([
      { id: layer.layer_id, text: 'Wind', data: { source: { url: path } } },
    ]);
    const { info, samples } = await read(path);
    expect(info).toMatchObject({ geoTransform: [500_000, 100, 0, 5_000_300, 0, -100] });
    expect(JSON.stringify(info['coordinateSystem'])).toContain('32633');
    expect(samples).toEqual([10, 11, 8, 9, 6, 7].map((each) => each / 4));
    await ann.upload(
      projectId,
      '/data/bare.nc',
      readFileSync(makeArrayFile(gdal.folder, 'bare.nc', { ...wind, srs: undefined })),
    );
    expect(await list('/data/bare.nc')).toMatchObject([{ place: 'missing-crs' }]);
    await expect(convert('/data/bare.nc', { array })).rejects.toMatchObject({
      code: 'IMPORT_FAILED',
      details: { reason: 'missing-crs' },
    });
    const uneven = { ...wind, axes: [wind.axes[0]!, { ...wind.axes[1]!, values: [0, 100, 300] }, wind.axes[2]!] };
    await ann.upload(projectId, '/data/uneven.nc', readFileSync(makeArrayFile(gdal.folder, 'uneven.nc', uneven)));
    expect(await list('/data/uneven.nc')).toMatchObject([{ place: 'no-place' }]);
    await expect(convert('/data/uneven.nc', { array })).rejects.toMatchObject({
      code: 'IMPORT_FAILED',
      details: { reason: 'no-place' },
    });
    const said = await read(await convert('/data/bare.nc', { array, crs: 'EPSG:32633' }));
    expect([said.info['geoTransform'], said.samples]).toEqual([info['geoTransform'], samples]);
  });
});
