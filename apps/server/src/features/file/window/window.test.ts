import { execFileSync } from 'node:child_process';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileWindow, type BodyOf, type QueryOf } from '@groma/protocol';
import { startWithProject, type Person, type TestServer } from '../../../../test/test-server.ts';
import { lendFile } from './lent-file.ts';
import { TableWindows } from './table-windows.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, ann, projectId } = await startWithProject());
});
afterAll(() => server.close());

const put = (path: string, content: string | Uint8Array): Promise<void> => ann.upload(projectId, path, content);

const text = (query: Partial<QueryOf<typeof fileWindow.textWindow>> & { path: string }) =>
  ann.client.call(fileWindow.textWindow, { params: { projectId }, query });
const table = (body: Partial<BodyOf<typeof fileWindow.tableWindow>> & { path: string }) =>
  ann.client.call(fileWindow.tableWindow, { params: { projectId }, body });

/** Asks until the condition holds, as a viewer does. */
async function asked<Reply>(ask: () => Promise<Reply>, isEnough: (reply: Reply) => boolean): Promise<Reply> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const reply = await ask();
    if (isEnough(reply)) return reply;
  }
}
const complete = (reply: { isComplete: boolean }) => reply.isComplete;

test('[FIL-055] [FIL-033] rows of a text come from anywhere in it, numbered, whatever its size', async () => {
  const lines = Array.from({ length: 300_000 }, (_, index) => `line ${index} ${'é'.repeat(index % 7)}`);
  await put('/data/long.log', lines.join('\n'));
  const first = await text({ path: '/data/long.log', count: 3 });
  expect(first.rows.map((row) => row.text)).toEqual(lines.slice(0, 3));
  const whole = await asked(() => text({ path: '/data/long.log', count: 0 }), complete);
  expect(whole).toMatchObject({ rowCount: 300_000, encoding: 'utf-8', scannedBytes: whole.bytes });
  for (const start of [1, 4_095, 123_456, 299_990]) {
    expect((await text({ path: '/data/long.log', start, count: 10 })).rows.map((row) => row.text)).toEqual(
      lines.slice(start, start + 10),
    );
  }
  const last = await text({ path: '/data/long.log', from: 'end', count: 5 });
  expect([last.start, last.rows.map((row) => row.text)]).toEqual([299_995, lines.slice(-5)]);
});

test('[FIL-057] a file that is one giant line is shown in pieces of 120 characters', async () => {
  const giant = Array.from({ length: 200_000 }, (_, index) => `${index}ü`).join(' ');
  await put('/data/one-line.txt', giant);
  const whole = await asked(() => text({ path: '/data/one-line.txt', count: 2 }), complete);
  expect(whole.rowCount).toBe(Math.ceil(giant.length / 120));
  expect(whole.rows[1]?.text).toBe(giant.slice(120, 240));
  const start = whole.rowCount - 2;
  expect((await text({ path: '/data/one-line.txt', start, count: 10 })).rows.map((row) => row.text).join('')).toBe(
    giant.slice(start * 120),
  );
});

test('a long line is cut with the count of what is left, and bytes of other encodings become their letters', async () => {
  await put('/data/cut.txt', `${'x'.repeat(6_000)}\nend`);
  expect((await text({ path: '/data/cut.txt' })).rows[0]).toEqual({ text: 'x'.repeat(5_000), cut: 1_000 });
  await put('/data/western.txt', Uint8Array.of(0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68, 0x20, 0x80));
  expect(await text({ path: '/data/western.txt' })).toMatchObject({
    encoding: 'windows-1252',
    rows: [{ text: 'Zürich €' }],
  });
  await put('/data/wide.txt', Buffer.from('\uFEFFfirst\r\nZürich 😀\n', 'utf16le') as Uint8Array<ArrayBuffer>);
  expect(await asked(() => text({ path: '/data/wide.txt' }), complete)).toMatchObject({
    encoding: 'utf-16le',
    rowCount: 2,
    rows: [{ text: 'first' }, { text: 'Zürich 😀' }],
  });
  await put('/data/none.txt', '');
  expect(await asked(() => text({ path: '/data/none.txt' }), complete)).toMatchObject({ rowCount: 0, rows: [] });
});

