import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  RecordBatchStreamWriter,
  Struct,
  Table,
  TimestampMicrosecond,
  TimeMicrosecond,
  Utf8,
  tableToIPC,
  vectorFromArray,
  type Vector,
} from 'apache-arrow';
import type { ResultColumn } from '@groma/model';
import { expect, test } from 'vitest';
import { ArrowIntake } from './arrow-intake.ts';
import { BatchStore } from './batch-store.ts';
import { geometryText } from './geometry-text.ts';
import { gridTypeOf } from './result-columns.ts';
import { ResultRows } from './result-rows.ts';
import { csvOf } from './result-csv.ts';

/** Batches of `size` rows with a number that counts down and a text that has few values, some of them null. */
function stream(rows: number, size: number): Uint8Array {
  const batches = Array.from({ length: Math.ceil(rows / size) }, (_batch, index) => {
    const count = Math.min(size, rows - index * size);
    const place = (row: number) => index * size + row;
    return new Table({
      down: vectorFromArray(
        Array.from({ length: count }, (_row, row) => rows - place(row)),
        new Int32(),
      ),
      text: vectorFromArray(
        Array.from({ length: count }, (_row, row) => (place(row) % 7 === 0 ? null : `t${place(row) % 10}`)),
        new Utf8(),
      ),
    }).batches[0]!;
  });
  return RecordBatchStreamWriter.writeAll(batches).toUint8Array(true);
}

function stored(bytes: Uint8Array, chunk: number, memoryBytes?: number): BatchStore {
  const intake = new ArrowIntake();
  const store = new BatchStore(memoryBytes);
  for (let at = 0; at < bytes.length; at += chunk)
    for (const message of intake.take(bytes.subarray(at, at + chunk))) store.add(message);
  expect(intake.hasEnded).toBe(true);
  return store;
}

const twoColumns = [{ type: 'INTEGER' }, { type: 'VARCHAR' }];
const noQuery = { sort: [], filter: [] };

test('[DBS-081] a stream is cut into its batches however its bytes arrive', async () => {
  const bytes = stream(1000, 64);
  for (const chunk of [1, 7, 100, 100_000]) {
    const store = stored(bytes, chunk);
    expect(store.rows).toBe(1000);
    const { rows, rowCount } = await new ResultRows(store, twoColumns).window(noQuery, 60, 70);
    expect(rowCount).toBe(1000);
    expect(rows.map(([down]) => down)).toEqual([940, 939, 938, 937, 936, 935, 934, 933, 932, 931]);
    expect(rows[3]).toEqual([937, null]);
  }
});

test('a stream that is cut off is known by its missing end, and what is no stream is refused', () => {
  const intake = new ArrowIntake();
  const bytes = stream(100, 10);
  for (const message of intake.take(bytes.subarray(0, bytes.length - 8))) void message;
  expect(intake.hasEnded).toBe(false);
  expect(() => [...new ArrowIntake().take(new TextEncoder().encode('{"code":"BAD_INPUT"}'))]).toThrow(
    'not an Arrow stream',
  );
});

test('[DBS-081] what does not fit into memory lies in blobs and is read back', async () => {
  const rows = 100_000;
  const memory = 160_000;
  const store = stored(stream(rows, 2_000), 65_536, memory);
  expect(store.bytes).toBeGreaterThan(5 * memory);
  const result = new ResultRows(store, twoColumns);
  for (const at of [0, rows - 1, 50_000, 12, 99_000])
    expect((await result.window(noQuery, at, at + 1)).rows[0]![0]).toBe(rows - at);
});

