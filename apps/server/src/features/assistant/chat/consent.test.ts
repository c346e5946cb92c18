import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant, notebook, type ChatMessageReply } from '@groma/protocol';
import { startChatServer, type ChatServer } from '../../../../test/chat-server.ts';
import type { ModelServer } from '../../../../test/model-server.ts';
import { TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let chat: ChatServer;
let model: ModelServer;
let server: TestServer;
let ann: Person;
let own: TestMap;
let projectId: string;

beforeAll(async () => {
  chat = await startChatServer();
  ({ model, server, ann } = chat);
  own = await TestMap.make(ann);
  ({ projectId } = own);
});
afterAll(() => chat.close());

const says = (text: string) => ({ kind: 'text' as const, pieces: [text] });
const calls = (name: string, given: object) => ({ kind: 'call' as const, name, arguments: JSON.stringify(given) });
const newThread = async (person = ann) =>
  (await person.client.call(assistant.createChatThread, { params: { projectId }, body: {} })).data.id;
const read = async (threadId: string, person = ann) =>
  (await person.client.call(assistant.readChatThread, { params: { projectId, threadId } })).data;
let count = 0;
/** Asks, and gives the answer as it is stored. */
const ask = async (threadId: string, asked: object = {}, person = ann): Promise<ChatMessageReply> => {
  const body = { id: `q${++count}`, parent: null, text: 'Go', ...asked } as never;
  await (await person.client.open(assistant.sendChatMessage, { params: { projectId, threadId }, body })).text();
  return (await read(threadId, person)).messages.at(-1)!;
};
const approvalsOf = ({ parts }: ChatMessageReply): string[] =>
  parts.flatMap(({ approval }) => (approval ? [(approval as { id: string }).id] : []));
/** Allows all that an answer asks, and gives it as it is stored then. */
const allow = async (threadId: string, { id }: ChatMessageReply, body: object = {}): Promise<ChatMessageReply> => {
  const { messages } = await read(threadId);
  const answers = approvalsOf(messages.find((each) => each.id === id)!).map((approval) => ({
    approval,
    is_allowed: true,
  }));
  const params = { projectId, threadId, messageId: id };
  await (await ann.client.open(assistant.answerConsent, { params, body: { answers, ...body } as never })).text();
  return (await read(threadId)).messages.find((each) => each.id === id)!;
};
const change = (threadId: string, allowed_tools: string[]) =>
  ann.client.call(assistant.changeChatThread, { params: { projectId, threadId }, body: { allowed_tools } });

test('[AIA-152] “always” holds for a tool and what it makes, is listed, and can be taken back; nothing else is allowed by that', async () => {
  const threadId = await newThread();
  const buffer = (save: object) => calls('buffer', { layer: 'layer:A map/Springs', parameters: { radius: 100 }, save });
  const found = calls('find_tools', { words: 'buffer' });
  model.next(found, buffer({ name: 'One' }));
  const asking = await ask(threadId);
  expect(asking.state).toBe('asking');
  model.next(says('Done.'));
  await allow(threadId, asking, { allow: approvalsOf(asking) });
  const layers = { key: 'buffer layer', tool: 'buffer', on: 'layer', name: '' };
  expect((await read(threadId)).thread.allowed_tools).toEqual([layers]);
  model.next(found, buffer({ name: 'Two' }), says('Done.'));
  expect(await ask(threadId)).toMatchObject({ state: 'complete' });
  // A file is another thing.
  model.next(found, buffer({ file: '/data/around.csv' }));
  expect(await ask(threadId)).toMatchObject({ state: 'asking' });
  await change(threadId, ['buffer file', 'change_by_sql layer']);
  expect((await read(threadId)).thread.allowed_tools).toEqual([]);
  model.next(found, buffer({ name: 'Three' }));
  expect(await ask(threadId)).toMatchObject({ state: 'asking' });
});

test('[AIA-152] a tool is allowed on one notebook by its name, SQL that writes never', async () => {
  const threadId = await newThread();
  const make = async (name: string) =>
    (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name } as never })).data.id;
  const [first, second] = [await make('Rivers'), await make('Lakes')];
  const run = (id: string) => calls('run_cells', { notebook: id, cells: ['none'] });
  model.next(run(first));
  const asking = await ask(threadId);
  model.next(says('Done.'));
  await allow(threadId, asking, { allow: approvalsOf(asking) });
  expect((await read(threadId)).thread.allowed_tools).toMatchObject([{ on: `notebook:${first}`, name: 'Rivers' }]);
  model.next(run(second));
  expect(await ask(threadId)).toMatchObject({ state: 'asking' });
  const statement = calls('change_by_sql', { sql: "COPY (SELECT 1) TO '/data/one.csv'" });
  model.next(statement);
  const sql = await ask(threadId);
  model.next(says('Done.'));
  await allow(threadId, sql, { allow: approvalsOf(sql) });
  model.next(statement);
  expect(await ask(threadId)).toMatchObject({ state: 'asking' });
});

test('[AIA-153] analyst mode that is switched off while a consent waits is off; it is not switched on by a consent', async () => {
  const begun = async (isAnalyst: boolean, then: boolean) => {
    const threadId = await newThread();
    model.next(calls('change_by_sql', { sql: 'SELECT 1' }));
    const asking = await ask(threadId, { is_analyst: isAnalyst });
    model.next(calls('create_map', { name: 'Made' }), says('Done.'));
    const { is_analyst: is } = await allow(threadId, asking, { is_analyst: then });
    const { data } = await ann.client.call(assistant.listChanges, { params: { projectId, threadId } });
    return [is, ...data.map(({ state }) => state)];
  };
  expect(await begun(true, true)).toEqual([true, 'applied']);
  expect(await begun(true, false)).toEqual([false, 'proposed']);
  expect(await begun(false, true)).toEqual([false, 'proposed']);
});

const endings: [string, (person: Person) => Promise<unknown>][] = [
  ['who has signed out', (person) => server.platform.sessions.signOut(person.cookie)],
  ['who may only read since', (person) => server.share(ann, projectId, person, 'PROJECT_VIEWER')],
];
test.each(endings)('[AIA-153] the turn of somebody %s asks no model and runs no tool any more', async (_who, end) => {
  const bob = await server.signUp();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
  const threadId = await newThread(bob);
  const params = { projectId, threadId };
  await bob.client.call(assistant.changeChatThread, { params, body: { is_shared: true } });
  const ended = Promise.withResolvers<void>();
  model.next({ ...calls('create_map', { name: 'Never' }), after: ended.promise }, says('Never.'));
  const asked = model.asked.length;
  const body = { id: `q${++count}`, parent: null, text: 'Go' } as never;
  const response = await bob.client.open(assistant.sendChatMessage, { params, body });
  const whole = response.text().catch(() => '');
  await expect.poll(() => model.asked.length).toBe(asked + 1);
  await end(bob);
  await expect
    .poll(() => bob.client.call(notebook.createNotebook, { params: { projectId }, body: {} as never }).catch(String))
    .toMatch(/Error/);
  ended.resolve();
  await whole;
  await expect.poll(async () => (await read(threadId)).messages.at(-1)!.state).toBe('failed');
  expect(model.asked.length).toBe(asked + 1);
  model.forget();
  const { data } = await ann.client.call(assistant.listChanges, { params });
  expect(data).toEqual([]);
});
