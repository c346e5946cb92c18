/** Languages whose texts are there. English is complete; a language begins with its folder in `locales`. */
const availableLocales = ['en'] as const;

/** The 21 locales of the product (SHL-006) by the tag a browser knows: `ph` is Filipino. */
const browserTags: Readonly<Record<string, string>> = { ph: 'fil' };

/** User setting, else browser, else English (SHL-007, SHL-009). */
export function chooseLocale(setting: string, browser: readonly string[], available: readonly string[] = availableLocales): string {
  const wishes = [setting, ...browser.map((tag) => tag.split('-')[0] ?? tag).map((tag) => (tag === 'fil' || tag === 'tl' ? 'ph' : tag))];
  return wishes.find((wish) => available.includes(wish)) ?? 'en';
}

/** The BCP 47 tag of a locale, for the browser's own formatting. */
export function browserTag(locale: string): string {
  return browserTags[locale] ?? locale;
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr';
}
