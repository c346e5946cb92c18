import type { Socket } from 'node:net';
import { AnswerWriter, LinesWriter } from './answer-writer.ts';
import { SqlError, type Ask, type EngineSession } from './engine.ts';
import { runFrames } from './run-frames.ts';
import { runNdjson } from './run-json.ts';
import { innerHeader, type RunRequest } from './run-request.ts';
import { ServerTalk } from './server-talk.ts';

/**
 * Answers one request, a line of JSON, in frames. It is no HTTP: its pieces would only be packed and unpacked on the
 * way.
 */
export async function answerFrames(
  socket: Socket,
  session: (request: RunRequest, ask: Ask) => Promise<EngineSession>,
): Promise<void> {
  socket.on('error', () => undefined);
  const talk = new ServerTalk(socket);
  const line = await talk.line();
  if (line === undefined) return void socket.destroy();
  const request = JSON.parse(line) as RunRequest;
  let opened: EngineSession;
  try {
    opened = await session(request, talk.ask);
  } catch (error) {
    const failure =
      error instanceof SqlError
        ? error.failure
        : { kind: 'other', detail: error instanceof Error ? error.message : String(error) };
    const text = Buffer.from(JSON.stringify(failure));
    return void socket.end(Buffer.concat([innerHeader('failed', text.length), text]));
  }
  let isOver = false;
  // Who goes away wants no more of it.
  socket.once('close', () => {
    if (!isOver) opened.cancel();
  });
  try {
    socket.write(innerHeader('begun', 0));
    await run(opened, request, socket);
    isOver = true;
    socket.end();
  } catch {
    socket.destroy();
  } finally {
    await opened.close();
  }
}

async function run(session: EngineSession, request: RunRequest, socket: Socket): Promise<void> {
  if (request.form.kind !== 'ndjson') return runFrames(session, request, new AnswerWriter(socket));
  await runNdjson(session, request, new LinesWriter(socket));
  socket.write(innerHeader('whole', 0));
}
