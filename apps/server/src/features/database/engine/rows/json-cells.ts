import { calendarDay, isoDay } from '@groma/model';
import { isValid, isVariable, type ColumnBatch, type ColumnData, type ColumnShape } from './column-batch.ts';
import { writeAscii, writePadded, writeTextBody, writeWhole, textBodyBytes } from './json-digits.ts';

/** Writes the cell of a row from a place on and answers where it ends. */
type WriteCell = (bytes: Uint8Array, at: number, row: number) => number;
/** How a column is written, and how many bytes a cell of it takes at most. */
export interface CellWriter {
  write: WriteCell;
  room(row: number): number;
}

/** The longest number, moment or day, with its quotes. */
const fixedRoom = 48;

/** Texts of more than `most` bytes are cut and end in `…`, as do lists and structs, which are texts then. */
function cellWriter(shape: ColumnShape, column: ColumnData, most: number): CellWriter {
  const { write, room } = isVariable(shape.kind)
    ? variableCells(shape, column, most)
    : { write: fixedCells(shape, column), room: () => fixedRoom };
  if (column.validity === null) return { write, room };
  return {
    room,
    write: (bytes, at, row) => (isValid(column, row) ? write(bytes, at, row) : writeAscii(bytes, at, 'null')),
  };
}

function fixedCells({ kind, isMoment = false }: ColumnShape, { values }: ColumnData): WriteCell {
  switch (kind) {
    case 'bool':
      return (bytes, at, row) => writeAscii(bytes, at, values[row] ? 'true' : 'false');
    case 'int64':
      return longCells(values as BigInt64Array, true);
    case 'uint64':
      return longCells(values as BigUint64Array, false);
    case 'float32':
      return (bytes, at, row) => writeNumber(bytes, at, shortFloat(values[row] as number));
    case 'float64':
      return (bytes, at, row) => writeNumber(bytes, at, values[row] as number);
    case 'date':
      return dayCells(values as Int32Array);
    case 'timestamp':
      return timestampCells(values as BigInt64Array, isMoment);
    default:
      return (bytes, at, row) => writeWhole(bytes, at, values[row] as number);
  }
}

/**
 * Numbers of at most fifteen digits have one decimal form each, so that one with six decimals that is this number is
 * the shortest one.
 */
const decimals = 1_000_000;
const mostExact = 1e15;

/** What JSON has no number for is a text. */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  const scaled = Math.round(value * decimals);
  if (Object.is(value, -0)) return writeAscii(bytes, at, '-0');
  if (scaled / decimals === value && scaled < mostExact && scaled > -mostExact) return writeDecimal(bytes, at, scaled);
  return writeAscii(bytes, at, Number.isFinite(value) ? String(value) : `"${value}"`);
}

function writeDecimal(bytes: Uint8Array, at: number, scaled: number): number {
  const size = Math.abs(scaled);
  const whole = Math.floor(size / decimals);
  let part = size - whole * decimals;
  if (scaled < 0) bytes[at++] = 0x2d;
  const end = writeWhole(bytes, at, whole);
  if (part === 0) return end;
  bytes[end] = 0x2e;
  let digits = 6;
  for (; part % 10 === 0; part /= 10) digits -= 1;
  return writePadded(bytes, end + 1, part, digits);
}

