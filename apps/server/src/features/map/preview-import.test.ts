import { afterAll, beforeAll, expect, test } from 'vitest';
import { file, map, mapImport } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload(
    'stations.csv',
    'id;Rechtswert;Hochwert;wo\r\n007;500000;5761038,2;"a; b"\r\n8;500100;5761038,2;\r\n',
  );
  await own.upload('broken.gpkg', 'no geopackage');
});
afterAll(() => server.close());

const preview = async (name: string, more: object = {}) =>
  (
    await ann.client.call(mapImport.previewImport, {
      query: { ...own.query, folder_name: 'data', file_path: `/data/${name}`, ...more },
    })
  ).data;

test('[VEC-010] [VEC-007] the head of a table is shown before it is imported, and what speaks against a file is said', async () => {
  expect(await preview('stations.csv')).toMatchObject({
    format: 'CSV',
    problem: null,
    limit_bytes: null,
    table: {
      delimiter: ';',
      encoding: 'utf-8',
      header: ['id', 'Rechtswert', 'Hochwert', 'wo'],
      rows: [
        ['007', '500000', '5761038,2', 'a; b'],
        ['8', '500100', '5761038,2', ''],
      ],
      place: null,
    },
  });
  expect((await preview('stations.csv', { delimiter: ',' })).table!.header).toHaveLength(1);
  expect(await preview('broken.gpkg')).toMatchObject({
    format: 'GeoPackage',
    limit_bytes: 800 * 1024 * 1024,
    problem: expect.stringContaining('broken.gpkg') as string,
    table: null,
  });
  await expect(preview('none.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[VEC-010] a table is read with the columns, the delimiter and the coordinate system that a person names', async () => {
  const {
    Layer: [layer],
  } = await ann.client.call(map.importLayers, {
    query: {
      ...own.query,
      folder_name: 'data',
      file_path: '/data/stations.csv',
      crs: 'EPSG:32633',
      delimiter: ';',
      x_column: 'Rechtswert',
      y_column: 'Hochwert',
    },
  });
  const [[west, south]] = [...(await own.features(layer!.id)).values()].map(
    ({ geometry }) => geometry!.coordinates as number[],
  ) as [number[]];
  expect([west, south]).toEqual([expect.closeTo(15, 5), expect.closeTo(52, 4)]);
  expect(layer!.data!.source.crs).toBe('EPSG:32633');
  await expect(
    ann.client.call(map.importLayers, {
      query: {
        ...own.query,
        folder_name: 'data',
        file_path: '/data/stations.csv',
        x_column: 'nowhere',
        y_column: 'Hochwert',
      },
    }),
  ).rejects.toMatchObject({ details: { reason: 'no-coordinates' } });
});

test('[VEC-060] [VEC-061] text that is not sure is asked for by the preview and refused without an answer; rows that were left out are told and can be fetched', async () => {
  const table = Buffer.from('name;lon;lat\n\xa3\xf3d\x9f;19;51\nKrak\xf3w;20;500\n', 'latin1');
  await own.upload('towns.csv', new Uint8Array(table));
  expect((await preview('towns.csv')).table).toMatchObject({ certainty: 'unsure' });
  expect((await preview('towns.csv', { encoding: 'windows-1250' })).table).toMatchObject({
    certainty: 'declared',
    rows: [
      ['Łódź', '19', '51'],
      ['Kraków', '20', '500'],
    ],
  });
  const asked = { ...own.query, folder_name: 'data', file_path: '/data/towns.csv' } as const;
  await expect(ann.client.call(map.importLayers, { query: asked })).rejects.toMatchObject({
    code: 'IMPORT_FAILED',
    details: { reason: 'unsure-encoding' },
  });
  const {
    Layer: [layer],
    left_out: leftOut,
  } = await ann.client.call(map.importLayers, { query: { ...asked, encoding: 'windows-1250' } });
  expect([...(await own.features(layer!.id)).values()].map(({ properties }) => properties['name'])).toEqual(['Łódź']);
  expect(leftOut).toEqual([
    {
      layer_id: layer!.id,
      layer: 'towns',
      count: 1,
      reasons: [{ reason: 'out-of-range', count: 1 }],
      first: [{ row: 3, reason: 'out-of-range', detail: '20, 500' }],
      file_path: expect.stringMatching(/^\/data\/.*\/left-out\.csv$/) as string,
      file_rows: 1,
    },
  ]);
  const { signedUrl } = await ann.client.call(file.signedUrl, {
    params: { bucket: 'groma-temp', projectId: own.projectId, path: leftOut[0]!.file_path!.slice(1) },
  });
  expect(await (await ann.fetch(signedUrl)).text()).toContain('3,out-of-range,"20, 500",POINT (20 500),Kraków,20,500');
});

test('[VEC-010] a coordinate system is found among those that PROJ knows', async (context) => {
  const found = async (text: string) => (await ann.client.call(mapImport.searchCrs, { query: { text } })).data;
  if ((await found('')).length === 0) return context.skip('needs PROJ');
  expect((await found('utm 33n'))[0]).toMatchObject({
    code: 'EPSG:32633',
    name: 'WGS 84 / UTM zone 33N',
    kind: 'projected',
    extent: [12, 0, 18, 84],
  });
  expect((await found('27700'))[0]).toMatchObject({ code: 'EPSG:27700' });
  expect(await found('atlantis')).toEqual([]);
});
