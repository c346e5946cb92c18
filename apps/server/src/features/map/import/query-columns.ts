import { DataType, type Field, type RecordBatch, type Vector } from 'apache-arrow';
import { formatDay, formatMoment, formatWkt, parseWkb, shortestFloat32, type ColumnType } from '@groma/geo';
import { parsedOrText } from './exchange-file.ts';
import { isoOfSql } from './sql-time.ts';

/** A column of a result as a column of a layer: its type, and what stands in a row of a batch of it. */
export interface QueryColumn {
  name: string;
  type: ColumnType;
  reader(batch: RecordBatch): (row: number) => unknown;
}

type Read = (value: never) => unknown;

/**
 * The columns of a result by the types of its database, which stand beside those of Arrow. `left` is the one that gives
 * the places.
 */
export function queryColumns(fields: readonly Field[], names: readonly string[], left: number): QueryColumn[] {
  return fields.flatMap((field, index) => (index === left ? [] : [columnOf(field, index, names[index]!)]));
}

function columnOf(field: Field, index: number, name: string): QueryColumn {
  const [type, read] = kindOf(field);
  const values = (vector: Vector): ((row: number) => unknown) =>
    DataType.isDate(field.type) || DataType.isTimestamp(field.type)
      ? // The library's own reading makes numbers of milliseconds of them.
        (
          (stored) => (row: number) =>
            vector.isValid(row) ? stored[row] : null
        )(vector.data[0]!.values as Int32Array | BigInt64Array)
      : (row) => vector.get(row) as unknown;
  return {
    name,
    type,
    reader(batch) {
      const value = values(batch.getChildAt(index)!);
      return (row) => {
        const found = value(row);
        return found === null || found === undefined ? null : read(found as never);
      };
    },
  };
}

const asItIs: Read = (value: unknown) => value;
const endlessDay = 2_147_483_647;
const endlessMoment = 9_223_372_036_854_775_807n;

function kindOf(field: Field): [ColumnType, Read] {
  const { type, metadata } = field;
  if (DataType.isBool(type)) return ['boolean', asItIs];
  if (DataType.isInt(type)) return ['integer', asItIs];
  if (DataType.isFloat(type)) return ['number', type.precision === 1 ? shortestFloat32 : asItIs];
  if (DataType.isDate(type))
    return ['date', (days: number) => (Math.abs(days) === endlessDay ? endless(days < 0) : formatDay(days))];
  if (DataType.isTimestamp(type)) return momentKind(type.timezone ? 'Z' : '');
  if (DataType.isBinary(type)) return ['text', metadata.has('groma:geometry') ? shapeText : hexText];
  return metadata.has('groma:json')
    ? ['json', parsedOrText]
    : textKind((metadata.get('groma:type') ?? '').replace(/\s*\(.*?\)/, '').toLowerCase());
}

function momentKind(zone: '' | 'Z'): [ColumnType, Read] {
  const read = (microseconds: bigint): string =>
    microseconds === endlessMoment || microseconds === -endlessMoment
      ? endless(microseconds < 0n)
      : `${formatMoment(microseconds, 1_000_000)}${zone}`;
  return [zone === '' ? 'datetime' : 'datetimetz', read];
}

function endless(isBefore: boolean): string {
  return isBefore ? '-infinity' : 'infinity';
}

/** Types that come as the text of their database. */
function textKind(type: string): [ColumnType, Read] {
  if (type === 'numeric' || type === 'decimal') return ['number', decimal];
  if (/^u?hugeint$/.test(type)) return ['integer', BigInt];
  if (type === 'date') return ['date', isoOfSql];
  if (/^time(_ns| without time zone)?$/.test(type)) return ['time', isoOfSql];
  if (/^timestamp(_s|_ms|_ns| without time zone)?$/.test(type)) return ['datetime', isoOfSql];
  return /^(timestamp with time zone|timestamptz)$/.test(type) ? ['datetimetz', isoOfSql] : ['text', asItIs];
}

/** A number where a double has all digits of it, else its text. */
function decimal(text: string): number | string {
  if (/^(NaN|-?Infinity)$/.test(text)) return Number(text);
  const digits = text
    .replace(/^-?0*|\./g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return digits.length <= 15 || plainText(Number(text)) === trimmed(text) ? Number(text) : text;
}

function plainText(value: number): string {
  return Math.abs(value) < 1e21 && !String(value).includes('e') ? String(value) : '';
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function hexText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

/** Well-known text where the bytes are a geometry. */
function shapeText(bytes: Uint8Array): string {
  try {
    const geometry = parseWkb(bytes);
    return geometry ? formatWkt(geometry) : 'GEOMETRY EMPTY';
  } catch {
    return hexText(bytes);
  }
}
