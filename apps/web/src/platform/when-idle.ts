/** Longest that work for later is put off while the page is busy, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Fetches code when the browser rests, so that what it is for works while the server is away. What cannot be fetched
 * now is fetched, and its failure said, when it is asked for. Returns how to call it off.
 */
export function fetchSoon(...loads: readonly (() => Promise<unknown>)[]): () => void {
  return whenIdle(() => {
    for (const load of loads) load().catch(() => undefined);
  });
}

/** Does something when the browser rests; returns how to call it off. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: longestWaitMs });
  return () => cancelIdleCallback(request);
}
