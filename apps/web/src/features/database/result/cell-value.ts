import { shortestFloat32 } from '@groma/geo';
import { calendarDay } from '@groma/model';
import { DataType, Precision, TimeUnit, type Vector } from 'apache-arrow';
import { geometryText } from './geometry-text.ts';

/** A value as the grid shows and copies it. What JavaScript has no exact form for is text. */
export type ResultValue = string | number | bigint | boolean | null;

/** Gives the value of a row of a batch. */
export type ReadCell = (row: number) => ResultValue;

/**
 * Reads a column of a batch: times as SQL writes them, exact numbers whole, lists and structs as JSON, bytes as
 * hexadecimal, geometry as WKT.
 */
export function cellReader(vector: Vector, isGeometry = false): ReadCell {
  if (DataType.isTimestamp(vector.type)) return timestampReader(vector, vector.type);
  const read = valueReader(vector, isGeometry);
  return (row) => {
    const found: unknown = vector.get(row);
    return found === null || found === undefined ? null : read(found, row);
  };
}

function valueReader(vector: Vector, isGeometry: boolean): (value: unknown, row: number) => ResultValue {
  const { type } = vector;
  if (isGeometry) return geometryText;
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return (value) => value as string;
  if (DataType.isDate(type)) return (value) => calendarDay(Math.round(Number(value) / dayMs));
  if (DataType.isTime(type)) return (value) => timeText(BigInt(value as number | bigint), type.unit);
  if (DataType.isDecimal(type)) return (value) => decimalText(String(value), type.scale);
  if (DataType.isBinary(type) || DataType.isLargeBinary(type) || DataType.isFixedSizeBinary(type))
    return (value) => bytesText(value as Uint8Array);
  if (DataType.isBool(type)) return (value) => value as boolean;
  if (DataType.isFloat(type) && type.precision === Precision.SINGLE) return (value) => shortestFloat32(value as number);
  if (DataType.isInt(type) || DataType.isFloat(type)) return (value) => plainNumber(value as number | bigint);
  return plainValue;
}

function plainNumber(value: number | bigint): number | bigint {
  return typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** Lists, structs, maps and what is rarer, as JSON. */
function plainValue(value: unknown): ResultValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return plainNumber(value);
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner)) ??
    String(value)
  );
}

const dayMs = 86_400_000;
/** Of a timestamp that is after all others, or with a sign before them. */
const endless = 9_223_372_036_854_775_807n;

const digitsOf = {
  [TimeUnit.SECOND]: 0,
  [TimeUnit.MILLISECOND]: 3,
  [TimeUnit.MICROSECOND]: 6,
  [TimeUnit.NANOSECOND]: 9,
} as const;

/** Exact to the unit of the column, which a number of milliseconds would not be. */
function timestampReader(vector: Vector, { unit, timezone }: { unit: TimeUnit; timezone?: string | null }): ReadCell {
  const [data] = vector.data;
  const ticks = (data?.values ?? new BigInt64Array()) as BigInt64Array;
  const perDay = 86_400n * 10n ** BigInt(digitsOf[unit]);
  const zone = timezone ? '+00' : '';
  return (row) => {
    // The library's own reading refuses what is beyond its numbers.
    if (!vector.isValid(row)) return null;
    const tick = ticks[row]!;
    if (tick === endless || tick === -endless) return tick < 0n ? '-infinity' : 'infinity';
    const day = floorDivide(tick, perDay);
    return `${calendarDay(Number(day))} ${timeText(tick - day * perDay, unit)}${zone}`;
  };
}

function floorDivide(value: bigint, by: bigint): bigint {
  const whole = value / by;
  return value % by < 0n ? whole - 1n : whole;
}

function fractionText(fraction: bigint, digits: number): string {
  return fraction === 0n ? '' : `.${fraction.toString().padStart(digits, '0').replace(/0+$/, '')}`;
}

function timeText(ticks: bigint, unit: TimeUnit): string {
  const perSecond = 10n ** BigInt(digitsOf[unit]);
  const seconds = Number(ticks / perSecond);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fractionText(ticks % perSecond, digitsOf[unit])}`;
}

/** A whole number of units of the last place, with its point put in. */
function decimalText(units: string, scale: number): string {
  if (scale <= 0) return units + '0'.repeat(-scale);
  const isNegative = units.startsWith('-');
  const digits = (isNegative ? units.slice(1) : units).padStart(scale + 1, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Bytes shown of a long value. */
const mostBytes = 10_000;

/** Bytes as both databases write them. */
function bytesText(bytes: Uint8Array): string {
  const shown = bytes.subarray(0, mostBytes);
  return `\\x${Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('')}${shown.length < bytes.length ? '…' : ''}`;
}