test('[FIL-089] a text or table is read in the encoding its letters speak for, or in the one that is asked for', async () => {
  const polish = Uint8Array.from(
    Buffer.from('6d69617374613b6c696320620aa3f364bc3b310a4b72616bf3773b320a57726f63b361773b330a', 'hex'),
  );
  await put('/data/towns.csv', polish);
  expect(await text({ path: '/data/towns.csv' })).toMatchObject({
    encoding: 'iso-8859-2',
    isEncodingGuessed: true,
    rows: [{}, { text: 'Łódź;1' }, { text: 'Kraków;2' }, { text: 'Wrocław;3' }],
  });
  expect(await text({ path: '/data/towns.csv', encoding: 'windows-1251' })).toMatchObject({
    encoding: 'windows-1251',
    isEncodingGuessed: false,
    rows: [{ text: 'miasta;lic b' }, { text: 'Јуdј;1' }, { text: 'Krakуw;2' }, { text: 'Wrocіaw;3' }],
  });
  await put('/data/tokyo.csv', Uint8Array.from(Buffer.from('9ac38e730a938c8b9e0a', 'hex')));
  expect(await asked(() => text({ path: '/data/tokyo.csv', encoding: 'shift_jis' }), complete)).toMatchObject({
    encoding: 'shift_jis',
    rowCount: 2,
    rows: [{}, { text: '東京' }],
  });
});

test('[FIL-058] a window carries at most some 100,000 characters; what is left of it is asked for again', async () => {
  await put('/data/wide-rows.txt', Array.from({ length: 300 }, () => 'w'.repeat(1_000)).join('\n'));
  expect((await text({ path: '/data/wide-rows.txt', count: 300 })).rows.length).toBe(100);
  expect((await text({ path: '/data/wide-rows.txt', start: 250, count: 300 })).rows.length).toBe(50);
});

test('a word is found in all rows that hold it, with or without regard to case', async () => {
  await put(
    '/data/words.log',
    Array.from({ length: 50_000 }, (_, index) => (index % 1000 === 7 ? `Error (${index}) in Zürich` : 'fine')).join(
      '\n',
    ),
  );
  const search = (query: string, matchCase = false) =>
    asked(
      () =>
        ann.client.call(fileWindow.textSearch, {
          params: { projectId },
          query: { path: '/data/words.log', query, matchCase: String(matchCase) as never },
        }),
      complete,
    );
  expect(await search('error (')).toMatchObject({
    count: 50,
    rows: Array.from({ length: 50 }, (_, index) => index * 1000 + 7),
  });
  expect(await search('error', true)).toMatchObject({ count: 0, rows: [] });
  expect((await search('ZÜRICH')).count).toBe(50);
});

test('[FIL-040] [FIL-042] [FIL-044] [FIL-051] a table comes by windows with a header, types, quoted cells and ragged rows', async () => {
  await put(
    '/data/cities.csv',
    'name,population,note\n"Köln, Stadt",1073096,"two\nlines"\nBonn,336465\n"Trier",110674,x,y\n',
  );
  const found = await table({ path: '/data/cities.csv' });
  expect(found.columns).toEqual([
    { name: 'name', type: 'text' },
    { name: 'population', type: 'number' },
    { name: 'note', type: 'text' },
    { name: 'column 4', type: 'text' },
  ]);
  expect(found.rows).toEqual([
    ['Köln, Stadt', 1073096, 'two\nlines', null],
    ['Bonn', 336465, null, null],
    ['Trier', 110674, 'x', 'y'],
  ]);
  expect(found).toMatchObject({ rowCount: 3, isComplete: true, delimiter: ',' });
});

test('delimiters are found, and can be said', async () => {
  await put('/data/german.csv', 'Ort;Fläche\nKöln;405,02\nBonn;141,06\n');
  expect(await table({ path: '/data/german.csv' })).toMatchObject({
    delimiter: ';',
    rows: [
      ['Köln', 405.02],
      ['Bonn', 141.06],
    ],
  });
  expect((await table({ path: '/data/german.csv', delimiter: ',' })).columns.map(({ name }) => name)).toEqual([
    'Ort;Fläche',
    'column 2',
  ]);
  await put('/data/empty.csv', '');
  expect(await asked(() => table({ path: '/data/empty.csv' }), complete)).toMatchObject({
    columns: [],
    rowCount: 0,
    rows: [],
  });
});

