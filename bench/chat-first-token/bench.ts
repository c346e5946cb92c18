import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assistant, createClient, type Client } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { makeWorkspace, startProcess } from '../large-file/groma-server.ts';

/** A model on this machine that says one word at once. It is no package: it is loaded by its place. */
interface ModelServer {
  url: string;
  next(answer: { kind: 'text'; pieces: string[] }): void;
  close(): Promise<void>;
}
const { startModelServer } = (await import(
  new URL('../../apps/server/test/model-server.ts', import.meta.url).href
)) as { startModelServer(): Promise<ModelServer> };

const questions = 20;
const word = 'Hello';
const closing: (() => Promise<unknown>)[] = [];
let model: ModelServer;
let client: Client;
let projectId: string;
let count = 0;

/** The median time until the first word, of questions asked one after another. */
async function measure(ask: () => Promise<Response>, isThere: (text: string) => boolean): Promise<Measurement> {
  const times: number[] = [];
  const said = new Set<string>();
  for (let at = 0; at < questions; at += 1) {
    model.next({ kind: 'text', pieces: [word] });
    const begin = performance.now();
    const reader = (await ask()).body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!isThere(text)) text += (await reader.read()).value ?? '';
    times.push(performance.now() - begin);
    said.add(text.includes(word) ? word : text);
    while (!(await reader.read()).done);
  }
  return { value: times.toSorted((a, b) => a - b)[questions / 2] ?? 0, output: [...said].join() };
}

const benchmark: Benchmark = {
  name: 'chat-first-token',
  description: 'from a question to GAIA until the first word of its answer, with history and tools',
  peerName: 'the model asked directly',
  unit: 'ms',
  better: 'lower',

  async setup() {
    model = await startModelServer();
    closing.push(() => model.close());
    const folder = await mkdtemp(join(tmpdir(), 'groma-bench-chat-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const { process: child, origin } = await startProcess(join(folder, 'data'), 0, {
      GROMA_MODEL_URL: model.url,
      GROMA_MODELS: 'bench',
      GROMA_MODEL_CALLS_PER_MINUTE: '100000',
      GROMA_MODEL_CALLS_PER_DAY: '100000',
    });
    closing.push(
      () =>
        new Promise((resolve) => {
          child.once('exit', resolve);
          child.kill('SIGTERM');
        }),
    );
    const made = await makeWorkspace(origin);
    ({ projectId } = made);
    client = createClient(origin, () => ({ cookie: made.cookie, origin }));
  },

  async ours() {
    const { data: thread } = await client.call(assistant.createChatThread, { params: { projectId }, body: {} });
    let parent: string | null = null;
    return measure(
      async () => {
        const id = `q${(count += 1)}`;
        const params = { projectId, threadId: thread.id };
        const answer = await client.open(assistant.sendChatMessage, { params, body: { id, parent, text: 'Hi' } });
        parent = id;
        return answer;
      },
      (text) => text.includes('"text-delta"'),
    );
  },

  peer: () =>
    measure(
      () =>
        fetch(`${model.url}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
        }),
      (text) => text.includes(word),
    ),

  async teardown() {
    for (const close of closing.toReversed()) await close();
  },
};

export default benchmark;
