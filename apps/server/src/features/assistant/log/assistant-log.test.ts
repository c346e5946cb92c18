import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistantLogDays } from '@groma/model';
import { assistant } from '@groma/protocol';
import { eq, sql } from '../../../platform/database/drizzle.ts';
import { startChatServer, type ChatServer } from '../../../../test/chat-server.ts';
import type { ModelServer } from '../../../../test/model-server.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { TestTurn } from '../../../../test/test-turn.ts';
import { assistantLog, users } from '../../../platform/database/tables/index.ts';
import { readLog, sweepLog } from './assistant-log.ts';

let chat: ChatServer;
let model: ModelServer;
let server: TestServer;
let ann: Person;
let projectId: string;

beforeAll(async () => {
  chat = await startChatServer({ prices: 'small=0.15/0.6' });
  ({ model, server, ann } = chat);
  projectId = await ann.makeProject();
});
afterAll(() => chat.close());

const newThread = async (person = ann) =>
  (await person.client.call(assistant.createChatThread, { params: { projectId }, body: {} })).data.id;
const ask = (threadId: string, person = ann) =>
  person.client.open(assistant.sendChatMessage, {
    params: { projectId, threadId },
    body: { id: 'q', parent: null, text: 'Go' } as never,
  });
const logOf = async (threadId: string, person = ann) =>
  (await person.client.call(assistant.readAssistantLog, { params: { projectId } })).data.filter(
    ({ thread }) => thread === threadId,
  );
const remove = (threadId: string, person = ann) =>
  person.client.call(assistant.deleteChatThread, { params: { projectId, threadId } });
const calls = (name: string, given: object) => ({ kind: 'call' as const, name, arguments: JSON.stringify(given) });

test('[AIA-151] calls with their arguments, consents and tokens stay in the log when the conversation is deleted', async () => {
  const bob = await server.signUp();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
  const threadId = await newThread(bob);
  const statement = `COPY (SELECT '${'n'.repeat(3_000)}') TO '/data/n.csv'`;
  model.next(calls('list_maps', {}), calls('change_by_sql', { database: 'This project', sql: statement }));
  await (await ask(threadId, bob)).text();
  const entry = { thread: threadId, username: bob.username, agent: null, model: 'small', changes: [] };
  const [asking] = await logOf(threadId);
  expect(asking).toMatchObject({ ...entry, state: 'asking', input_tokens: 20, output_tokens: 10 });
  const listed = { tool: 'list_maps', arguments: '{}', consent: 'free', outcome: 'done' };
  expect(asking!.calls).toMatchObject([listed, { tool: 'change_by_sql', consent: 'open', outcome: 'open' }]);
  expect(asking!.calls[1]!.arguments).toHaveLength(2_001);
  const { messages } = (await bob.client.call(assistant.readChatThread, { params: { projectId, threadId } })).data;
  const approval = (messages.at(-1)!.parts.at(-1)!['approval'] as { id: string }).id;
  model.next({ kind: 'text', pieces: ['No.'] });
  const consent = await bob.client.open(assistant.answerConsent, {
    params: { projectId, threadId, messageId: messages.at(-1)!.id },
    body: { answers: [{ approval, is_allowed: false }] } as never,
  });
  await consent.text();
  await remove(threadId, bob);
  const [kept] = await logOf(threadId);
  expect(kept).toMatchObject({ ...entry, id: asking!.id, state: 'complete', input_tokens: 30 });
  expect(kept!.calls[1]).toMatchObject({ tool: 'change_by_sql', consent: 'refused' });
  // Those it is about do not read it, though they may share the workspace.
  await expect(logOf(threadId, bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await server.platform.database.query.delete(users).where(eq(users.id, bob.id));
  expect(await logOf(threadId)).toMatchObject([{ username: bob.username }]);
});

test('[AIA-151] what a deleted conversation is writing comes into the log with its calls', async () => {
  const threadId = await newThread();
  model.next(calls('list_maps', {}), { kind: 'silent' });
  const asked = model.asked.length;
  const response = await ask(threadId);
  await expect.poll(() => model.asked.length).toBe(asked + 2);
  await remove(threadId);
  await response.body?.cancel();
  expect(await logOf(threadId)).toMatchObject([{ state: 'stopped', calls: [{ tool: 'list_maps', outcome: 'done' }] }]);
});

test('[AIA-151] decisions about changes are logged with who made them', async () => {
  const turn = await TestTurn.begin(server, ann, projectId);
  await turn.call('create_map', { name: 'Rivers' });
  const [change] = await turn.list();
  const params = { projectId, threadId: turn.threadId };
  for (const action of ['refuse', 'apply'] as const)
    await ann.client.call(assistant.decideChanges, { params, body: { ids: [change!.id], action } });
  await remove(turn.threadId);
  const entries = await logOf(turn.threadId);
  expect(entries.filter(({ changes }) => changes.length > 0)).toMatchObject([
    { message: null, username: ann.username, changes: [{ kind: 'created', title: change!.title, state: 'refused' }] },
  ]);
});

test('[AIA-151, AIA-150] the log is read by pages, names nothing twice for copies, and ends after a year', async () => {
  const threadId = await newThread();
  model.next({ kind: 'text', pieces: ['One.'] });
  await (await ask(threadId)).text();
  await ann.client.call(assistant.createChatThread, { params: { projectId }, body: { copy_of: threadId } });
  const { query } = server.platform.database;
  const all = await readLog(query, projectId as never, { limit: 500 });
  const own = all.filter(({ thread }) => thread === threadId);
  expect(all[0]).toEqual(own[0]);
  const read = async (asked: object) =>
    (await ann.client.call(assistant.readAssistantLog, { params: { projectId }, query: asked })).data;
  expect(await read({ before: all[0]!.id, limit: 1 })).toEqual([all[1]]);
  await query
    .update(assistantLog)
    .set({ createdAt: sql`now() - make_interval(days => ${assistantLogDays}, mins => 1)` })
    .where(eq(assistantLog.id, all[0]!.id));
  await sweepLog(query);
  expect(await read({})).toEqual(all.slice(1));
});

test('[AIA-165] the owner reads the entries of one person between two moments, and what models cost', async () => {
  const { query } = server.platform.database;
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const entry = (username: string, day: number) => ({
    projectId,
    threadId: `filter ${day}`,
    username,
    state: 'complete' as const,
    createdAt: at(day),
  });
  await query.insert(assistantLog).values([entry('zoe', 1), entry('zoe', 2), entry('yan', 3), entry('zoe', 4)]);
  const read = async (asked: object) =>
    ann.client.call(assistant.readAssistantLog, { params: { projectId }, query: asked });
  const of = async (asked: object) => (await read(asked)).data.map(({ thread }) => thread);
  expect(await of({ username: 'zoe' })).toEqual(['filter 4', 'filter 2', 'filter 1']);
  expect(await of({ from: at(2).toISOString(), until: at(4).toISOString() })).toEqual(['filter 3', 'filter 2']);
  expect(await of({ username: 'zoe', until: at(4).toISOString(), limit: 1 })).toEqual(['filter 2']);
  const { people, prices } = await read({ limit: 1 });
  expect(people).toEqual(expect.arrayContaining(['zoe', 'yan', ann.username]));
  expect(prices).toEqual({ small: { input: 0.15, output: 0.6 } });
});
