import { GromaError, isErrorCode, limit } from '@groma/model';
import { CallError, file as calls } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

export interface SendFileOptions {
  projectId: string;
  path: string;
  file: Blob;
  replace: boolean;
  /** Address of a session begun before, to go on with. */
  session?: string | undefined;
  signal: AbortSignal;
  onSession(session: string): void;
  /** Bytes that are there or on their way. */
  onProgress(sent: number): void;
}

/** Tries again after a lost connection, this often for one chunk. */
const triesPerChunk = 4;
const firstWaitMs = 500;

/**
 * Sends one file by the resumable protocol: a session, then chunks with Content-Range, 308 until the last (FIL-014 to
 * FIL-018). After a lost connection the server is asked how much it has, and the sending goes on from there.
 */
export async function sendFile(options: SendFileOptions): Promise<void> {
  const { file, signal } = options;
  const session = options.session ?? await openSession(options);
  let start = options.session === undefined ? 0 : await askReceived(session, file.size, signal);
  let tries = 0;
  while (start !== 'complete') {
    signal.throwIfAborted();
    try {
      start = await sendChunk(session, options, start);
      tries = 0;
    } catch (error) {
      if (!(error instanceof LostConnection) || signal.aborted || tries === triesPerChunk) throw error;
      await new Promise((resolve) => { setTimeout(resolve, firstWaitMs * 2 ** tries); });
      tries += 1;
      start = await askReceived(session, file.size, signal).catch(() => start);
    }
  }
}

type Received = number | 'complete';

/** The connection went away: what was sent may have arrived or not. */
class LostConnection extends Error {}

async function openSession({ projectId, path, replace, signal, onSession }: SendFileOptions): Promise<string> {
  const { uploadSessionUri } = await api.call(calls.openUpload, { params: { projectId }, body: { filePath: path, replace }, signal });
  onSession(uploadSessionUri);
  return uploadSessionUri;
}

function sendChunk(session: string, { file, signal, onProgress }: SendFileOptions, start: number): Promise<Received> {
  const end = Math.min(file.size, start + limit.uploadChunkBytes);
  // An empty file has no chunk to send: asking how much is there ends it.
  if (file.size === 0) return askReceived(session, 0, signal);
  return put(session, file.slice(start, end), contentRange(start, end, file.size), signal, (sent) => onProgress(start + sent));
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
function put(url: string, body: Blob | null, range: string, signal: AbortSignal, onProgress: (sent: number) => void): Promise<Received> {
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
    request.addEventListener('error', () => reject(new LostConnection(`${url}`)));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

function refusalOf({ status, responseText, statusText }: XMLHttpRequest): Error {
  try {
    const { code, message, details } = JSON.parse(responseText) as { code?: string; message?: string; details?: Record<string, string> };
    return isErrorCode(code) ? new GromaError(code, details) : new CallError(status, message ?? statusText);
  } catch {
    return status === 502 || status === 503 || status === 504 ? new LostConnection(statusText) : new CallError(status, statusText);
  }
}
