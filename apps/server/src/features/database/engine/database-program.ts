/**
 * The program of a database's own process. It reads its settings as one line from its input, opens the database, and
 * answers the server over HTTP on a socket of its own. What a person's statements do to it, they do to it alone.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { createInterface } from 'node:readline';
import { answerFrames } from './answer-frames.ts';
import { AnswerWriter } from './answer-writer.ts';
import { SqlError, type Engine, type EngineSettings, type TableReference } from './engine.ts';
import { openEngine } from './engines.ts';
import { runJson } from './run-json.ts';
import { runPage } from './run-page.ts';
import { framesSocket, type RunRequest } from './run-request.ts';
import { withTimeLimit } from './time-limit.ts';

interface Start {
  socket: string;
  settings: EngineSettings;
}

const input = createInterface({ input: process.stdin });
input.once('line', (line) => {
  void start(JSON.parse(line) as Start);
});
// The server has gone: nobody would ask any more.
input.once('close', () => {
  process.exit(0);
});

async function start({ socket, settings }: Start): Promise<void> {
  let engine: Promise<Engine> | undefined;
  // A server that could not be reached may be back at the next question.
  const opened = (): Promise<Engine> => {
    engine ??= openEngine(settings);
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  };
  const server = createServer((request, response) => {
    const answered = request.url === '/close' ? close(engine, response) : answer(opened, settings, request, response);
    answered.catch((error: unknown) => {
      sendError(response, error);
    });
  });
  server.requestTimeout = 0;
  const frames = createSocketServer((connection) => {
    void answerFrames(connection, async ({ relations, mayOnlyRead }, ask) =>
      withTimeLimit(await (await opened()).session(relations, ask, mayOnlyRead), settings.statementMs),
    );
  });
  frames.listen(framesSocket(socket), () => {
    server.listen(socket, () => {
      process.stdout.write('ready\n');
    });
  });
}

async function answer(
  opened: () => Promise<Engine>,
  settings: EngineSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const engine = await opened();
  switch (request.url) {
    case '/schema':
      return sendJson(response, await engine.schema());
    case '/views':
      return sendJson(response, (await engine.viewTexts?.()) ?? []);
    case '/version':
      return sendJson(response, { version: await engine.version() });
    case '/page':
      return sendJson(response, (await engine.pageQuery(body.table, body.page)) ?? null);
    case '/run':
      return run(engine, settings.statementMs, body, response);
    default:
      response.writeHead(404).end();
  }
}

/**
 * What could not be opened, or was never asked, has nothing to close: to try once more would keep who waits for the
 * end.
 */
async function close(engine: Promise<Engine> | undefined, response: ServerResponse): Promise<void> {
  const opened = await engine?.catch(() => undefined);
  await opened?.close();
  sendJson(response, {});
  setTimeout(() => process.exit(0), 20);
}

async function run(engine: Engine, statementMs: number, request: RunRequest, response: ServerResponse): Promise<void> {
  const session = withTimeLimit(await engine.session(request.relations, undefined, request.mayOnlyRead), statementMs);
  const writer = new AnswerWriter(response);
  response.once('close', () => {
    if (!response.writableFinished) session.cancel();
  });
  try {
    if (request.form.kind === 'page') await runPage(session, request, writer);
    else await runJson(session, request, writer);
    writer.end();
  } finally {
    await session.close();
  }
}

/** What the server asks. It is our own, so it is believed. */
async function readBody(
  request: IncomingMessage,
): Promise<RunRequest & { table: TableReference; page: { offset: number; limit: number } }> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as never) : ({} as never);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const failure =
    error instanceof SqlError
      ? error.failure
      : { kind: 'other', detail: error instanceof Error ? error.message : String(error) };
  response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify(failure));
}
