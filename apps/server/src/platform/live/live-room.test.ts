import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { limit } from '@groma/model';
import {
  decodeLiveMessage,
  encodeLiveMessage,
  notebook,
  project,
  type LiveConnection,
  type LiveMessage,
} from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
let id: string;
const open: { close(): void }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject();
});
beforeEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  id = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data.id;
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await server.close();
});

async function enter(person: Person): Promise<LiveConnection> {
  const connection = person.live('main', id);
  open.push(connection);
  await connection.whenSynced();
  return connection;
}

/** A socket that speaks the protocol by hand. */
async function speak(person: Person): Promise<{
  send(message: LiveMessage): void;
  told: LiveMessage[];
  closed: Promise<number>;
  socket: ReturnType<Person['socket']>;
}> {
  const socket = person.socket(`/parties/main/${id}`);
  const told: LiveMessage[] = [];
  open.push(socket);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) told.push(decodeLiveMessage(data));
  });
  await expect.poll(() => told.length).toBeGreaterThan(0);
  return {
    socket,
    told,
    closed,
    send: (message) => {
      socket.send(encodeLiveMessage(message));
    },
  };
}

const stored = async () => {
  const { rows } = await server.platform.database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM document_updates WHERE document_id = $1',
    [id],
  );
  return rows[0]!.count;
};

const word = (doc: Y.Doc) => doc.getText('word').toJSON();

test('[SHL-003] two people write at once and end with the same text, each told only what is on disk', async () => {
  const [one, two] = [await enter(ann), await enter(ben)];
  for (let i = 0; i < 50; i++) {
    one.doc.getText('word').insert(0, 'a');
    two.doc.getText('word').insert(0, 'b');
  }
  expect(one.state.saved).toBe(false);
  await Promise.all([one.whenSaved(), two.whenSaved()]);
  await expect.poll(() => word(one.doc) === word(two.doc) && word(one.doc).length).toBe(100);
  expect(word(await server.platform.documents.read(id))).toBe(word(one.doc));
});

test('a damaged edit is refused whole: nobody is shown it and nothing of it is stored', async () => {
  const reader = await enter(ann);
  const hand = await speak(ben);
  const doc = new Y.Doc();
  doc.getText('word').insert(0, 'half of this');
  const whole = Y.encodeStateAsUpdate(doc);
  hand.send({ kind: 'edit', n: 1, update: whole.slice(0, -1) });
  await expect.poll(() => hand.told.at(-1)).toMatchObject({ kind: 'refused', n: 1, code: 'BAD_INPUT' });
  expect([word(reader.doc), await stored()]).toEqual(['', 0]);
  hand.send({ kind: 'edit', n: 2, update: whole });
  await expect.poll(() => word(reader.doc)).toBe('half of this');
});

test('[ACC-136] an edit that builds on itself is refused, and sends nobody away', async () => {
  const reader = await enter(ann);
  const hand = await speak(ben);
  // One author, one string at clock 0 whose left neighbour is that string itself (format 1 of updates of Yjs).
  const update = new Uint8Array([1, 1, 7, 0, 0x84, 7, 0, 1, 'x'.charCodeAt(0), 0]);
  expect(Y.decodeUpdate(update).structs[0]).toMatchObject({
    id: { client: 7, clock: 0 },
    origin: { client: 7, clock: 0 },
  });
  hand.send({ kind: 'edit', n: 1, update });
  await expect.poll(() => hand.told.at(-1)).toMatchObject({ kind: 'refused', n: 1, code: 'EDIT_INCOMPLETE' });
  reader.doc.getText('word').insert(0, 'still here');
  await reader.whenSaved();
  expect([reader.state.connection, word(reader.doc), await stored()]).toEqual(['connected', 'still here', 1]);
});

test('an edit made offline by somebody who may no longer write is never shown as saved', async () => {
  const page = await enter(ben);
  page.doc.getText('word').insert(0, 'kept ');
  await page.whenSaved();
  // In the moment in which the connection is lost, so that the edit is made offline.
  const stop = page.subscribe(({ connection }) => {
    if (connection !== 'disconnected') return;
    stop();
    page.doc.getText('word').insert(0, 'lost ');
  });
  await ann.client.call(project.shareProject, {
    params: { projectId },
    body: { email: ben.email, role: 'PROJECT_VIEWER' },
  });
  await expect.poll(() => page.state.refusal, { timeout: 10_000 }).toBe('FORBIDDEN');
  expect([page.state.saved, word(await server.platform.documents.read(id))]).toEqual([false, 'kept ']);
});

