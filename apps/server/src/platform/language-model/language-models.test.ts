import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GromaError } from '@groma/model';
import { makeDatabase } from '../../../test/test-server.ts';
import { startModelServer, type ModelServer } from '../../../test/model-server.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createLanguageModels, type LanguageModels, type ModelCaller } from './language-models.ts';
import { readModelSettings } from './model-settings.ts';
import { streamText } from './stream-text.ts';

const outbound = createOutbound([]);
let database: Database;
let server: ModelServer;
let metrics: Metrics;

beforeAll(async () => {
  [database, server, metrics] = [await openDatabase(await makeDatabase()), await startModelServer(), createMetrics()];
});
afterAll(async () => {
  await outbound.close();
  await server.close();
  await database.close();
});

const withSettings = (env: Record<string, string> = {}): LanguageModels =>
  createLanguageModels({
    settings: readModelSettings({ GROMA_MODEL_URL: server.url, GROMA_MODELS: 'small, gpt-4.1-mini', ...env }),
    database,
    metrics,
    outbound,
  });
const caller = (more: Partial<ModelCaller> = {}): ModelCaller => ({
  userId: randomUUID(),
  projectId: randomUUID(),
  purpose: 'test',
  signal: new AbortController().signal,
  ...more,
});

async function ask(models: LanguageModels, about = caller(), content = 'hello'): Promise<string> {
  let text = '';
  for await (const piece of streamText(await models.open('small', about), {
    system: 'Be brief.',
    messages: [{ role: 'user', content }],
  }))
    text += piece;
  return text;
}
const failure = (asked: Promise<unknown>): Promise<GromaError> =>
  asked.then(
    () => {
      throw new Error('It answered.');
    },
    (error: GromaError) => error,
  );

describe('[AIA-062] which models there are', () => {
  test('none without a setting: the refusal says what to set', () => {
    const none = createLanguageModels({ settings: readModelSettings({}), database, metrics, outbound });
    expect([none.offered, none.defaultId]).toEqual([[], null]);
    expect(() => none.choose(undefined)).toThrow('AI features are not set up on this server. Ask your administrator.');
  });

  test("those of the makers whose key is set, and those that stand at the address of one's own", () => {
    const models = withSettings({ GROMA_ANTHROPIC_KEY: 'k' });
    expect(models.offered.map(({ id }) => id)).toEqual([
      'small',
      'gpt-4.1-mini',
      'claude-4-sonnet',
      'claude-3.5-haiku',
    ]);
    expect(models.defaultId).toBe('gpt-4.1-mini');
    expect(withSettings({ GROMA_MODELS: 'only' }).defaultId).toBe('only');
    expect(() => models.choose('gpt-4.1')).toThrow('The language model gpt-4.1 is not available here. Choose another.');
  });

  test('a setting that is wrong is named', () => {
    expect(() => readModelSettings({ GROMA_MODEL_URL: 'http://x/v1' })).toThrow('GROMA_MODEL_URL needs GROMA_MODELS');
    expect(() => readModelSettings({ GROMA_OPENAI_KEY: 'k', GROMA_OPENAI_URL: 'ftp://x' })).toThrow(
      'GROMA_OPENAI_URL: ftp://x is not an http address.',
    );
    expect(() => readModelSettings({ GROMA_MODEL_PRICES: 'small=2' })).toThrow('GROMA_MODEL_PRICES: small=2');
    expect(() => readModelSettings({ GROMA_MODEL_CALLS_PER_DAY: '0' })).toThrow('GROMA_MODEL_CALLS_PER_DAY');
  });
});

test('an answer comes piece by piece, with the key of the settings and no other', async () => {
  server.next({ kind: 'text', pieces: ['Hel', 'lo ', 'you'] });
  expect(await ask(withSettings({ GROMA_MODEL_KEY: 'secret' }))).toBe('Hello you');
  const { request, authorization } = server.asked.at(-1)!;
  expect([request.model, request.messages.map(({ role }) => role), authorization]).toEqual([
    'small',
    ['system', 'user'],
    'Bearer secret',
  ]);
  server.next({ kind: 'text', pieces: ['x'] });
  await ask(withSettings());
  expect(server.asked.at(-1)!.authorization).toBeUndefined();
});

