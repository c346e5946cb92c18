import type { PropertyValue } from '../geometry.ts';

/** What an expression works with; a date is a moment in UTC. Lists and objects of a json column pass through. */
export type Value = PropertyValue | Date;

/** The type of a value as far as it is known before any row is seen; `any` where it is not. */
export type ValueType = 'number' | 'text' | 'boolean' | 'date' | 'any';

/** Longer texts become empty cells, so that no expression fills the memory. */
export const LONGEST_TEXT = 1_000_000;

/** A number, or null for what is none. Text that is written as a number is one. */
export function toNumber(value: Value): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A text; dates in ISO 8601, lists and objects as JSON. */
export function toText(value: Value): string | null {
  if (value === null) return null;
  if (value instanceof Date) return dateText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function toBoolean(value: Value): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[-+]\d{2}:?\d{2})?)?$/;

/** A date of ISO 8601 (2024-05-31, 2024-05-31T14:00:00Z); without a zone it is UTC. Null for anything else, also for the 31st of June. */
export function toDate(value: Value): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value !== 'string') return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = DATE.exec(value.trim()) ?? [];
  if (year === undefined) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), Math.floor(Number(`0.${fraction}`) * 1000));
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day) || Number(month) > 12 || Number(hour) > 24) return null;
  return new Date(time - minutesOf(zone) * 60_000);
}

function minutesOf(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.replace(/\D/g, '');
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** ISO 8601: the day alone where the moment is midnight. */
function dateText(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, text.indexOf('T')) : text.replace('.000Z', 'Z');
}

/** A value as a cell holds it. */
export function toCell(value: Value): PropertyValue {
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return value;
  // Half a character, cut off by padding, is nothing that can be stored.
  return value.length > LONGEST_TEXT ? null : value.toWellFormed();
}

/**
 * Which of two values comes first: negative, 0 or positive. A number and a text that is one compare as numbers, dates as
 * moments, texts by their characters. Null where they cannot be compared, or one is empty.
 */
export function compareValues(one: Value, other: Value): number | null {
  if (one === null || other === null) return null;
  if (one instanceof Date || other instanceof Date) {
    const [first, second] = [toDate(one), toDate(other)];
    return first && second ? first.getTime() - second.getTime() : null;
  }
  if (typeof one === 'number' || typeof other === 'number') {
    const [first, second] = [toNumber(one), toNumber(other)];
    return first === null || second === null ? null : first - second;
  }
  if (typeof one === 'boolean' || typeof other === 'boolean') return typeof one === typeof other ? Number(one) - Number(other) : null;
  const [first, second] = [toText(one)!, toText(other)!];
  return first < second ? -1 : first > second ? 1 : 0;
}
