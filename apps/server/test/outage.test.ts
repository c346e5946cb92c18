import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  notebook,
  project,
  watchSilence,
  type EditKeeper,
  type KeptEdit,
  type LiveConnection,
  type LiveOptions,
} from '@groma/protocol';
import { WebSocket as NodeWebSocket } from 'ws';
import { fragileWire, type FragileWire } from './fragile-wire.ts';
import { callsOf, startTestServer, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let wire: FragileWire;
let ann: Person;
let ben: Person;
let projectId: string;
let id: string;
const open: LiveConnection[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject();
});
beforeEach(async () => {
  wire = await fragileWire(server.origin);
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  id = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data.id;
});
afterEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  await wire.close();
});
afterAll(() => server.close());

/** The storage of one browser, which outlives its pages. */
class Browser {
  readonly kept = new Map<string, KeptEdit & { generation: string }>();
  readonly aside: string[] = [];
  isFull = false;

  keeper(): EditKeeper {
    return {
      keep: async (editId, generation, update) => {
        if (this.isFull) throw new Error('There is no room.');
        this.kept.set(editId, { id: editId, generation, update });
      },
      forget: (ids) => {
        for (const each of ids) this.kept.delete(each);
      },
      setAside: (ids, code) => {
        this.aside.push(...ids.map(() => code));
      },
      adopt: async (generation) => [...this.kept.values()].filter((edit) => edit.generation === generation),
      close: () => undefined,
    };
  }
}

/** A page of a browser, behind the wire. */
function openPage(person: Person, browser: Browser, options: Partial<LiveOptions> = {}): LiveConnection {
  const openSocket = (url: string) => {
    const socket = new NodeWebSocket(url, { headers: { cookie: person.cookie } });
    watchSilence(
      socket as never,
      () => {
        socket.terminate();
      },
      { pingMs: 100, answerMs: 400 },
    );
    return socket as never;
  };
  const page = callsOf(wire.origin, person.cookie).live('main', id, new Y.Doc(), {
    keeper: browser.keeper(),
    person: person.id,
    openSocket,
    tryAgainIn: soon,
    ...options,
  });
  open.push(page);
  return page;
}

const soon = (_milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, 50);
  return () => {
    clearTimeout(timer);
  };
};

const type = (page: LiveConnection, word: string) => {
  page.doc.getText('word').insert(page.doc.getText('word').length, word);
};
const stored = async () => (await server.platform.documents.read(id)).getText('word').toJSON();

test('[SHL-120] what is typed while the connection is cut is kept, and merged when it is back', async () => {
  const browser = new Browser();
  const [page, other] = [openPage(ann, browser), ben.live('main', id)];
  open.push(other);
  await Promise.all([page.whenSynced(), other.whenSynced()]);
  type(page, 'before ');
  await page.whenSaved();
  wire.cut();
  await expect.poll(() => page.state.connection).toBe('disconnected');
  expect(page.state.lostAt).not.toBeNull();
  type(page, 'meanwhile ');
  other.doc.getText('word').insert(0, 'others ');
  await expect.poll(() => page.state).toMatchObject({ saved: false, isKept: true });
  wire.mend();
  await page.whenSaved();
  expect(page.state.lostAt).toBeNull();
  await expect.poll(stored).toBe('others before meanwhile ');
  await expect.poll(() => browser.kept.size).toBe(0);
});

test('[SHL-120] what is typed on a socket that nothing answers any more is kept, and sent over a new one', async () => {
  const browser = new Browser();
  const page = openPage(ann, browser);
  await page.whenSynced();
  wire.freeze();
  type(page, 'into the void');
  expect(page.state.connection).toBe('connected');
  await expect.poll(() => page.state).toMatchObject({ saved: false, isKept: true });
  await expect.poll(() => page.state.connection).toBe('disconnected');
  wire.mend();
  await page.whenSaved();
  expect(await stored()).toBe('into the void');
});

