import { expect, test } from 'vitest';
import { compareLocale } from './texts/compare-locale.mjs';
import { findTextFaults } from './texts/find-text-faults.mjs';
import { flattenTexts } from './texts/flatten-texts.mjs';
import { pluralsOf } from './texts/plurals-of.mjs';
import { repeatedKeys } from './texts/repeated-keys.mjs';
import { missingKeys, reportCoverage } from './texts/report-coverage.mjs';

const english = {
  map: {
    title: 'Maps',
    layers_one: '{{count}} layer',
    layers_other: '{{count}} layers',
    open: 'Open {{name}}',
    kind: { point: 'Point', line: 'Line' },
  },
};
const everyKey = `t('map.title'); t('map.layers', { count }); t('map.open', { name }); t(\`map.kind.\${kind}\`);`;

/** The faults of one screen and one translation. */
function faultsOf({
  source = everyKey,
  english: texts = english,
  translations = {},
  forms = ['one', 'other'],
  exact = [],
  same = {},
  speakers = '',
}) {
  const nouns = (tree) => new Map(Object.entries(tree).map(([noun, found]) => [noun, flattenTexts(found)]));
  const locales = {
    english: nouns(texts),
    shown: new Set(Object.keys(texts)),
    translations: new Map(Object.entries(translations).map(([locale, tree]) => [locale, nouns(tree)])),
  };
  const screens = new Map([['screen.tsx', source]]);
  return findTextFaults({
    locales,
    screens,
    speakers,
    pluralsOf: () => ({ forms, exact }),
    allowed: { names: new Set(['Groma']), same },
  }).map(({ path, text }) => `${path} ${text}`);
}

test('[SHL-008] whole texts have no faults', () => {
  expect(
    faultsOf({
      translations: {
        de: { map: { title: 'Karten', layers_one: '{{count}} Ebene', layers_other: '{{count}} Ebenen' } },
      },
    }),
  ).toEqual([]);
});

test('a key that English lacks is a fault where it is asked for, in calls and in what is registered', () => {
  expect(faultsOf({ source: `${everyKey}\nt(isNew ? 'map.title' : 'map.gone')` })).toEqual([
    'screen.tsx:2 asks for map.gone, which English does not have',
  ]);
  expect(faultsOf({ source: `${everyKey}\nregisterCommand({ id: 'map.do-it', title: 'map.doIt' })` })).toEqual([
    'screen.tsx:2 asks for map.doIt, which English does not have',
  ]);
  expect(faultsOf({ source: `${everyKey}\nt('Open the map')` })).toEqual([
    'screen.tsx:2 asks for Open the map, which English does not have',
  ]);
});

test('a key that nothing names is a fault; a key made of parts is named by its pattern', () => {
  expect(faultsOf({ source: everyKey.replace("t('map.title');", '') })).toEqual([
    'locales/en/map.json map.title is used nowhere',
  ]);
  expect(faultsOf({ source: everyKey.replace('map.kind.', 'map.sort.') })).toEqual([
    'locales/en/map.json map.kind.point is used nowhere',
    'locales/en/map.json map.kind.line is used nowhere',
  ]);
  expect(faultsOf({ source: `${everyKey} t(\`map.\${anything}\`)` })).toEqual([
    'screen.tsx:1 `map.${anything}` could be any key: give the keys a group of their own',
  ]);
  expect(faultsOf({ source: `${everyKey} registerCommand({ id: \`map.\${to}\`, run })` })).toEqual([]);
});

test('a complaint about input is used when something says it', () => {
  const texts = { ...english, input: { email: 'Enter a valid email address.' } };
  expect(faultsOf({ english: texts, speakers: "z.string().regex(x, 'Enter a valid email address.')" })).toEqual([]);
  expect(faultsOf({ english: texts })).toEqual(['locales/en/input.json input.email is used nowhere']);
});

test.each([
  ['text between tags', '<p>No maps yet</p>', 'No maps yet'],
  ['a text in braces', "<p>{isNew ? 'New map' : name}</p>", 'New map'],
  ['an attribute', '<button aria-label="Close it" />', 'Close it'],
  ['a choice in an attribute', "<input placeholder={isOpen ? 'Search' : t('map.title')} />", 'Search'],
  ['a toast', "toast.error('It failed')", 'It failed'],
])('a text in code is a fault: %s', (_kind, code, said) => {
  expect(faultsOf({ source: `${everyKey}\n${code}` })).toEqual([
    `screen.tsx:2 “${said}” is seen by people: make it a key of locales/en`,
  ]);
});

test('names, signs, keys and attributes that nobody sees are no faults', () => {
  expect(
    faultsOf({
      source: `${everyKey}\n<p title={t('map.title')} className="map wide" data-kind="line">Groma · 3 {'×'} <Row label="map.title" /></p>`,
    }),
  ).toEqual([]);
});

const german = (map, more = {}) => faultsOf({ translations: { de: { map } }, ...more });

test('a translation fills in the same places as English', () => {
  expect(german({ open: 'Öffnen' })).toEqual(['locales/de/map.json open lacks {{name}}']);
  expect(german({ open: '{{name}} von {{owner}} öffnen' })).toEqual([
    'locales/de/map.json open fills in {{owner}}, which English does not',
  ]);
});

