import { GromaError, parseExistingPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { isObject, type JsonObject } from './json.ts';
import { isPath, type Location } from './locations.ts';

/** For whom documents are read: names the source in messages. */
export interface StacReading {
  name: string;
  projectId: ProjectId;
  signal: AbortSignal;
}

/** What a service is asked by; a document without it. */
export interface StacQuestion {
  method: 'GET' | 'POST';
  body?: JsonObject | undefined;
}

/** Bytes of one answer: a hundred items of the most talkative services have half as many. */
const mostBytes = 8 * 1024 * 1024;
const limits = { bytes: mostBytes, silenceMs: 15_000, redirects: 3 };
/** Milliseconds that an answer may take as a whole. */
const usualMs = 30_000;

/** Statuses by which a service says that it does not know the call. */
const unknownCall = new Set([404, 405, 501]);

/** A service that does not know a call that STAC has. */
export class UnknownCall extends Error {}

/** Reads documents of STAC from other servers and from files of projects. */
export class StacDocuments {
  readonly #platform: Pick<Platform, 'files' | 'outbound'>;
  readonly #longestMs: number;

  constructor(platform: Pick<Platform, 'files' | 'outbound'>, longestMs = usualMs) {
    this.#platform = platform;
    this.#longestMs = longestMs;
  }

  /**
   * @throws GromaError STAC_UNREACHABLE, STAC_UNREADABLE, OUTBOUND_REFUSED, OUTBOUND_TOO_LONG, FILE_NOT_FOUND,
   * BAD_PATH; UnknownCall where a question is one; the reason of the signal
   */
  async read(location: Location, reading: StacReading, question?: StacQuestion): Promise<JsonObject> {
    const text = isPath(location)
      ? await this.#ofFile(location, reading)
      : await this.#ask(location, reading, question);
    reading.signal.throwIfAborted();
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      throw new GromaError('STAC_UNREADABLE', { name: reading.name, detail: 'it answered something that is no JSON.' });
    }
    if (isObject(document)) return document;
    throw new GromaError('STAC_UNREADABLE', { name: reading.name, detail: 'it answered JSON that is no STAC.' });
  }

  async #ofFile(location: Location, { projectId, name }: StacReading): Promise<string> {
    const opened = await this.#platform.files.open(projectId, parseExistingPath(location));
    try {
      if (opened.bytes > mostBytes)
        throw new GromaError('STAC_UNREADABLE', { name, detail: `${location} is larger than 8 MB.` });
      if (opened.bytes === 0) return '';
      return Buffer.concat(await opened.read({ start: 0, end: opened.bytes - 1 }).toArray()).toString();
    } finally {
      await opened.close();
    }
  }

  async #ask(location: Location, { name, signal }: StacReading, question?: StacQuestion): Promise<string> {
    const limit = AbortSignal.timeout(this.#longestMs);
    const isPost = question?.method === 'POST';
    try {
      const response = await this.#platform.outbound.fetchWithin(limits)(location, {
        method: isPost ? 'POST' : 'GET',
        headers: {
          accept: 'application/geo+json, application/json',
          ...(isPost && { 'content-type': 'application/json' }),
        },
        ...(isPost && { body: JSON.stringify(question.body ?? {}) }),
        signal: AbortSignal.any([signal, limit]),
      });
      if (response.ok) return await response.text();
      await response.body?.cancel();
      if (question && unknownCall.has(response.status)) throw new UnknownCall();
      throw new GromaError('STAC_UNREACHABLE', { name, detail: sayStatus(response.status) });
    } catch (error) {
      if (error instanceof UnknownCall) throw error;
      signal.throwIfAborted();
      throw causeOf(error) ?? unreachable(name, limit.aborted);
    }
  }
}

function unreachable(name: string, isTooSlow: boolean): GromaError {
  return new GromaError('STAC_UNREACHABLE', { name, detail: isTooSlow ? 'it took too long.' : 'it doesn’t answer.' });
}

function sayStatus(status: number): string {
  if (status === 401 || status === 403) return `it asks for an account (${status}).`;
  if (status === 404) return 'there is nothing at this address (404).';
  if (status === 429) return 'it has been asked too often (429). Try again later.';
  return `it answered with the status ${status}.`;
}

/** undici wraps the refusal of an address in a `TypeError`. */
function causeOf(error: unknown): GromaError | null {
  if (error instanceof GromaError) return error;
  return error instanceof Error && error.cause instanceof GromaError ? error.cause : null;
}
