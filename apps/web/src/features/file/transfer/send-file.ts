import { GromaError, isErrorCode, limit } from '@groma/model';
import { CallError, file as calls } from '@groma/protocol';
import { api, isUnanswered } from '../../../platform/api.ts';

export interface SendFileOptions {
  projectId: string;
  path: string;
  file: Blob;
  replace: boolean;
  /** Where it goes; the temporary one keeps a file for a day, for imports. */
  bucket?: 'groma' | 'groma-temp';
  /** Address of a session begun before, to go on with. */
  session?: string | undefined;
  signal: AbortSignal;
  onSession(session: string): void;
  /** Bytes that are there or on their way. */
  onProgress(sent: number): void;
  /** The network is away, or is back; sending goes on by itself. */
  onWaiting?(isWaiting: boolean): void;
}

const firstWaitMs = 500;
const longestWaitMs = 10_000;

/**
 * Sends one file by the resumable protocol: a session, then chunks with Content-Range, 308 until the last (FIL-014 to
 * FIL-018). While the connection is lost it waits, as long as it takes; then the server is asked how much it has, and
 * the sending goes on from there. A session that the server has forgotten is begun anew.
 */
export async function sendFile(options: SendFileOptions): Promise<void> {
  const { file, signal, onWaiting } = options;
  let { session } = options;
  let start: Received | undefined;
  let tries = 0;
  while (start !== 'complete') {
    signal.throwIfAborted();
    try {
      session ??= await openSession(options);
      start ??= options.session === session || tries > 0 ? await askReceived(session, file.size, signal) : 0;
      if (start !== 'complete') start = await sendChunk(session, options, start);
      if (tries > 0) onWaiting?.(false);
      tries = 0;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isForgotten(error) && session === options.session && tries === 0) session = undefined;
      else if (!isLost(error)) throw error;
      else {
        onWaiting?.(true);
        await untilWorthTrying(Math.min(longestWaitMs, firstWaitMs * 2 ** tries), signal);
      }
      // How much arrived is not known any more.
      start = undefined;
      tries += 1;
    }
  }
}

type Received = number | 'complete';

/** The connection went away: what was sent may have arrived or not. */
class LostConnection extends Error {}

/** The file of the computer cannot be read any more: it was moved, changed or deleted since it was chosen. */
export class UnreadableFile extends Error {}

function isLost(error: unknown): boolean {
  return error instanceof LostConnection || isUnanswered(error);
}

/** Sessions are kept for a day. */
function isForgotten(error: unknown): boolean {
  return (error instanceof GromaError || error instanceof CallError) && error.status === 404;
}

/** Ends after a time, or at once when the browser says that there is a network again. */
function untilWorthTrying(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onOnline = end(resolve);
    const onAbort = end(() => reject(signal.reason as Error));
    const timer = setTimeout(end(resolve), waitMs);
    addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
  });
}

async function openSession({
  projectId,
  path,
  file,
  replace,
  bucket,
  signal,
  onSession,
}: SendFileOptions): Promise<string> {
  const body = { filePath: path, replace, bytes: file.size, ...(bucket && { gcsBucket: bucket }) };
  const { uploadSessionUri } = await api.call(calls.openUpload, { params: { projectId }, body, signal });
  onSession(uploadSessionUri);
  return uploadSessionUri;
}

async function sendChunk(
  session: string,
  { file, signal, onProgress }: SendFileOptions,
  start: number,
): Promise<Received> {
  const end = Math.min(file.size, start + limit.uploadChunkBytes);
  // An empty file has no chunk to send: asking how much is there ends it.
  if (file.size === 0) return askReceived(session, 0, signal);
  const chunk = file.slice(start, end);
  try {
    return await put(session, chunk, contentRange(start, end, file.size), signal, (sent) => onProgress(start + sent));
  } catch (error) {
    // A request whose body cannot be read ends as one whose connection is lost.
    if (error instanceof LostConnection)
      await chunk
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          throw new UnreadableFile();
        });
    throw error;
  }
}

function askReceived(session: string, total: number, signal: AbortSignal): Promise<Received> {
  return put(session, null, `bytes */${total}`, signal, () => undefined);
}

/** `bytes start-end/total`, the end inclusive as HTTP counts it. */
export function contentRange(start: number, end: number, total: number): string {
  return `bytes ${start}-${end - 1}/${total}`;
}

/** The next byte to send after a reply of 308 with `Range: bytes=0-n`; without the header nothing is there yet. */
export function nextByte(range: string | null): number {
  const last = range?.match(/^bytes=0-(\d+)$/)?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

/** By XMLHttpRequest, since fetch does not tell how much of a body has been sent. */
function put(
  url: string,
  body: Blob | null,
  range: string,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PUT', url);
    request.setRequestHeader('Content-Range', range);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      if (request.status === 308) resolve(nextByte(request.getResponseHeader('range')));
      else if (request.status >= 200 && request.status < 300) resolve('complete');
      else reject(refusalOf(request));
    });
    request.addEventListener('error', () => reject(new LostConnection(url)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

function refusalOf({ status, responseText, statusText }: XMLHttpRequest): Error {
  try {
    const { code, message, details } = JSON.parse(responseText) as {
      code?: string;
      message?: string;
      details?: Record<string, string>;
    };
    return isErrorCode(code) ? new GromaError(code, details) : new CallError(status, message ?? statusText);
  } catch {
    return status === 502 || status === 503 || status === 504
      ? new LostConnection(statusText)
      : new CallError(status, statusText);
  }
}
