import { isInt64Text, parseTemporal, type Column, type TemporalType } from '@groma/geo';
import { parseNumber } from '@groma/ui';

/** Text that cannot stand in a column of its type. */
export class CellTypeError extends Error {
  override readonly name = 'CellTypeError';
  readonly type: Column['type'];
  readonly text: string;
  constructor(type: Column['type'], text: string) {
    super(`“${text}” is no ${type}`);
    this.type = type;
    this.text = text;
  }
}

type CellValue = string | number | boolean | null;

/**
 * What was typed, or pasted, as the column holds it: a whole number stays one, an empty cell is null.
 * @throws CellTypeError.
 */
export function typedValue(value: unknown, type: Column['type'] | undefined, locale = 'en'): CellValue {
  if (value === null || value === undefined || (value === '' && type !== 'text')) return null;
  if (typeof value !== 'string') return type === 'text' || type === undefined ? String(value) : (value as CellValue);
  switch (type) {
    case 'integer':
    case 'int64':
      return longIn(value) ?? numberIn(value, type, locale);
    case 'number':
      return numberIn(value, type, locale);
    case 'date':
    case 'time':
    case 'datetime':
    case 'datetimetz':
      return momentIn(value.trim(), type);
    case 'boolean':
      return booleanIn(value);
    default:
      return value;
  }
}

/** A whole number that a double would round, as its digits; undefined where the text is none. */
function longIn(text: string): string | undefined {
  const digits = text.trim().replace('−', '-');
  return isInt64Text(digits) && !Number.isSafeInteger(Number(digits)) ? digits : undefined;
}

/** A column of date-times takes those with and without a zone. */
function momentIn(text: string, type: TemporalType): string {
  const own = parseTemporal(text)?.type;
  if (own !== type && !(own === 'datetime' && type === 'datetimetz') && !(own === 'datetimetz' && type === 'datetime'))
    throw new CellTypeError(type, text);
  return text;
}

function numberIn(text: string, type: 'integer' | 'int64' | 'number', locale: string): number {
  const number = parseNumber(text, locale);
  if (number === undefined) throw new CellTypeError(type, text);
  return number;
}

function booleanIn(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1', 't', 'y'].includes(word)) return true;
  if (['false', 'no', '0', 'f', 'n'].includes(word)) return false;
  throw new CellTypeError('boolean', text);
}
