import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openDatabase, type Database } from '../database/database.ts';
import { openBus, type Bus } from '../bus/bus.ts';
import { createLog } from '../log.ts';
import { createLiveDocuments, type LiveDocuments } from './live-documents.ts';
import { UpdateLog } from './update-log.ts';
import { makeDatabase } from '../../../test/test-server.ts';

let database: Database;
let bus: Bus;
let documents: LiveDocuments;
const log = createLog(true);
/** The documents of these tests are opened under one lease; those that are only appended to have never been opened. */
const lease = { epoch: () => 1, onLost: () => undefined };
const newLog = (epoch = 0) => new UpdateLog(database, log, () => epoch);
const nobody = { userId: 'u', send: () => undefined, dismiss: () => undefined };
beforeAll(async () => {
  database = await openDatabase(await makeDatabase());
  bus = await openBus(database, log);
  documents = createLiveDocuments(database, bus, log, lease);
});
afterAll(async () => {
  await documents.close();
  await bus.close();
  await database.close();
});

test('an edit is on disk when it is acknowledged, and a reopened document has it', async () => {
  await documents.create('one', (doc) => doc.getText('t').insert(0, 'a'));
  const { document, release } = await documents.open('one');
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document.doc));
  const before = Y.encodeStateVector(copy);
  copy.getText('t').insert(1, 'b');
  const seq = await document.receive(Y.encodeStateAsUpdate(copy, before), nobody);
  const stored = await newLog().read('one');
  expect(stored?.updates.map((update) => update.seq)).toEqual([seq]);
  release();
  const fresh = new Y.Doc();
  Y.applyUpdate(fresh, stored!.snapshot!);
  Y.applyUpdate(fresh, stored!.updates[0]!.update);
  expect(fresh.getText('t').toJSON()).toBe('ab');
});

test('many edits at once get numbers in order, without a gap, and compaction loses none', async () => {
  await documents.create('many', () => undefined);
  const { document, release } = await documents.open('many');
  for (let i = 0; i < 700; i++) document.transact((doc) => doc.getArray('a').push([i]));
  await document.whenSaved();
  await document.compact(true);
  const stored = await newLog().read('many');
  expect(stored?.snapshotSeq).toBe(700);
  const doc = await documents.read('many');
  expect(doc.getArray('a').toJSON()).toEqual(Array.from({ length: 700 }, (_, i) => i));
  release();
});

test('an edit of a document that is gone is refused and takes no other with it', async () => {
  await documents.create('kept', () => undefined);
  const updates = newLog();
  const [kept, gone] = await Promise.allSettled([
    updates.append('kept', new Uint8Array([0, 0])),
    updates.append('never there', new Uint8Array([0, 0])),
  ]);
  expect(kept).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(gone.status).toBe('rejected');
});

test('[ACC-135] later edits of a document are not written where one before them cannot be; those of others are', async () => {
  for (const id of ['with a large edit', 'beside it']) await documents.create(id, () => undefined);
  await database.pool
    .query(`CREATE FUNCTION refuse_large() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF length(NEW.update) > 100 THEN PERFORM pg_sleep(0.2); RAISE EXCEPTION ''too large''; END IF; RETURN NEW; END';
    CREATE TRIGGER refuse_large BEFORE INSERT ON document_updates FOR EACH ROW EXECUTE FUNCTION refuse_large()`);
  try {
    const updates = newLog();
    const alone = updates.append('with a large edit', updateOf('x'.repeat(200)));
    await new Promise((resolve) => {
      setImmediate(() => {
        setImmediate(resolve);
      });
    });
    // Comes while the one before it is being written.
    const meanwhile = updates.append('with a large edit', updateOf('y'));
    expect(await Promise.allSettled([alone, meanwhile])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    const [before, large, later, other] = await Promise.allSettled([
      updates.append('with a large edit', updateOf('a')),
      updates.append('with a large edit', updateOf('x'.repeat(200))),
      updates.append('with a large edit', updateOf('b')),
      updates.append('beside it', updateOf('c')),
    ]);
    expect([before.status, large.status, later.status, other.status]).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect((await updates.read('with a large edit'))?.updates).toHaveLength(1);
  } finally {
    await database.pool.query('DROP TRIGGER refuse_large ON document_updates; DROP FUNCTION refuse_large');
  }
});

test('[ACC-135] a snapshot holds nothing that could not be written: what is made anew stands there once', async () => {
  await documents.create('half written', () => undefined);
  const { document } = await documents.open('half written');
  await document.receive(updateOf('written'), nobody);
  const holder = await database.pool.connect();
  await holder.query(`BEGIN; SELECT FROM documents WHERE id = 'half written' FOR UPDATE`);
  document.transact((doc) => {
    doc.getArray('words').push(['lost']);
  });
  const fold = document.compact(true);
  const appends = `FROM pg_stat_activity WHERE query LIKE 'WITH wanted%' AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.pool.query(`SELECT 1 ${appends}`)).rowCount).toBe(1);
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${appends}`);
  await expect(document.whenSaved()).rejects.toMatchObject({ code: 'INTERNAL' });
  await holder.query('COMMIT');
  holder.release();
  await fold;
  const again = await documents.open('half written');
  again.document.transact((doc) => {
    doc.getArray('words').push(['lost']);
  });
  await again.document.whenSaved();
  expect(wordsOf(again.document.doc)).toEqual(['written', 'lost']);
  again.release();
});

