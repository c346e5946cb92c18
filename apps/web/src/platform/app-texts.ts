/** The English that the page of a notebook that readers run speaks beside that of the first screen. */
export const appTexts = import.meta.glob<Record<string, unknown>>('../locales/en/{app,notebook}.json', {
  eager: true,
  import: 'default',
});
