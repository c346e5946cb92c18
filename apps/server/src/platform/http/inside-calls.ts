import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Makes a call of this server within the process: it has no connection whose end could stop it, so a signal does. */
export function callInside<T>(signal: AbortSignal | null | undefined, call: () => Promise<T>): Promise<T> {
  return signal ? signals.run(signal, call) : call();
}

/** Ends the call that is being answered when whoever makes it within the process gives up. */
export function followCallInside(aborter: AbortController): void {
  const signal = signals.getStore();
  if (signal?.aborted) aborter.abort();
  signal?.addEventListener('abort', () => aborter.abort(), { once: true });
}
