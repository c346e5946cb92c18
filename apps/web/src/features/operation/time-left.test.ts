import { expect, test } from 'vitest';
import { timeLeftText } from './time-left.ts';

const t = (key: string) => (key === 'operation.lessThanMinute' ? 'Less than a minute' : key);
const inEnglish = (seconds: number) => timeLeftText(seconds, t, 'en');

test('[SHL-043] [SHL-044] [SHL-045] remaining time in words of the language', () => {
  expect([0, 59, 60, 150, 3_540].map(inEnglish)).toEqual([
    'Less than a minute',
    'Less than a minute',
    '1 minute',
    '2 minutes',
    '59 minutes',
  ]);
  expect([3_600, 7_500].map(inEnglish)).toEqual(['1 hour 0 minutes', '2 hours 5 minutes']);
  expect(timeLeftText(7_500, t, 'de')).toBe('2 Stunden, 5 Minuten');
  expect(timeLeftText(300, t, 'pl')).toBe('5 minut');
});
