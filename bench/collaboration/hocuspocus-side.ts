import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { LiveSide } from './live-side.ts';

/** Kinds of messages of Hocuspocus, and of the sync protocol of Yjs inside the first. */
const sync = 0;
const auth = 2;
const syncReply = 4;
const syncStatus = 8;
const step1 = 0;
const step2 = 1;
const update = 2;

/** Plain Hocuspocus; acknowledged is what it has applied. */
export async function startHocuspocusSide(): Promise<LiveSide> {
  const child = fork(join(import.meta.dirname, 'hocuspocus-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const url = `ws://127.0.0.1:${port}`;
  let documents = 0;
  const greetings = (name: string): Uint8Array[] => [
    Buffer.concat([text(name), Buffer.of(auth, 0), text('')]),
    Buffer.concat([text(name), Buffer.of(sync, step1), bytes(Y.encodeStateVector(new Y.Doc()))]),
  ];
  return {
    processId: child.pid!,
    async makeDocument() {
      documents += 1;
      return `document-${documents}`;
    },
    connect: () => ({ url, headers: {} }),
    greetings,
    edit: (name, _, edit) => Buffer.concat([text(name), Buffer.of(sync, update), bytes(edit)]),
    acknowledges: (message, name) => (message[name.length + 1] === syncStatus ? 0 : -1),
    read(name) {
      const socket = new WebSocket(url);
      return new Promise((resolve) => {
        socket.on('open', () => {
          for (const each of greetings(name)) socket.send(each);
        });
        socket.on('message', (message: Buffer) => {
          const at = name.length + 1;
          if ((message[at] !== sync && message[at] !== syncReply) || message[at + 1] !== step2) return;
          const doc = new Y.Doc();
          Y.applyUpdate(
            doc,
            message.subarray(at + 2 + varUint(message.length - at - 2).length - tooLong(message, at + 2)),
          );
          resolve(doc.getArray<string>('words').toArray());
          socket.terminate();
        });
      });
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The announced length is that of the rest without the bytes that announce it, which may be one fewer than guessed. */
function tooLong(message: Buffer, at: number): number {
  const guessed = varUint(message.length - at).length;
  return guessed - varUint(message.length - at - guessed).length;
}

function varUint(number: number): Buffer {
  const out: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push(128 | (rest & 127));
  return Buffer.from([...out, rest]);
}

function bytes(body: Uint8Array): Buffer {
  return Buffer.concat([varUint(body.length), body]);
}

function text(body: string): Buffer {
  return bytes(Buffer.from(body));
}
