/**
 * Exports that may be reached by tests alone, with the reason. Rules that only they prove are listed by `npm run
 * rules`.
 *
 * @type {Record<string, string>}
 */
export const mayBeUnreached = {
  bytesAsSource: 'tests open rasters from memory',
  fromTemplate: 'tests make notebooks of a few blocks',
  markedThreads: 'tests look for the comments of a text',
};

/**
 * Stocks of which shipped code takes what it needs: the icons, and the tables of the records, which migrations are made
 * from.
 */
export const stocks = ['packages/ui/src/icons.ts', 'apps/server/src/platform/database/tables/'];
