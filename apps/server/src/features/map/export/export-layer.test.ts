import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapExport, operation, type ExportFormat, type ExportReply } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let viewer: Person;
let own: TestMap;
let layerId: string;
let folder: string;

const square = (x: number, y: number) => [
  [x, y],
  [x + 0.1, y],
  [x + 0.1, y + 0.1],
  [x, y + 0.1],
  [x, y],
];
const plots = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: {
        name: 'Żółw, "quoted"',
        'a very long column name': 1,
        share: 0.1 + 0.2,
        open: true,
        code: '007',
        tags: ['x'],
      },
      geometry: { type: 'Polygon', coordinates: [square(13, 52)] },
    },
    {
      type: 'Feature',
      properties: { name: '東京', 'a very long column name': null, share: -1.5, open: false, code: '1', tags: null },
      geometry: { type: 'MultiPolygon', coordinates: [[square(14, 52)], [square(14.5, 52)]] },
    },
    {
      type: 'Feature',
      properties: {
        name: '=1+1\nline',
        'a very long column name': 3,
        share: null,
        open: null,
        code: null,
        tags: { k: 1 },
      },
      geometry: { type: 'Polygon', coordinates: [square(15, 52)] },
    },
  ],
};

beforeAll(async () => {
  server = await startTestServer();
  [ann, viewer] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  await own.upload('plots.geojson', JSON.stringify(plots));
  layerId = (await own.import('/data/plots.geojson')).Layer[0]!.id;
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 2, column: 'code', value: '008' }] } },
  });
  folder = mkdtempSync(join(tmpdir(), 'groma-export-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Body = {
  format: ExportFormat;
  crs?: string;
  fids?: number[];
  filtered?: boolean;
  place?: 'wkt' | 'lonlat';
  path?: string;
  replace?: boolean;
};
const exported = async (body: Body, person = ann, id = layerId) =>
  (await person.client.call(mapExport.exportLayer, { params: { layerId: id }, query: own.query, body })).data;
const fetched = async (body: Body): Promise<Buffer> => contentOf(await exported(body));
async function contentOf({ bucket, relative_path: path }: ExportReply): Promise<Buffer> {
  const { signedUrl } = (await (await ann.fetch(`/api/gcs/signed-url/${bucket}/${own.projectId}/${path}`)).json()) as {
    signedUrl: string;
  };
  return Buffer.from(await (await ann.fetch(signedUrl)).arrayBuffer());
}
/** What GDAL makes of a file. */
function gdal(name: string, bytes: Buffer, ...more: string[]): string {
  writeFileSync(join(folder, name), bytes);
  return execFileSync(
    'ogrinfo',
    ['-ro', '-al', ...more, `${name.endsWith('.zip') ? '/vsizip/' : ''}${join(folder, name)}`],
    { encoding: 'utf8' },
  );
}

describe('an export', () => {
  test('[VEC-074] leaves out what the filter of the layer leaves out, unless all or some are wanted', async () => {
    const style = async (filter: unknown) =>
      own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { filter } as never });
    await style([
      { column: 'share', operator: 'greater', value: -2 },
      { column: 'open', operator: 'equals', value: true },
    ]);
    const written = await exported({ format: 'csv' });
    expect(written.feature_count).toBe(1);
    expect((await contentOf(written)).toString()).toContain('Żółw');
    expect((await exported({ format: 'geopackage', filtered: false })).feature_count).toBe(3);
    expect((await exported({ format: 'geojson', fids: [2] })).feature_count).toBe(1);
    // The column of a condition is gone: that condition counts no more.
    await style([{ column: 'gone', operator: 'isNull' }]);
    expect((await exported({ format: 'geojson' })).feature_count).toBe(3);
    await style([]);
    expect((await exported({ format: 'geojson' })).feature_count).toBe(3);
  });

  test('[MAP-172] has the columns that are joined, as the other layer is now, and obeys filters of them', async () => {
    await own.upload('codes.csv', 'code,word\n7,seven\n8,ate\n8,twice\n');
    const other = (await own.import('/data/codes.csv')).Layer[0]!.id;
    const words = { layerId: other, column: 'name', otherColumn: 'word', columns: ['code'], prefix: 'joined ' };
    const style = (vector_style: object) =>
      own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style });
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [other]: { type: 'Edit_Property', edits: [{ fid: 2, column: 'word', value: ' 東京 ' }] } },
    });
    await style({ joins: [words, { ...words, layerId: 'gone', prefix: 'x' }] });
    const codes = async () =>
      (JSON.parse((await fetched({ format: 'geojson' })).toString()) as typeof plots).features.map(
        ({ properties }) => (properties as Record<string, unknown>)['joined code'],
      );
    expect((await codes()).toSorted()).toEqual([8, null, null]);
    await style({ filter: [{ column: 'joined code', operator: 'isNotNull' }] });
    expect(await codes()).toEqual([8]);
    expect(gdal('joined.gpkg', await fetched({ format: 'geopackage' }))).toMatch(/joined code \(Integer(64)?\) = 8/);
    await style({ joins: [], filter: [] });
  });

  test.each(['geojson', 'geopackage', 'flatgeobuf', 'geoparquet', 'csv', 'shapefile'] as const)(
    '[MAP-106] as %s goes into the files of the project and comes back as it was, with its edits',
    async (format) => {
      const {
        relative_path: path,
        feature_count: count,
        bytes,
      } = await exported({ format, path: `/data/out/${format}` });
      expect([count, bytes > 100]).toEqual([3, true]);
      const {
        Layer: [back],
      } = await own.import(`/${path}`);
      const features = [...(await own.features(back!.id)).values()].sort((one, other) =>
        String(one.properties['code']).localeCompare(String(other.properties['code'])),
      );
      expect(features.map(({ properties }) => properties['code'])).toEqual(['007', '008', null]);
      expect(features.map(({ properties }) => properties['name'])).toEqual(['Żółw, "quoted"', '東京', '=1+1\nline']);
      expect(features.map(({ properties }) => properties['share'])).toEqual([expect.closeTo(0.3, 10), -1.5, null]);
      expect(
        features.map(({ geometry }) => (geometry!.type === 'MultiPolygon' ? geometry!.coordinates.length : 1)),
      ).toEqual([1, 2, 1]);
      expect(JSON.stringify(features[0]!.geometry)).toContain('13.1');
    },
  );

  test('[MAP-106] of a layer of all kinds, with dates, nulls, long names and features without a place, is what GDAL reads in each format, or says what it left out', async () => {
    const kinds = [
      { type: 'Point', coordinates: [1, 2, 30] },
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      plots.features[1]!.geometry,
      null,
    ];
    const all = kinds.map((geometry, index) => ({
      type: 'Feature',
      geometry,
      properties: {
        day: index === 1 ? null : `2020-02-0${index + 1}`,
        'population of the year 2020': index,
        'population of the year 2021': -index,
      },
    }));
    await own.upload('all.geojson', JSON.stringify({ type: 'FeatureCollection', features: all }));
    const {
      Layer: [layer],
    } = await own.import('/data/all.geojson');
    for (const [format, name] of [
      ['geojson', 'all.geojson'],
      ['geopackage', 'all.gpkg'],
      ['flatgeobuf', 'all.fgb'],
      ['kml', 'all.kml'],
      ['csv', 'all.csv'],
      ['shapefile', 'all.zip'],
    ] as const) {
      const data = await exported({ format }, ann, layer!.id);
      const text = gdal(name, await contentOf(data));
      const leftOut = format === 'flatgeobuf' ? 1 : 0;
      expect([format, data.feature_count, data.left_out, text.match(/^OGRFeature/gm)!.length]).toEqual([
        format,
        4 - leftOut,
        leftOut,
        4 - leftOut,
      ]);
      expect([format, text.match(/ = 2020[-/]02[-/]0\d/g)!.length]).toEqual([format, 3 - leftOut]);
      for (const place of [
        /POINT Z? ?\(1 2 30\)|POINT Z \(1 2 30\)/,
        /LINESTRING (Z )?\(1 2/,
        /MULTIPOLYGON (Z )?\(\(\(14 52/,
      ])
        expect(text, `${format} ${place}`).toMatch(place);
      const column =
        data.renamed.find(({ from }) => from === 'population of the year 2021')?.to ?? 'population of the year 2021';
      expect([format, data.renamed.length, column.length]).toEqual(
        format === 'shapefile' ? [format, 2, 10] : [format, 0, 27],
      );
      expect(text).toMatch(new RegExp(`${column} \\(\\w+\\) = -2`));
    }
    const {
      Layer: [back],
    } = await own.import(
      `/${(await exported({ format: 'geoparquet', path: 'gdal/all' }, ann, layer!.id)).relative_path}`,
    );
    expect([...(await own.features(back!.id))].map(([, feature]) => feature)).toEqual(
      [...(await own.features(layer!.id))].map(([, feature]) => feature),
    );
  });

  test('[MAP-106] as KML, in another coordinate system, or of some features only, holds just that', async () => {
    expect(gdal('plots.kml', await fetched({ format: 'kml' }), '-so')).toMatch(/Feature Count: 3/);
    const utm = gdal('utm.gpkg', await fetched({ format: 'geopackage', crs: 'EPSG:32633', fids: [3] }));
    expect(utm).toMatch(/Feature Count: 1\n/);
    expect(utm).toMatch(/WGS 84 \/ UTM zone 33N/);
    expect(utm).toMatch(/POLYGON \(\(500000\.?\d* 57610/);
    const mercator = JSON.parse(
      (await fetched({ format: 'geojson', crs: 'EPSG:3857', fids: [1] })).toString('utf8'),
    ) as { crs: unknown; features: { geometry: { coordinates: number[][][] } }[] };
    expect(mercator.crs).toMatchObject({ properties: { name: 'urn:ogc:def:crs:EPSG::3857' } });
    expect(mercator.features.map(({ geometry }) => geometry.coordinates[0]![0]![0])).toEqual([
      expect.closeTo(1_447_153.38, 1),
    ]);
    const {
      Layer: [back],
    } = await own.import(
      `/${(await exported({ format: 'geoparquet', crs: 'EPSG:32633', path: 'utm.parquet' })).relative_path}`,
    );
    expect(back!.data!.source.crs).toBe('EPSG:32633');
    expect(back!.data!.manifest.bbox!.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([13, 52, 15.1, 52.1]);
  });

  test('[MAP-106] as a table has its places as text or as two columns', async () => {
    const table = (await fetched({ format: 'csv', place: 'lonlat', fids: [1] })).toString('utf8').split('\r\n');
    expect(table).toEqual([
      'longitude,latitude,name,a very long column name,share,open,code,tags',
      expect.stringMatching(
        /^13\.0\d+,52\.0\d+,"Żółw, ""quoted""",1,0\.30000000000000004,true,007,"\[""x""\]"$/,
      ) as string,
      '',
    ]);
    expect((await fetched({ format: 'csv', fids: [2] })).toString('utf8')).toMatch(
      /^wkt,name.*\r\n"MULTIPOLYGON \(\(\(14 52, /,
    );
  });

  test('[MAP-106] [MAP-128] as a shapefile says which column names became shorter, also in the record of the operation, and takes each kind of geometry apart', async () => {
    const { renamed, losses } = await exported({ format: 'shapefile' });
    expect(renamed).toEqual([{ from: 'a very long column name', to: 'a very lon' }]);
    const {
      data: [last],
    } = await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } });
    expect(last!.remarks).toEqual([...losses, { kind: 'renamed', columns: ['a very long column name → a very lon'] }]);
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [layerId]: {
          type: 'Add',
          features: [{ geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'p' } }],
        },
      },
    });
    const listed = gdal('mixed.zip', await fetched({ format: 'shapefile' }), '-so');
    expect([...listed.matchAll(/^Layer name: (.*)$/gm)].map(([, name]) => name).sort()).toEqual([
      'plots_point',
      'plots_polygon',
    ]);
    await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: { type: 'Delete', fids: [4] } } });
  });

  test('[MAP-108] that cannot be made is refused, says why, and leaves nothing', async () => {
    await expect(exported({ format: 'geojson', crs: 'EPSG:999999' })).rejects.toMatchObject({
      code: 'EXPORT_FAILED',
      message: expect.stringContaining('EPSG:999999') as string,
    });
    await exported({ format: 'csv', path: 'once.csv' });
    await expect(exported({ format: 'csv', path: 'once.csv' })).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    await expect(exported({ format: 'csv', path: 'once.csv', replace: true })).resolves.toMatchObject({
      relative_path: 'data/once.csv',
    });
    await expect(exported({ format: 'csv', path: '../../etc/x' })).rejects.toMatchObject({ status: 400 });
    await expect(exported({ format: 'csv' }, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(exported({ format: 'csv', path: 'x.csv' }, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await server.platform.blobs.list('work/')).toEqual([]);
    const { data } = await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } });
    expect(data.filter(({ task }) => task === 'export').map(({ status }) => status)).toContain('Failed');
  });

  test('[MAP-106] of GeoJSON that the caller sends becomes a file, for those who may upload', async () => {
    const body = {
      path: 'sent/roads',
      project_id: own.projectId,
      data: { type: 'FeatureCollection' as const, features: [] },
    };
    expect(await ann.client.call(mapExport.exportGeoJson, { body })).toEqual({
      relative_path: 'data/sent/roads.geojson',
    });
    await expect(viewer.client.call(mapExport.exportGeoJson, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await server.signUp();
    await expect(stranger.client.call(mapExport.exportGeoJson, { body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ann.client.call(mapExport.exportGeoJson, { body: { ...body, path: '../x' } })).rejects.toMatchObject({
      status: 400,
    });
  });
});
