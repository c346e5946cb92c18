import { searchPattern, searchTexts, type SearchQuery, type SearchResult } from './search-texts.ts';

/** Why nothing could be found: the expression is none, with what is wrong, or it takes too long. */
export type SearchFailure = { kind: 'bad'; reason: string } | { kind: 'slow' };

/** Longest time that an expression is given, in milliseconds. */
const patienceMs = 2_000;

/** Looks for a query in texts; an expression in a worker, which is ended after a while or by the signal. */
export async function runSearch(
  texts: readonly string[],
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchResult | SearchFailure> {
  if (!query.isRegex) return searchTexts(texts, query);
  try {
    searchPattern(query);
  } catch (error) {
    return { kind: 'bad', reason: error instanceof Error ? error.message : '' };
  }
  if (query.query === '') return { matches: [], isCut: false };
  const worker = new Worker(new URL('search-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SearchResult | SearchFailure>((resolve) => {
    const slow = () => resolve({ kind: 'slow' });
    setTimeout(slow, patienceMs);
    signal.addEventListener('abort', slow);
    worker.addEventListener('error', slow);
    worker.addEventListener('message', ({ data }: MessageEvent<SearchResult>) => resolve(data));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a worker, not a window
    worker.postMessage({ texts, query });
  }).finally(() => worker.terminate());
}
