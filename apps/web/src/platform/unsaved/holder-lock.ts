const held = new Set<string>();
/** Of this page, and over; the browser may still list their locks for a moment. */
const ended = new Set<string>();
const prefix = 'groma-unsaved:';

/**
 * Shows other tabs that a connection of this page lives, so that they leave alone what it keeps. Returns how to end
 * that.
 */
export function holdLock(holder: string): () => void {
  held.add(holder);
  let release = (): void => undefined;
  const end = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(prefix + holder, () => end).catch(() => undefined);
  return () => {
    held.delete(holder);
    ended.add(holder);
    release();
  };
}

/**
 * Tells whether a connection still lives, here or in another tab. Where the browser has no locks (a page without
 * https), those of other tabs count as gone: what is sent twice is merged once.
 */
export async function readHolders(): Promise<(holder: string) => boolean> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  const names = new Set(locks?.held?.map(({ name }) => name));
  return (holder) => held.has(holder) || (names.has(prefix + holder) && !ended.has(holder));
}