test('a document opened while it is folded has every edit', async () => {
  await documents.create('folded', () => undefined);
  const first = await documents.open('folded');
  const updates = newLog();
  for (let i = 0; i < 20; i++) first.document.transact((doc) => doc.getArray('a').push([i]));
  await first.document.whenSaved();
  // Readers and a fold in every order that chance gives.
  const reads = Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await new Promise((resolve) => {
        setTimeout(resolve, i);
      });
      const stored = await updates.read('folded');
      const doc = new Y.Doc();
      if (stored?.snapshot) Y.applyUpdate(doc, stored.snapshot);
      for (const { update } of stored?.updates ?? []) Y.applyUpdate(doc, update);
      return doc.getArray('a').length;
    }),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 8);
  });
  await first.document.compact(true);
  expect(new Set(await reads)).toEqual(new Set([20]));
  first.release();
});

test('a fold built on an older snapshot changes nothing', async () => {
  await documents.create('guarded', (doc) => doc.getText('t').insert(0, 'a'));
  const updates = newLog();
  await updates.append('guarded', new Uint8Array([0, 0]));
  expect(await updates.compact('guarded', { from: 7, to: 1, edits: 1 }, new Uint8Array([0, 0]))).toBe(false);
  expect((await updates.read('guarded'))?.updates).toHaveLength(1);
});

test('while a fold is under way no other is begun', async () => {
  await documents.create('storm', () => undefined);
  await database.pool.query(`CREATE SEQUENCE folds;
    CREATE FUNCTION count_fold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''folds''); RETURN NEW; END';
    CREATE TRIGGER count_fold AFTER UPDATE OF snapshot ON documents FOR EACH ROW EXECUTE FUNCTION count_fold()`);
  const { document, release } = await documents.open('storm');
  for (let i = 0; i < 1_200; i++) document.transact((doc) => doc.getArray('a').push([i]));
  await document.whenSaved();
  await document.compact(true);
  const {
    rows: [folds],
  } = await database.pool.query<{ last_value: string }>('SELECT last_value FROM folds');
  expect(Number(folds!.last_value)).toBeLessThanOrEqual(3);
  release();
});

test('an edit that comes in the moment in which the one before is acknowledged is written too', async () => {
  await documents.create('chain', () => undefined);
  const updates = newLog();
  const first = await updates.append('chain', new Uint8Array([0, 0]));
  const second = await updates
    .append('chain', new Uint8Array([0, 0]))
    .then((seq) => updates.append('chain', new Uint8Array([0, 0])).then((next) => [seq, next]));
  expect([first, ...second]).toEqual([1, 2, 3]);
});

test('an edit that waits for others is written with the first that does not, and when nothing may wait any more', async () => {
  await documents.create('patient', () => undefined);
  const updates = newLog();
  const edit = new Uint8Array([0, 0]);
  expect(await updates.append('patient', edit, 600_000)).toBe(1);
  const waiting = [updates.append('patient', edit, 600_000), updates.append('patient', edit, 600_000)];
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(await Promise.all([...waiting, updates.append('patient', edit)])).toEqual([2, 3, 4]);
  const last = updates.append('patient', edit, 600_000);
  await updates.drained();
  expect(await last).toBe(5);
});

test('an edit that waits is written when one that came after it has the patience no more', async () => {
  await documents.create('shorter', () => undefined);
  const updates = newLog();
  await updates.append('shorter', new Uint8Array([0, 0]));
  const long = updates.append('shorter', new Uint8Array([0, 0]), 60_000);
  // The wait for the first has begun when the second comes.
  await new Promise((resolve) => {
    setImmediate(() => {
      setImmediate(resolve);
    });
  });
  const shorter = updates.append('shorter', new Uint8Array([0, 0]), 100);
  expect(await Promise.all([long, shorter])).toEqual([2, 3]);
});

