import { GromaError } from '@groma/model';
import { CallError } from './call-error.ts';
import { deletePlain, getPlain, postPlain, putPlain, type PlainCallOptions, type ResponseType } from './plain-call.ts';

export interface RetryOptions {
  /** Pause before the second attempt, in milliseconds; it doubles before each further one (SHL-076). */
  firstDelayMs?: number;
  attempts?: number;
  /** Which failures may pass by themselves; those of `isPassing` when left out. */
  isWorthIt?: (error: unknown) => boolean;
  signal?: AbortSignal | undefined;
}

/** Half a second, then one, then two: four attempts in all (SHL-077). */
const firstDelay = 500;
const mostAttempts = 4;

/**
 * Statuses that say that it may go well later: timeouts, too many calls, and what stands in front of a server that is
 * away.
 */
const passingStatuses = new Set([0, 408, 425, 429, 502, 503, 504]);

/** Whether a failure may pass by itself: no answer at all, or a status that says so. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CallError || error instanceof GromaError) return passingStatuses.has(error.status);
  return error instanceof TypeError;
}

/**
 * Does something until it goes well, with a pause that doubles.
 * @throws what the last attempt threw, or the signal's reason.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  { firstDelayMs = firstDelay, attempts = mostAttempts, isWorthIt = isPassing, signal }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !isWorthIt(error)) throw error;
      await pause(firstDelayMs * 2 ** (attempt - 1), signal);
    }
  }
}

/** A call as plain data, for the retry helper. */
export interface RetriedCall extends PlainCallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** GET must say what its reply is read as. */
  responseType?: ResponseType;
  /** PUT must say what it sends. */
  contentType?: string;
  body?: unknown;
}

/**
 * Makes a plain call and tries it again while its failure may pass. A POST is tried again only where the server has
 * said that it did nothing (429, 503): the others may be done twice without harm.
 * @throws CallError 400 for a call that is not whole or a failure that is not understood (SHL-082 to SHL-085), else
 * what the call threw.
 */
export async function callWithRetry(call: RetriedCall, options: RetryOptions = {}): Promise<unknown> {
  const send = sendOf(call);
  const isWorthIt =
    call.method === 'POST'
      ? (error: unknown) => isPassing(error) && [429, 503].includes((error as CallError).status)
      : isPassing;
  try {
    return await retrying(send, { isWorthIt, signal: call.signal, ...options });
  } catch (error) {
    if (error instanceof CallError || error instanceof GromaError || call.signal?.aborted) throw error;
    throw new CallError(400, 'Unknown error', { cause: error });
  }
}

function sendOf({
  method,
  url,
  responseType,
  contentType,
  body,
  bearer,
  signal,
  redirect,
}: RetriedCall): () => Promise<unknown> {
  const options = { bearer, signal, redirect };
  switch (method) {
    case 'GET':
      if (responseType === undefined) throw new CallError(400, 'Bad GET request: do not have response type.');
      return () => getPlain(url, responseType, options);
    case 'POST':
      return () => postPlain(url, body, options);
    case 'PUT':
      if (contentType === undefined) throw new CallError(400, 'Bad PUT request: do not have content type.');
      return () => putPlain(url, body, { ...options, contentType });
    case 'DELETE':
      return () => deletePlain(url, options);
    default:
      throw new CallError(400, 'Bad request: do not have a recognized method.');
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
