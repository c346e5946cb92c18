import type { ColumnType } from '../snapshot/manifest.ts';

/** Column types whose values are ISO 8601 text. `datetimetz` is a date-time with a zone: an offset from UTC, or `Z`. */
export const TEMPORAL_TYPES = ['date', 'time', 'datetime', 'datetimetz'] as const;
export type TemporalType = (typeof TEMPORAL_TYPES)[number];

/** True for the four types of dates and times. */
export function isTemporal(type: ColumnType | null): type is TemporalType {
  return type === 'date' || type === 'time' || type === 'datetime' || type === 'datetimetz';
}

/** A date or time in parts. `days` counts from 1970-01-01 (proleptic Gregorian), 0 for a time of day. */
export interface TemporalParts {
  type: TemporalType;
  days: number;
  /** Seconds since midnight, as written; 86,400 where a leap second is. */
  seconds: number;
  /** Digits after the second, as many as are written. */
  fraction: string;
  /** Minutes east of UTC; null without a zone. */
  offset: number | null;
}

const DATE =
  /^([+-]\d{6}|-?\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?$/;
const SECONDS_OF_DAY = 86_400;

/**
 * Reads a date (`2024-02-29`, `-000043-03-15` for 44 BC), a time of day (`14:30:00.25`) or a date-time
 * (`2024-02-29T14:30:00+02:00`, a space may stand for the T). Null for anything else, also for days that the calendar
 * does not have.
 */
export function parseTemporal(text: string): TemporalParts | null {
  const time = TIME.exec(text);
  if (time)
    return secondsOf(time[1]!, time[2]!, time[3]!, (seconds) => ({
      type: 'time',
      days: 0,
      seconds,
      fraction: time[4] ?? '',
      offset: null,
    }));
  const found = DATE.exec(text);
  if (!found || found[1] === '-000000' || found[1] === '-0000') return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone] = found;
  const days = daysOf(Number(year), Number(month), Number(day));
  const offset = zone === undefined ? null : offsetOf(zone);
  if (days === null || Number.isNaN(offset)) return null;
  if (hour === undefined) return { type: 'date', days, seconds: 0, fraction: '', offset: null };
  return secondsOf(hour, minute!, second, (seconds) => ({
    type: offset === null ? 'datetime' : 'datetimetz',
    days,
    seconds,
    fraction,
    offset,
  }));
}

function secondsOf(
  hour: string,
  minute: string,
  second: string,
  make: (seconds: number) => TemporalParts,
): TemporalParts | null {
  const isLeap = second === '60' && minute === '59';
  if (Number(hour) > 23 || Number(minute) > 59 || (Number(second) > 59 && !isLeap)) return null;
  return make(Number(hour) * 3600 + Number(minute) * 60 + Number(second));
}

/** Minutes east of UTC; NaN for an offset that no clock has. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  return hours > 15 || minutes > 59 ? NaN : (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Days since 1970-01-01, by Howard Hinnant's days_from_civil; null for a day that the calendar does not have. */
function daysOf(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null;
  const from = month <= 2 ? year - 1 : year;
  const era = Math.floor(from / 400);
  const yearOfEra = from - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The day so many days after 1970-01-01, as ISO 8601: years before 0 and after 9999 have a sign and six digits. */
export function formatDay(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const sign = year < 0 ? '-' : '+';
  return `${year >= 0 && year <= 9999 ? pad(year, 4) : `${sign}${pad(Math.abs(year), 6)}`}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Seconds since midnight and the digits after them as ISO 8601; zeros at the end of the digits are left out. */
export function formatTime(seconds: number, fraction = ''): string {
  const digits = fraction.replace(/0+$/, '');
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}${digits && `.${digits}`}`;
}

/**
 * A count of units since 1970-01-01T00:00 as a date-time without a zone. `perSecond` is a power of ten: 1,000 for
 * milliseconds.
 */
export function formatMoment(count: bigint, perSecond: number): string {
  const unit = BigInt(perSecond);
  const whole = floorDivide(count, unit);
  const days = floorDivide(whole, BigInt(SECONDS_OF_DAY));
  const fraction = perSecond === 1 ? '' : pad(Number(count - whole * unit), String(perSecond).length - 1);
  return `${formatDay(Number(days))}T${formatTime(Number(whole - days * BigInt(SECONDS_OF_DAY)), fraction)}`;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/**
 * What a date or time is ordered by: milliseconds since 1970-01-01 UTC, or since midnight for a time of day. One
 * without a zone counts as UTC. NaN for what is neither.
 */
export function temporalOrder(text: string): number {
  const parts = parseTemporal(text);
  return parts ? momentOf(parts) : NaN;
}

/** Milliseconds since 1970-01-01 UTC, or since midnight. */
export function momentOf({ days, seconds, fraction, offset }: TemporalParts): number {
  return (
    (days * SECONDS_OF_DAY + seconds - (offset ?? 0) * 60) * 1000 +
    (fraction === '' ? 0 : Number(`0.${fraction}`) * 1000)
  );
}

/** Counts a date or time in units since 1970-01-01 UTC, or since midnight; what is finer than the unit is cut off. */
export function momentIn({ days, seconds, fraction, offset }: TemporalParts, perSecond: number): bigint {
  const digits = String(perSecond).length - 1;
  return (
    BigInt(days * SECONDS_OF_DAY + seconds - (offset ?? 0) * 60) * BigInt(perSecond) +
    BigInt(fraction.slice(0, digits).padEnd(digits, '0') || '0')
  );
}

/**
 * The type of a column of dates or times after it takes a text too; null where it cannot. A date-time whose zone is not
 * known may stand among those with one.
 */
export function temporalTypeWith(type: TemporalType, text: string): TemporalType | null {
  const own = parseTemporal(text)?.type;
  if (own === type) return type;
  return (own === 'datetimetz' && type === 'datetime') || (own === 'datetime' && type === 'datetimetz')
    ? 'datetimetz'
    : null;
}
