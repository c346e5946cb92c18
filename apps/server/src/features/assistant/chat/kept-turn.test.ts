import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant, file } from '@groma/protocol';
import { startChatServer, type ChatServer } from '../../../../test/chat-server.ts';
import type { ModelServer } from '../../../../test/model-server.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { chatMessages, chatPieces } from '../../../platform/database/tables/index.ts';
import { allPieces, chunkText, PieceKeeper } from './turn-pieces.ts';

let chat: ChatServer;
let model: ModelServer;
let server: TestServer;
let ann: Person;
let projectId: string;

beforeAll(async () => {
  chat = await startChatServer();
  ({ model, server, ann } = chat);
  projectId = await ann.makeProject();
});
afterAll(() => chat.close());

const newThread = async (): Promise<string> =>
  (await ann.client.call(assistant.createChatThread, { params: { projectId }, body: {} })).data.id;
const read = async (threadId: string) =>
  (await ann.client.call(assistant.readChatThread, { params: { projectId, threadId } })).data.messages;
const open = (threadId: string, id: string, text: string) =>
  ann.client.open(assistant.sendChatMessage, {
    params: { projectId, threadId },
    body: { id, parent: null, text } as never,
  });
const ask = async (threadId: string, id: string, text: string): Promise<void> => {
  await (await open(threadId, id, text)).text();
};
const calls = (name: string, given: object) => ({ kind: 'call' as const, name, arguments: JSON.stringify(given) });

test('[AIA-140] what a tool or a model says is kept, also NUL and half a character', async () => {
  const form = new FormData();
  form.append('filePaths', '/data/odd.txt');
  form.append('files', new Blob(['a\0b\n']), 'odd.txt');
  await ann.client.call(file.uploadFiles, { params: { projectId }, query: { replace: 'false' }, form });
  const threadId = await newThread();
  model.next(calls('read_text_file', { path: '/data/odd.txt' }), calls('find_data', { query: '\ud83d' }), {
    kind: 'text',
    pieces: ['All \0 of it.'],
  });
  await ask(threadId, 'odd', `${'x'.repeat(59)}😀 and \0 half of one: \ud83d`);
  const [question, answer] = await read(threadId);
  expect(question!.parts).toEqual([{ type: 'text', text: `${'x'.repeat(59)}😀 and \ufffd half of one: \ufffd` }]);
  expect(answer).toMatchObject({ state: 'complete', error: null });
  expect(JSON.stringify(answer!.parts)).toContain('a\ufffdb');
  expect(JSON.stringify(answer!.parts)).toContain('All \ufffd of it.');
});

test('[AIA-140] a conversation whose writer has died opens, whatever there is of the answer', async () => {
  const { query } = server.platform.database;
  const threadId = await newThread();
  model.next({ kind: 'text', pieces: ['Here.'] });
  await ask(threadId, 'died', 'Where?');
  const { id } = (await read(threadId))[1]!;
  await query.update(chatMessages).set({ state: 'writing', writtenUntil: null }).where(eq(chatMessages.id, id));
  const text = [
    { type: 'start', messageId: id },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Half \0 of \ud83d it.' },
  ];
  await query
    .insert(chatPieces)
    .values({ threadId, messageId: id, ordinal: 0, text: text.map((each) => chunkText(each as never)).join('') });
  const [, answer] = await read(threadId);
  expect(answer).toMatchObject({ state: 'failed' });
  expect(JSON.stringify(answer!.parts)).toContain('Half \ufffd of \ufffd it.');
});

