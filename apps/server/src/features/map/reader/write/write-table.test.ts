import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildSnapshot,
  closeRings,
  formatWkb,
  SnapshotBuilder,
  withoutMeasures,
  type ColumnType,
  type Geometry,
  type LayerFeature,
  type PropertyValue,
  type VectorUpdate,
} from '@groma/geo';
import { EditedLayer } from '../edited-layer.ts';
import type { ReadBytes } from '../snapshot-part.ts';
import type { LayerState, LogRow } from '../worker-tasks.ts';
import { writeTable } from './write-table.ts';

let folder: string;
let database: DuckDBConnection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-table-'));
  database = await (await DuckDBInstance.create()).connect();
  await database.run("SET enable_geoparquet_conversion = false; SET TimeZone = 'UTC'");
});
afterAll(async () => {
  database.closeSync();
  await rm(folder, { recursive: true, force: true });
});

const types: ColumnType[] = [
  'integer',
  'int64',
  'number',
  'text',
  'boolean',
  'json',
  'date',
  'time',
  'datetime',
  'datetimetz',
];
/**
 * A value of each type for a feature; every seventh feature lacks some, and a column of texts has few different ones.
 */
const valuesOf = (id: number): Record<string, unknown> => ({
  integer: id % 7 === 0 ? null : (id % 2 === 0 ? -1 : 1) * id * 3_000_000_001,
  small: id - 500,
  int64: id % 5 === 0 ? null : `${9_007_199_254_740_993n + BigInt(id)}`,
  number: [id / 3, NaN, Infinity, -0, null][id % 5],
  text: id % 11 === 0 ? null : `${'ü'.repeat(id % 40)} ${id}`,
  few: id % 6 === 0 ? null : `kind ${id % 3}`,
  nothing: null,
  boolean: [true, false, null][id % 3],
  whole: id % 2 === 0,
  json: [{ a: [id, null, 'x'] }, [1.5], null][id % 3],
  date: id % 4 === 0 ? null : `20${String(10 + (id % 80))}-02-28`,
  day: '2024-02-29',
  time: `12:34:${String(id % 60).padStart(2, '0')}.5`,
  datetime: `1969-12-31T23:59:${String(id % 60).padStart(2, '0')}.000001`,
  datetimetz: id % 9 === 0 ? null : `2020-01-01T00:00:${String(id % 60).padStart(2, '0')}+05:30`,
});
const square = (x: number): number[][] => [[x, 0], [x + 9, 0], [x + 9, 9], [x, 9], [x, 0]]; // prettier-ignore
const shapes: ((id: number) => Geometry | null)[] = [
  (id) => ({ type: 'Point', coordinates: [id / 7, 2] }),
  (id) => ({ type: 'Point', coordinates: [1, 2, id] }),
  (id) => ({ type: 'MultiPoint', coordinates: [[1, id / 10]] }),
  (id) => ({ type: 'LineString', coordinates: [[1, 2], [id, 4], [5, 6]] }), // prettier-ignore
  (id) => ({ type: 'MultiLineString', coordinates: [[[1, 2, 9], [3, 4, id]], [[5, 6, 7], [7, 8, 6]]] }), // prettier-ignore
  (id) => ({ type: 'Polygon', coordinates: [square(id / 20), [[1, 1], [2, 1], [2, 2], [1, 1]]] }), // prettier-ignore
  (id) => ({ type: 'MultiPolygon', coordinates: [[square(id / 20)], [square(20)]] }),
  () => null,
];

function layerOf(count: number, shapeOf: (id: number) => Geometry | null): { layer: LayerState; read: ReadBytes } {
  const builder = new SnapshotBuilder();
  builder.declareColumns(
    Object.keys(valuesOf(1)).map((name) => ({
      name,
      type: types.includes(name as ColumnType) ? (name as ColumnType) : declared[name]!,
    })),
  );
  for (let id = 1; id <= count; id++) builder.add({ fid: id, geometry: shapeOf(id), properties: valuesOf(id) });
  const pieces = new Map<string, Uint8Array[]>();
  const manifest = builder.finish((file, piece) => {
    pieces.set(file, [...(pieces.get(file) ?? []), piece.slice()]);
  });
  const files = new Map([...pieces].map(([file, all]) => [file, Buffer.concat(all)]));
  return {
    layer: { layerId: crypto.randomUUID(), name: 'All', manifest, snapshotKey: 'all', snapshotSeq: 0 },
    read: (key, start, end) => Promise.resolve(new Uint8Array(files.get(key.slice(4))!.subarray(start, end + 1))),
  };
}
const declared: Record<string, ColumnType> = {
  small: 'integer',
  few: 'text',
  nothing: 'text',
  whole: 'boolean',
  day: 'date',
};

