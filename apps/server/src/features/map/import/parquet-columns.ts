import { parquetSchema, type FileMetaData, type SchemaElement } from 'hyparquet';
import {
  formatDay,
  formatMoment,
  formatTime,
  int64Value,
  shortestFloat32,
  type ColumnType,
  type PropertyValue,
} from '@groma/geo';
import { parquetValue } from './parquet-value.ts';

/** A column of Parquet as a property: its type where the file says one, and how a raw value is read. */
export interface ParquetColumn {
  name: string;
  type?: ColumnType;
  read: (raw: unknown) => PropertyValue;
}

const perSecond = { MILLIS: 1_000, MICROS: 1_000_000, NANOS: 1_000_000_000 } as const;

/**
 * The columns of a Parquet file. Types that the library would round on the way (date-times finer than milliseconds,
 * decimals of many digits) are taken out of `metadata`, so that it hands out what is stored.
 */
export function parquetColumns(metadata: FileMetaData): ParquetColumn[] {
  return parquetSchema(metadata).children.map(({ element, children }) =>
    children.length > 0 ? { name: element.name, read: parquetValue } : leaf(element),
  );
}

function leaf(element: SchemaElement): ParquetColumn {
  const { name, type, repetition_type: repetition } = element;
  const read = repetition === 'REPEATED' ? null : (momentColumn(element) ?? decimalColumn(element));
  if (read) {
    delete element.converted_type;
    delete element.logical_type;
    return { name, ...read, read: (raw) => (raw === null || raw === undefined ? null : read.read(raw as never)) };
  }
  const known = repetition === 'REPEATED' ? undefined : plainType(element);
  return {
    name,
    ...(known && { type: known }),
    read:
      type === 'FLOAT' ? (raw) => (typeof raw === 'number' ? shortestFloat32(raw) : parquetValue(raw)) : parquetValue,
  };
}

function plainType({ type, converted_type: converted, logical_type: logical }: SchemaElement): ColumnType | undefined {
  switch (type) {
    case 'BOOLEAN':
      return 'boolean';
    case 'INT32':
    case 'INT64':
      return 'integer';
    case 'FLOAT':
    case 'DOUBLE':
      return 'number';
    case 'INT96':
      return 'datetime';
    case 'BYTE_ARRAY':
      return converted === 'UTF8' || logical?.type === 'STRING' ? 'text' : undefined;
    default:
      return undefined;
  }
}

function momentColumn({
  converted_type,
  logical_type: logical,
}: SchemaElement): { type: ColumnType; read: (raw: number | bigint) => string } | null {
  const converted: string = converted_type ?? '';
  if (logical?.type === 'DATE' || converted === 'DATE') return { type: 'date', read: (raw) => formatDay(Number(raw)) };
  const isTime = logical?.type === 'TIME' || converted.startsWith('TIME_');
  if (!isTime && logical?.type !== 'TIMESTAMP' && !converted.startsWith('TIMESTAMP_')) return null;
  const unit =
    perSecond[
      (logical as { unit?: keyof typeof perSecond } | undefined)?.unit ??
        (converted.replace(/^TIME(STAMP)?_/, '') as keyof typeof perSecond)
    ];
  if (isTime) {
    const digits = String(unit).length - 1;
    return {
      type: 'time',
      read: (raw) =>
        formatTime(Number(BigInt(raw) / BigInt(unit)), String(BigInt(raw) % BigInt(unit)).padStart(digits, '0')),
    };
  }
  const isUtc = (logical as { isAdjustedToUTC?: boolean } | undefined)?.isAdjustedToUTC ?? true;
  return {
    type: isUtc ? 'datetimetz' : 'datetime',
    read: (raw) => `${formatMoment(BigInt(raw), unit)}${isUtc ? 'Z' : ''}`,
  };
}

/** Decimals are numbers as long as a double holds all of their digits, and texts beyond. */
function decimalColumn({
  converted_type: converted,
  logical_type: logical,
  scale,
}: SchemaElement): { type?: ColumnType; read: (raw: number | bigint | Uint8Array) => PropertyValue } | null {
  if (converted !== 'DECIMAL' && logical?.type !== 'DECIMAL') return null;
  const places = scale ?? (logical as { scale?: number } | undefined)?.scale ?? 0;
  return {
    ...(places === 0 && { type: 'integer' as const }),
    read: (raw) => decimalValue(raw instanceof Uint8Array ? signedOf(raw) : BigInt(raw), places),
  };
}

function decimalValue(unscaled: bigint, places: number): number | string {
  if (places === 0) return int64Value(unscaled);
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(places + 1, '0');
  const text = `${unscaled < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return digits.replace(/^0+/, '').length <= 15 || String(Number(text)) === text ? Number(text) : text;
}

/** Two's complement, the highest byte first. */
function signedOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}
