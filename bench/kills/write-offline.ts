import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { LiveConnection, notebook } from '@groma/protocol';
import { WebSocket } from 'ws';
import { KeptEdits } from './kept-edits.ts';
import { compare, type Workplace, type Writer } from './writer.ts';

const people = 5;
/** Words that one person writes in one outage, each an edit of its own. */
const mostWords = 150;
/** Words of one notebook; then the next one is written. */
const fullAt = 10_000;
const soonestMs = 100;
const outageMs = 60;
/** Of a connection that comes back, one in so many is that of a page that was reloaded meanwhile. */
const reloadsOneIn = 3;

/**
 * People who lose their connection again and again, write meanwhile into what their browser keeps, and merge it when
 * they are back, some after a reload. Every word is promised once it is kept: all must be there, once.
 */
export async function writeOffline({ services, client, cookie, projectId }: Workplace): Promise<Writer> {
  const makeNotebook = async () =>
    (await client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Offline' } })).data
      .id as string;
  let id = await makeNotebook();
  let merged = 0;
  const waiting: (() => void)[] = [];
  const onMerge = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const everybody = Array.from({ length: people }, (_, number) => new OfflinePerson(cookie, `${number}`, onMerge));
  return {
    name: 'offline edits',
    get acknowledged() {
      return merged + everybody.reduce((sum, { words }) => sum + words.length, 0);
    },
    get interrupted() {
      return everybody.reduce((sum, { interrupted }) => sum + interrupted, 0);
    },
    whenMerging: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    async write(round, signal) {
      const url = `${services.rooms.replace('http', 'ws')}/parties/main/${id}`;
      await Promise.all(everybody.map((person) => person.write(url, round, signal)));
    },
    async check() {
      const { data } = await client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
      const wanted = everybody.flatMap(({ words }) => words);
      const { missing, doubled } = compare(wanted, doc.getArray<string>('words').toArray());
      if (wanted.length >= fullAt) {
        id = await makeNotebook();
        merged += wanted.length;
        for (const { words } of everybody) words.length = 0;
      }
      return { missing: [...missing, ...everybody.flatMap(({ kept }) => kept.aside)], doubled };
    },
  };
}

/** Somebody with one browser, whose network comes and goes. */
class OfflinePerson {
  readonly kept = new KeptEdits();
  readonly words: string[] = [];
  /** Merges that a kill cut short. */
  interrupted = 0;
  readonly #cookie: string;
  readonly #name: string;
  readonly #onMerge: () => void;
  #isOnline = true;
  #sockets = new Set<WebSocket>();

  constructor(cookie: string, name: string, onMerge: () => void) {
    this.#cookie = cookie;
    this.#name = name;
    this.#onMerge = onMerge;
  }

  /** One outage after the other; what is not merged at the end is merged before this resolves. */
  async write(url: string, round: number, signal: AbortSignal): Promise<void> {
    let page = this.#openPage(url);
    await page.whenSynced();
    while (!signal.aborted) {
      await this.#writeInOutage(page, round);
      if (Math.random() * reloadsOneIn < 1) {
        page.close();
        page = this.#openPage(url);
      }
      this.#isOnline = true;
      await this.#merge(page);
    }
    page.close();
  }

  async #writeInOutage(page: LiveConnection, round: number): Promise<void> {
    this.#isOnline = false;
    for (const socket of this.#sockets) socket.terminate();
    const count = Math.ceil(Math.random() * mostWords);
    for (let i = 0; i < count; i += 1) {
      const word = `${round}-${this.#name}-${this.words.length}`;
      page.doc.getArray<string>('words').push([word]);
      this.words.push(word);
    }
    await sleep(Math.random() * outageMs);
  }

  /** Waits until all is merged, through kills. */
  async #merge(page: LiveConnection): Promise<void> {
    let wasConnected = false;
    const stop = page.subscribe(({ connection, saved }) => {
      if (connection === 'disconnected' && wasConnected && !saved) this.interrupted += 1;
      if (connection === 'connected' && !wasConnected && !saved) this.#onMerge();
      wasConnected = connection === 'connected';
    });
    await page.whenSaved();
    stop();
  }

  #openPage(url: string): LiveConnection {
    const openSocket = (address: string) => {
      const socket = new WebSocket(address, { headers: { cookie: this.#cookie } });
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      if (!this.#isOnline) socket.terminate();
      return socket as never;
    };
    return new LiveConnection({
      url,
      doc: new Y.Doc(),
      openSocket,
      keeper: this.kept.keeper(),
      tryAgainIn: (milliseconds, work) => {
        const timer = setTimeout(work, Math.min(milliseconds, soonestMs));
        return () => {
          clearTimeout(timer);
        };
      },
    });
  }
}
