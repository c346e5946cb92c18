// The worker thread of one kernel. Receiving, checking and parsing what a kernel sends happens here, so that a flood
// of output or a hostile message keeps at most this thread busy, and its memory limit ends at most this thread.
import { parentPort } from 'node:worker_threads';
import { JupyterClient } from './jupyter-client.ts';
import type { JupyterMessage } from './jupyter-message.ts';
import { keptCharacters, OutputCollector } from './output-collector.ts';
import { fromJupyterContent } from '@groma/model';
import { openTransport } from './open-transport.ts';
import type { WireReport, WireRequest } from './wire-message.ts';

const port = parentPort;
if (!port) throw new Error('This file is the start of a worker thread.');

const connectPatience = 60_000;

const report = (message: WireReport) => port.postMessage(message);
const collectors = new Map<number, OutputCollector>();
let client: JupyterClient | null = null;
let limit = keptCharacters;

port.on('message', (request: WireRequest) => {
  handle(request).catch((error: unknown) => lose(error instanceof Error ? error.message : String(error)));
});

/** The kernel is gone: hands over what it had sent, and says so. */
function lose(reason: string): void {
  for (const collector of collectors.values()) collector.finish();
  report({ type: 'lost', reason });
}

async function handle(request: WireRequest): Promise<void> {
  switch (request.type) {
    case 'connect':
      limit = request.keptCharacters ?? keptCharacters;
      client = await JupyterClient.connect(await openTransport(request.connection, AbortSignal.timeout(connectPatience)), lose);
      return report({ type: 'ready' });
    case 'execute': return execute(request.id, request.code, request.isSilent ?? false);
    case 'ask': {
      const content = await client?.ask(request.question).catch(() => null);
      return report({ type: 'answer', id: request.id, content: content ?? null });
    }
    case 'acknowledge': return collectors.get(request.id)?.acknowledge();
    case 'interrupt':
      await client?.interrupt();
      return report({ type: 'interrupted' });
    case 'shutdown': return client?.shutdown();
  }
}

async function execute(id: number, code: string, isSilent: boolean): Promise<void> {
  if (!client) throw new Error('The kernel is not connected.');
  const collector = new OutputCollector((outputs) => report({ type: 'outputs', id, outputs }), limit);
  collectors.set(id, collector);
  let clearsLater = false;
  const clear = () => {
    clearsLater = false;
    collector.clear();
    report({ type: 'cleared', id });
  };
  const onOutput = async (message: JupyterMessage) => {
    if (message.type === 'clear_output') {
      if (message.content()['wait']) clearsLater = true;
      else clear();
      return;
    }
    if (collector.isFull) return;
    const output = message.contentBytes > 4 * limit ? tooLarge(message) : fromJupyterContent(message.type, message.content());
    if (!output) return;
    if (clearsLater) clear();
    await collector.add(output);
  };
  const reply = await client.execute(code, isSilent, onOutput);
  collector.finish();
  collectors.delete(id);
  report({ type: 'done', id, reply });
}

function tooLarge(message: JupyterMessage) {
  const megabytes = Math.round(message.contentBytes / 1024 / 1024);
  return { kind: 'stderr' as const, text: `An output of ${megabytes} MB is too large to be kept.\n` };
}
