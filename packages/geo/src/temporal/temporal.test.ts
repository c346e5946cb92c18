import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment, momentIn, parseTemporal, temporalOrder, temporalTypeWith } from './temporal.ts';
import { compareInt64, int64Value, isInt64Text } from './long-integer.ts';

describe('dates and times', () => {
  it('[VEC-063] reads dates, times and date-times of ISO 8601, before 1970 and before Christ too', () => {
    expect(parseTemporal('1970-01-01')).toEqual({ type: 'date', days: 0, seconds: 0, fraction: '', offset: null });
    expect(parseTemporal('2024-02-29')?.days).toBe(19_782);
    expect(parseTemporal('1969-12-31T23:59:59.5')).toEqual({
      type: 'datetime',
      days: -1,
      seconds: 86_399,
      fraction: '5',
      offset: null,
    });
    expect(parseTemporal('2024-02-29 14:30:00+05:45')).toMatchObject({
      type: 'datetimetz',
      seconds: 52_200,
      offset: 345,
    });
    expect(parseTemporal('2016-12-31T23:59:60Z')).toMatchObject({ seconds: 86_400, offset: 0 });
    expect(parseTemporal('14:30:00.25')).toMatchObject({ type: 'time', seconds: 52_200, fraction: '25' });
    expect(parseTemporal('-000043-03-15')).toMatchObject({ type: 'date' });
    expect(parseTemporal('-0043-03-15')).toEqual(parseTemporal('-000043-03-15'));
  });

  it('[VEC-063] refuses what is no date or time', () => {
    for (const text of [
      '',
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-1-1',
      '24:00:00',
      '12:30',
      '10:60:00',
      '2024-01-01T10:00:61',
      '2024-01-01T10:00+19:00',
      '-000000-01-01',
      '20240101',
      '2024-01-01x',
      '2024',
    ]) {
      expect(parseTemporal(text), text).toBeNull();
    }
  });

  it('[VEC-063] counts days and moments as the calendar of JavaScript does', () => {
    for (let days = -1_000_000; days <= 3_000_000; days += 977) {
      const text = new Date(days * 86_400_000).toISOString().slice(0, -14);
      expect(formatDay(days)).toBe(text);
      expect(parseTemporal(text)?.days, text).toBe(days);
    }
    expect(formatMoment(-1n, 1_000_000)).toBe('1969-12-31T23:59:59.999999');
    expect(formatMoment(1_709_217_000_120_000_000n, 1_000_000_000)).toBe('2024-02-29T14:30:00.12');
    expect(momentIn(parseTemporal('1969-12-31T23:59:59.999999')!, 1_000_000)).toBe(-1n);
    expect(momentIn(parseTemporal('2024-02-29T14:30:00.123456789+02:00')!, 1000)).toBe(
      BigInt(Date.UTC(2024, 1, 29, 12, 30, 0, 123)),
    );
  });

  it('[VEC-063] orders them as moments', () => {
    const texts = [
      '-000043-03-15',
      '0001-01-01',
      '2024-01-01T12:00:00+14:00',
      '2023-12-31T23:00:00Z',
      '2024-01-01T00:00:00-01:00',
      '+012024-01-01',
    ];
    expect(texts.toSorted((one, other) => temporalOrder(one) - temporalOrder(other))).toEqual(texts);
    expect(temporalOrder('10:00:00.5')).toBe(36_000_500);
    expect(temporalOrder('soon')).toBeNaN();
  });

  it('[VEC-063] says what a column becomes by a text', () => {
    expect(temporalTypeWith('date', '2024-01-01')).toBe('date');
    expect(temporalTypeWith('date', '2024-01-01T10:00')).toBeNull();
    expect(temporalTypeWith('datetime', '2024-01-01T10:00Z')).toBe('datetimetz');
    expect(temporalTypeWith('datetimetz', '2024-01-01T10:00')).toBe('datetimetz');
    expect(temporalTypeWith('time', 'noon')).toBeNull();
  });
});

describe('64-bit integers', () => {
  it('[VEC-064] keeps every digit, and says which text is one', () => {
    expect(int64Value(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991);
    expect(int64Value(9_007_199_254_740_993n)).toBe('9007199254740993');
    for (const text of ['0', '-1', '9223372036854775807', '-9223372036854775808'])
      expect(isInt64Text(text), text).toBe(true);
    for (const text of ['', '-0', '007', '+1', '9223372036854775808', '-9223372036854775809', '1.5', '1e5'])
      expect(isInt64Text(text), text).toBe(false);
    expect(['9007199254740993', 5, '-9223372036854775808', '9007199254740992'].sort(compareInt64)).toEqual([
      '-9223372036854775808',
      5,
      '9007199254740992',
      '9007199254740993',
    ]);
  });
});
