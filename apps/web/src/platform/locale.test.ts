import { expect, test } from 'vitest';
import { browserTag, chooseLocale, directionOf } from './locale.ts';

const all = ['en', 'de', 'ar', 'ph'];

test('[SHL-009] the person chooses, else the browser, else English', () => {
  expect(chooseLocale('de', ['ar-EG'], all)).toBe('de');
  expect(chooseLocale('', ['sv-SE', 'ar-EG'], all)).toBe('ar');
  expect(chooseLocale('xx', [], all)).toBe('en');
});

test('[SHL-007] where the wished language is not there, English is shown', () => {
  expect(chooseLocale('', ['de-AT'], ['en'])).toBe('en');
});

test('[SHL-008] ph is Filipino, which browsers call fil or tl; ar and he run from right to left', () => {
  expect(chooseLocale('', ['fil-PH'], all)).toBe('ph');
  expect(chooseLocale('', ['tl'], all)).toBe('ph');
  expect(browserTag('ph')).toBe('fil');
  expect(['ar', 'he', 'en'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr']);
});