/** The rows as DuckDB reads them, each as one text. */
async function rowsOf(files: readonly string[]): Promise<string[]> {
  const paths = files.map((file) => `'${join(folder, file)}'`).join(', ');
  const found = await database.runAndReadAll(
    `SELECT concat_ws('|', groma_fid, ${casts}, hex(geometry)) FROM read_parquet([${paths}]) ORDER BY groma_fid`,
  );
  return found.getRows().map(([row]) => row as string);
}
const quoted = Object.keys(valuesOf(1)).map((name) => `"${name}"`);
const shown = (value: string): string => `coalesce(CAST(${value} AS VARCHAR), 'null')`;
const casts = quoted.map(shown).join(', ');

/** The same of features, read by themselves and given to DuckDB as texts of their types. */
async function wantedOf(features: LayerFeature[], layer: EditedLayer): Promise<string[]> {
  await database.run(
    `CREATE OR REPLACE TEMP TABLE wanted (groma_fid INTEGER, ${Object.keys(valuesOf(1))
      .map((name) => `${name} VARCHAR`)
      .join()}, geometry VARCHAR)`,
  );
  const appender = await database.createAppender('wanted');
  for (const { fid, geometry, properties } of features) {
    appender.appendInteger(fid);
    for (const { name, type } of layer.overlay.columns) {
      const value = properties[name];
      if (value === null || value === undefined) appender.appendNull();
      else
        appender.appendVarchar(type === 'json' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value));
    }
    if (geometry)
      appender.appendVarchar(
        Buffer.from(formatWkb(closeRings(withoutMeasures(geometry))))
          .toString('hex')
          .toUpperCase(),
      );
    else appender.appendNull();
    appender.endRow();
  }
  appender.closeSync();
  const typed = layer.overlay.columns.map(({ name, type }) => shown(`CAST("${name}" AS ${sqlTypes[type]})`)).join(', ');
  const found = await database.runAndReadAll(
    `SELECT concat_ws('|', groma_fid, ${typed}, geometry) FROM wanted ORDER BY groma_fid`,
  );
  return found.getRows().map(([row]) => row as string);
}
const sqlTypes: Record<ColumnType, string> = {
  integer: 'BIGINT',
  int64: 'BIGINT',
  number: 'DOUBLE',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  json: 'VARCHAR',
  date: 'DATE',
  time: 'TIME',
  datetime: 'TIMESTAMP',
  datetimetz: 'TIMESTAMPTZ',
};

async function compare(layer: LayerState, read: ReadBytes, log: LogRow[]): Promise<string[]> {
  const { files } = await writeTable({ layer, log, joins: [], folder }, read);
  const edited = new EditedLayer(layer, log, read);
  const features: LayerFeature[] = [];
  for await (const feature of edited.allFeatures()) features.push(feature);
  const [found, wanted] = [await rowsOf(files), await wantedOf(features, edited)];
  expect(found).toHaveLength(features.length);
  expect(found).toEqual(wanted);
  return files;
}

const logOf = (...updates: VectorUpdate[]): LogRow[] =>
  updates.map((update, index) => ({ seq: index + 1, operation: JSON.stringify(update) }));

it('[DBS-102] values of all types and geometries of all kinds are to SQL as they are in the layer, with its edits', async () => {
  const { layer, read } = layerOf(3_000, (id) => shapes[id % shapes.length]!(id));
  // One file for each kind of geometry, and one for the features that have none.
  expect(await compare(layer, read, [])).toHaveLength(4);
  await compare(
    layer,
    read,
    logOf(
      { type: 'Delete', fids: [1, 2, 77, 2_999] },
      {
        type: 'Edit_Property',
        edits: [
          { fid: 10, column: 'few', value: 'another' },
          { fid: 11, column: 'number', value: null },
          { fid: 12, column: 'int64', value: '-9223372036854775808' },
          { fid: 13, column: 'json', value: { b: 'é' } },
          { fid: 14, column: 'date', value: '0001-01-01' },
        ],
      },
      {
        type: 'Add',
        features: [
          { fid: 20, geometry: { type: 'Point', coordinates: [5, 5] }, properties: { text: 'moved' } },
          { fid: 3_001, geometry: null, properties: { small: 3, boolean: true, datetimetz: '2020-01-01T00:00:00Z' } },
          { fid: 3_002, geometry: { type: 'Polygon', coordinates: [square(1)] }, properties: {} },
        ],
      },
    ),
  );
  // Another type of a column, which all rows have then.
  await compare(layer, read, logOf({ type: 'Edit_Property', edits: [{ fid: 5, column: 'small', value: 'five' }] }));
});

