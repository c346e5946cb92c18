import { readError, readJson } from './read-reply.ts';

/** What any plain call may have besides. */
export interface PlainCallOptions {
  /** Sent as `Authorization: Bearer …`; without it no such header is sent (SHL-075). */
  bearer?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Followed when left out. */
  redirect?: RequestRedirect | undefined;
}

/** What a reply is read as. */
export type ResponseType = 'json' | 'text';

/** GET for addresses that are not an endpoint of ours (SHL-071). @throws GromaError, CallError. */
export async function getPlain(
  url: string,
  responseType: ResponseType,
  options: PlainCallOptions = {},
): Promise<unknown> {
  const response = await send('GET', url, undefined, options);
  return responseType === 'json' ? readJson(response, 'GET') : response.text();
}

/** POST of JSON, or of a form when the body is one (SHL-072). Same errors. */
export async function postPlain(url: string, body: unknown, options: PlainCallOptions = {}): Promise<unknown> {
  return readJson(await send('POST', url, body, options), 'POST');
}

/**
 * PUT of JSON, or of bytes under a content type of their own (SHL-073). The reply may be empty: undefined. Same errors.
 */
export async function putPlain(
  url: string,
  body: unknown,
  options: PlainCallOptions & { contentType?: string | undefined } = {},
): Promise<unknown> {
  return readAny(await send('PUT', url, body, options), 'PUT');
}

/** DELETE (SHL-074). The reply may be empty: undefined. Same errors. */
export async function deletePlain(url: string, options: PlainCallOptions = {}): Promise<unknown> {
  return readAny(await send('DELETE', url, undefined, options), 'DELETE');
}

async function readAny(response: Response, method: string): Promise<unknown> {
  return response.status === 204 || response.headers.get('content-length') === '0'
    ? undefined
    : readJson(response, method);
}

async function send(
  method: string,
  url: string,
  body: unknown,
  { bearer, signal, redirect = 'follow', contentType }: PlainCallOptions & { contentType?: string | undefined },
): Promise<Response> {
  const isRaw =
    body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams || body instanceof Uint8Array;
  const isJson = body !== undefined && !isRaw && (contentType === undefined || typeof body !== 'string');
  // A form names its own type, with the boundary that only the browser knows.
  const type = contentType ?? (isJson ? 'application/json' : undefined);
  const response = await fetch(url, {
    method,
    signal: signal ?? null,
    redirect,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(type === undefined || body instanceof FormData ? {} : { 'content-type': type }),
    },
    body: isJson ? JSON.stringify(body) : body === undefined ? null : (body as BodyInit),
  });
  if (!response.ok) throw await readError(response, method);
  return response;
}
