/** The English that the page of a published map speaks beside that of the first screen. */
export const readerTexts = import.meta.glob<Record<string, unknown>>(
  '../locales/en/{map,photo,print,raster,story,style,table,viewer}.json',
  { eager: true, import: 'default' },
);