test('[DBS-081] rows are sorted and filtered over all batches; empty cells stand last', async () => {
  const result = new ResultRows(stored(stream(300, 16), 4096), twoColumns);
  const ascending = await result.window({ sort: [{ column: 0, direction: 'asc' }], filter: [] }, 0, 3);
  expect(ascending.rows.map(([down]) => down)).toEqual([1, 2, 3]);
  const byText = await result.window(
    {
      sort: [
        { column: 1, direction: 'desc' },
        { column: 0, direction: 'asc' },
      ],
      filter: [],
    },
    0,
    300,
  );
  expect(byText.rows[0]![1]).toBe('t9');
  expect(byText.rows.at(-1)![1]).toBeNull();
  expect(byText.rows.filter(([, text]) => text === 't9').map(([down]) => down as number)).toSatisfy((found: number[]) =>
    found.every((down, index) => index === 0 || down > found[index - 1]!),
  );
  const filtered = await result.window(
    {
      sort: [],
      filter: [
        { column: 1, operator: 'equals', value: 'T3' },
        { column: 0, operator: 'less', value: 100 },
      ],
    },
    0,
    50,
  );
  expect(filtered.rows.every(([down, text]) => text === 't3' && (down as number) < 100)).toBe(true);
  expect(filtered.rowCount).toBe(filtered.rows.length);
  expect(filtered.rowCount).toBeGreaterThan(5);
});

function one(vector: Vector, column: Pick<ResultColumn, 'type' | 'geometry'> = { type: 'VARCHAR' }) {
  const store = stored(tableToIPC(new Table({ value: vector }), 'stream'), 10_000);
  return new ResultRows(store, [column]).window(noQuery, 0, 10).then(({ rows }) => rows.map(([value]) => value));
}

test('[DBS-035] values of every type are shown as SQL writes them, exactly', async () => {
  expect(await one(vectorFromArray([1n, 9_007_199_254_740_993n, null], new Int64()))).toEqual([
    1,
    9_007_199_254_740_993n,
    null,
  ]);
  expect(await one(vectorFromArray([0.1, NaN], new Float64()))).toEqual([0.1, NaN]);
  expect(await one(vectorFromArray([true, false, null], new Bool()))).toEqual([true, false, null]);
  expect(await one(vectorFromArray([new Date('2025-06-01'), new Date('0044-03-15')], new DateDay()))).toEqual([
    '2025-06-01',
    '0044-03-15',
  ]);
  expect(await one(vectorFromArray([45_296_000_000n, 1n], new TimeMicrosecond()))).toEqual([
    '12:34:56',
    '00:00:00.000001',
  ]);
  expect(await one(vectorFromArray([['a', null], []], new List(new Field('item', new Utf8(), true))))).toEqual([
    '["a",null]',
    '[]',
  ]);
  expect(
    await one(
      vectorFromArray([{ a: 1, b: 'x' }], new Struct([new Field('a', new Int32()), new Field('b', new Utf8())])),
    ),
  ).toEqual(['{"a":1,"b":"x"}']);
  expect(await one(vectorFromArray([new Uint8Array([1, 171])], new Binary()))).toEqual(['\\x01ab']);
});

test('timestamps keep their microseconds, before 1970 too', async () => {
  const micros = [1_748_779_200_123_456n, -1n, 0n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_807n];
  const made = vectorFromArray(
    micros.map(() => 0),
    new TimestampMicrosecond(),
  );
  (made.data[0]!.values as unknown as BigInt64Array).set(micros);
  expect(await one(made)).toEqual([
    '2025-06-01 12:00:00.123456',
    '1969-12-31 23:59:59.999999',
    '1970-01-01 00:00:00',
    'infinity',
    '-infinity',
  ]);
});

test('days that no calendar has are said, as PostgreSQL and DuckDB have them', async () => {
  const made = vectorFromArray([new Date(0), new Date(0), new Date(0)], new DateDay());
  (made.data[0]!.values as unknown as Int32Array).set([2_147_483_647, -2_147_483_647, 1]);
  expect(await one(made)).toEqual(['infinity', '-infinity', '1970-01-02']);
});

