import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { featuresOf, makeImportFolder } from '../../../../test/import-folder.ts';
import { previewTable } from './read-csv.ts';

const run = promisify(execFile);
const imports = makeImportFolder();
const { folder, write, load, refusal } = imports;
afterAll(() => imports.remove());

const cells = 'code,people,since\n007,12,2024-02-29\n08,,\n';
const rows = [
  { code: '007', people: 12, since: '2024-02-29' },
  { code: '08', people: null, since: null },
];
const typed = 'SELECT code, CAST(people AS integer) AS people, CAST(since AS date) AS since FROM cells';
const asCopy = async (name: string, driver: string, sql = typed, table = 'cells') => {
  await write('cells.csv', cells);
  const source = join(folder, `${table}.csv`);
  const read = ['-oo', 'EMPTY_STRING_AS_NULL=YES', '-nlt', 'NONE', '-nln', table, '-sql', sql];
  await run('ogr2ogr', ['-f', driver, join(folder, name), source, ...read]);
  return name;
};

it.each([
  ['CSV', () => write('cells.csv', cells)],
  ['TSV', () => write('cells.tsv', cells.replaceAll(',', '\t'))],
  ['a spreadsheet', () => asCopy('cells.xlsx', 'XLSX')],
  ['dBASE', () => asCopy('cells.dbf', 'ESRI Shapefile')],
  ['a GeoPackage', () => asCopy('cells.gpkg', 'GPKG')],
])('[VEC-095] [VEC-096] %s without places comes in as rows, each value of its type', async (_, prepare) => {
  const [layer, ...others] = await load(await prepare(), { takesRows: true });
  expect(others).toEqual([]);
  expect(layer!.manifest.parts.map(({ kind }) => kind)).toEqual(['none']);
  expect(layer!.warnings).toEqual([]);
  const found = await featuresOf(layer!);
  expect(found.map(({ geometry }) => geometry)).toEqual([null, null]);
  expect(found.map(({ properties }) => properties)).toEqual(rows);
});

it('[VEC-097] a table with coordinates comes in without places where a person says so, with their columns', async () => {
  const name = await write('towns.csv', 'town,lon,lat\nRoma,12.5,41.9\n');
  const [layer] = await load(name, { takesRows: true, table: { hasNoPlaces: true } });
  expect(await featuresOf(layer!)).toMatchObject([
    { geometry: null, properties: { town: 'Roma', lon: 12.5, lat: 41.9 } },
  ]);
});

it('[VEC-098] a zip of tables alone gives tables; beside layers they are left out', async () => {
  const zip = async (name: string, ...files: string[]) => {
    await run('python3', ['-m', 'zipfile', '-c', join(folder, name), ...files.map((file) => join(folder, file))]);
    return name;
  };
  const [one, two, towns] = [
    await write('one.csv', 'a\n1\n'),
    await write('two.csv', 'b\n2\n'),
    await write('places.csv', 'name,lon,lat\nRoma,12.5,41.9\n'),
  ];
  const names = async (file: string) => (await load(file, { takesRows: true })).map(({ name }) => name);
  expect(await names(await zip('tables.zip', one, two))).toEqual(['one', 'two']);
  expect(await names(await zip('mixed.zip', one, towns))).toEqual(['mixed']);
  expect((await refusal('tables.zip')).code).toBe('no-layers');
});

it('[VEC-102] a first line that names the delimiter to a spreadsheet is no row, and no name of a column loses its cells', async () => {
  const name = await write('hinted.csv', '\ufeffsep=;\r\n__proto__;b, c\r\nx;1\r\n');
  const [layer] = await load(name, { takesRows: true });
  expect((await featuresOf(layer!)).map(({ properties }) => properties)).toEqual([{ _proto_: 'x', 'b, c': 1 }]);
});

it.each([
  ['CSV', () => write('words.csv', 'x,y\nred,1\nblue,2\n')],
  ['a spreadsheet', () => asCopy('words.xlsx', 'XLSX', 'SELECT x, y FROM words', 'words')],
])('[VEC-103] columns of %s that are called as places are, and hold none, stay columns of rows', async (_, prepare) => {
  await write('words.csv', 'x,y\nred,1\nblue,2\n');
  const name = await prepare();
  const [layer] = await load(name, { takesRows: true });
  expect((await featuresOf(layer!)).map(({ properties }) => String(properties?.['x']))).toEqual(['red', 'blue']);
  // Who wants places is told of the first that is none.
  expect((await refusal(name)).code).toBe('all-left-out');
  const head = { sourcePath: join(folder, 'words.csv'), fileName: 'words.csv', encoding: null, table: {} };
  expect((await previewTable({ ...head, signal: AbortSignal.timeout(60_000) })).place).toBeNull();
  const [place, ...others] = await load(await write('mixed.csv', 'x,y\n?,1\n12.5,41.9\n'), { takesRows: true });
  expect([place!.featureCount, place!.leftOut?.count, others]).toEqual([1, 1, []]);
});

