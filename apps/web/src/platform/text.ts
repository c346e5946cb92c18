import { createInstance, type FormatterModule, type PostProcessorModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { browserTag, chooseLocale, directionOf, type LocaleId } from './locale.ts';
import { usePreference } from './preference.ts';

type Values = Readonly<Record<string, string | number>>;
export type Text = (key: string, values?: Values) => string;

/**
 * One file per noun: the key `map.newLayer` is `newLayer` of `locales/en/map.json`. The English of the first screen is
 * always there, that of the other nouns comes with what speaks it, the other languages when they are wished for.
 */
const english = import.meta.glob<Record<string, unknown>>('../locales/en/{access,error,input,project,shell,ui}.json', {
  eager: true,
  import: 'default',
});

const nounOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const texts = createInstance();

const numbers = new Map<string, Intl.NumberFormat>();

/**
 * Numbers as the language writes them. In a text from right to left a name or a path keeps its own direction between
 * two invisible marks.
 */
function sayValue(value: unknown, tag: string): string {
  if (typeof value !== 'number') return directionOf(tag) === 'rtl' ? `\u2068${String(value)}\u2069` : String(value);
  const number = numbers.get(tag) ?? new Intl.NumberFormat(tag);
  numbers.set(tag, number);
  return number.format(value);
}

const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, tag) => sayValue(value, tag ?? 'en'),
};

/**
 * A text that stands in English in an interface from right to left keeps the direction of English, its full stop at the
 * right end.
 */
const foreign: PostProcessorModule = {
  type: 'postProcessor',
  name: 'foreign',
  process: (value: string, key, options, translator) => {
    if (directionOf(texts.language) === 'ltr') return value;
    return translator.resolve(key, options)?.usedLng === 'en' ? `\u2066${value}\u2069` : value;
  },
};

// The library is told the tags of BCP 47, since it looks up the plural rules of a language by them.
void texts
  .use(initReactI18next)
  .use(formatter)
  .use(foreign)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {
      en: { translation: Object.fromEntries(Object.entries(english).map(([path, found]) => [nounOf(path), found])) },
    },
    // React escapes; a key is a path of names, and a text that is no key stands for itself.
    interpolation: { escapeValue: false, alwaysFormat: true },
    postProcess: ['foreign'],
    nsSeparator: false,
    returnNull: false,
    initAsync: false,
  });

/** Brings the English of the nouns that the first screen does not speak. */
export async function bringTexts(): Promise<void> {
  const { laterTexts } = await import('./later-texts.ts');
  addEnglish(laterTexts);
}

/** Adds the English of nouns by the paths of their files. */
export function addEnglish(found: Readonly<Record<string, Record<string, unknown>>>): void {
  for (const [path, noun] of Object.entries(found))
    texts.addResourceBundle('en', 'translation', { [nounOf(path)]: noun }, true);
}

/** A text by its key, with `{{name}}` places filled in; `count` picks the plural form. */
export const t: Text = (key, values) => texts.t(key, values ?? {}) as string;

/** The same, for components: they draw anew when the language changes. */
export function useText(): Text {
  const { t: translate } = useTranslation();
  return translate as unknown as Text;
}

/** The language of the texts as a tag of BCP 47, for the browser's formats of dates, numbers and order. */
export function useLocale(): string {
  return useTranslation().i18n.language;
}

/** The same by the name it has with us, for choosing among what is ours. */
export function useLocaleId(): LocaleId {
  return chooseLocale('', [useLocale()]);
}

/** The same outside of components. */
export function presentLocale(): string {
  return texts.language;
}

/**
 * What a language itself has at a key, before any filling in; undefined where English would stand in. The present
 * language unless a tag is given.
 */
export function ownText(key: string, tag = texts.language): unknown {
  return texts.getResource(tag, 'translation', key);
}

function wishedLocale(): LocaleId {
  return chooseLocale(usePreference.getState().locale, navigator.languages);
}

/** Brings the texts of a locale. */
async function fetchTexts(locale: LocaleId): Promise<void> {
  if (texts.hasResourceBundle(browserTag(locale), 'translation')) return;
  const { translations } = await import('./translations.ts');
  const files = Object.entries(translations).filter(([path]) => path.includes(`/locales/${locale}/`));
  const found = await Promise.all(files.map(async ([path, load]) => [nounOf(path), await load()] as const));
  texts.addResourceBundle(browserTag(locale), 'translation', Object.fromEntries(found));
}

async function speakWished(): Promise<void> {
  const locale = wishedLocale();
  if (browserTag(locale) === texts.language) return;
  try {
    await fetchTexts(locale);
  } catch {
    return; // No connection: the language stays, and the next wish tries again.
  }
  // While the texts were on their way the wish may have changed.
  if (locale === wishedLocale()) await texts.changeLanguage(browserTag(locale));
}

/**
 * Takes the language of this browser and follows it from now on. The first screen waits for this, so that no text
 * changes under the eyes.
 */
export async function startTexts(): Promise<void> {
  usePreference.subscribe(() => {
    void speakWished();
  });
  window.addEventListener('languagechange', () => {
    void speakWished();
  });
  await speakWished();
}
