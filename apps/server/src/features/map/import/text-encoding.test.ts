import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import iconv from 'iconv-lite';
import type { LegacyEncoding } from '@groma/model';
import { readFeatures } from '@groma/geo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importVectorFile, previewFile, type ImportRequest } from './index.ts';

const run = promisify(execFile);
const names = ['Łódź', 'Kraków', 'Wrocław', 'Gdańsk'];
let folder: string;
let work: string;

/** Without a .cpg file, and with the language driver byte that a program may have left at 0. */
beforeAll(async () => {
  [folder, work] = [
    await mkdtemp(join(tmpdir(), 'groma-encoding-')),
    await mkdtemp(join(tmpdir(), 'groma-encoding-work-')),
  ];
  await writeFile(
    join(folder, 'source.geojson'),
    JSON.stringify({
      type: 'FeatureCollection',
      features: names.map((name, n) => ({
        type: 'Feature',
        properties: { name, żółw: n },
        geometry: { type: 'Point', coordinates: [n, 1] },
      })),
    }),
  );
  await run('ogr2ogr', [
    '-f',
    'ESRI Shapefile',
    '-lco',
    'ENCODING=CP1250',
    join(folder, 'towns.shp'),
    join(folder, 'source.geojson'),
  ]);
  await rm(join(folder, 'towns.cpg'), { force: true });
  await language('towns', 0);
});
afterAll(() => Promise.all([folder, work].map((each) => rm(each, { recursive: true, force: true }))));

async function language(stem: string, code: number): Promise<void> {
  const table = await readFile(join(folder, `${stem}.dbf`));
  table[29] = code;
  await writeFile(join(folder, `${stem}.dbf`), table);
}

async function copy(stem: string): Promise<void> {
  for (const extension of ['shp', 'shx', 'dbf', 'prj'])
    await copyFile(join(folder, `towns.${extension}`), join(folder, `${stem}.${extension}`));
}

async function load(name: string, options: Partial<ImportRequest> = {}) {
  const [layer] = await importVectorFile({
    sourcePath: join(folder, name),
    fileName: basename(name),
    workFolder: work,
    ...options,
  });
  const found: unknown[] = [];
  for await (const { properties } of readFeatures(layer!.manifest, (file) => readFile(layer!.files[file]!)))
    found.push(properties['name'] ?? properties['Name']);
  return {
    names: found.sort(),
    columns: layer!.columns.map(({ name: column }) => column),
    warnings: layer!.warnings.map(({ code }) => code),
  };
}

const preview = (name: string, encoding: LegacyEncoding | null = null) =>
  previewFile({
    sourcePath: join(folder, name),
    fileName: name,
    workFolder: work,
    delimiter: undefined,
    encoding,
    signal: new AbortController().signal,
  });

it('[VEC-060] text of a shapefile that declares no encoding is never guessed at without a word, and is whole in the encoding that a person chooses', async () => {
  await expect(load('towns.shp')).rejects.toMatchObject({
    code: 'unsure-encoding',
    message: expect.stringContaining('windows-1250') as string,
  });
  expect(await load('towns.shp', { encoding: 'windows-1250' })).toEqual({
    names: names.toSorted(),
    columns: ['name', 'żółw'],
    warnings: [],
  });
  expect(await load('towns.shp', { encoding: 'utf-8' })).toMatchObject({ warnings: ['replaced-text'] });
  expect((await preview('towns.shp')).text).toEqual({
    encoding: 'windows-1250',
    certainty: 'unsure',
    header: ['name'],
    rows: names.map((name) => [name]),
  });
  expect((await preview('towns.shp', 'windows-1252')).text).toMatchObject({
    encoding: 'windows-1252',
    certainty: 'declared',
    rows: [['£ódŸ'], ['Kraków'], ['Wroc³aw'], ['Gdañsk']],
  });
});

