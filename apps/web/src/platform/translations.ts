/**
 * How each file of each language but English is fetched: a list of hundreds, which only who speaks one of them needs.
 */
export const translations = import.meta.glob<Record<string, unknown>>(
  ['../locales/*/*.json', '!../locales/en/*.json'],
  { import: 'default' },
);
