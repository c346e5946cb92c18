import type { PropertyValue } from '../geometry.ts';
import { compareInt64, isInt64Text } from '../temporal/long-integer.ts';
import { momentOf, parseTemporal } from '../temporal/temporal.ts';

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

/**
 * A date of ISO 8601 (2024-05-31, 2024-05-31T14:00:00Z); without a zone it is UTC. Null for anything else, also for the
 * 31st of June.
 */
export function toDate(value: Value): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value !== 'string') return null;
  const parts = parseTemporal(value.trim());
  if (parts === null || parts.type === 'time') return null;
  const date = new Date(Math.floor(momentOf(parts)));
  return Number.isNaN(date.getTime()) ? null : date;
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
 * Which of two values comes first: negative, 0 or positive. A number and a text that is one compare as numbers, dates
 * as moments, texts by their characters. Null where they cannot be compared, or one is empty.
 */
export function compareValues(one: Value, other: Value): number | null {
  if (one === null || other === null) return null;
  if (one instanceof Date || other instanceof Date) {
    const [first, second] = [toDate(one), toDate(other)];
    return first && second ? first.getTime() - second.getTime() : null;
  }
  if (isLong(one) || isLong(other)) {
    if (isWhole(one) && isWhole(other)) return compareInt64(one, other);
  }
  if (typeof one === 'number' || typeof other === 'number') {
    const [first, second] = [toNumber(one), toNumber(other)];
    return first === null || second === null ? null : first - second;
  }
  if (typeof one === 'boolean' || typeof other === 'boolean')
    return typeof one === typeof other ? Number(one) - Number(other) : null;
  const [first, second] = [toText(one)!, toText(other)!];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** A 64-bit integer that a double would round. */
function isLong(value: Value): value is string {
  return typeof value === 'string' && value.length >= 16 && isInt64Text(value);
}

function isWhole(value: Value): value is number | string {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && isInt64Text(value);
}