test('each way to fail has an error of its own, in which neither key nor address stands', async () => {
  const models = withSettings({
    GROMA_MODEL_KEY: 'secret',
    GROMA_MODEL_ANSWER_CHARACTERS: '200000',
    GROMA_MODEL_SILENCE_SECONDS: '1',
  });
  const error = (message: string) => ({ error: { message, type: 'x' } });
  const cases = [
    [{ kind: 'status', status: 401, body: error('Bad key secret') }, 'MODEL_KEY_REFUSED'],
    [{ kind: 'status', status: 400, body: error('The context is too small.') }, 'MODEL_REFUSED'],
    [{ kind: 'raw', type: 'text/html', body: '<html>' }, 'MODEL_ANSWER_BROKEN'],
    [{ kind: 'cut', pieces: ['SELECT '] }, 'MODEL_ANSWER_BROKEN'],
    [
      { kind: 'raw', type: 'text/event-stream', body: 'data: {"choices":[{"delta":{"content":"half' },
      'MODEL_ANSWER_BROKEN',
    ],
    [{ kind: 'endless' }, 'MODEL_ANSWER_TOO_LONG'],
    [{ kind: 'silent', pieces: ['one'] }, 'MODEL_SILENT'],
  ] as const;
  for (const [answer, code] of cases) {
    server.next(answer);
    const { code: said, message } = await failure(ask(models));
    expect([answer.kind, said]).toEqual([answer.kind, code]);
    expect(message).not.toMatch(/secret|127\.0\.0\.1/);
  }
  expect(await failure(ask(withSettings({ GROMA_MODEL_URL: 'http://127.0.0.1:9/v1' })))).toMatchObject({
    code: 'MODEL_UNREACHABLE',
  });
});

test('[AIA-154] an answer of 200,000 tokens comes whole, and one that reaches a limit says which', async () => {
  const pieces = Array.from({ length: 200_000 }, (_, at) => ` w${at % 1_000}`);
  server.next({ kind: 'text', pieces });
  expect(await ask(withSettings())).toBe(pieces.join(''));
  const limited = withSettings({ GROMA_MODEL_ANSWER_SECONDS: '1' });
  server.next({ kind: 'text', pieces: Array.from({ length: 1_000 }, () => 'slow '), everyMs: 20 });
  expect(await failure(ask(limited))).toMatchObject({ code: 'MODEL_TOO_SLOW', details: { seconds: 1 } });
  server.next({ kind: 'text', pieces: ['12345', '67890', '1'] });
  expect(await failure(ask(withSettings({ GROMA_MODEL_ANSWER_CHARACTERS: '10' })))).toMatchObject({
    code: 'MODEL_ANSWER_TOO_LONG',
    details: { characters: 10 },
  });
  const [own, maker] = readModelSettings({
    GROMA_MODEL_URL: server.url,
    GROMA_MODELS: 'small',
    GROMA_OPENAI_KEY: 'secret',
  }).providers;
  expect([own!.answer.silenceSeconds, maker!.answer.silenceSeconds]).toEqual([600, 120]);
});

test('what fails in passing is tried once more', async () => {
  const busy = { kind: 'status', status: 429, body: { error: { message: 'slow down' } } } as const;
  server.next(busy, { kind: 'text', pieces: ['after all'] });
  expect(await ask(withSettings())).toBe('after all');
  server.next(busy, busy);
  expect(await failure(ask(withSettings()))).toMatchObject({ code: 'MODEL_BUSY' });
});

test('whoever goes away ends the question at the provider too', async () => {
  const [before, asked] = [server.abandoned, server.asked.length];
  const gone = new AbortController();
  server.next({ kind: 'silent', pieces: ['wait'] });
  const asking = failure(ask(withSettings(), caller({ signal: gone.signal })));
  await expect.poll(() => server.asked.length).toBe(asked + 1);
  gone.abort();
  expect((await asking).name).toBe('AbortError');
  await expect.poll(() => server.abandoned).toBe(before + 1);
});

test('[AIA-020] a question longer than the model takes is refused before it is sent', async () => {
  const before = server.asked.length;
  expect(await failure(ask(withSettings(), caller(), 'x'.repeat(20_000)))).toMatchObject({
    code: 'PROMPT_TOO_LONG',
    details: { characters: 20_009, limit: 20_000 },
  });
  expect(server.asked).toHaveLength(before);
});

test('calls of one person and of one project are counted, and how they ended stands in the metrics', async () => {
  const models = withSettings({ GROMA_MODEL_CALLS_PER_MINUTE: '2', GROMA_MODEL_CALLS_PER_DAY: '3' });
  const [userId, projectId] = [randomUUID(), randomUUID()];
  server.next(...Array.from({ length: 4 }, () => ({ kind: 'text', pieces: ['ok'] }) as const));
  await ask(models, caller({ userId, projectId, purpose: 'counted' }));
  await ask(models, caller({ userId, projectId, purpose: 'counted' }));
  expect(await failure(ask(models, caller({ userId, purpose: 'counted' })))).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
  await ask(models, caller({ projectId, purpose: 'counted' }));
  expect(await failure(ask(models, caller({ projectId, purpose: 'counted' })))).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
  const { text } = await metrics.read();
  expect(text).toContain('groma_model_calls_total{outcome="counted ok"} 3');
  expect(text).toContain('groma_model_calls_total{outcome="counted TOO_MANY_ATTEMPTS"} 2');
});
