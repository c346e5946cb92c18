import { isValid, isVariable, type ColumnBatch, type ColumnData, type ColumnShape } from './column-batch.ts';

type CellText = (row: number) => string;

/** The rows of a batch as JSON: `[[…],[…]]`, on one line. Texts of more than `most` bytes are cut and end in `…`, as do lists and structs, which are texts then. */
export function jsonRows(shapes: readonly ColumnShape[], batch: ColumnBatch, from = 0, to = batch.rows, most = Infinity): string {
  const textOf = rowTexts(shapes, batch, most);
  const rows: string[] = [];
  for (let row = from; row < to; row++) rows.push(textOf(row));
  return `[${rows.join(',')}]`;
}

/** One row of a batch as JSON. */
export function rowTexts(shapes: readonly ColumnShape[], batch: ColumnBatch, most: number): (row: number) => string {
  const cells = shapes.map((shape, index) => cellTexts(shape, batch.columns[index]!, batch.rows, most));
  return (row) => {
    let text = '[';
    for (let column = 0; column < cells.length; column++) text += (column === 0 ? '' : ',') + cells[column]!(row);
    return `${text}]`;
  };
}

function cellTexts(shape: ColumnShape, column: ColumnData, rows: number, most: number): CellText {
  const text = isVariable(shape.kind) && hasLonger(column, rows, most) ? cutTexts(shape, column, rows, most) : valueTexts(shape, column, rows);
  return column.validity === null ? text : (row) => isValid(column, row) ? text(row) : 'null';
}

function valueTexts({ kind, isMoment = false }: ColumnShape, column: ColumnData, rows: number): CellText {
  const { values } = column;
  switch (kind) {
    case 'bool': return (row) => values[row] ? 'true' : 'false';
    case 'int64': return longTexts(values as BigInt64Array, true);
    case 'uint64': return longTexts(values as BigUint64Array, false);
    case 'float32': return (row) => numberText(shortFloat(values[row] as number));
    case 'float64': return (row) => numberText(values[row] as number);
    case 'date': return (row) => `"${dayText(values[row] as number)}"`;
    case 'timestamp': return timestampTexts(values as BigInt64Array, isMoment);
    case 'utf8': return quotedTexts(column, rows);
    case 'json': return (row) => sliceText(column, row).replace(/[\r\n]+/g, ' ');
    case 'binary': return (row) => `"${sliceOf(column, row).toString('hex')}"`;
    default: return (row) => String(values[row]);
  }
}

/** What JSON has no number for is a text. */
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

/** The shortest number that is this one in single precision, so that 0.1 stays 0.1. */
function shortFloat(value: number): number {
  return Number(value.toPrecision(7)) === value || Math.fround(Number(value.toPrecision(7))) === value ? Number(value.toPrecision(7)) : Number(value.toPrecision(9));
}

/** Whole numbers that JavaScript would round are texts. */
function longTexts(values: BigInt64Array | BigUint64Array, isSigned: boolean): CellText {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row) => {
    const low = halves[2 * row]! >>> 0;
    const high = halves[2 * row + 1]!;
    if (high === 0) return String(low);
    if (high > 0 && high < 0x200000) return String(high * 4_294_967_296 + low);
    if (isSigned && high < 0 && high >= -0x200000) return String(high * 4_294_967_296 + low);
    return `"${values[row]}"`;
  };
}

const dayMicroseconds = 86_400_000_000;

/** `2026-05-01 10:20:30.5`; a moment ends in `Z` and has a `T`, as ISO 8601 wants it. */
function timestampTexts(values: BigInt64Array, isMoment: boolean): CellText {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let [known, text] = [Number.NaN, ''];
  return (row) => {
    if (values[row] === endless) return '"infinity"';
    if (values[row] === -endless) return '"-infinity"';
    const all = halves[2 * row + 1]! * 4_294_967_296 + (halves[2 * row]! >>> 0);
    const day = Math.floor(all / dayMicroseconds);
    if (day !== known) [known, text] = [day, dayText(day)];
    const rest = all - day * dayMicroseconds;
    const seconds = Math.floor(rest / 1_000_000);
    const part = rest - seconds * 1_000_000;
    const time = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return `"${text}${isMoment ? 'T' : ' '}${time}${part === 0 ? '' : `.${String(part).padStart(6, '0').replace(/0+$/, '')}`}${isMoment ? 'Z' : ''}"`;
  };
}

const endless = 9_223_372_036_854_775_807n;
const two = (value: number): string => value < 10 ? `0${value}` : String(value);

/** A day as ISO 8601 writes it; those that are none are said by name. */
function dayText(day: number): string {
  if (day === 2_147_483_647) return 'infinity';
  if (day === -2_147_483_647) return '-infinity';
  const date = new Date(day * 86_400_000);
  return Number.isNaN(date.getTime()) ? `${day} days since 1970` : date.toISOString().slice(0, -14);
}

/** A column that is all ASCII is read as one text and cut, and looked through once for what JSON escapes. */
function quotedTexts(column: ColumnData, rows: number): CellText {
  const offsets = column.offsets!;
  const start = offsets[0]!;
  const bytes = Buffer.from((column.values as Uint8Array).buffer, column.values.byteOffset + start, offsets[rows]! - start);
  const whole = bytes.toString('latin1');
  // oxlint-disable-next-line no-control-regex
  if (!/[^\x20-\x7e]|["\\]/.test(whole)) return (row) => `"${whole.slice(offsets[row]! - start, offsets[row + 1]! - start)}"`;
  return (row) => JSON.stringify(sliceText(column, row));
}

function hasLonger({ offsets }: ColumnData, rows: number, most: number): boolean {
  for (let row = 0; row < rows; row++) if (offsets![row + 1]! - offsets![row]! > most) return true;
  return false;
}

function cutTexts(shape: ColumnShape, column: ColumnData, rows: number, most: number): CellText {
  const whole = shape.kind === 'utf8' ? (row: number): string => JSON.stringify(sliceText(column, row)) : valueTexts(shape, column, rows);
  return (row) => {
    const bytes = sliceOf(column, row);
    if (bytes.length <= most) return whole(row);
    // Half a letter at the end is none.
    return shape.kind === 'binary' ? `"${bytes.toString('hex', 0, most >> 1)}…"` : JSON.stringify(`${bytes.toString('utf8', 0, most).replace(/\uFFFD+$/, '')}…`);
  };
}

function sliceOf({ values, offsets }: ColumnData, row: number): Buffer {
  const from = offsets![row]!;
  return Buffer.from((values as Uint8Array).buffer, values.byteOffset + from, offsets![row + 1]! - from);
}

export function sliceText(column: ColumnData, row: number): string {
  return sliceOf(column, row).toString();
}
