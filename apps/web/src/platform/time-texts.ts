/** The English of the images of a published map by their dates. */
export const timeTexts = import.meta.glob<Record<string, unknown>>('../locales/en/time.json', {
  eager: true,
  import: 'default',
});
