import type { Dictionary } from '@blocknote/core';
import { useEffect, useState } from 'react';
import type { LocaleId } from '../../../../platform/locale.ts';
import { useLocaleId } from '../../../../platform/text.ts';

type Words = Readonly<Record<string, string>>;

/** Languages that the block editor does not bring itself. */
const own: Partial<Record<LocaleId, () => Promise<{ words: Words }>>> = {
  tr: () => import('./tr.ts'),
  id: () => import('./id.ts'),
  ta: () => import('./ta.ts'),
  th: () => import('./th.ts'),
  ph: () => import('./ph.ts'),
  ms: () => import('./ms.ts'),
};

/**
 * What the block editor says, in a language. English is what it says anyway: undefined, and nothing is fetched for it.
 */
export async function loadDictionary(locale: LocaleId): Promise<Dictionary | undefined> {
  if (locale === 'en') return undefined;
  const library: Readonly<Record<string, Dictionary>> & { en: Dictionary } = await import('@blocknote/core/locales');
  const written = await own[locale]?.();
  return written ? sayIn(written.words, library.en) : library[locale];
}

/**
 * The English dictionary with each of its words in another language; names to type (`h1`) and keys stay as they are.
 */
function sayIn<Part>(words: Words, english: Part): Part {
  if (typeof english === 'string') return (words[english] ?? english) as Part;
  if (typeof english === 'function') {
    const text: string = english('{0}', '{1}');
    return ((...values: unknown[]) =>
      (words[text] ?? text).replace(/\{(\d)\}/g, (_place, at: string) => String(values[Number(at)]))) as Part;
  }
  if (Array.isArray(english) || typeof english !== 'object' || english === null) return english;
  return Object.fromEntries(Object.entries(english).map(([name, value]) => [name, sayIn(words, value)])) as Part;
}

/**
 * The words of the editor in the present language, or null while they are on their way. Where they cannot be fetched,
 * it speaks English.
 */
export function useDictionary(): { locale: LocaleId; dictionary: Dictionary | undefined } | null {
  const locale = useLocaleId();
  const [found, setFound] = useState<{ locale: LocaleId; dictionary: Dictionary | undefined } | null>(
    locale === 'en' ? { locale, dictionary: undefined } : null,
  );
  useEffect(() => {
    let isWanted = true;
    const take = (dictionary: Dictionary | undefined) => {
      if (isWanted) setFound({ locale, dictionary });
    };
    loadDictionary(locale).then(take, () => take(undefined));
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return found?.locale === locale ? found : null;
}
