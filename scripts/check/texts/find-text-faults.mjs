import { compareLocale } from './compare-locale.mjs';
import { askedKey } from './flatten-texts.mjs';
import { readUses } from './read-uses.mjs';

/**
 * Everything that is wrong with the texts of a checkout.
 *
 * @param {object} checkout
 * @param {import('./read-locales.mjs').Locales} checkout.locales
 * @param {Map<string, string>} checkout.screens path → source of what draws screens; only `apps/web` names keys
 * @param {string} checkout.speakers the sources whose English complaints the noun `input` translates
 * @param {(locale: string) => { forms: readonly string[], exact: readonly string[] }} checkout.pluralsOf
 * @param {{ names: ReadonlySet<string>, same: Readonly<Record<string, readonly string[]>> }} checkout.allowed
 * @returns {{ path: string, text: string }[]}
 */
export function findTextFaults({ locales, screens, speakers, pluralsOf, allowed }) {
  const { english, shown, translations } = locales;
  const nouns = new Set(shown);
  const keys = new Set(
    [...nouns].flatMap((noun) =>
      [...english.get(noun).keys()].map((key) => `${noun}.${askedKey(key, english.get(noun))}`),
    ),
  );
  const uses = [...screens].map(([path, source]) => ({ path, ...readUses(path, source, nouns, allowed.names) }));
  return [
    ...uses.flatMap(({ path, asked }) =>
      asked
        .filter(({ text }) => !keys.has(text))
        .map(({ line, text }) => ({ path: `${path}:${line}`, text: `asks for ${text}, which English does not have` })),
    ),
    ...uses.flatMap(({ path, open }) =>
      open.map(({ line, text }) => ({
        path: `${path}:${line}`,
        text: `${text} could be any key: give the keys a group of their own`,
      })),
    ),
    ...uses.flatMap(({ path, visible }) =>
      visible.map(({ line, text }) => ({
        path: `${path}:${line}`,
        text: `“${text}” is seen by people: make it a key of locales/en`,
      })),
    ),
    ...findUnused(keys, uses, english, speakers),
    ...[...translations].flatMap(([locale, texts]) => compareNouns(locale, texts, english, pluralsOf(locale), allowed)),
  ];
}

function findUnused(keys, uses, english, speakers) {
  const named = new Set(uses.flatMap((use) => [...use.named]));
  const patterns = uses.flatMap((use) => use.patterns);
  const isUsed = (key) => {
    const [noun, ...rest] = key.split('.');
    if (noun === 'input') return speakers.includes(english.get('input').get(rest.join('.')));
    return named.has(key) || patterns.some((pattern) => pattern.test(key));
  };
  return [...keys]
    .filter((key) => !isUsed(key))
    .map((key) => ({ path: `locales/en/${key.split('.')[0]}.json`, text: `${key} is used nowhere` }));
}

function compareNouns(locale, texts, english, plurals, { names, same }) {
  const maySayTheSame = (text) =>
    names.has(text) || (same[locale] ?? []).includes(text) || (same['*'] ?? []).includes(text);
  return [...texts].flatMap(([noun, translated]) => {
    const source = english.get(noun);
    const path = `locales/${locale}/${noun}.json`;
    if (!source) return [{ path, text: 'English has no such noun' }];
    return compareLocale(source, translated, { ...plurals, maySayTheSame }).map(({ key, text }) => ({
      path,
      text: `${key} ${text}`,
    }));
  });
}
