// A language model on this machine that speaks OpenAI's chat completions: what it says is scripted, or read off the
// question. It draws images too, always the same.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { readOffAnswer } from './model-answer.ts';
import type { ModelAnswer, ModelRequest } from './model-request.ts';

export interface ModelServer {
  /** The base address, as a setting names it. */
  url: string;
  /** All that was asked, with the key that was shown. */
  asked: { request: ModelRequest; authorization: string | undefined }[];
  /** Connections whose asker has gone before the answer was whole. */
  readonly abandoned: number;
  /** Says what comes next; without it the answer is read off the question. */
  next(...answers: ModelAnswer[]): void;
  /** Says nothing of what was still to come. */
  forget(): void;
  close(): Promise<void>;
}

export async function startModelServer(port = 0): Promise<ModelServer> {
  const asked: ModelServer['asked'] = [];
  const script: ModelAnswer[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned++;
    });
    void readJson(request)
      .then(async (body) => {
        if (request.url === '/v1/images/generations') return drawImage(response, body as unknown as { prompt: string });
        if (request.url !== '/v1/chat/completions' || request.method !== 'POST')
          return send(response, 404, { error: { message: `There is no ${request.url}.` } });
        asked.push({ request: body, authorization: request.headers.authorization });
        await answer(response, body, script.shift() ?? readOffAnswer(body));
      })
      .catch(() => {
        response.destroy();
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`,
    asked,
    get abandoned() {
      return abandoned;
    },
    next(...answers) {
      script.push(...answers);
    },
    forget() {
      script.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(
  response: ServerResponse,
  { model, stream = false }: ModelRequest,
  said: ModelAnswer,
): Promise<void> {
  if (said.kind === 'call') await said.after;
  if (said.kind === 'status') return send(response, said.status, said.body);
  if (said.kind === 'raw') return void response.writeHead(200, { 'content-type': said.type }).end(said.body);
  const id = 'chatcmpl-1';
  const callId = `call_${crypto.randomUUID()}`;
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (!stream) {
    if (said.kind === 'cut')
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"id":', () => response.destroy());
    if (said.kind === 'silent' || said.kind === 'endless') return;
    const message =
      said.kind === 'call'
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: callId, type: 'function', function: { name: said.name, arguments: said.arguments } }],
          }
        : { role: 'assistant', content: said.pieces.join('') };
    return send(response, 200, {
      id,
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices: [{ index: 0, message, finish_reason: said.kind === 'call' ? 'tool_calls' : 'stop' }],
      usage,
    });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (more: object): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1_700_000_000, model, ...more })}\n\n`;
  const tell = (delta: object, finishReason: string | null = null): void => {
    response.write(chunk({ choices: [{ index: 0, delta, finish_reason: finishReason }] }));
  };
  tell({ role: 'assistant', content: '' });
  if (said.kind === 'call') {
    tell({ tool_calls: [{ index: 0, id: callId, type: 'function', function: { name: said.name, arguments: '' } }] });
    for (const piece of said.arguments.match(/.{1,7}/gs) ?? [])
      tell({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    tell({}, 'tool_calls');
  } else if (said.kind === 'endless') {
    const more = (): void => {
      if (response.destroyed) return;
      tell({ content: 'more and more '.repeat(1_000) });
      setImmediate(more);
    };
    return more();
  } else {
    for (const content of said.pieces ?? []) {
      tell({ content });
      if (said.kind === 'text' && said.everyMs !== undefined)
        await new Promise((resolve) => {
          setTimeout(resolve, said.everyMs);
        });
    }
    if (said.kind === 'silent') return;
    if (said.kind === 'cut') return void setTimeout(() => response.destroy(), 20);
    tell({}, 'stop');
  }
  response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
}

/** One image, whatever is asked for; a prompt with “forbidden” in it is refused. */
function drawImage(response: ServerResponse, { prompt }: { prompt: string }): void {
  if (prompt.includes('forbidden')) return send(response, 400, { error: { message: 'This is not drawn here.' } });
  send(response, 200, { created: 1_700_000_000, data: [{ b64_json: image }] });
}

/** PNG of 96 × 64 pixels. */
const image = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAMAAADS6oI8AAAAA1BMVEU0jqYercOOAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAHUlEQVRY',
  'he3BMQEAAADCoPVP7W0HoAAAAAAAADoDGEAAAfqFQdcAAAAASUVORK5CYII=',
].join('');

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<ModelRequest> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return JSON.parse(text || '{}') as ModelRequest;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  await startModelServer(Number(values.port ?? 0));
}