test('[FIL-040] a large table is filtered and sorted by any column, as sorting all of it at once would', async () => {
  const rows = Array.from({ length: 320_000 }, (_, index) => ({
    id: index,
    name: `n${(index * 7919) % 1000}`,
    value: index % 13 === 0 ? null : (index * 104_729) % 1_000_003,
  }));
  await put(
    '/data/large.csv',
    `id,name,value\n${rows.map(({ id, name, value }) => `${id},${name},${value ?? ''}`).join('\n')}\n`,
  );
  const path = '/data/large.csv';
  expect(await asked(() => table({ path, count: 0 }), complete)).toMatchObject({ rowCount: 320_000 });
  expect((await table({ path, start: 319_998, count: 5 })).rows.map(([id]) => id)).toEqual([319_998, 319_999]);
  const filter = [{ column: 1, operator: 'equals' as const, value: 'N7' }];
  const kept = rows.filter(({ name }) => name === 'n7');
  const filtered = await asked(() => table({ path, filter, start: 100, count: 5 }), complete);
  expect([filtered.rowCount, filtered.rows.map(([id]) => id)]).toEqual([
    kept.length,
    kept.slice(100, 105).map(({ id }) => id),
  ]);
  // More rows than one run holds, so that runs are merged.
  const sorted = await asked(
    () =>
      table({
        path,
        sort: [
          { column: 2, direction: 'desc' },
          { column: 0, direction: 'asc' },
        ],
        start: 5,
        count: 4,
      }),
    ({ isReady }) => isReady,
  );
  const expected = rows.toSorted((one, other) =>
    one.value === null
      ? other.value === null
        ? one.id - other.id
        : 1
      : other.value === null
        ? -1
        : other.value - one.value || one.id - other.id,
  );
  expect(sorted.rows.map(([id]) => id)).toEqual(expected.slice(5, 9).map(({ id }) => id));
  const last = await table({
    path,
    sort: [
      { column: 2, direction: 'desc' },
      { column: 0, direction: 'asc' },
    ],
    start: 319_999,
    count: 4,
  });
  expect(last.rows[0]?.[0]).toBe(expected.at(-1)?.id);
  await expect(table({ path, sort: [{ column: 9, direction: 'asc' }] })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('windows of a file that has changed are refused, and its state says which content it has now', async () => {
  await put('/data/changing.txt', 'before');
  const { identity } = await text({ path: '/data/changing.txt' });
  await put('/data/changing.txt', 'after that');
  await expect(text({ path: '/data/changing.txt', identity })).rejects.toMatchObject({ code: 'FILE_STALE' });
  const state = () =>
    ann.client.call(fileWindow.fileState, { params: { projectId }, query: { path: '/data/changing.txt' } });
  const now = await state();
  expect(now).toMatchObject({ exists: true, bytes: 10 });
  expect((await text({ path: '/data/changing.txt', identity: now.identity! })).rows[0]?.text).toBe('after that');
  await ann.fetch(`/api/gcs/projects/${projectId}/files?path=/data/changing.txt`, { method: 'DELETE' });
  expect(await state()).toEqual({ exists: false, bytes: null, lastModified: null, identity: null });
  await expect(text({ path: '/data/changing.txt' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(text({ path: '/data/../etc/passwd' })).rejects.toMatchObject({ code: 'BAD_PATH' });
});

test('[FIL-072] somebody who may not open files gets no window, and a viewer of the project does', async () => {
  const [stranger, viewer] = [await server.signUp(), await server.signUp()];
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  await put('/data/seen.txt', 'seen');
  const ask = (person: Person) =>
    person.client.call(fileWindow.textWindow, { params: { projectId }, query: { path: '/data/seen.txt' } });
  await expect(ask(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await ask(viewer)).rows[0]?.text).toBe('seen');
});

const describe = (path: string, encoding?: 'windows-1251' | 'koi8-r') =>
  ann.client.call(fileWindow.describeGeodata, {
    params: { projectId },
    query: { path, ...(encoding && { encoding }) },
  });

test.skipIf(!existsSync('/usr/bin/gdal_create'))(
  '[FIL-037] a geodata file is described: layers, columns, counts, systems and extents, bands',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groma-geodata-'));
    const run = (program: string, ...options: string[]) =>
      execFileSync(program, options, { cwd: folder, stdio: 'ignore' });
    const point = (longitude: number) => ({
      type: 'Feature',
      properties: { count: 1, name: 'x' },
      geometry: { type: 'Point', coordinates: [longitude, 50] },
    });
    await put('/data/points.geojson', JSON.stringify({ type: 'FeatureCollection', features: [point(14), point(16)] }));
    await writeFile(
      join(folder, 'p.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: [point(14), point(16)] }),
    );
    run('ogr2ogr', '-f', 'GPKG', 'p.gpkg', 'p.geojson', '-t_srs', 'EPSG:32633', '-nln', 'places');
    run(
      'gdal_create',
      '-of',
      'GTiff',
      '-outsize',
      '20',
      '10',
      '-bands',
      '2',
      '-a_nodata',
      '0',
      '-a_srs',
      'EPSG:32633',
      '-a_ullr',
      '500000',
      '5500000',
      '502000',
      '5499000',
      'r.tif',
    );
    await put('/data/p.gpkg', (await readFile(join(folder, 'p.gpkg'))) as Uint8Array<ArrayBuffer>);
    await put('/data/r.tif', (await readFile(join(folder, 'r.tif'))) as Uint8Array<ArrayBuffer>);
    await rm(folder, { recursive: true });
    const vector = await describe('/data/p.gpkg');
    expect(vector).toMatchObject({
      format: 'GeoPackage',
      raster: null,
      layers: [
        {
          name: 'places',
          geometry: 'Point',
          count: 2,
          crs: { code: 'EPSG:32633' },
          columns: [
            { name: 'count', type: 'integer' },
            { name: 'name', type: 'text' },
          ],
        },
      ],
    });
    expect(vector.extent![0]).toBeCloseTo(14, 3);
    expect(vector.extent![2]).toBeCloseTo(16, 3);
    const raster = await describe('/data/r.tif');
    expect(raster.raster).toMatchObject({
      width: 20,
      height: 10,
      pixelSize: [100, 100],
      crs: { code: 'EPSG:32633' },
      bands: [{ type: 'Byte', nodata: '0' }, { type: 'Byte' }],
    });
    expect(raster.extent![0]).toBeCloseTo(15, 3);
  },
);

test.skipIf(!existsSync('/usr/bin/ogrinfo'))(
  '[FIL-090] names of columns of a table, a shapefile and a GeoJSON file are read in the encoding of the file, or in the one that was chosen',
  async () => {
    const rows = ['Москва', 'Ярославль', 'Нижний Новгород', 'Щёлково'].map((town, index) => `${town},${37 + index},55`);
    await put(
      '/data/towns.csv',
      iconv.encode(
        ['город,долгота,lat,lon', ...rows.map((row) => row.replace(/,(\d+),(\d+)/, ',$1,$2,$1'))].join('\n'),
        'windows-1251',
      ) as Uint8Array<ArrayBuffer>,
    );
    const card = await describe('/data/towns.csv');
    expect(card).toMatchObject({
      format: 'CSV',
      text: { encoding: 'windows-1251', isGuessed: true },
      extent: [37, 55, 40, 55],
    });
    expect(card.layers).toMatchObject([
      {
        name: 'towns',
        geometry: 'Point',
        count: 4,
        crs: { code: 'EPSG:4326' },
        columns: [
          { name: 'город', type: 'text' },
          { name: 'долгота', type: 'integer' },
          { name: 'lat' },
          { name: 'lon' },
        ],
      },
    ]);
    expect((await describe('/data/towns.csv', 'koi8-r')).layers[0]!.columns[0]!.name).toBe(
      iconv.decode(iconv.encode('город', 'windows-1251'), 'koi8-r'),
    );
    const feature = {
      type: 'Feature',
      properties: { население: 'Пятигорск и окрестности' },
      geometry: { type: 'Point', coordinates: [43, 44] },
    };
    await put(
      '/data/p.geojson',
      iconv.encode(
        JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
        'windows-1251',
      ) as Uint8Array<ArrayBuffer>,
    );
    expect((await describe('/data/p.geojson', 'windows-1251')).layers).toMatchObject([
      { columns: [{ name: 'население' }] },
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'groma-geodata-'));
    await writeFile(
      join(folder, 'p.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: [{ ...feature, properties: { город: 'Пятигорск' } }] }),
    );
    execFileSync('ogr2ogr', ['-f', 'ESRI Shapefile', 'p.shp', 'p.geojson', '-lco', 'ENCODING=CP1251'], {
      cwd: folder,
      stdio: 'ignore',
    });
    for (const ending of ['shp', 'shx', 'dbf', 'prj'])
      await put(`/data/p.${ending}`, (await readFile(join(folder, `p.${ending}`))) as Uint8Array<ArrayBuffer>);
    await rm(folder, { recursive: true });
    expect((await describe('/data/p.shp')).layers).toMatchObject([{ columns: [{ name: 'город' }] }]);
    expect((await describe('/data/p.shp', 'koi8-r')).layers[0]!.columns[0]!.name).not.toBe('город');
  },
);

test.skipIf(!existsSync('/usr/bin/ogrinfo'))(
  '[FIL-037] what is not the geodata it says it is gets a clear word, and reaches no address',
  async () => {
    await put('/data/fake.gpkg', 'not a database');
    await expect(describe('/data/fake.gpkg')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('its content is not GeoPackage'),
    });
    let calls = 0;
    const elsewhere = createServer((_, reply) => {
      calls++;
      reply.end();
    });
    await new Promise<void>((resolve) => {
      elsewhere.listen(0, '127.0.0.1', resolve);
    });
    const source = (name: string) =>
      `<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"><SimpleSource><SourceFilename>${name}</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>`;
    // A virtual file is described without what it names being read, so that it be known is enough to refuse it.
    for (const name of [
      `/vsicurl/http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x.tif`,
      '/etc/hostname',
    ]) {
      await put('/data/remote.tif', source(name));
      await expect(describe('/data/remote.tif'), name).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
    elsewhere.close();
    expect(calls).toBe(0);
    await expect(describe('/data/nothing.tif')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  },
);

const ofProject = async (name: string) => join(await server.platform.files.folderOf(projectId as never), name);

test('[FIL-040] what is worked out beside a file never takes the place of a file of that name', async () => {
  const names = ['view-0', 'view-1', 'as-utf-8', 'table-0'];
  for (const name of names) {
    await put(`/data/${name}`, 'n\n2\n1\n');
    await asked(
      () => table({ path: `/data/${name}`, sort: [{ column: 0, direction: 'asc' }] }),
      (reply) => reply.isReady,
    );
    await asked(
      () => table({ path: `/data/${name}`, sort: [{ column: 0, direction: 'desc' }] }),
      (reply) => reply.isReady,
    );
    expect([name, await readFile(await ofProject(name), 'utf8')]).toEqual([name, 'n\n2\n1\n']);
  }
  await put('/data/as-utf-8', Buffer.from('\ufeffwide', 'utf16le'));
  expect((await text({ path: '/data/as-utf-8' })).rows).toEqual([{ text: 'wide' }]);
});

test('[FIL-042] very many columns of one name are named in no time, and a window of them stays within bounds', async () => {
  const row = Array.from({ length: 60_000 }, () => 'a').join(',');
  await put('/data/wide.csv', `${row}\n`.repeat(60));
  const { columns, rows } = await table({ path: '/data/wide.csv', count: 5_000 });
  expect(columns.length).toBe(10_000);
  expect(
    columns
      .slice(0, 2)
      .concat(columns.slice(-1))
      .map(({ name }) => name),
  ).toEqual(['a', 'a (2)', 'a (10000)']);
  expect(rows.length * columns.length).toBeLessThanOrEqual(1_000_000);
});

test('[FIL-040] a table that code cuts short while it is read gives the rows that are left', async () => {
  await put('/data/cut.csv', `n\n${'1234567\n'.repeat(100_000)}`);
  const stored = (await server.platform.files.stat(projectId as never, '/data/cut.csv' as never))!;
  for (const bytes of [2 + 8 * 3 + 4, 0]) {
    const lent = await lendFile(server.platform, projectId as never, stored);
    truncateSync(await ofProject('cut.csv'), bytes);
    const windows = new TableWindows(lent);
    const { rows } = await windows.window({ sort: [], filter: [] }, 0, 100);
    expect(rows.length).toBe(bytes === 0 ? 0 : 4);
    await windows.close();
    await lent.close();
  }
});

test('[FIL-086] what code named as it liked is read by windows too', async () => {
  for (const name of ['back\\slash.csv', 'con.csv', 'ends with a dot.']) {
    writeFileSync(await ofProject(name), 'a,b\n1,2\n');
    expect((await table({ path: `/data/${name}` })).rows).toEqual([[1, 2]]);
    expect((await text({ path: `/data/${name}`, count: 1 })).rows).toEqual([{ text: 'a,b' }]);
    expect(
      (await ann.client.call(fileWindow.fileState, { params: { projectId }, query: { path: `/data/${name}` } })).exists,
    ).toBe(true);
  }
});