test('[AIA-141] a write that fails once loses no piece, and the answer still hears that it is to stop', async () => {
  const { query } = server.platform.database;
  const threadId = await newThread();
  model.next({ kind: 'text', pieces: ['Here.'] });
  await ask(threadId, 'write', 'Where?');
  const messageId = (await read(threadId))[1]!.id;
  await query.update(chatMessages).set({ state: 'writing' }).where(eq(chatMessages.id, messageId));
  await query.execute(sql`CREATE SEQUENCE tries`);
  await query.execute(sql`CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF nextval('tries') = 1 THEN RAISE EXCEPTION 'once'; END IF; RETURN NEW; END $$`);
  await query.execute(
    sql`CREATE TRIGGER once BEFORE INSERT ON chat_pieces FOR EACH ROW EXECUTE FUNCTION refuse_once()`,
  );
  try {
    let isStopped = false;
    const place = { threadId, messageId };
    const keeper = await PieceKeeper.begin(query, place, () => {
      isStopped = true;
    });
    keeper.add('one, ');
    await expect
      .poll(async () => (await query.execute(sql`SELECT is_called FROM tries`)).rows[0])
      .toEqual({ is_called: true });
    keeper.add('two');
    await expect.poll(() => allPieces(query, place)).toBe('one, two');
    expect(isStopped).toBe(false);
    await query.update(chatMessages).set({ stopAskedAt: new Date() }).where(eq(chatMessages.id, messageId));
    await expect.poll(() => isStopped).toBe(true);
    await keeper.end();
  } finally {
    await query.execute(sql`DROP TRIGGER once ON chat_pieces`);
  }
});

test('[AIA-141] an answer that was given up is not written on, and what stands in its place stays', async () => {
  const { query } = server.platform.database;
  const threadId = await newThread();
  model.next({ kind: 'silent', pieces: ['Wait'] } as never);
  const stream = await open(threadId, 'given-up', 'Where?');
  const ended = stream.text();
  await expect
    .poll(async () => (await query.select().from(chatPieces).where(eq(chatPieces.threadId, threadId))).length)
    .toBeGreaterThan(0);
  await query
    .update(chatMessages)
    .set({ state: 'failed', error: 'Given up.', parts: [{ type: 'text', text: 'As it was.' }] })
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.role, 'assistant')));
  await ended;
  expect((await read(threadId))[1]).toMatchObject({
    state: 'failed',
    error: 'Given up.',
    parts: [{ text: 'As it was.' }],
  });
});

test('[AIA-053] [AIA-142] what a tool gave is trimmed in later questions too', async () => {
  const form = new FormData();
  form.append('filePaths', '/data/long.txt');
  form.append('files', new Blob([`${'word '.repeat(10)}\n`.repeat(400)]), 'long.txt');
  await ann.client.call(file.uploadFiles, { params: { projectId }, query: { replace: 'false' }, form });
  const threadId = await newThread();
  model.next(calls('read_text_file', { path: '/data/long.txt', lines: 400 }), { kind: 'text', pieces: ['Read.'] });
  await ask(threadId, 'long', 'Read it.');
  const leaf = (await read(threadId)).at(-1)!.id;
  model.next({ kind: 'text', pieces: ['Once more.'] });
  await (
    await ann.client.open(assistant.sendChatMessage, {
      params: { projectId, threadId },
      body: { id: 'later', parent: leaf, text: 'And?' } as never,
    })
  ).text();
  const result = model.asked.at(-1)!.request.messages.find(({ role }) => (role as string) === 'tool')!;
  expect(String(result.content)).toContain('characters left out');
  expect(String(result.content).length).toBeLessThan(5_100);
});

test('[AIA-020] [AIA-143] what says that it is a picture and is none goes along as text that is cut', async () => {
  const threadId = await newThread();
  const url = `data:text/plain;base64,${Buffer.from('word '.repeat(20_000)).toString('base64')}`;
  for (const [at, mediaType] of ['text/plain', 'application/pdf', 'image/png'].entries()) {
    const attachments = [{ id: 'p', type: 'picture' as const, filename: 'p', mediaType, url }];
    model.next({ kind: 'text', pieces: ['Seen.'] });
    const body = { id: `picture${at}`, parent: null, text: 'What is it?', attachments } as never;
    await (await ann.client.open(assistant.sendChatMessage, { params: { projectId, threadId }, body })).text();
    const said = JSON.stringify(model.asked.at(-1)!.request.messages);
    expect(said).toContain('characters left out');
    expect(said.length).toBeLessThan(20_000);
  }
});
