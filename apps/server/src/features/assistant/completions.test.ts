import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant } from '@groma/protocol';
import { startModelServer, type ModelServer } from '../../../test/model-server.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { readModelSettings } from '../../platform/language-model/model-settings.ts';

let model: ModelServer;
let server: TestServer;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({ models: readModelSettings({ GROMA_MODEL_URL: model.url, GROMA_MODELS: 'small' }) });
  owner = await server.signUp();
  projectId = await owner.makeProject();
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const chart = {
  name: 'create_chart',
  description: 'Draws',
  parameters: { type: 'object', properties: { xCol: { type: 'string' } }, required: ['xCol'] },
};
const body = {
  messages: [
    { role: 'system', content: 'Columns: a, b' },
    { role: 'user', content: 'b by a' },
  ],
  functions: [chart],
  function_call: { name: 'create_chart' },
} as const;
const ask = (more: object = {}, person = owner) =>
  person.client.call(assistant.completions, { query: { projectId }, body: { ...body, ...more } as never });

test('[VEC-043] [VEC-044] messages, functions and function_call reach the model, and its call comes back as arguments', async () => {
  const given = { xCol: 'a', yCol: 'b', type: 'bar', title: 'B by A', clipLayerId: null, filters: [] };
  model.next({ kind: 'call', name: 'create_chart', arguments: JSON.stringify(given) });
  const reply = await ask();
  expect(reply.choices[0]!.message.function_call?.name).toBe('create_chart');
  expect(JSON.parse(reply.choices[0]!.message.function_call!.arguments)).toEqual(given);
  expect(reply).toMatchObject({ object: 'chat.completion', model: 'small', usage: { total_tokens: 15 } });
  const { request } = model.asked.at(-1)!;
  expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(request.tools).toEqual([{ type: 'function', function: chart }]);
  expect(request.tool_choice).toEqual({ type: 'function', function: { name: 'create_chart' } });
});

test('an answer without a call is text, arguments that are no JSON stay what they are', async () => {
  model.next({ kind: 'text', pieces: ['No.'] }, { kind: 'call', name: 'create_chart', arguments: '{"xCol":' });
  expect((await ask()).choices[0]!.message).toEqual({ role: 'assistant', content: 'No.' });
  expect((await ask()).choices[0]!.message.function_call?.arguments).toBe('{"xCol":');
});

test('[AIA-155] definitions of functions count to the characters that a model takes', async () => {
  const before = model.asked.length;
  const long = { ...chart, parameters: { ...chart.parameters, description: 'x'.repeat(20_000) } };
  await expect(ask({ functions: [long] })).rejects.toMatchObject({
    code: 'PROMPT_TOO_LONG',
    details: { limit: 20_000 },
  });
  expect(model.asked.length).toBe(before);
});

test('a failure of the model is an error of the catalogue, and an unknown model is named', async () => {
  model.next({ kind: 'status', status: 401, body: { error: { message: 'no' } } });
  await expect(ask()).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  await expect(ask({ model: 'gpt-9' })).rejects.toMatchObject({ code: 'MODEL_NOT_OFFERED' });
  await expect(ask({ functions: [] })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('[AIA-008] [AIA-062] the models are listed for whoever is signed in', async () => {
  expect((await owner.client.call(assistant.listModels)).data).toEqual({
    models: [{ id: 'small', name: 'small', description: '', characterLimit: 20_000, isPro: false }],
    defaultModel: 'small',
  });
});

test('who may only look at the project asks nothing at its cost', async () => {
  const viewer = await server.signUp();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await expect(ask({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
