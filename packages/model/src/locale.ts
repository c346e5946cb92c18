/** The 21 locales of the product (SHL-006), each by the name its speakers know it by. */
export const locales = [
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Español' },
  { id: 'fr', name: 'Français' },
  { id: 'de', name: 'Deutsch' },
  { id: 'it', name: 'Italiano' },
  { id: 'pt', name: 'Português' },
  { id: 'nl', name: 'Nederlands' },
  { id: 'pl', name: 'Polski' },
  { id: 'ru', name: 'Русский' },
  { id: 'ja', name: '日本語' },
  { id: 'ko', name: '한국어' },
  { id: 'zh', name: '中文' },
  { id: 'ar', name: 'العربية' },
  { id: 'he', name: 'עברית' },
  { id: 'tr', name: 'Türkçe' },
  { id: 'id', name: 'Bahasa Indonesia' },
  { id: 'ta', name: 'தமிழ்' },
  { id: 'th', name: 'ไทย' },
  { id: 'ph', name: 'Filipino' },
  { id: 'vi', name: 'Tiếng Việt' },
  { id: 'ms', name: 'Bahasa Melayu' },
] as const;

export type LocaleId = (typeof locales)[number]['id'];

/**
 * Tags of browsers that name a locale of ours by another word: Filipino, and the old codes of Hebrew and Indonesian.
 */
const ours: Readonly<Record<string, string>> = { fil: 'ph', tl: 'ph', iw: 'he', in: 'id' };

/**
 * The setting of this browser, else the first of the browser's languages that is there, else English (SHL-007,
 * SHL-009).
 */
export function chooseLocale(setting: string, browser: readonly string[]): LocaleId {
  const wishes = [
    setting,
    ...browser.map((tag) => tag.toLowerCase().split('-')[0] ?? '').map((tag) => ours[tag] ?? tag),
  ];
  return locales.find(({ id }) => id === wishes.find(isLocale))?.id ?? 'en';
}

/** Whether a text is the id of a locale. */
export function isLocale(text: string): text is LocaleId {
  return locales.some(({ id }) => id === text);
}

/** The BCP 47 tag of a locale, for the browser's own formatting (`fil` for ph). */
export function browserTag(locale: string): string {
  return locale === 'ph' ? 'fil' : locale;
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr';
}
