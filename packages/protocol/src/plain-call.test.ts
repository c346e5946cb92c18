import { createServer, type IncomingMessage, type Server } from 'node:http';
import { GromaError } from '@groma/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { createClient } from './client.ts';
import { defineEndpoint } from './endpoint.ts';
import { deletePlain, getPlain, postPlain, putPlain } from './plain-call.ts';
import { callWithRetry, retrying } from './retry.ts';
import { anyone } from '@groma/model';
import { z } from 'zod';

interface Heard {
  method: string;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}

let server: Server;
let origin: string;
let heard: Heard[] = [];
/** Answers in turn; the last goes on. */
let answers: { status: number; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      heard.push({
        method: request.method!,
        authorization: request.headers.authorization,
        type: request.headers['content-type'],
        body,
      });
      const { status, body: text } = answers.length > 1 ? answers.shift()! : answers[0]!;
      reply.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  heard = [];
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
const answer = (status: number, body: unknown) => {
  answers.push({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
};
beforeEach(() => {
  answers = [];
});

test('[SHL-071] [SHL-075] GET gives json or text as the caller says, with a bearer token only when there is one', async () => {
  answer(200, { a: 1 });
  expect(await getPlain(`${origin}/x`, 'json', { bearer: 'tok' })).toEqual({ a: 1 });
  expect(await getPlain(`${origin}/x`, 'text')).toBe('{"a":1}');
  expect(heard.map(({ method, authorization }) => [method, authorization])).toEqual([
    ['GET', 'Bearer tok'],
    ['GET', undefined],
  ]);
});

test('[SHL-072] [SHL-075] POST sends json or a form, with or without a token', async () => {
  answer(200, '{}');
  await postPlain(`${origin}/x`, { a: 1 }, { bearer: 'tok' });
  const form = new FormData();
  form.append('field', 'value');
  await postPlain(`${origin}/x`, form);
  expect(heard[0]).toEqual({ method: 'POST', authorization: 'Bearer tok', type: 'application/json', body: '{"a":1}' });
  expect(heard[1]).toMatchObject({
    authorization: undefined,
    type: expect.stringMatching(/^multipart\/form-data; boundary=/) as string,
    body: expect.stringContaining('name="field"') as string,
  });
});

test('[SHL-073] [SHL-074] [SHL-075] PUT and DELETE, whose replies may be empty', async () => {
  answer(200, '');
  expect(
    await putPlain(`${origin}/x`, new Uint8Array([65, 66]), { contentType: 'application/octet-stream', bearer: 'tok' }),
  ).toBeUndefined();
  expect(await deletePlain(`${origin}/x`, { bearer: 'tok' })).toBeUndefined();
  await deletePlain(`${origin}/x`);
  expect(heard).toEqual([
    { method: 'PUT', authorization: 'Bearer tok', type: 'application/octet-stream', body: 'AB' },
    { method: 'DELETE', authorization: 'Bearer tok', type: undefined, body: '' },
    { method: 'DELETE', authorization: undefined, type: undefined, body: '' },
  ]);
});

test('[SHL-078] [SHL-079] [SHL-080] an error carries the status and the message of the body, else its detail', async () => {
  answer(418, { message: 'short and stout', detail: 'never' });
  await expect(getPlain(`${origin}/x`, 'json')).rejects.toEqual(new CallError(418, 'short and stout'));
  answers = [];
  answer(422, { detail: 'the detail' });
  await expect(postPlain(`${origin}/x`, {})).rejects.toMatchObject({
    name: 'CallError',
    status: 422,
    message: 'the detail',
  });
  answers = [];
  answer(404, { code: 'FILE_NOT_FOUND', message: 'ignored', details: { path: '/data/a' } });
  await expect(getPlain(`${origin}/x`, 'json')).rejects.toEqual(new GromaError('FILE_NOT_FOUND', { path: '/data/a' }));
});

test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
  '[SHL-081] a body that is no json, of a failure or not, is said with %s and the address',
  async (method) => {
    for (const status of [200, 500]) {
      answers = [];
      answer(status, '<html>');
      const url = `${origin}/where`;
      const calls = {
        GET: () => getPlain(url, 'json'),
        POST: () => postPlain(url, {}),
        PUT: () => putPlain(url, {}),
        DELETE: () => deletePlain(url),
      };
      await expect(calls[method]()).rejects.toMatchObject({
        status,
        message: `Failed to transfer data to json format with ${method} from ${url}`,
      });
    }
  },
);

test('[SHL-078] [SHL-081] the typed client says the same of what is not ours', async () => {
  const endpoint = defineEndpoint({
    id: 'x',
    method: 'POST',
    path: '/x/:id',
    summary: 'x',
    policy: anyone('a test'),
    params: z.object({ id: z.string() }),
    reply: z.object({ a: z.number() }),
  });
  answer(502, 'Bad Gateway');
  await expect(createClient(origin).call(endpoint, { params: { id: 'a b' } })).rejects.toMatchObject({
    status: 502,
    message: `Failed to transfer data to json format with POST from ${origin}/x/a%20b`,
  });
});

test('[SHL-076] [SHL-077] the pause doubles, failures that may pass are tried four times, the others once', async () => {
  const began: number[] = [];
  const failing = (error: unknown) =>
    retrying(
      () => {
        began.push(performance.now());
        return Promise.reject(error);
      },
      { firstDelayMs: 40 },
    );
  await expect(failing(new CallError(503, 'away'))).rejects.toMatchObject({ status: 503 });
  expect(began).toHaveLength(4);
  const pauses = began.slice(1).map((time, index) => time - began[index]!);
  // Timers are late at times and never early.
  for (const [index, least] of [40, 80, 160].entries()) expect(pauses[index]).toBeGreaterThan(least - 2);
  expect(pauses[0]).toBeLessThan(160);
  began.length = 0;
  await expect(failing(new GromaError('FORBIDDEN'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(began).toHaveLength(1);
});

test('[SHL-077] a call that fails for a while is answered in the end, and a POST that may have been done is not sent twice', async () => {
  answer(502, '{}');
  answer(429, '{}');
  answer(200, { ok: true });
  const quick = { firstDelayMs: 1 };
  expect(await callWithRetry({ method: 'GET', url: origin, responseType: 'json' }, quick)).toEqual({ ok: true });
  expect(heard).toHaveLength(3);
  answers = [];
  heard = [];
  answer(502, '{}');
  await expect(callWithRetry({ method: 'POST', url: origin, body: {} }, quick)).rejects.toMatchObject({ status: 502 });
  expect(heard).toHaveLength(1);
});

test('[SHL-077] stopping ends the pause', async () => {
  const stop = new AbortController();
  const calling = retrying(() => Promise.reject(new CallError(503, 'away')), {
    firstDelayMs: 60_000,
    signal: stop.signal,
  });
  setTimeout(() => {
    stop.abort();
  }, 10);
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
});

test('[SHL-082] [SHL-083] [SHL-084] a call that is not whole is refused before it is sent', async () => {
  const of = (call: object) =>
    callWithRetry({ url: origin, ...call } as never).then(
      () => null,
      ({ status, message }: CallError) => [status, message],
    );
  expect(await of({ method: 'GET' })).toEqual([400, 'Bad GET request: do not have response type.']);
  expect(await of({ method: 'PUT', body: {} })).toEqual([400, 'Bad PUT request: do not have content type.']);
  expect(await of({ method: 'PATCH' })).toEqual([400, 'Bad request: do not have a recognized method.']);
  expect(heard).toEqual([]);
});

test('[SHL-085] any other failure is an unknown error', async () => {
  await expect(
    callWithRetry({ method: 'GET', url: 'http://127.0.0.1:1/', responseType: 'json' }, { firstDelayMs: 1 }),
  ).rejects.toMatchObject({ status: 400, message: 'Unknown error' });
});
