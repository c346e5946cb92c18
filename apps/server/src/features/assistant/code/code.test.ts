import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant } from '@groma/protocol';
import { startModelServer, type ModelServer } from '../../../../test/model-server.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { readModelSettings } from '../../../platform/language-model/model-settings.ts';

let model: ModelServer;
let server: TestServer;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({
    models: readModelSettings({ GROMA_MODEL_URL: model.url, GROMA_MODELS: 'small, gpt-4.1' }),
  });
  owner = await server.signUp();
  projectId = await owner.makeProject();
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const ask = (body: object = {}, person = owner) =>
  person.client.open(assistant.suggestCode, { query: { projectId }, body: { prompt: 'sum', ...body } as never });
const left = async () => (await owner.client.call(assistant.readProQueries, { params: { projectId } })).data.left;
const answered = (code = 'print(1)') =>
  ({ kind: 'text', pieces: ['Title: Sum\n', '```python\n', code, '\n```'] }) as const;

test('[AIA-005] [AIA-026] [AIA-027] prompt and selectedLLM give title, code and coding_language, as they stream', async () => {
  model.next({ kind: 'text', pieces: ['Title: Sum of "a"\n```', 'sql\nSELECT\n', '  1;\n', '```\nDone.'], everyMs: 5 });
  const reply = await ask({ prompt: 'Sum\n\nCurrent code:\n```python\nx = 1\n```', selectedLLM: 'small' });
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(assistant.codeSuggestion.parse(await reply.json())).toEqual({
    title: 'Sum of "a"',
    code: 'SELECT\n  1;',
    coding_language: 'sql',
  });
  const { request } = model.asked.at(-1)!;
  expect([request.model, request.messages.map(({ role }) => role)]).toEqual(['small', ['system', 'user']]);
  expect(String(request.messages[1]!.content)).toBe('Sum\n\nCurrent code:\n```python\nx = 1\n```');
});

test('[AIA-026] selectedLLM may be left out; the language that is asked for is told', async () => {
  model.next({ kind: 'text', pieces: ['```\nx <- 1\n```'] });
  expect(await (await ask({ coding_language: 'r' })).json()).toEqual({ code: 'x <- 1', coding_language: 'r' });
  const { request } = model.asked.at(-1)!;
  expect(request.model).toBe('small');
  expect(String(request.messages[0]!.content)).toContain('Its language is R in a Jupyter kernel');
});

test('[AIA-120] an explanation is Markdown that streams, and code of it is not taken for a suggestion', async () => {
  model.next({ kind: 'text', pieces: ['\nIt **prints**', ' 1:\n```\n1\n```\n'] });
  const reply = await owner.client.open(assistant.explainCode, {
    query: { projectId },
    body: { prompt: 'Explain\n```python\nprint(1)\n```' },
  });
  expect(await reply.json()).toEqual({ text: 'It **prints** 1:\n```\n1\n```' });
});

test('[AIA-026] what fails before the first piece is an error, what fails later ends the object with one', async () => {
  model.next({ kind: 'text', pieces: ['I would rather not.'] });
  await expect(ask()).rejects.toMatchObject({ code: 'MODEL_ANSWER_BROKEN' });
  model.next({ kind: 'status', status: 401, body: { error: { message: 'no' } } });
  await expect(ask()).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  model.next({ kind: 'cut', pieces: ['Title: Half\n```python\na = 1\n', 'b = '] });
  expect(await (await ask()).json()).toMatchObject({ title: 'Half', error: { code: 'MODEL_ANSWER_BROKEN' } });
  await expect(ask({ selectedLLM: 'gpt-9' })).rejects.toMatchObject({ code: 'MODEL_NOT_OFFERED' });
  await expect(ask({ prompt: ' ' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(ask({ prompt: 'x'.repeat(20_000) })).rejects.toMatchObject({ code: 'PROMPT_TOO_LONG' });
});

test('[AIA-026] who may not edit notebooks of the project asks nothing', async () => {
  const viewer = await server.signUp();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await expect(ask({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ask({}, await server.signUp())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[AIA-022] [AIA-023] [AIA-024] a suggestion of a Pro model counts once, one of a Free model and a failed one do not', async () => {
  const before = await left();
  model.next(answered(), answered());
  await (await ask({ selectedLLM: 'gpt-4.1' })).text();
  await (await ask({ selectedLLM: 'small' })).text();
  expect(await left()).toBe(before - 1);
  model.next({ kind: 'status', status: 400, body: { error: { message: 'no' } } });
  await expect(ask({ selectedLLM: 'gpt-4.1' })).rejects.toMatchObject({ code: 'MODEL_REFUSED' });
  expect(await left()).toBe(before - 1);
});
