import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { LiveConnection, notebook } from '@groma/protocol';
import { compare, type Workplace, type Writer } from './writer.ts';

const people = 10;
/** Words of one notebook; then the next one is written. */
const mostWords = 20_000;
const soonestMs = 500;

/** Ten people who write into one notebook, over connections that come back by themselves. */
export async function writeDocuments({ services, client, cookie, projectId }: Workplace): Promise<Writer> {
  const makeNotebook = async () =>
    (await client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Kills' } })).data.id as string;
  let id = await makeNotebook();
  let words = new Set<string>();
  let acknowledged = 0;
  const connect = (): LiveConnection =>
    new LiveConnection({
      url: `${services.rooms.replace('http', 'ws')}/parties/main/${id}`,
      doc: new Y.Doc(),
      openSocket: ((url: string) => new WebSocket(url, { headers: { cookie } })) as never,
      tryAgainIn: (milliseconds, work) => {
        const timer = setTimeout(work, Math.min(milliseconds, soonestMs));
        return () => {
          clearTimeout(timer);
        };
      },
    });
  return {
    name: 'document edits',
    get acknowledged() {
      return acknowledged;
    },
    async write(round, signal) {
      const lives = Array.from({ length: people }, () => connect());
      await Promise.all(lives.map((live) => Promise.race([live.whenSynced(), whenAborted(signal)])));
      const told = (word: string): void => {
        words.add(word);
        acknowledged += 1;
      };
      await Promise.race([
        Promise.all(lives.map((live, person) => writeWords(live, `${round}-${person}`, signal, told))),
        whenAborted(signal),
      ]);
      for (const live of lives) live.close();
    },
    async check() {
      const { data } = await client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
      const result = compare(words, doc.getArray<string>('words').toArray());
      if (words.size >= mostWords) {
        id = await makeNotebook();
        words = new Set();
      }
      return result;
    },
  };
}

/** Some edits wait for their acknowledgement, others are sent in a burst before it. */
async function writeWords(
  live: LiveConnection,
  name: string,
  signal: AbortSignal,
  told: (word: string) => void,
): Promise<void> {
  const words = live.doc.getArray<string>('words');
  const waiting: string[] = [];
  for (let i = 0; !signal.aborted; i += 1) {
    const word = `${name}-${i}`;
    waiting.push(word);
    words.push([word]);
    if (i % 3 !== 0) continue;
    await live.whenSaved();
    for (const each of waiting.splice(0)) told(each);
    await sleep(1);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