test('an edit that is too large is said to be, and what builds on it is not shown as saved', async () => {
  const page = await enter(ann);
  page.doc.getText('word').insert(0, 'x'.repeat(limit.documentUpdateBytes + 1));
  page.doc.getText('word').insert(0, 'small');
  expect([page.state.saved, page.state.refusal, page.state.connection]).toEqual([false, 'TOO_LARGE', 'connected']);
  expect(await stored()).toBe(0);
});

test('nobody speaks under the name of another', async () => {
  const reader = await enter(ann);
  const hand = await speak(ben);
  const awareness = new Awareness(new Y.Doc());
  awareness.setLocalState({ user: { id: ann.id, name: ann.username }, cursor: 1 });
  hand.send({ kind: 'awareness', update: encodeAwarenessUpdate(awareness, [awareness.clientID]) });
  await expect
    .poll(() => reader.awareness.getStates().get(awareness.clientID))
    .toEqual({ user: { id: ben.id, name: ben.username }, cursor: 1 });
  awareness.setLocalState({ user: {}, big: 'x'.repeat(20_000) });
  hand.send({ kind: 'awareness', update: encodeAwarenessUpdate(awareness, [awareness.clientID]) });
  expect(await hand.closed).toBe(4403);
  awareness.destroy();
});

test('somebody whose share is taken back can write nothing more, even without hearing of it', async () => {
  const hand = await speak(ben);
  hand.socket.pause();
  await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
  const doc = new Y.Doc();
  doc.getText('word').insert(0, 'after the end');
  const update = Y.encodeStateAsUpdate(doc);
  await new Promise((resolve) => {
    setTimeout(resolve, 1_000);
  });
  const before = Date.now();
  for (let n = 1; Date.now() - before < 1_000; n++) {
    hand.send({ kind: 'edit', n, update });
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  expect(await stored()).toBe(0);
  hand.socket.resume();
  await hand.closed;
});

test('when an edit cannot be written everybody comes back to what is on disk', async () => {
  const [one, two] = [await enter(ann), await enter(ben)];
  one.doc.getText('word').insert(0, 'first ');
  await one.whenSaved();
  const { pool } = server.platform.database;
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`);
  await pool.query('CREATE TRIGGER refuse BEFORE INSERT ON document_updates FOR EACH ROW EXECUTE FUNCTION refuse()');
  try {
    one.doc.getText('word').insert(0, 'second ');
    await expect.poll(() => two.state.connection).not.toBe('connected');
  } finally {
    await pool.query('DROP TRIGGER refuse ON document_updates');
    await pool.query('DROP FUNCTION refuse');
  }
  await one.whenSaved();
  await two.whenSynced();
  await expect.poll(() => word(two.doc)).toBe('second first ');
  expect(word(await server.platform.documents.read(id))).toBe('second first ');
});

test('a socket that breaks off while it is let in leaves nobody behind', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = ben.socket(`/parties/project/${projectId}`);
    socket.on('error', () => undefined);
    setTimeout(() => {
      socket.terminate();
    }, i);
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  const socket = ann.socket(`/parties/project/${projectId}`);
  open.push(socket);
  const message = await new Promise<{ users: { id: string }[] }>((resolve) => {
    socket.once('message', (data: Buffer) => {
      resolve(JSON.parse(data.toString()) as never);
    });
  });
  expect(message.users.map((user) => user.id)).toEqual([ann.id]);
});

test('[ACC-128] a connection that sends faster than can be written is read no further, hears that the server is there, and loses nothing', async () => {
  const hand = await speak(ann);
  const doc = new Y.Doc();
  const words = doc.getArray<string>('words');
  let n = 0;
  doc.on('update', (update: Uint8Array) => {
    n += 1;
    hand.send({ kind: 'edit', n, update });
  });
  for (let i = 0; i < 3_000; i += 1) words.push([`${i}`]);
  await expect
    .poll(() => hand.told.findLast(({ kind }) => kind === 'saved'), { timeout: 20_000 })
    .toMatchObject({ n: 3_000 });
  expect((await server.platform.documents.read(id)).getArray('words').length).toBe(3_000);
});

test('[ACC-128] edits that waited when their connection left are made', async () => {
  const leaver = await speak(ann);
  const doc = new Y.Doc();
  let n = 0;
  const send = (hand: typeof leaver, text: string) => {
    const before = Y.encodeStateVector(doc);
    doc.getArray<string>('words').push([text]);
    n += 1;
    hand.send({ kind: 'edit', n, update: Y.encodeStateAsUpdate(doc, before) });
  };
  for (let i = 0; i < 200; i += 1) send(leaver, `${i}`);
  leaver.socket.close();
  await expect.poll(async () => (await server.platform.documents.read(id)).getArray('words').length).toBe(200);
});

test('[ACC-128] while edits are on their way, what a page writes waits and travels as one', async () => {
  const connection = await enter(ann);
  const before = await stored();
  for (let i = 0; i < 100; i += 1) connection.doc.getArray<string>('words').push([`${i}`]);
  await connection.whenSaved();
  expect((await server.platform.documents.read(id)).getArray('words').length).toBe(100);
  expect((await stored()) - before).toBeLessThan(10);
});

test('what a page wrote in the moment it closes is sent', async () => {
  const connection = await enter(ann);
  for (let i = 0; i < 100; i += 1) connection.doc.getArray<string>('words').push([`${i}`]);
  connection.close();
  await expect.poll(async () => (await server.platform.documents.read(id)).getArray('words').length).toBe(100);
});

/** Lets nothing of the document be written until it is let go. */
async function holdWriting(): Promise<() => Promise<void>> {
  const client = await server.platform.database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [id]);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

/** Shows a cursor, and waits until the other has it: what was told before it has been told by then. */
async function showCursor(from: LiveConnection, to: LiveConnection): Promise<void> {
  const cursor = Math.random();
  from.awareness.setLocalStateField('cursor', cursor);
  await expect.poll(() => to.awareness.getStates().get(from.doc.clientID)).toMatchObject({ cursor });
}

test('[SHL-003] what is not on disk is shown to nobody: not to who is here, and not to who comes', async () => {
  const [one, two] = [await enter(ann), await enter(ben)];
  const letGo = await holdWriting();
  one.doc.getText('word').insert(0, 'written');
  await showCursor(one, two);
  const late = ben.live('main', id);
  open.push(late);
  await expect.poll(() => late.state.connection).toBe('connected');
  await showCursor(one, late);
  expect([word(two.doc), word(late.doc), late.state.synced, one.state.saved]).toEqual(['', '', false, false]);
  await letGo();
  await Promise.all([one.whenSaved(), late.whenSynced()]);
  await expect.poll(() => [word(two.doc), word(late.doc)]).toEqual(['written', 'written']);
});

test('[SHL-003] an edit of the server that could not be written was seen by nobody, so that making it again does not double it', async () => {
  const reader = await enter(ben);
  const seen = new Set<string>();
  reader.doc.on('update', () => {
    seen.add(word(reader.doc));
  });
  const { document, release } = await server.realtime.documents.open(id);
  const letGo = await holdWriting();
  document.transact((doc) => {
    doc.getText('word').insert(0, 'result');
  });
  document.abandon(new Error('The process ends here.'));
  await letGo();
  await expect(document.whenSaved()).rejects.toMatchObject({ code: 'INTERNAL' });
  release();
  reader.doc.getText('word').insert(0, 'typed ');
  await reader.whenSaved();
  expect([...seen]).not.toContain('result');
});

test('[SHL-003] an edit that builds on one that is not here is refused whole', async () => {
  const hand = await speak(ben);
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  for (const text of ['a', 'b', 'c']) doc.getText('word').insert(doc.getText('word').length, text);
  hand.send({ kind: 'edit', n: 1, update: updates[0]! });
  hand.send({ kind: 'edit', n: 2, update: updates[2]! });
  await expect
    .poll(() => hand.told.find(({ kind }) => kind === 'refused'))
    .toMatchObject({ n: 2, code: 'EDIT_INCOMPLETE' });
  hand.send({ kind: 'edit', n: 3, update: Y.mergeUpdates([updates[1]!, updates[2]!]) });
  await expect.poll(async () => word(await server.platform.documents.read(id))).toBe('abc');
  expect(await stored()).toBe(2);
});

test('whoever waits for a connection that is closed waits no longer', async () => {
  const connection = await enter(ann);
  const waits = connection.whenClosedOr(() => false);
  connection.close();
  await expect(waits).resolves.toBeUndefined();
});
