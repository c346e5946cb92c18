/** Longest that work for later is put off while the page is busy, in milliseconds. */
const longestWaitMs = 3_000;

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