it('[DBS-102] a layer without features has its columns', async () => {
  const { layer, read } = layerOf(0, () => null);
  const { files } = await writeTable({ layer, log: [], joins: [], folder }, read);
  expect(await rowsOf(files)).toEqual([]);
});

it('[DBS-102] an edit has the rows around its features written again, and no others', async () => {
  const { layer, read } = layerOf(300_000, (id) => ({ type: 'Point', coordinates: [(id % 1_000) / 10, id / 10_000] }));
  const first = await writeTable({ layer, log: [], joins: [], folder }, read);
  expect(first.files.length).toBeGreaterThan(2);
  const log = logOf({ type: 'Edit_Property', edits: [{ fid: 1, column: 'few', value: 'edited' }] });
  const second = await writeTable({ layer, log, joins: [], folder }, read);
  expect(second.files.filter((file) => !first.files.includes(file))).toHaveLength(1);
  const found = await database.runAndReadAll(
    `SELECT few FROM read_parquet([${second.files.map((file) => `'${join(folder, file)}'`).join()}]) WHERE groma_fid = 1`,
  );
  expect(found.getRows()).toEqual([['edited']]);
  const add: VectorUpdate = { type: 'Add', features: [{ fid: 300_001, geometry: null, properties: {} }] };
  const third = await writeTable(
    { layer, log: [...log, { seq: 2, operation: JSON.stringify(add) }], joins: [], folder },
    read,
  );
  expect(third.files.slice(0, -1)).toEqual(second.files);
  // What is not touched is not read either, and nothing else is left.
  expect(
    (await writeTable({ layer, log: [], joins: [], folder }, () => Promise.reject(new Error('read')))).files,
  ).toEqual(first.files);
  const own = (await readdir(folder)).filter((file) => file.startsWith(layer.layerId));
  expect(own).toHaveLength(first.files.length + 3);
});

it('[MAP-166, MAP-175] joined columns have in SQL the values that they have in the browser, for any key', async () => {
  const cases = JSON.parse(
    await readFile(new URL('../../../../../../../packages/geo/src/join/join-cases.json', import.meta.url), 'utf8'),
  ) as Record<'there' | 'texts' | 'numbers' | 'valuesOfTexts' | 'valuesOfNumbers', (string | number | null)[]>;
  const other = rowsLayer(cases.there.map((key, index) => ({ key, v: 100 + index })));
  const byKey = { layerId: other.layer.layerId, column: 'key', otherColumn: 'key', columns: ['v'], prefix: '' };
  const joins = [{ join: byKey, layer: other.layer, log: [] as LogRow[] }];
  const valuesIn = async (rows: (string | number | null)[], log: LogRow[] = []) => {
    const own = rowsLayer(rows.map((key) => ({ key })));
    const read: ReadBytes = (key, start, end) =>
      (key.startsWith(own.layer.snapshotKey!) ? own : other).read(key, start, end);
    const { files } = await writeTable({ layer: own.layer, log, joins, folder }, read);
    const paths = files.map((file) => `'${join(folder, file)}'`).join();
    const found = await database.runAndReadAll(`SELECT v FROM read_parquet([${paths}]) ORDER BY groma_fid`);
    return found.getRows().map(([value]) => (value === null ? null : Number(value)));
  };
  expect(await valuesIn(cases.texts)).toEqual(cases.valuesOfTexts);
  expect(await valuesIn(cases.numbers.map((key) => (key === null ? null : Number(key))))).toEqual(
    cases.valuesOfNumbers,
  );
  // What edits have added or changed meets in the same way, on either side.
  const add: VectorUpdate = { type: 'Add', features: [{ fid: 9, geometry: null, properties: { key: ' SS' } }] };
  const edit: VectorUpdate = { type: 'Edit_Property', edits: [{ fid: 1, column: 'key', value: '日本 ' }] };
  joins[0]!.log = logOf({ type: 'Edit_Property', edits: [{ fid: 13, column: 'v', value: 7 }] });
  expect(await valuesIn(['A', 'B', 'C'], logOf(add, edit))).toEqual([108, 100, null, 7]);
});

/** A layer of rows without a place, the first with the id 1. */
function rowsLayer(rows: Record<string, PropertyValue>[]): { layer: LayerState; read: ReadBytes } {
  const { manifest, files } = buildSnapshot(
    rows.map((properties, index) => ({ fid: index + 1, geometry: null, properties })),
  );
  const layerId = crypto.randomUUID();
  return {
    layer: { layerId, name: 'Rows', manifest, snapshotKey: layerId, snapshotSeq: 0 },
    read: (key, start, end) =>
      Promise.resolve(new Uint8Array(files.get(key.slice(layerId.length + 1))!.subarray(start, end + 1))),
  };
}
