import { askedKey } from './flatten-texts.mjs';

/**
 * How much of each language is there, in percent by noun, as lines of a table.
 *
 * @param {import('./read-locales.mjs').Locales} locales
 * @returns {string[]}
 */
export function reportCoverage({ english, translations }) {
  const nouns = [...english.keys()].sort();
  const cells = (name, values) =>
    `${name.padEnd(4)}${values.map((value, at) => String(value).padStart(Math.max(nouns[at]?.length ?? 0, 4) + 2)).join('')}`;
  const rows = [...translations].map(([locale, texts]) =>
    cells(
      locale,
      nouns.map((noun) => `${share(english.get(noun), texts.get(noun))}%`),
    ),
  );
  return [cells('', nouns), ...rows];
}

/** The keys that can be translated: `{detail}` and `≠` are the same everywhere. */
function translatable(english) {
  const said = [...english].filter(([, text]) => /\p{L}/u.test(text.replace(/\{\{?\w+\}?\}/g, '')));
  return [...new Set(said.map(([key]) => askedKey(key, english)))];
}

/** Whole percent of the English keys that a translation has, rounded down so that only all of them are a hundred. */
function share(english, translated = new Map()) {
  const wanted = translatable(english);
  const found = new Set([...translated.keys()].map((key) => askedKey(key, translated)));
  return Math.floor((wanted.filter((key) => found.has(key)).length / Math.max(wanted.length, 1)) * 100);
}

/** The keys that a language still lacks: what `--missing` prints. */
export function missingKeys({ english, translations }, locale) {
  return [...english].flatMap(([noun, texts]) => {
    const translated = translations.get(locale)?.get(noun) ?? new Map();
    const found = new Set([...translated.keys()].map((key) => askedKey(key, translated)));
    return translatable(texts)
      .filter((key) => !found.has(key))
      .map((key) => `${noun}.${key}`);
  });
}