test('[SHL-120] a page that is reloaded during an outage sends what the one before had not saved, once', async () => {
  const browser = new Browser();
  const first = openPage(ann, browser);
  await first.whenSynced();
  type(first, 'one ');
  await first.whenSaved();
  wire.cut();
  await expect.poll(() => first.state.connection).toBe('disconnected');
  for (const word of ['two ', 'three ']) type(first, word);
  first.doc.getText('word').delete(0, 1);
  await expect.poll(() => first.state.isKept).toBe(true);
  first.close();
  wire.mend();
  const [second, third] = [openPage(ann, browser), openPage(ann, browser)];
  await Promise.all([second.whenSynced(), third.whenSynced()]);
  await Promise.all([second.whenSaved(), third.whenSaved()]);
  expect(await stored()).toBe('ne two three ');
  await expect
    .poll(() => [second, third].map(({ doc }) => doc.getText('word').toJSON()))
    .toEqual(['ne two three ', 'ne two three ']);
  expect(browser.kept.size).toBe(0);
});

test('[SHL-120] an edit that was on disk already is forgotten without being sent again', async () => {
  const browser = new Browser();
  const first = openPage(ann, browser, { keeper: { ...browser.keeper(), forget: () => undefined } });
  await first.whenSynced();
  type(first, 'saved');
  await first.whenSaved();
  expect(browser.kept.size).toBe(1);
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  // Even where the right to write is gone: nothing has to be written.
  const second = openPage(ben, browser);
  await second.whenSynced();
  expect([browser.kept.size, browser.aside]).toEqual([0, []]);
});

test('[SHL-121] what a person may no longer write is set aside, and the document shows what the server has', async () => {
  const browser = new Browser();
  const first = openPage(ben, browser);
  await first.whenSynced();
  wire.cut();
  await expect.poll(() => first.state.connection).toBe('disconnected');
  type(first, 'too late');
  await expect.poll(() => first.state.isKept).toBe(true);
  first.close();
  await ann.client.call(project.shareProject, {
    params: { projectId },
    body: { email: ben.email, role: 'PROJECT_VIEWER' },
  });
  wire.mend();
  const second = openPage(ben, browser);
  await second.whenSynced();
  expect([browser.aside, second.doc.getText('word').toJSON(), await stored()]).toEqual([['FORBIDDEN'], '', '']);
});

test('[SHL-121] what was written for another generation of the document is set aside', async () => {
  const browser = new Browser();
  const page = openPage(ann, browser, {
    onOtherGeneration: () => {
      renewed = true;
    },
  });
  let renewed = false;
  await page.whenSynced();
  wire.cut();
  await expect.poll(() => page.state.connection).toBe('disconnected');
  type(page, 'for the old one');
  await expect.poll(() => page.state.isKept).toBe(true);
  await server.platform.documents.delete(id);
  await server.platform.documents.create(id, () => undefined);
  wire.mend();
  await expect.poll(() => renewed).toBe(true);
  expect([browser.aside, await stored()]).toEqual([['CONFLICT'], '']);
});

test('[SHL-122] nothing is sent over a connection that belongs to somebody else', async () => {
  const browser = new Browser();
  const page = openPage(ann, browser);
  await page.whenSynced();
  wire.cut();
  await expect.poll(() => page.state.connection).toBe('disconnected');
  type(page, "Ann's");
  // Ben has signed in in the same browser meanwhile.
  const openSocket = (url: string) => new NodeWebSocket(url, { headers: { cookie: ben.cookie } }) as never;
  wire.mend();
  const reload = openPage(ann, browser, { openSocket });
  await expect.poll(() => reload.state).toMatchObject({ connection: 'refused', refusal: 'UNAUTHENTICATED' });
  await page.whenSaved();
  expect(await stored()).toBe("Ann's");
});

test('[SHL-120] where the browser has no room the page says so, and still saves when the connection is back', async () => {
  const browser = new Browser();
  browser.isFull = true;
  const page = openPage(ann, browser);
  await page.whenSynced();
  wire.cut();
  await expect.poll(() => page.state.connection).toBe('disconnected');
  type(page, 'in memory only');
  await expect.poll(() => page.state).toMatchObject({ saved: false, isKept: false });
  wire.mend();
  await page.whenSaved();
  expect(await stored()).toBe('in memory only');
});
