import type { z } from 'zod';
import type { Endpoint, ReplyOf } from './endpoint.ts';
import { readError, readJson } from './read-reply.ts';

type Input<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = z.input<E[Part]>;

/** What a call takes: only the parts that its endpoint declares. */
export interface CallInput<E extends Endpoint> {
  params?: Input<E, 'params'>;
  query?: Input<E, 'query'>;
  body?: Input<E, 'body'>;
  /** Multipart or raw body, for endpoints that take one. */
  form?: FormData | Blob | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
}

export interface Client {
  /** Makes a JSON call. @throws GromaError for errors of the catalogue, CallError for anything else. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** Makes a call whose reply is a stream of bytes. Same errors. */
  open<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Response>;
}

/**
 * Makes a client for a server at `origin` (empty: the page's own). `headers` are added to every call; `send` makes it,
 * by default over the network.
 */
export function createClient(
  origin = '',
  headers: () => Record<string, string> = () => ({}),
  send: (url: string, request: RequestInit) => Promise<Response> = (url, request) => fetch(url, request),
): Client {
  async function open<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Response> {
    const url =
      origin +
      fillPath(endpoint.path, (input.params ?? {}) as Record<string, unknown>) +
      queryText(input.query as Record<string, unknown> | undefined);
    const json = input.body !== undefined;
    const response = await send(url, {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: { ...headers(), ...(json ? { 'content-type': 'application/json' } : {}) },
      body: json ? JSON.stringify(input.body) : (input.form ?? null),
      signal: input.signal ?? null,
    });
    if (!response.ok) throw await readError(response, endpoint.method);
    return response;
  }
  return {
    open,
    async call(endpoint, input) {
      const response = await open(endpoint, input);
      if (response.status === 204) return undefined as never;
      return endpoint.reply.parse(await readJson(response, endpoint.method)) as never;
    },
  };
}

/** Fills `:name` parts and a last `*` (from `path`, whose slashes stay) into a path. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return path
    .replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(String(params[name])))
    .replace(/\*$/, () =>
      String(params['path'] ?? '')
        .split('/')
        .map(encodeURIComponent)
        .join('/'),
    );
}

/** A list is its name with each of its values. */
function queryText(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)])))}`;
}
