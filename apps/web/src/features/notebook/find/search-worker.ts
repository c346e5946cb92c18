import { searchTexts, type SearchQuery } from './search-texts.ts';

/** Looks for regular expressions apart from the page: one of them may never end. */
addEventListener('message', ({ data: { texts, query } }: MessageEvent<{ texts: string[]; query: SearchQuery }>) => {
  postMessage(searchTexts(texts, query));
});