test('a translation has no keys of its own, none empty, and none copied', () => {
  expect(german({ colour: 'Farbe' })).toEqual(['locales/de/map.json colour is no key of English']);
  expect(german({ title: ' ' })).toEqual(['locales/de/map.json title is empty']);
  expect(german({ title: 'Maps' })).toEqual(['locales/de/map.json title says the same as English: “Maps”']);
  expect(german({ title: 'Maps' }, { same: { de: ['Maps'] } })).toEqual([]);
  expect(german({ title: 'Maps' }, { same: { fr: ['Maps'] } })).toHaveLength(1);
});

test('a translation has the plural forms of its language and no others', () => {
  const polish = ['one', 'few', 'many', 'other'];
  const forms = (...names) => Object.fromEntries(names.map((name) => [`layers_${name}`, '{{count}} w']));
  expect(german(forms(...polish), { forms: polish })).toEqual([]);
  expect(german(forms('one', 'other'), { forms: polish })).toEqual([
    'locales/de/map.json layers has the forms one, other; the language has one, few, many, other',
  ]);
  expect(german(forms('one', 'few', 'other'))).toEqual([
    'locales/de/map.json layers has the forms one, few, other; the language has one, other',
  ]);
  expect(german({ layers: '{{count}} Ebenen' })).toContain('locales/de/map.json layers needs the forms one, other');
});

test('a form for one number only may say it by a word, others may not', () => {
  const source = new Map([
    ['layers_one', '{{count}} layer'],
    ['layers_other', '{{count}} layers'],
  ]);
  const hebrew = new Map([
    ['layers_one', 'שכבה אחת'],
    ['layers_two', 'שתי שכבות'],
    ['layers_other', 'שכבות'],
  ]);
  expect(compareLocale(source, hebrew, { ...pluralsOf('he'), maySayTheSame: () => false })).toEqual([
    { key: 'layers_other', text: 'lacks {{count}}' },
  ]);
  const russian = new Map([
    ['layers_one', 'один слой'],
    ['layers_few', '{{count}} слоя'],
    ['layers_many', '{{count}} слоёв'],
    ['layers_other', '{{count}} слоя'],
  ]);
  expect(compareLocale(source, russian, { ...pluralsOf('ru'), maySayTheSame: () => false })).toEqual([
    { key: 'layers_one', text: 'lacks {{count}}' },
  ]);
});

test('a form that counts several numbers may follow what English says of many', () => {
  const source = new Map([
    ['moved_one', '“{{name}}” is here now.'],
    ['moved_other', '{{count}} files are here now.'],
  ]);
  const russian = (one) =>
    new Map([
      ['moved_one', one],
      ['moved_few', '{{count}} файла'],
      ['moved_many', '{{count}} файлов'],
      ['moved_other', '{{count}} файла'],
    ]);
  expect(compareLocale(source, russian('{{count}} файл'), { ...pluralsOf('ru'), maySayTheSame: () => false })).toEqual(
    [],
  );
  expect(compareLocale(source, russian('файл'), { ...pluralsOf('ru'), maySayTheSame: () => false })).toEqual([
    { key: 'moved_one', text: 'lacks {{name}}' },
  ]);
});

test('a translation may say nothing of none where English does, and nowhere else', () => {
  const source = new Map([
    ['restore_zero', 'Restore'],
    ['restore_one', 'Restore'],
    ['restore_other', 'Restore {{count}}'],
  ]);
  const translation = new Map([
    ['restore_zero', 'Zurück'],
    ['restore_one', 'Zurück'],
    ['restore_other', '{{count}} zurück'],
  ]);
  expect(compareLocale(source, translation, { ...pluralsOf('de'), maySayTheSame: () => false })).toEqual([]);
  source.delete('restore_zero');
  expect(compareLocale(source, translation, { ...pluralsOf('de'), maySayTheSame: () => false })).toContainEqual({
    key: 'restore',
    text: 'has the forms zero, one, other; the language has one, other',
  });
});

test('the plural forms of a language are those of Unicode', () => {
  expect(pluralsOf('ar')).toEqual({
    forms: ['zero', 'one', 'two', 'few', 'many', 'other'],
    exact: ['zero', 'one', 'two'],
  });
  expect(pluralsOf('ru')).toEqual({ forms: ['one', 'few', 'many', 'other'], exact: [] });
  expect(pluralsOf('ja')).toEqual({ forms: ['other'], exact: [] });
  expect(pluralsOf('fr').exact).toEqual([]);
  expect(pluralsOf('ph').forms).toEqual(['one', 'other']);
});

test('the report says how much is there, and what is not', () => {
  const texts = new Map([['map', flattenTexts(english.map)]]);
  const locales = {
    english: texts,
    shown: new Set(['map']),
    translations: new Map([
      [
        'pl',
        new Map([
          [
            'map',
            new Map([
              ['title', 'Mapy'],
              ['layers_few', '{{count}} warstwy'],
              ['layers_other', '{{count}} warstwy'],
            ]),
          ],
        ]),
      ],
    ]),
  };
  expect(reportCoverage(locales)).toEqual(['       map', 'pl     40%']);
  expect(missingKeys(locales, 'pl')).toEqual(['map.open', 'map.kind.point', 'map.kind.line']);
});

test('a key that stands twice in a group is found, one of another group is none', () => {
  expect(
    repeatedKeys('{"a": {"b": "{\\"b\\":", "c": "1", "b": "2"}, "b": {"a": "3"}, "c": [{"a": "4"}, {"a": "5"}]}'),
  ).toEqual(['a.b']);
});