/** A dBASE table of one record of each row: a mark, and the bytes of its cells. */
function dbaseTable(
  fields: readonly [name: string, type: string, bytes: number][],
  records: readonly string[],
): Buffer {
  const bytes = fields.reduce((sum, [, , each]) => sum + each, 1);
  const head = Buffer.alloc(32 * (fields.length + 1) + 1);
  head.set([0x03, 126, 1, 1]);
  head.writeUInt32LE(records.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(bytes, 10);
  for (const [index, [name, type, width]] of fields.entries()) {
    head.write(name + '\0'.repeat(11 - name.length) + type, 32 * (index + 1), 'latin1');
    head[32 * (index + 1) + 16] = width;
  }
  head[head.length - 1] = 0x0d;
  return Buffer.concat([head, ...records.map((each) => Buffer.from(each.padEnd(bytes), 'latin1')), Buffer.of(0x1a)]);
}

it('[VEC-099] records marked as deleted are no rows, of a dBASE table and of a shapefile', async () => {
  const name = await write('marked.dbf', dbaseTable([['id', 'N', 3]], ['   1', '*  2', '   3']));
  const [table] = await load(name, { takesRows: true });
  expect((await featuresOf(table!)).map(({ properties }) => properties)).toEqual([{ id: 1 }, { id: 3 }]);
  await run('ogr2ogr', ['-f', 'ESRI Shapefile', join(folder, 'areas.shp'), join(folder, 'parcels.geojson')]);
  const marked = await readFile(join(folder, 'areas.dbf'));
  marked[marked.readUInt16LE(8)] = 0x2a;
  await write('areas.dbf', marked);
  const [areas] = await load('areas.shp');
  expect((await featuresOf(areas!)).map(({ properties }) => properties?.['name'])).toEqual(['two']);
});

it('[VEC-100] columns of a dBASE table that cannot be read are left out and named, not taken for text', async () => {
  const table = dbaseTable(
    [
      ['note', 'M', 10],
      ['whole', 'I', 4],
      ['name', 'C', 4],
      ['_NullFlags', '0', 1],
    ],
    [' \u0020        1\u00fb\u00ff\u00ff\u00ffRome'],
  );
  const [layer] = await load(await write('fox.dbf', table), { takesRows: true });
  expect((await featuresOf(layer!)).map(({ properties }) => properties)).toEqual([{ name: 'Rome' }]);
  expect(layer!.warnings).toMatchObject([{ code: 'column-left-out', count: 2 }]);
  expect(layer!.warnings[0]!.message).toContain('"note", "whole"');
});

/** A workbook with 45351.42 (of 1900: 29 February 2024, 10:04:48) in each format of cells. */
async function workbook(name: string, book: string, formats: readonly string[]): Promise<string> {
  const header = formats.map((_, index) => `c${index}`).join();
  const source = join(folder, await write('numbers.csv', `${header}\n${formats.map(() => '45351.42').join()}\n`));
  const plain = join(folder, 'plain.xlsx');
  await run('ogr2ogr', ['-f', 'XLSX', plain, source, '-oo', 'AUTODETECT_TYPE=YES']);
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
  const looks = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${codes.join('')}</numFmts><cellXfs>${looks.join('')}</cellXfs></styleSheet>`;
  await run('python3', ['-c', dressed, plain, join(folder, name), styles, book]);
  return name;
}

/** Writes a workbook once more, with other styles, one for the cells of each column, and settings. */
const dressed = `
import re, sys, zipfile
plain, made, styles, book = sys.argv[1:]
with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, 'w', 8) as new:
    for name in old.namelist():
        text = styles if name == 'xl/styles.xml' else old.read(name).decode()
        if 'worksheets/' in name:
            text = re.sub('<c r="([A-E])2"[^>]*>', lambda found: f'<c r="{found[1]}2" s="{ord(found[1]) - 65}">', text)
        if name == 'xl/workbook.xml':
            text = re.sub('<sheets', book + '<sheets', text)
        new.writestr(name, text)
`;

it('[VEC-101] a date-time of a workbook keeps its time, whatever digits its format shows; days count from 1904 where it says so', async () => {
  const formats = ['yyyy-mm-dd h:mm:ss', 'd/m/yy h:mm AM/PM', 'dd.mm.yyyy hh:mm', '&quot;h&quot; d.m.yyyy', '[h]:mm'];
  const valuesOf = async (name: string) => {
    const [layer] = await load(name, { takesRows: true });
    return (await featuresOf(layer!))[0]!.properties;
  };
  const time = '2024-02-29T10:04:48';
  const found = await valuesOf(await workbook('times.xlsx', '', formats));
  expect(found).toEqual({ c0: time, c1: time, c2: time, c3: '2024-02-29', c4: 45351.42 });
  expect(await readdir(imports.work)).not.toContain('recoded');
  const mac = await workbook('mac.xlsx', '<workbookPr date1904="1"/>', formats.slice(2, 4));
  expect(await valuesOf(mac)).toEqual({ c0: '2028-03-01T10:04:48', c1: '2028-03-01' });
});