/** The shortest number that is this one in single precision, so that 0.1 stays 0.1. */
function shortFloat(value: number): number {
  for (let digits = 7; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Whole numbers that JavaScript would round are texts. */
function longCells(values: BigInt64Array | BigUint64Array, isSigned: boolean): WriteCell {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (bytes, at, row) => {
    const low = halves[2 * row]! >>> 0;
    const high = halves[2 * row + 1]!;
    if ((high >= 0 && high < 0x200000) || (isSigned && high < 0 && high >= -0x200000))
      return writeWhole(bytes, at, high * 4_294_967_296 + low);
    return writeAscii(bytes, at, `"${values[row]}"`);
  };
}

const dayMicroseconds = 86_400_000_000;
const endless = 9_223_372_036_854_775_807n;

/**
 * Numbers from -2^53 on are exact; of larger ones the last bits would be rounded, which moves 9999-12-31
 * 23:59:59.999999 into the next year.
 */
const mostExactHigh = 0x200000;

/**
 * `2026-05-01 10:20:30.5`, with years as DuckDB writes them; a moment ends in `Z` and has a `T`, as ISO 8601 wants it.
 */
function timestampCells(values: BigInt64Array, isMoment: boolean): WriteCell {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let [known, text] = [Number.NaN, ''];
  return (bytes, at, row) => {
    const high = halves[2 * row + 1]!;
    // What is endless is of the highest or the lowest, and looked at as a whole only then.
    if ((high === 0x7fffffff || high === -0x80000000) && (values[row] === endless || values[row] === -endless))
      return writeAscii(bytes, at, values[row] === endless ? '"infinity"' : '"-infinity"');
    const isExact = high >= -mostExactHigh && high < mostExactHigh;
    const all = high * 4_294_967_296 + (halves[2 * row]! >>> 0);
    const day = isExact ? Math.floor(all / dayMicroseconds) : dayOf(values[row]!);
    if (day !== known) [known, text] = [day, `"${isMoment ? `${isoDay(day)}T` : `${calendarDay(day)} `}`];
    const microseconds = isExact
      ? all - day * dayMicroseconds
      : Number(values[row]! - BigInt(day) * BigInt(dayMicroseconds));
    const end = writeTime(bytes, writeAscii(bytes, at, text), microseconds);
    return writeAscii(bytes, end, isMoment ? 'Z"' : '"');
  };
}

function dayOf(microseconds: bigint): number {
  const day = Number(microseconds / BigInt(dayMicroseconds));
  return microseconds < BigInt(day) * BigInt(dayMicroseconds) ? day - 1 : day;
}

function writeTime(bytes: Uint8Array, at: number, microseconds: number): number {
  const seconds = Math.floor(microseconds / 1_000_000);
  const minutes = Math.floor(seconds / 60);
  let end = writePadded(bytes, at, Math.floor(minutes / 60), 2);
  bytes[end] = 0x3a;
  end = writePadded(bytes, end + 1, minutes % 60, 2);
  bytes[end] = 0x3a;
  end = writePadded(bytes, end + 1, seconds % 60, 2);
  let part = microseconds - seconds * 1_000_000;
  if (part === 0) return end;
  let digits = 6;
  for (; part % 10 === 0; part /= 10) digits -= 1;
  bytes[end] = 0x2e;
  return writePadded(bytes, end + 1, part, digits);
}

function dayCells(values: Int32Array): WriteCell {
  let [known, text] = [Number.NaN, ''];
  return (bytes, at, row) => {
    const day = values[row]!;
    if (day !== known) [known, text] = [day, `"${calendarDay(day)}"`];
    return writeAscii(bytes, at, text);
  };
}

function variableCells({ kind }: ColumnShape, column: ColumnData, most: number): CellWriter {
  const offsets = column.offsets!;
  const values = column.values as Uint8Array;
  const whole = wholeCells(kind, values, offsets);
  const cut: WriteCell = (bytes, at, row) => {
    const text = cutText(
      kind,
      Buffer.from(values.buffer, values.byteOffset + offsets[row]!, offsets[row + 1]! - offsets[row]!),
      most,
    );
    bytes[at] = 0x22;
    const end = writeTextBody(bytes, at + 1, text, 0, text.length);
    bytes[end] = 0x22;
    return end + 1;
  };
  const isCut = (row: number): boolean => offsets[row + 1]! - offsets[row]! > most;
  return {
    write: most === Infinity ? whole : (bytes, at, row) => (isCut(row) ? cut(bytes, at, row) : whole(bytes, at, row)),
    room: (row) => {
      const length = Math.min(most, offsets[row + 1]! - offsets[row]!);
      // Six bytes for one are reserved only where that is little.
      return (
        8 +
        (length < 4_096 || isCut(row)
          ? length * 6
          : kind === 'utf8'
            ? textBodyBytes(values, offsets[row]!, offsets[row + 1]!)
            : length * 2)
      );
    },
  };
}

function wholeCells(kind: ColumnShape['kind'], values: Uint8Array, offsets: Int32Array): WriteCell {
  if (kind === 'json') return (bytes, at, row) => writeOnOneLine(bytes, at, values, offsets[row]!, offsets[row + 1]!);
  const writeBody = kind === 'binary' ? writeHex : writeTextBody;
  return (bytes, at, row) => {
    bytes[at] = 0x22;
    const end = writeBody(bytes, at + 1, values, offsets[row]!, offsets[row + 1]!);
    bytes[end] = 0x22;
    return end + 1;
  };
}

/** Half a letter at the end is none. */
function cutText(kind: ColumnShape['kind'], cell: Buffer, most: number): Buffer {
  return Buffer.from(
    kind === 'binary'
      ? `${cell.toString('hex', 0, most >> 1)}…`
      : `${cell.toString('utf8', 0, most).replace(/\uFFFD+$/, '')}…`,
  );
}

/** JSON as it is, but for breaks of lines, which stand between its words only. */
function writeOnOneLine(bytes: Uint8Array, at: number, from: Uint8Array, start: number, end: number): number {
  let isBreak = false;
  for (let each = start; each < end; each++) {
    const byte = from[each]!;
    if (byte !== 0x0a && byte !== 0x0d) bytes[at++] = byte;
    else if (!isBreak) bytes[at++] = 0x20;
    isBreak = byte === 0x0a || byte === 0x0d;
  }
  return at;
}

function writeHex(bytes: Uint8Array, at: number, from: Uint8Array, start: number, end: number): number {
  for (let each = start; each < end; each++) {
    bytes[at++] = hexDigits.charCodeAt(from[each]! >> 4);
    bytes[at++] = hexDigits.charCodeAt(from[each]! & 15);
  }
  return at;
}

const hexDigits = '0123456789abcdef';

export const cellWriters = (shapes: readonly ColumnShape[], { columns }: ColumnBatch, most: number): CellWriter[] =>
  shapes.map((shape, index) => cellWriter(shape, columns[index]!, most));