test('decimals keep their digits and are ordered as numbers', async () => {
  const units = [12345n, -5n, 900n];
  const made = vectorFromArray(
    units.map(() => new Uint32Array(4)),
    new Decimal(2, 18),
  );
  units.forEach((unit, row) => {
    const words = (made.data[0]!.values as unknown as Uint32Array).subarray(row * 4, row * 4 + 4);
    new BigInt64Array(words.buffer, words.byteOffset, 2).set([unit, unit < 0n ? -1n : 0n]);
  });
  expect(await one(made)).toEqual(['123.45', '-0.05', '9.00']);
  const sorted = await new ResultRows(stored(tableToIPC(new Table({ value: made }), 'stream'), 10_000), [
    { type: 'DECIMAL(18,2)' },
  ]).window({ sort: [{ column: 0, direction: 'asc' }], filter: [] }, 0, 3);
  expect(sorted.rows.flat()).toEqual(['-0.05', '9.00', '123.45']);
});

test('[DBS-035] geometries are shown as WKT', async () => {
  const point = new DataView(new ArrayBuffer(21));
  point.setUint8(0, 1);
  point.setUint32(1, 1, true);
  point.setFloat64(5, 18.5, true);
  point.setFloat64(13, 45.25, true);
  expect(
    await one(vectorFromArray([new Uint8Array(point.buffer), new Uint8Array([9, 9]), null], new Binary()), {
      type: 'GEOMETRY',
      geometry: { encoding: 'wkb' },
    }),
  ).toEqual(['POINT (18.5 45.25)', '\\x0909', null]);
});

test('numbers that come as text, as exact ones do, are ordered and filtered as numbers', async () => {
  const made = stored(
    tableToIPC(
      new Table({ value: vectorFromArray(['10.5', '9', null, '100000000000000000001'], new Utf8()) }),
      'stream',
    ),
    10_000,
  );
  const rows = new ResultRows(made, [{ type: 'numeric(30,2)' }]);
  expect((await rows.window({ sort: [{ column: 0, direction: 'asc' }], filter: [] }, 0, 4)).rows.flat()).toEqual([
    '9',
    '10.5',
    '100000000000000000001',
    null,
  ]);
  expect(
    (await rows.window({ sort: [], filter: [{ column: 0, operator: 'greater', value: 9.5 }] }, 0, 4)).rows.flat(),
  ).toEqual(['10.5', '100000000000000000001']);
});

test('the type that a database names decides how a column is shown', () => {
  const types = {
    number: [
      'INTEGER',
      'bigint',
      'numeric(10,2)',
      'DECIMAL(18,3)',
      'double precision',
      'HUGEINT',
      'UTINYINT',
      'real',
      'FLOAT',
    ],
    boolean: ['BOOLEAN', 'boolean'],
    time: ['DATE', 'timestamp with time zone', 'TIMESTAMP', 'time without time zone', 'interval'],
    text: ['VARCHAR', 'integer[]', 'INTEGER[3]', 'STRUCT(a INTEGER)', 'jsonb', 'point', 'inet', 'UUID'],
  };
  for (const [shown, names] of Object.entries(types))
    for (const type of names) expect(gridTypeOf({ type }), type).toBe(shown);
  expect(gridTypeOf({ type: 'text', geometry: { encoding: 'geojson' } })).toBe('geo');
});

test('[DBS-035] PostGIS geometries, which come as hexadecimal text with their reference system, are shown as WKT', () => {
  expect(geometryText('0101000020E6100000000000000080324000000000000047C0')).toBe('POINT (18.5 -46)');
  expect(geometryText('01010000A0E6100000000000000080324000000000000047C00000000000001440')).toBe(
    'POINT Z (18.5 -46 5)',
  );
  expect(geometryText('LINESTRING (0 0, 1 1)')).toBe('LINESTRING (0 0, 1 1)');
});

test('[DBS-034] the CSV holds every row, quoted where it must be; null is empty', async () => {
  const vector = vectorFromArray(['x', null, '', 'a,b', 'say "hi"', 'two\nlines', ' edge'], new Utf8());
  const table = new Table({ 'a"b': vector });
  const rows = new ResultRows(stored(tableToIPC(table, 'stream'), 10_000), [{ type: 'VARCHAR' }]);
  const text = await (await csvOf(['a"b'], rows.all(noQuery, 3))).text();
  expect(text).toBe('"a""b"\r\nx\r\n\r\n""\r\n"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n" edge"\r\n');
});
