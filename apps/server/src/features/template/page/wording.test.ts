import { expect, test } from 'vitest';
import { browserTag, locales, templateCategories } from '@groma/model';
import { readTexts, wordingOf } from './wording.ts';

const english = readTexts('en');
const plainKeys = (texts: Readonly<Record<string, string>>) => Object.keys(texts).filter((key) => !key.includes('_'));
const counted = [...new Set(Object.keys(english.texts).filter((key) => key.includes('_')))].map(
  (key) => key.split('_')[0]!,
);
const blanks = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(locales.map(({ id }) => id))(
  '[PUB-063] pages speak %s: every text, every plural form, every category',
  (id) => {
    const { texts, categories } = readTexts(id);
    expect(plainKeys(texts)).toEqual(plainKeys(english.texts));
    expect(Object.keys(categories)).toEqual([...templateCategories]);
    for (const text of [...Object.values(texts), ...Object.values(categories)]) expect(text.trim()).not.toBe('');
    for (const key of plainKeys(texts)) expect([key, blanks(texts[key]!)]).toEqual([key, blanks(english.texts[key]!)]);
    const forms = new Intl.PluralRules(browserTag(id)).resolvedOptions().pluralCategories.toSorted();
    for (const key of new Set(counted)) {
      const there = Object.keys(texts).filter((each) => each.startsWith(`${key}_`));
      expect(there.map((each) => each.slice(key.length + 1)).toSorted()).toEqual(forms);
      for (const each of there)
        expect([each, blanks(texts[each]!)]).toEqual([each, blanks(english.texts[`${key}_other`]!)]);
      expect(blanks(english.texts[`${key}_other`]!)).toContain('{count}');
    }
  },
);

test('[PUB-063] translations are not English', () => {
  for (const { id } of locales.filter(({ id: each }) => each !== 'en')) {
    const { texts } = readTexts(id);
    const same = plainKeys(texts).filter((key) => texts[key] === english.texts[key]);
    // Words that languages share: hub, notebook, workflow, type, version, password, code.
    expect([id, same.length < 20, texts['leadText'] !== english.texts['leadText']]).toEqual([id, true, true]);
  }
});

test('values are written as the language does, and keep their direction from right to left', () => {
  expect(wordingOf('de').count('times', 1_312)).toBe('1.312 Mal');
  expect(wordingOf('ru').count('results', 22)).toBe('22 публикации');
  expect(wordingOf('ar').say('version')).toBe('الإصدار');
  expect(wordingOf('he').say('toNewest', { version: '1.0.0' })).toContain('\u20681.0.0\u2069');
  expect(wordingOf('ph').day('2025-08-19T10:00:00Z')).toBe('Agosto 19, 2025');
  expect(wordingOf('en').category('Marine')).toBe('Marine');
  expect(() => wordingOf('en').say('nothing')).toThrow('no text nothing in en');
});
