import { expect, test } from 'vitest';
import { browserTag, chooseLocale, directionOf, locales } from './locale.ts';

test('[SHL-006] the interface speaks 21 languages, each called by its own name', () => {
  expect(locales.map(({ id }) => id).join(' ')).toBe('en es fr de it pt nl pl ru ja ko zh ar he tr id ta th ph vi ms');
  expect(new Set(locales.map(({ name }) => name)).size).toBe(21);
});

test('[SHL-009] the person chooses, else the browser, else English', () => {
  expect(chooseLocale('de', ['ar-EG'])).toBe('de');
  expect(chooseLocale('', ['sv-SE', 'ar-EG'])).toBe('ar');
  expect(chooseLocale('xx', ['PT-br'])).toBe('pt');
});

test('[SHL-007] where no wished language is there, English is shown', () => {
  expect(chooseLocale('', [])).toBe('en');
  expect(chooseLocale('xx', ['sv-SE'])).toBe('en');
});

test('[SHL-008] ph is Filipino, which browsers call fil or tl; ar and he run from right to left', () => {
  expect(chooseLocale('', ['fil-PH'])).toBe('ph');
  expect(chooseLocale('', ['tl'])).toBe('ph');
  expect(chooseLocale('', ['iw-IL'])).toBe('he');
  expect(browserTag('ph')).toBe('fil');
  expect(locales.filter(({ id }) => directionOf(id) === 'rtl').map(({ id }) => id)).toEqual(['ar', 'he']);
});
