// The worker thread of one kernel. Receiving, checking and parsing what a kernel sends happens here, so that a flood
// of output or a hostile message keeps at most this thread busy, and its memory limit ends at most this thread.
import { parentPort } from 'node:worker_threads';
import { JupyterClient } from './jupyter-client.ts';
import { keptCharacters } from './output-collector.ts';
import { openTransport } from './open-transport.ts';
import { forgetOldest } from './forget-oldest.ts';
import { UpdatePace } from './update-pace.ts';
import { WidgetFeed } from './widget-feed.ts';
import { WidgetModelStore } from './widget-model-store.ts';
import { WidgetRelay } from './widget-relay.ts';
import { WireExecution } from './wire-execution.ts';
import type { WireReport, WireRequest } from './wire-message.ts';

const port = parentPort;
if (!port) throw new Error('This file is the start of a worker thread.');

const connectPatience = 60_000;

const report = (message: WireReport) => port.postMessage(message);
/** Those under way, and the last that have ended: a thread may print after the end of its block. */
const executions = new Map<number, WireExecution>();
const feed = new WidgetFeed((batch) => report({ type: 'widgets', batch }));
const widgets = new WidgetModelStore(undefined, (event) => feed.add(event));
/** What code says while somebody uses a widget belongs to the block that has shown it last, else to the last block. */
const relay = new WidgetRelay(widgets, feed, (view, message) => {
  const all = [...executions.values()].filter((execution) => !execution.isSilent);
  return (all.findLast((execution) => view !== undefined && execution.hasShown(view)) ?? all.at(-1))?.take(message);
});
let client: JupyterClient | null = null;
let limit = keptCharacters;
/** What threads show again after the end of their blocks, however many blocks those are. */
let latePace = new UpdatePace(limit);
let running = 0;

port.on('message', (request: WireRequest) => {
  handle(request).catch((error: unknown) => lose(error instanceof Error ? error.message : String(error)));
});

/** The kernel is gone: hands over what it had sent, and says so. */
function lose(reason: string): void {
  void Promise.all([...executions.values()].map((execution) => execution.finish())).finally(() => {
    report({ type: 'lost', reason });
  });
}

async function handle(request: WireRequest): Promise<void> {
  switch (request.type) {
    case 'connect':
      limit = request.keptCharacters ?? keptCharacters;
      latePace = new UpdatePace(limit);
      client = await JupyterClient.connect(
        await openTransport(request.connection, AbortSignal.timeout(connectPatience)),
        lose,
        (message) => {
          relay.take(message);
        },
      );
      return report({ type: 'ready' });
    case 'execute':
      return execute(request);
    case 'answer-input': {
      const isTaken = executions.get(request.execution)?.answer(request.inputId, request.value) ?? false;
      if (isTaken) client?.answer(request.value);
      return report({ type: 'input-answered', id: request.id, isTaken });
    }
    case 'ask': {
      const { question } = request;
      const content = await (client &&
        (question.kind === 'widget' ? relay.ask(client, question.question) : client.ask(question).catch(() => null)));
      return report({ type: 'answer', id: request.id, content: content ?? null });
    }
    case 'acknowledge':
      return executions.get(request.id)?.acknowledge();
    case 'interrupt':
      await client?.interrupt();
      return report({ type: 'interrupted' });
    case 'shutdown':
      return client?.shutdown();
  }
}

async function execute({
  id,
  code,
  isSilent = false,
  takesInput = false,
}: Extract<WireRequest, { type: 'execute' }>): Promise<void> {
  if (!client) throw new Error('The kernel is not connected.');
  const execution = new WireExecution(
    {
      give: (outputs) => report({ type: 'outputs', id, outputs }),
      clear: () => report({ type: 'cleared', id }),
      shown: publishWritten,
    },
    widgets,
    limit,
    isSilent,
  );
  executions.set(id, execution);
  forgetOldest(executions);
  running += 1;
  const reply = await client
    .execute({
      code,
      isSilent,
      onOutput: (message) => execution.take(message),
      onInput: takesInput ? (request) => execution.ask(request) : undefined,
    })
    .finally(() => {
      running -= 1;
    });
  await execution.finish(latePace);
  if (isSilent) executions.delete(id);
  report({ type: 'done', id, reply });
}

/**
 * Tells the kernel what was written into its Output widgets, as a notebook's page would; while code runs it would not
 * listen.
 */
function publishWritten(): void {
  if (running > 0) return;
  for (const content of widgets.written()) client?.publishComm(content);
}