it('[VEC-060] the preview of a table looks at 16 MB of it, however long its records say they are', async () => {
  const recordBytes = 65_535;
  const head = Buffer.alloc(65);
  head.writeUInt32LE(20_000, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(recordBytes, 10);
  head.write('name\0', 32);
  head.writeUInt8(0x43, 43);
  head.writeUInt8(10, 48);
  head.writeUInt8(0x0d, 64);
  const table = await open(join(folder, 'long.dbf'), 'w');
  await table.write(head);
  for (const [record, name] of [
    [0, 'first'],
    [1, 'second'],
    [2, 'third'],
    [3, 'fourth'],
    [200, 'Łódź'],
    [300, 'Gdańsk'],
  ] as const)
    await table.write(iconv.encode(name, 'windows-1250'), 0, null, head.length + record * recordBytes + 1);
  await table.truncate(head.length + 20_000 * recordBytes);
  await table.close();
  await copyFile(join(folder, 'towns.shp'), join(folder, 'long.shp'));
  expect((await preview('long.shp', 'windows-1250')).text).toMatchObject({
    header: ['name'],
    rows: [['Łódź'], ['first'], ['second'], ['third']],
  });
});

it('[VEC-060] the .cpg file and the language driver byte are believed where the bytes agree, and UTF-8 without either', async () => {
  await copy('page');
  await writeFile(join(folder, 'page.cpg'), 'ANSI 1250');
  await copy('byte');
  await language('byte', 0xc8);
  for (const name of ['page.shp', 'byte.shp'])
    expect(await load(name), name).toMatchObject({ names: names.toSorted(), warnings: [] });
  await copy('wrong');
  await writeFile(join(folder, 'wrong.cpg'), 'UTF-8');
  await copy('ansi');
  await language('ansi', 0x57);
  for (const name of ['wrong.shp', 'ansi.shp'])
    await expect(load(name), name).rejects.toMatchObject({ code: 'unsure-encoding' });
  await run('ogr2ogr', [
    '-f',
    'ESRI Shapefile',
    '-lco',
    'ENCODING=UTF-8',
    join(folder, 'utf8.shp'),
    join(folder, 'source.geojson'),
  ]);
  await rm(join(folder, 'utf8.cpg'));
  await language('utf8', 0x57);
  expect(await load('utf8.shp')).toMatchObject({ names: names.toSorted(), warnings: [] });
});

it('[VEC-060] a zip asks for its shapefile, which the preview shows', async () => {
  await run('python3', [
    '-m',
    'zipfile',
    '-c',
    join(folder, 'towns.zip'),
    ...['shp', 'shx', 'dbf', 'prj'].map((extension) => join(folder, `towns.${extension}`)),
  ]);
  await expect(load('towns.zip')).rejects.toMatchObject({ code: 'unsure-encoding', file: 'towns.shp' });
  expect((await preview('towns.zip')).text).toMatchObject({ encoding: 'windows-1250', certainty: 'unsure' });
  expect(await load('towns.zip', { encoding: 'windows-1250' })).toMatchObject({ names: names.toSorted() });
});

it('[VEC-060] tables, GeoJSON and KML are read in UTF-16 by themselves, as XML declares, and else as a person says', async () => {
  const table = ['name;lon;lat', ...names.map((name, n) => `${name};${n};1`)].join('\n');
  const json = await readFile(join(folder, 'source.geojson'), 'utf8');
  const kml = (said: string) =>
    `<?xml version="1.0"${said}?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${names.map((name, n) => `<Placemark><name>${name}</name><Point><coordinates>${n},1</coordinates></Point></Placemark>`).join('')}</Document></kml>`;
  const texts = { 'a.csv': table, 'a.geojson': json, 'a.kml': kml('') };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, name), iconv.encode(text, 'windows-1250'));
    await expect(load(name), name).rejects.toMatchObject({ code: 'unsure-encoding' });
    expect((await load(name, { encoding: 'windows-1250' })).names, name).toEqual(names.toSorted());
    expect(JSON.stringify(await preview(name, 'windows-1250')), name).toContain('Łódź');
    if (name === 'a.kml') continue;
    for (const encoding of ['utf-16le', 'utf-16be']) {
      await writeFile(join(folder, name), iconv.encode(text, encoding, { addBOM: true }));
      expect((await load(name)).names, `${name} ${encoding}`).toEqual(names.toSorted());
    }
  }
  await writeFile(join(folder, 'said.kml'), iconv.encode(kml(' encoding="windows-1250"'), 'windows-1250'));
  expect((await load('said.kml')).names).toEqual(names.toSorted());
  await writeFile(join(folder, 'euro.csv'), iconv.encode('name;lon;lat\n5 €;1;2\n', 'windows-1252'));
  expect((await load('euro.csv', { encoding: 'windows-1252' })).names).toEqual(['5 €']);
});
