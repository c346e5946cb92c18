import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataPath, ProjectId } from '@groma/model';
import { conversion, operation, raster, type ConversionFormat } from '@groma/protocol';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';
import { gdalMissing, GdalFiles } from '../../../test/gdal-files.ts';
import { gridOf } from './rasterize.ts';

const python = join(import.meta.dirname, '../../../../../.cache/python/bin/python');
const patient = { timeout: 40_000 };

test('[WFL-142] what is drawn has 2,048 square pixels along its longer side, and one more around it', () => {
  expect(gridOf({ west: 0, south: 0, east: 2_048, north: 1_024 })).toEqual({
    box: [-1, -1, 2_049, 1_025],
    resolution: 1,
  });
  expect(gridOf({ west: 5, south: 5, east: 5, north: 5 })).toEqual({ box: [4, 4, 6, 6], resolution: 1 });
});

const group = gdalMissing ? `vector conversion (skipped: ${gdalMissing})` : 'vector conversion';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    ({ server, ann, projectId } = await startWithProject());
    const plain = join(gdal.folder, 'plain.geojson');
    writeFileSync(
      plain,
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          ['Győr', 129_301, '2024-05-01', 0],
          ['Ústí nad Labem', 91_982, '2024-06-02', 1],
        ].map(([name, people, day, at]) => ({
          type: 'Feature',
          properties: { name, people, day },
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [14 + Number(at), 47],
                [14.5 + Number(at), 47],
                [14.5 + Number(at), 47.5],
                [14 + Number(at), 47],
              ],
            ],
          },
        })),
      }),
    );
    const made = (driver: string, name: string, ...more: string[]) => {
      execFileSync('ogr2ogr', ['-f', driver, join(gdal.folder, name), plain, '-t_srs', 'EPSG:32633', ...more]);
      return readFileSync(join(gdal.folder, name));
    };
    await ann.upload(projectId, '/data/towns.gpkg', made('GPKG', 'towns.gpkg', '-nln', 'towns'));
    execFileSync('ogr2ogr', ['-f', 'GPKG', '-update', join(gdal.folder, 'towns.gpkg'), plain, '-nln', 'villages']);
    await ann.upload(projectId, '/data/several.gpkg', readFileSync(join(gdal.folder, 'towns.gpkg')));
    await ann.upload(projectId, '/data/towns.geojson', readFileSync(plain));
    await ann.upload(projectId, '/data/cloud.las', 'LASF');
    await ann.upload(projectId, '/data/old.ecw', 'ecw');
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const begin = async (input_paths: string[], output_format: ConversionFormat, more: object = {}) => {
    const id = crypto.randomUUID();
    const reply = await ann.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id: id, input_paths, output_format, ...more },
    });
    return { paths: reply.output_paths, id };
  };
  const statusOf = async (operationId: string) =>
    (await ann.client.call(conversion.readFunctionOperation, { params: { operationId } })).data.items[0]!.status;
  const convert = async (input_paths: string[], output_format: ConversionFormat, more: object = {}) => {
    const begun = await begin(input_paths, output_format, more);
    await expect
      .poll(async () => {
        const { phase, message } = await statusOf(begun.id);
        return phase === 'Failed' ? `Failed: ${message}` : phase;
      }, patient)
      .toBe('Succeeded');
    return begun;
  };
  /** A result, where other programs may read it. */
  const copyOf = async (path: string): Promise<string> => {
    const folder = await server.platform.files.folderOf(projectId as ProjectId);
    const copy = join(gdal.folder, `copy-${path.slice(path.lastIndexOf('/') + 1)}`);
    writeFileSync(copy, readFileSync(join(folder, path.slice('/data/'.length))));
    return copy;
  };
  /** A result as GDAL reads it. */
  const described = async (path: string): Promise<string> => {
    const copy = await copyOf(path);
    return execFileSync('ogrinfo', ['-ro', '-al', path.endsWith('.zip') ? `/vsizip/${copy}` : copy]).toString();
  };

  test.each([
    ['geojson', '/data/out/towns.geojson', 'WGS 84"'],
    ['shapefile', '/data/out/towns.zip', '32633'],
    ['kml', '/data/out/towns.kml', 'WGS 84"'],
    ['kmz', '/data/out/towns.kmz', 'WGS 84"'],
    ['geopackage', '/data/out/towns.gpkg', '32633'],
    ['flatgeobuf', '/data/out/towns.fgb', '32633'],
  ] as const)(
    '[WFL-142] a GeoPackage of another program becomes %s that GDAL reads, with system, encoding and names of fields',
    async (format, path, system) => {
      const { paths, id } = await convert(['/data/towns.gpkg'], format, { output_folder: '/data/out' });
      expect(paths).toEqual([path]);
      const text = await described(path);
      expect(text).toContain('Feature Count: 2');
      expect(text).toContain(system);
      for (const value of ['Győr', 'Ústí nad Labem', '129301', 'people', 'day']) expect(text).toContain(value);
      const { data } = await ann.client.call(operation.readOperation, { params: { operationId: id } });
      const told = JSON.stringify(data);
      expect(told.includes('transformed from EPSG:32633 to EPSG:4326')).toBe(!system.includes('32633'));
    },
  );

  test('[WFL-227] GeoJSON takes the stream, which unlike the way by features says nothing of shapes', async () => {
    const around = (more: object) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { name: 'Pacific', ...more },
            geometry: {
              type: 'LineString',
              coordinates: [
                [170, 10],
                [-170, 12],
              ],
            },
          },
        ],
      });
    await ann.upload(projectId, '/data/streamed.geojson', around({}));
    await ann.upload(projectId, '/data/looked-at.geojson', around({ islands: ['Fiji', 'Samoa'] }));
    for (const [name, isStreamed] of [
      ['streamed', true],
      ['looked-at', false],
    ] as const) {
      const { paths, id } = await convert([`/data/${name}.geojson`], 'flatgeobuf');
      expect(await described(paths[0]!)).toContain('LINESTRING (170 10,-170 12)');
      const { data } = await ann.client.call(operation.readOperation, { params: { operationId: id } });
      expect(JSON.stringify(data).includes('the long way round the earth')).toBe(!isStreamed);
    }
  });

  test('[WFL-142] GeoParquet is written and read again, and taken names get a number', async () => {
    const first = await convert(['/data/towns.gpkg'], 'geoparquet');
    expect(first.paths).toEqual(['/data/towns.parquet']);
    const again = await convert(['/data/towns.parquet'], 'geopackage');
    expect(again.paths).toEqual(['/data/towns (2).gpkg']);
    const text = await described('/data/towns (2).gpkg');
    expect(text).toContain('Feature Count: 2');
    expect(text).toContain('32633');
    expect(text).toContain('Győr');
  });

  test('[WFL-231] GeoParquet names its system and has the box of each feature, by which GeoPandas reads a part', async () => {
    const { paths } = await convert(['/data/towns.gpkg'], 'geoparquet', { output_folder: '/data/boxes' });
    const copy = await copyOf(paths[0]!);
    const file = readFileSync(copy);
    const { key_value_metadata: about, row_groups: groups } = parquetMetadata(
      file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
    );
    const { version, columns } = JSON.parse(about!.find(({ key }) => key === 'geo')!.value!) as {
      version: string;
      columns: Record<string, { bbox: number[]; crs: { id: object }; covering: { bbox: object } }>;
    };
    const { bbox, crs, covering } = columns['geometry']!;
    expect([version, crs.id]).toEqual(['1.1.0', { authority: 'EPSG', code: 32633 }]);
    const sides = ['xmin', 'ymin', 'xmax', 'ymax'];
    expect(covering.bbox).toEqual(Object.fromEntries(sides.map((side) => [side, ['bbox', side]])));
    // Readers skip a group of rows by what its column says of least and greatest values.
    const ofSides = sides.map((side) =>
      groups[0]!.columns.find(({ meta_data: each }) => each!.path_in_schema.join('.') === `bbox.${side}`),
    );
    const [west, south, east, north] = ofSides.map((each) => each!.meta_data!.statistics!);
    expect([west!.min_value, south!.min_value, east!.max_value, north!.max_value]).toEqual(bbox);
    if (!existsSync(python)) return;
    const script = `
import sys, geopandas
whole = geopandas.read_parquet(sys.argv[1])
part = geopandas.read_parquet(sys.argv[1], bbox=tuple(whole[whole.name == 'Győr'].buffer(-1).total_bounds))
print(len(whole), list(part.name), sorted(whole.columns))`;
    const found = execFileSync(python, ['-c', script, copy]).toString().trim();
    expect(found).toBe("2 ['Győr'] ['day', 'geometry', 'name', 'people']");
  });

  test('[WFL-142] a file of several layers becomes a file for each', async () => {
    await convert(['/data/several.gpkg'], 'geojson', { output_folder: '/data/layers/' });
    const there = await server.platform.files.list(projectId as ProjectId, '/data/layers' as DataPath);
    expect(there.map(({ path }) => path).toSorted()).toEqual([
      '/data/layers/several (villages).geojson',
      '/data/layers/several.geojson',
    ]);
    for (const { path } of there) expect(await described(path)).toContain('Feature Count: 2');
  });

  test('[WFL-090, WFL-142] vectors are drawn as a raster of ones in their own system', async () => {
    const { paths } = await convert(['/data/towns.gpkg'], 'geotiff');
    expect(paths).toEqual(['/data/towns.tif']);
    const info = await ann.client.call(raster.cogInfo, { query: { project_id: projectId, url: paths[0]! } });
    expect(info).toMatchObject({ width: 2_050, count: 1, dtype: 'uint8' });
    expect(info.crs).toContain('32633');
    const cog = await convert(['/data/towns.geojson'], 'cog');
    expect(cog.paths).toEqual(['/data/towns (COG).tif']);
    const query = { project_id: projectId, url: cog.paths[0]! };
    expect(await ann.client.call(raster.validateCog, { query })).toMatchObject({ COG: true });
  });

  test('[WFL-218] options say how rasters are written, and which numbers of features are drawn where', async () => {
    interface Info {
      size: number[];
      bands: { type: string; noDataValue: number; computedMax: number; overviews?: object[] }[];
      metadata: Record<string, Record<string, string> | undefined>;
    }
    const info = async (path: string) =>
      JSON.parse(execFileSync('gdalinfo', ['-json', '-mm', await copyOf(path)]).toString()) as Info;
    const options = {
      attribute: 'people',
      resolution: 1_000,
      nodata: -1,
      extent: [400_000, 5_190_000, 560_000, 5_290_000],
      compression: 'lzw',
    };
    const drawn = await convert(['/data/towns.gpkg'], 'geotiff', { output_folder: '/data/opt', options });
    expect(await info(drawn.paths[0]!)).toMatchObject({
      size: [160, 100],
      bands: [{ type: 'Float64', noDataValue: -1, computedMax: 129_301 }],
      metadata: { IMAGE_STRUCTURE: { COMPRESSION: 'LZW' } },
    });
    const plain = { overviews: false, compression: 'none', nodata: 7, resolution: 100, resampling: 'mode' };
    const cog = await info((await convert([drawn.paths[0]!], 'cog', { options: plain })).paths[0]!);
    expect(cog).toMatchObject({ size: [1_600, 1_000], bands: [{ noDataValue: 7 }] });
    expect([cog.bands[0]!.overviews, cog.metadata['IMAGE_STRUCTURE']!['COMPRESSION']]).toEqual([undefined, undefined]);
    await expect(begin(['/data/towns.gpkg'], 'kml', { options: { nodata: 1 } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('they say how rasters are written') as string,
    });
    const text = await begin(['/data/towns.gpkg'], 'geotiff', { options: { attribute: 'name' } });
    await expect
      .poll(async () => (await statusOf(text.id)).message, patient)
      .toContain('it has no column of numbers “name”');
  });

  test('[WFL-142] a raster becomes a plain GeoTIFF with the same pixels', async () => {
    const source = gdal.source(
      'grid',
      'Float32',
      { width: 60, height: 40, bands: 1, nodata: -1 },
      (_, x, y) => x / 3 + y,
    );
    const img = join(gdal.folder, 'grid.img');
    execFileSync('gdal_translate', ['-q', '-of', 'HFA', source, img]);
    await ann.upload(projectId, '/data/grid.img', readFileSync(img));
    const { paths } = await convert(['/data/grid.img'], 'geotiff');
    expect(paths).toEqual(['/data/grid.tif']);
    expect(gdal.samples(await copyOf('/data/grid.tif'))).toEqual(gdal.samples(img));
  });

  test.each([
    ['/data/cloud.las', 'geotiff', '"cloud.las" is 3D Point Cloud data, which it can’t read yet.'],
    ['/data/cloud.las', 'geojson', '"cloud.las" is of no vector format that it reads.'],
    ['/data/towns.geojson', 'i3s', 'no program of this server writes it.'],
    ['/data/towns.geojson', 'obj', '"towns.geojson" is of no format of meshes that it reads.'],
    ['/data/towns.geojson', 'ply', '"towns.geojson" is of no format of point clouds that it reads.'],
    ['/data/old.ecw', 'cog', '"old.ecw" is ECW, and the GDAL of this server has no driver for that.'],
  ] as const)('[WFL-142] %s to %s is refused before anything is made', async (path, format, detail) => {
    await expect(begin([path], format)).rejects.toMatchObject({
      code: 'NO_CONVERTER',
      message: expect.stringContaining(detail) as string,
    });
  });

  test('[WFL-142] a folder stands for its vector files where vectors are written', async () => {
    for (const name of ['a.geojson', 'b.tif', 'c.txt']) await ann.upload(projectId, `/data/mixed/${name}`, '{}');
    expect((await begin(['/data/mixed/'], 'kml')).paths).toEqual(['/data/mixed/a.kml']);
  });
});
