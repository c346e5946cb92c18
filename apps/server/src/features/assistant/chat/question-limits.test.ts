import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant } from '@groma/protocol';
import { eq, sql } from '../../../platform/database/drizzle.ts';
import { startChatServer, type ChatServer } from '../../../../test/chat-server.ts';
import type { ModelServer } from '../../../../test/model-server.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { chatMessages } from '../../../platform/database/tables/index.ts';

let chat: ChatServer;
let model: ModelServer;
let server: TestServer;
let ann: Person;
let projectId: string;

beforeAll(async () => {
  chat = await startChatServer({ callsPerMinute: 3 });
  ({ model, server, ann } = chat);
  projectId = await ann.makeProject();
});
afterAll(() => chat.close());

const newThread = async () =>
  (await ann.client.call(assistant.createChatThread, { params: { projectId }, body: {} })).data.id;
let count = 0;
const ask = async (threadId: string, asked: object = {}) => {
  const body = { id: `q${++count}`, parent: null, text: 'Go', ...asked } as never;
  return (await ann.client.open(assistant.sendChatMessage, { params: { projectId, threadId }, body })).text();
};
const picture = {
  id: 'p',
  type: 'picture',
  filename: 'a.png',
  mediaType: 'image/png',
  url: 'data:image/png;base64,AA==',
};

test('[AIA-155] a conversation holds so many attachments and no more; questions without go on', async () => {
  const threadId = await newThread();
  model.next({ kind: 'text', pieces: ['One.'] }, { kind: 'text', pieces: ['Two.'] });
  await ask(threadId, { id: 'first', attachments: [picture] });
  await server.platform.database.query
    .update(chatMessages)
    .set({
      attachments: sql`(SELECT jsonb_build_array(jsonb_build_object('url', string_agg(md5(random()::text), '')))
        FROM generate_series(1, 2000000))`,
    })
    .where(eq(chatMessages.id, 'first'));
  await expect(ask(threadId, { attachments: [picture] })).rejects.toMatchObject({
    code: 'ATTACHMENTS_FULL',
    details: { limit: 64 },
  });
  const { query } = server.platform.database;
  const kept = () => query.$count(chatMessages, eq(chatMessages.threadId, threadId));
  expect(await kept()).toBe(2);
  await ask(threadId, { text: 'And now?' });
  expect(await kept()).toBe(4);
});

test('[AIA-155] a question beyond the calls of a minute is refused before anything of it is kept', async () => {
  const ben = await server.signUp();
  const project = await ben.makeProject();
  const params = { projectId: project };
  const threadId = (await ben.client.call(assistant.createChatThread, { params, body: {} })).data.id;
  const once = async (id: string) => {
    const body = { id, parent: null, text: 'Go' } as never;
    await (await ben.client.open(assistant.sendChatMessage, { params: { ...params, threadId }, body })).text();
  };
  for (const id of ['a', 'b', 'c']) {
    model.next({ kind: 'text', pieces: ['Yes.'] });
    await once(id);
  }
  await expect(once('d')).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  const { data } = await ben.client.call(assistant.readChatThread, { params: { ...params, threadId } });
  expect(data.messages.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'complete'));
});
