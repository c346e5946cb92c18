import { AsyncLocalStorage } from 'node:async_hooks';

/** What the sign-in library has told its log during a call. */
const told = new AsyncLocalStorage<{ failure?: Error }>();

/** As the log of the sign-in library: keeps what the call under way failed with. */
export function noteFailure(_level: string, _message: string, ...facts: unknown[]): void {
  const call = told.getStore();
  const failure = facts.find((each) => each instanceof Error);
  if (call && failure) call.failure ??= failure;
}

/**
 * Calls the sign-in library. It answers a plain error of its own for whatever fails behind it, and tells the cause to
 * its log alone.
 * @throws that cause, where it is known; what the library throws, otherwise
 */
export async function withCause<Result>(call: () => Promise<Result>): Promise<Result> {
  const seen: { failure?: Error } = {};
  try {
    return await told.run(seen, call);
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number };
    throw statusCode >= 500 && seen.failure ? seen.failure : error;
  }
}
