import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { registerCommand } from '../../../registry/command.ts';
import { chatSession, dropChatSession } from './chat-session.ts';

const shown = vi.fn<(argument: unknown) => void>();
registerCommand<unknown>({
  id: 'map.show-box',
  title: 'chat.tool.show_on_map',
  isHidden: true,
  argument: () => Promise.resolve(z.unknown()),
  run: shown,
});

const view = { map: 'm', bounds: [0, 0, 1, 1] };
const answerOf = (id: string) =>
  [{ type: 'start', messageId: id }, { type: 'data-view', data: view, transient: true }, { type: 'finish' }]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('') + 'data: [DONE]\n\n';
const message = (id: string, role: string, parent: string | null, state: string) => ({
  id,
  parent,
  role,
  parts: [],
  attachments: [],
  model: null,
  state,
  error: null,
  reason: null,
  input_tokens: 0,
  output_tokens: 0,
  has_prompt: false,
  is_analyst: false,
  created_at: '',
});

/** A server whose conversation is being written until its stream was read. */
function serve(): void {
  let messages = [message('q', 'user', null, 'complete'), message('a', 'assistant', 'q', 'writing')];
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const path = String(url);
    if (init.method === 'POST') {
      const { id } = JSON.parse(String(init.body)) as { id: string };
      messages = [...messages, message(id, 'user', 'a', 'complete'), message('b', 'assistant', id, 'complete')];
      return Promise.resolve(new Response(answerOf('b'), { headers: { 'content-type': 'text/event-stream' } }));
    }
    if (path.includes('/stream')) {
      messages = messages.map((each) => ({ ...each, state: 'complete' }));
      return Promise.resolve(new Response(answerOf('a'), { headers: { 'content-type': 'text/event-stream' } }));
    }
    const thread = {
      id: 't',
      title: 'T',
      owner: { id: 'ann', username: 'ann' },
      agent: null,
      open_changes: 0,
      is_shared: false,
      allowed_tools: [],
      leaf: messages.at(-1)!.id,
      created_at: '',
      updated_at: '',
    };
    const body = JSON.stringify({ data: path.endsWith('/threads/t') ? { thread, messages } : {} });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  });
}

beforeEach(serve);
afterEach(() => {
  dropChatSession('t');
  vi.unstubAllGlobals();
});

test('[AIA-091, AIA-157] opening a conversation moves no map, asking here does, once', async () => {
  const session = chatSession('p', 't');
  await session.load();
  expect(session.store.getState()).toMatchObject({ status: 'ready', failure: null });
  expect(shown).not.toHaveBeenCalled();
  await session.ask({ text: 'Show it', attachments: [], selectedLLM: undefined, isAnalyst: false }, 'a');
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  expect(shown.mock.calls[0]![0]).toEqual({ mapId: 'm', bounds: view.bounds });
});

test('[AIA-081] a question that is changed as soon as its answer has ended stands alone, also before that is stored', async () => {
  const answered = fetch;
  const [isRead, stored, ended] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    if (init.method === 'POST' && ++asked === 2) {
      await answered(url, init);
      const body = new ReadableStream<Uint8Array>({
        async start(stream) {
          const [begun, end] = answerOf('c').split(/(?=data: \{"type":"finish")/) as [string, string];
          stream.enqueue(new TextEncoder().encode(begun));
          await ended.promise;
          stream.enqueue(new TextEncoder().encode(end));
          stream.close();
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    }
    if (asked === 1 && String(url).endsWith('/threads/t') && init.method !== 'POST') {
      const reply = await answered(url, init);
      isRead.resolve();
      await stored.promise;
      return reply;
    }
    return answered(url, init);
  });
  const session = chatSession('p', 't');
  await session.load();
  const ask = (text: string) => session.ask({ text, attachments: [], selectedLLM: undefined, isAnalyst: false }, 'a');
  const first = ask('one');
  await isRead.promise;
  const second = ask('two');
  stored.resolve();
  await first;
  await expect.poll(() => session.chat.messages.at(-1)?.id).toBe('c');
  const [, , question] = session.chat.messages;
  expect(session.chat.messages.map(({ id }) => id)).toEqual(['q', 'a', question!.id, 'c']);
  expect(question!.parts).toEqual([{ type: 'text', text: 'two' }]);
  ended.resolve();
  await second;
});

test('[AIA-080] a conversation that is shown once its first question is asked is not read before that is answered', async () => {
  const answered = fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string | URL, init: RequestInit = {}) => {
    if (String(url).includes('/threads/t')) asked.push(init.method ?? 'GET');
    return answered(url, init);
  });
  const session = chatSession('p', 't');
  const first = session.ask({ text: 'Show it', attachments: [], selectedLLM: undefined, isAnalyst: false }, null);
  await session.load();
  await first;
  expect(asked[0]).toBe('POST');
});