test('a release that is called twice counts once', async () => {
  await documents.create('twice', () => undefined);
  const [one, two] = [await documents.open('twice'), await documents.open('twice')];
  one.release();
  one.release();
  const three = await documents.open('twice');
  expect(three.document).toBe(two.document);
  two.release();
  three.release();
});

/** What another process with a lease of its own has in its memory. */
async function otherProcess(
  epoch: number,
): Promise<{ documents: LiveDocuments; lose: () => void; end: () => Promise<void> }> {
  const listeners: (() => void)[] = [];
  const otherBus = await openBus(database, log);
  const other = createLiveDocuments(database, otherBus, log, {
    epoch: () => epoch,
    onLost: (listener) => {
      listeners.push(listener);
    },
  });
  return {
    documents: other,
    lose: () => {
      for (const listener of listeners) listener();
    },
    end: async () => {
      await other.close();
      await otherBus.close();
    },
  };
}

const wordsOf = (doc: Y.Doc) => doc.getArray<string>('words').toArray();
const updateOf = (word: string) => {
  const doc = new Y.Doc();
  doc.getArray<string>('words').push([word]);
  return Y.encodeStateAsUpdate(doc);
};

test('[ACC-125] a process whose lease another has taken over writes nothing more, and loses nothing of what either has acknowledged', async () => {
  await documents.create('handed-over', () => undefined);
  const [one, two] = [await otherProcess(5), await otherProcess(6)];
  let isDismissed = false;
  const listener = {
    ...nobody,
    dismiss: () => {
      isDismissed = true;
    },
  };
  const first = await one.documents.open('handed-over');
  first.document.listeners.add(listener);
  await first.document.receive(updateOf('of the first'), listener);
  const second = await two.documents.open('handed-over');
  await second.document.receive(updateOf('of the second'), nobody);
  await expect(first.document.receive(updateOf('too late'), listener)).rejects.toThrow('open in another process');
  expect(isDismissed).toBe(true);
  await expect(one.documents.open('handed-over')).rejects.toThrow('open in another process');
  await second.document.receive(updateOf('after that'), nobody);
  for (const { end } of [one, two]) await end();
  expect(wordsOf(await documents.read('handed-over')).toSorted()).toEqual([
    'after that',
    'of the first',
    'of the second',
  ]);
});

test('[ACC-125] memory that lacks an edit that is on disk is neither acknowledged for nor folded over it', async () => {
  await documents.create('gap', () => undefined);
  const [one, two] = [await otherProcess(7), await otherProcess(7)];
  const [first, second] = [await one.documents.open('gap'), await two.documents.open('gap')];
  await first.document.receive(updateOf('known to the first'), nobody);
  await expect(second.document.receive(updateOf('of the second'), nobody)).rejects.toThrow('that are not in memory');
  await second.document.compact(true);
  await two.end();
  // The first has not heard of the second's edit: what it folds stays below it.
  await first.document.compact(true);
  await one.end();
  expect(wordsOf(await documents.read('gap')).toSorted()).toEqual(['known to the first', 'of the second']);
});

test('[ACC-125] a fold of fewer edits than are on disk changes nothing', async () => {
  await documents.create('short', () => undefined);
  const updates = newLog();
  for (const word of ['a', 'b', 'c']) await updates.append('short', updateOf(word));
  await expect(updates.compact('short', { from: 0, to: 3, edits: 2 }, updateOf('a'))).rejects.toThrow(
    'has 3 edits up to 3 on disk, and 2 in memory',
  );
  expect((await updates.read('short'))?.updates).toHaveLength(3);
});

test('[ACC-125] a lost lease sends everybody away at once, and what they send again is kept', async () => {
  await documents.create('lost-lease', () => undefined);
  const { documents: own, lose, end } = await otherProcess(8);
  let isDismissed = false;
  const listener = {
    ...nobody,
    dismiss: () => {
      isDismissed = true;
    },
  };
  const { document } = await own.open('lost-lease');
  document.listeners.add(listener);
  lose();
  await expect.poll(() => isDismissed).toBe(true);
  await expect(document.receive(updateOf('not acknowledged'), listener)).rejects.toMatchObject({ code: 'INTERNAL' });
  const again = await own.open('lost-lease');
  expect(again.document).not.toBe(document);
  await again.document.receive(updateOf('sent again'), listener);
  await end();
  expect(wordsOf(await documents.read('lost-lease'))).toEqual(['sent again']);
});
