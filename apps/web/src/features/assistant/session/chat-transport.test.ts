import { afterEach, expect, test, vi } from 'vitest';
import type { UIMessageChunk } from 'ai';
import { chatTransport } from './chat-transport.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const place = { projectId: 'p', threadId: 't' };
const sse = (chunks: object[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
const start = { type: 'start', messageId: 'a1' };
const said = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hi' },
  { type: 'text-end', id: '1' },
];

/** The server answers so; the answer is what it was asked. */
function answering(status: number, body: string | null): { path: string; method: string; body: unknown }[] {
  const asked: { path: string; method: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push({ path, method: init.method ?? 'GET', body: init.body ? JSON.parse(String(init.body)) : null });
    return Promise.resolve(new Response(body, { status, headers: { 'content-type': 'text/event-stream' } }));
  });
  return asked;
}

async function readAll(stream: ReadableStream<UIMessageChunk> | null): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of stream as unknown as AsyncIterable<UIMessageChunk>) types.push(type);
  return types;
}

const ask = { kind: 'ask', body: { id: 'q1', parent: null, text: 'Hello' } };
const send = (started: string[] = []) =>
  chatTransport(place, (id) => started.push(id)).sendMessages({
    chatId: 't',
    messages: [],
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
    body: ask,
  });

test('[AIA-082] a question goes to its conversation, and its answer streams with the id of its message', async () => {
  const asked = answering(200, `${sse([start, ...said, { type: 'finish' }])}data: [DONE]\n\n`);
  const started: string[] = [];
  expect(await readAll(await send(started))).toEqual(['start', 'text-start', 'text-delta', 'text-end', 'finish']);
  expect(started).toEqual(['a1']);
  expect(asked).toEqual([
    { path: '/api/chat/projects/p/threads/t/messages', method: 'POST', body: expect.objectContaining(ask.body) },
  ]);
});

test('[AIA-082] an answer that ends before it is whole counts as a lost connection', async () => {
  answering(200, `${sse([start, ...said])}data: [DONE]\n\n`);
  await expect(readAll(await send())).rejects.toThrow(TypeError);
});

test('[AIA-082] coming back to an answer that has ended finds nothing to resume', async () => {
  const asked = answering(204, null);
  const body = { kind: 'resume', messageId: 'a1' };
  expect(await chatTransport(place, () => undefined).reconnectToStream({ chatId: 't', body })).toBe(null);
  expect(asked[0]?.path).toBe('/api/chat/projects/p/threads/t/messages/a1/stream');
});
