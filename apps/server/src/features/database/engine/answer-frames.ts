import type { Socket } from 'node:net';
import { AnswerWriter } from './answer-writer.ts';
import { SqlError, type EngineSession } from './engine.ts';
import { runFrames } from './run-frames.ts';
import { innerFrame, type RunRequest } from './run-request.ts';

/** Answers one request, a line of JSON, in frames. It is no HTTP: its pieces would only be packed and unpacked on the way. */
export async function answerFrames(socket: Socket, session: () => Promise<EngineSession>): Promise<void> {
  socket.on('error', () => undefined);
  const request = await readLine(socket);
  if (request === undefined) return void socket.destroy();
  let opened: EngineSession;
  try {
    opened = await session();
  } catch (error) {
    const failure = error instanceof SqlError ? error.failure : { kind: 'other', detail: error instanceof Error ? error.message : String(error) };
    return void socket.end(innerFrameOf(innerFrame.failed, Buffer.from(JSON.stringify(failure))));
  }
  let isOver = false;
  // Who goes away wants no more of it.
  socket.once('close', () => { if (!isOver) opened.cancel(); });
  try {
    socket.write(innerFrameOf(innerFrame.begun, Buffer.alloc(0)));
    await runFrames(opened, JSON.parse(request) as RunRequest, new AnswerWriter(socket));
    isOver = true;
    socket.end();
  } catch {
    socket.destroy();
  } finally {
    await opened.close();
  }
}

function innerFrameOf(kind: number, content: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header[0] = kind;
  header.writeUInt32LE(content.length, 1);
  return Buffer.concat([header, content]);
}

function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece);
      if (piece.at(-1) === 0x0a) resolve(Buffer.concat(pieces).toString());
    });
    socket.once('close', () => { resolve(undefined); });
  });
}
