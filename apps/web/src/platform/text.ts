import { createInstance } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { chooseLocale } from './locale.ts';
import { usePreference } from './preference.ts';

type Values = Readonly<Record<string, string | number>>;
export type Text = (key: string, values?: Values) => string;

/** One file per noun: the key `map.newLayer` is `newLayer` of `locales/en/map.json`. */
const english = import.meta.glob<Record<string, unknown>>('../locales/en/*.json', { eager: true, import: 'default' });

function byNoun(files: Record<string, Record<string, unknown>>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]));
}

const texts = createInstance();

void texts.use(initReactI18next).init({
  lng: chooseLocale(usePreference.getState().locale, navigator.languages),
  fallbackLng: 'en',
  resources: { en: { translation: byNoun(english) } },
  // React escapes; a key is a path of names, and a text that is no key stands for itself.
  interpolation: { escapeValue: false },
  nsSeparator: false,
  returnNull: false,
  initAsync: false,
});

/** A text by its key, with `{{name}}` places filled in; `count` picks the plural form. */
export const t: Text = (key, values) => texts.t(key, values ?? {}) as string;

/** The same, for components: they draw anew when the language changes. */
export function useText(): Text {
  const { t: translate } = useTranslation();
  return translate as unknown as Text;
}

export function useLocale(): string {
  return useTranslation().i18n.language;
}
