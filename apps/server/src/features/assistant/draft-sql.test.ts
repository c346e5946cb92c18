import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant, database } from '@groma/protocol';
import { startModelServer, type ModelServer } from '../../../test/model-server.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { readModelSettings } from '../../platform/language-model/model-settings.ts';

let model: ModelServer;
let server: TestServer;
let owner: Person;
let projectId: string;
let databaseId: string;

beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({ models: readModelSettings({ GROMA_MODEL_URL: model.url, GROMA_MODELS: 'small' }) });
  owner = await server.signUp();
  projectId = await owner.makeProject();
  databaseId = (
    await owner.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'farm', dbType: 'managed-duckdb' },
    })
  ).data.id;
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const ask = (body: object, person = owner, id = databaseId) =>
  person.client.open(assistant.draftSql, { query: { databaseId: id }, body: { prompt: 'all rows', ...body } as never });

test('[DBS-028] the draft of a real database streams as an object, its model named by selectedLLM, its dialect in the question', async () => {
  model.next({ kind: 'text', pieces: ['-- One\nSELECT', ' 1;\n'], everyMs: 5 });
  const reply = await ask({ selectedLLM: 'small' });
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await reply.json()).toEqual({ title: 'One', sql: 'SELECT 1;' });
  expect(String(model.asked.at(-1)!.request.messages[0]!.content)).toContain(
    'You write SQL for the database "farm". Dialect: DuckDB.',
  );
});

test('[DBS-030] the model is told some rows of a table that is mentioned, as they are now, with values of 100 characters', async () => {
  const change = async (query: string) =>
    (await owner.client.open(database.runQuery, { params: { databaseId }, body: { query } })).text();
  await change("CREATE TABLE fields AS SELECT 'wheat' AS crop, repeat('x', 150) AS note");
  for (const crop of ['wheat', 'barley']) {
    await change(`UPDATE fields SET crop = '${crop}'`);
    model.next({ kind: 'text', pieces: ['SELECT 1;\n'] });
    await (await ask({ prompt: 'rows of /fields' })).text();
    expect(String(model.asked.at(-1)!.request.messages[0]!.content)).toContain(
      `table fields (crop VARCHAR, note VARCHAR)\n  -- ${crop} | ${'x'.repeat(100)}…`,
    );
  }
});

test('[DBS-018] who may not query the database drafts nothing; an unknown model, an empty prompt and a failure are errors', async () => {
  const viewer = await server.signUp();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await expect(ask({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ask({}, await server.signUp())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(ask({ selectedLLM: 'gpt-9' })).rejects.toMatchObject({ code: 'MODEL_NOT_OFFERED' });
  await expect(ask({ prompt: '  ' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  model.next({ kind: 'status', status: 401, body: { error: { message: 'no' } } });
  await expect(ask({})).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
});

test('whoever goes away ends the question at the model', async () => {
  const [before, asked] = [model.abandoned, model.asked.length];
  model.next({ kind: 'silent', pieces: ['-- T\nSELECT\n'] });
  const gone = new AbortController();
  const reply = await owner.client.open(assistant.draftSql, {
    query: { databaseId },
    body: { prompt: 'x' },
    signal: gone.signal,
  });
  await expect.poll(() => model.asked.length).toBe(asked + 1);
  gone.abort();
  await expect(reply.text()).rejects.toThrow(/abort/i);
  await expect.poll(() => model.abandoned).toBe(before + 1);
});
