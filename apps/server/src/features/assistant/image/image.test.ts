import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { readModelSettings } from '../../../platform/language-model/model-settings.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const asked: { path: string; body: Record<string, unknown>; key: unknown }[] = [];
/** What the services answer next in the place of an image. */
const next: { status: number; body: unknown }[] = [];
let peer: Server;
let server: TestServer;
let owner: Person;
let projectId: string;

/** The services of the makers on this machine, each in its own protocol: OpenAI's, xAI's and Google's `:predict`. */
beforeAll(async () => {
  peer = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += String(piece);
    });
    request.on('end', () => {
      const { url: path = '', headers } = request;
      asked.push({
        path,
        body: JSON.parse(text) as Record<string, unknown>,
        key: headers['x-goog-api-key'] ?? headers.authorization,
      });
      const image = path.endsWith(':predict')
        ? { predictions: [{ bytesBase64Encoded: png, mimeType: 'image/png' }] }
        : { created: 1, data: [{ b64_json: png }] };
      const { status, body } = next.shift() ?? { status: 200, body: image };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const at = (name: string) => `http://127.0.0.1:${(peer.address() as { port: number }).port}/${name}`;
  server = await startTestServer({
    outboundAllowed: ['127.0.0.1'],
    models: readModelSettings({
      GROMA_MODEL_URL: at('own'),
      GROMA_MODELS: 'small',
      GROMA_IMAGE_MODELS: 'sdxl',
      GROMA_OPENAI_KEY: 'open',
      GROMA_OPENAI_URL: at('openai'),
      GROMA_XAI_KEY: 'x',
      GROMA_XAI_URL: at('xai'),
      GROMA_GOOGLE_KEY: 'goo',
      GROMA_GOOGLE_URL: at('google'),
    }),
  });
  owner = await server.signUp();
  projectId = await owner.makeProject();
});
afterAll(async () => {
  await server.close();
  peer.close();
});

const draw = (model: string, person = owner, prompt = 'a river') =>
  person.client.call(assistant.generateImage, { query: { projectId }, body: { model, prompt } });
const left = async () => (await owner.client.call(assistant.readProQueries, { params: { projectId } })).data.left;

test('[AIA-007] [AIA-037] each model is asked in the protocol of its maker, with its key, and its image comes back', async () => {
  const calls: [string, string, string, object][] = [
    ['gpt-image-1', '/openai/images/generations', 'Bearer open', { model: 'gpt-image-1', prompt: 'a river', n: 1 }],
    ['dall-e-3', '/openai/images/generations', 'Bearer open', { model: 'dall-e-3', response_format: 'b64_json' }],
    ['dall-e-2', '/openai/images/generations', 'Bearer open', { model: 'dall-e-2' }],
    ['grok-2-image', '/xai/images/generations', 'Bearer x', { model: 'grok-2-image', response_format: 'b64_json' }],
    [
      'imagen-3.0-generate-002',
      '/google/models/imagen-3.0-generate-002:predict',
      'goo',
      { instances: [{ prompt: 'a river' }], parameters: { sampleCount: 1 } },
    ],
    ['imagen-3.0-fast-generate-001', '/google/models/imagen-3.0-fast-generate-001:predict', 'goo', {}],
    ['sdxl', '/own/images/generations', 'undefined', { model: 'sdxl', prompt: 'a river' }],
  ];
  for (const [model, path, key, body] of calls) {
    expect((await draw(model)).data).toEqual({ base64Data: png, mediaType: 'image/png' });
    const last = asked.at(-1)!;
    expect([last.path, String(last.key)]).toEqual([path, key]);
    expect(last.body).toMatchObject(body);
  }
});

test('[AIA-007] models are offered where the key of their maker is set, and as the setting names them', async () => {
  const { data } = await owner.client.call(assistant.listImageModels);
  expect(data.models.map(({ id, isPro }) => `${id} ${isPro ? 'Pro' : 'Free'}`)).toEqual([
    'sdxl Free',
    'gpt-image-1 Pro',
    'dall-e-3 Pro',
    'dall-e-2 Pro',
    'imagen-3.0-generate-002 Pro',
    'imagen-3.0-fast-generate-001 Pro',
    'grok-2-image Pro',
  ]);
  await expect(draw('dall-e-9')).rejects.toMatchObject({ code: 'MODEL_NOT_OFFERED' });
});

test('[AIA-038] failures are errors of the catalogue, whoever the maker is', async () => {
  const refusal = { status: 400, body: { error: { message: 'Not this one.', type: 'x', param: null, code: 'c' } } };
  for (const model of ['gpt-image-1', 'imagen-3.0-generate-002']) {
    next.push(refusal);
    await expect(draw(model)).rejects.toMatchObject({
      code: 'MODEL_REFUSED',
      details: { detail: 'Not this one.' },
    });
  }
  next.push({ status: 401, body: { error: { message: 'no' } } });
  await expect(draw('imagen-3.0-generate-002')).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  next.push({ status: 200, body: { predictions: [] } }, { status: 200, body: { data: [{ b64_json: 'aGVsbG8=' }] } });
  await expect(draw('imagen-3.0-generate-002')).rejects.toMatchObject({ code: 'MODEL_ANSWER_BROKEN' });
  await expect(draw('dall-e-3')).rejects.toMatchObject({ code: 'MODEL_ANSWER_BROKEN' });
  await expect(draw('sdxl', owner, '  ')).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('[AIA-122] an image of a maker counts as a Pro query, one that failed and one of a server of one’s own do not', async () => {
  const before = await left();
  await draw('dall-e-3');
  await draw('sdxl');
  next.push({ status: 400, body: { error: { message: 'No.' } } });
  await expect(draw('dall-e-3')).rejects.toMatchObject({ code: 'MODEL_REFUSED' });
  expect(await left()).toBe(before - 1);
});

test('[AIA-037] who may not change files of the project draws nothing at its cost', async () => {
  const viewer = await server.signUp();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await expect(draw('sdxl', viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
