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
const nobody = { userId: 'u', send: () => undefined, dismiss: () => undefined };
beforeAll(async () => {
  database = await openDatabase(await makeDatabase());
  bus = await openBus(database, log);
  documents = createLiveDocuments(database, bus, log);
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
  const stored = await new UpdateLog(database, log).read('one');
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
  const stored = await new UpdateLog(database, log).read('many');
  expect(stored?.snapshotSeq).toBe(700);
  const doc = await documents.read('many');
  expect(doc.getArray('a').toJSON()).toEqual(Array.from({ length: 700 }, (_, i) => i));
  release();
});

test('an edit of a document that is gone is refused and takes no other with it', async () => {
  await documents.create('kept', () => undefined);
  const updates = new UpdateLog(database, log);
  const [kept, gone] = await Promise.allSettled([updates.append('kept', new Uint8Array([0, 0])), updates.append('never there', new Uint8Array([0, 0]))]);
  expect(kept).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(gone.status).toBe('rejected');
});

test('a document opened while it is folded has every edit', async () => {
  await documents.create('folded', () => undefined);
  const first = await documents.open('folded');
  const updates = new UpdateLog(database, log);
  for (let i = 0; i < 20; i++) first.document.transact((doc) => doc.getArray('a').push([i]));
  await first.document.whenSaved();
  // Readers and a fold in every order that chance gives.
  const reads = Promise.all(Array.from({ length: 20 }, async (_, i) => {
    await new Promise((resolve) => { setTimeout(resolve, i); });
    const stored = await updates.read('folded');
    const doc = new Y.Doc();
    if (stored?.snapshot) Y.applyUpdate(doc, stored.snapshot);
    for (const { update } of stored?.updates ?? []) Y.applyUpdate(doc, update);
    return doc.getArray('a').length;
  }));
  await new Promise((resolve) => { setTimeout(resolve, 8); });
  await first.document.compact(true);
  expect(new Set(await reads)).toEqual(new Set([20]));
  first.release();
});

test('a fold built on an older snapshot changes nothing', async () => {
  await documents.create('guarded', (doc) => doc.getText('t').insert(0, 'a'));
  const updates = new UpdateLog(database, log);
  await updates.append('guarded', new Uint8Array([0, 0]));
  expect(await updates.compact('guarded', { from: 7, to: 1 }, new Uint8Array([0, 0]))).toBe(false);
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
  const { rows: [folds] } = await database.pool.query<{ last_value: string }>('SELECT last_value FROM folds');
  expect(Number(folds!.last_value)).toBeLessThanOrEqual(3);
  release();
});

test('an edit that comes in the moment in which the one before is acknowledged is written too', async () => {
  await documents.create('chain', () => undefined);
  const updates = new UpdateLog(database, log);
  const first = await updates.append('chain', new Uint8Array([0, 0]));
  const second = await updates.append('chain', new Uint8Array([0, 0])).then((seq) => updates.append('chain', new Uint8Array([0, 0])).then((next) => [seq, next]));
  expect([first, ...second]).toEqual([1, 2, 3]);
});

test('an edit that waits for others is written with the first that does not, and when nothing may wait any more', async () => {
  await documents.create('patient', () => undefined);
  const updates = new UpdateLog(database, log);
  const edit = new Uint8Array([0, 0]);
  expect(await updates.append('patient', edit, 600_000)).toBe(1);
  const waiting = [updates.append('patient', edit, 600_000), updates.append('patient', edit, 600_000)];
  await new Promise((resolve) => { setImmediate(resolve); });
  expect(await Promise.all([...waiting, updates.append('patient', edit)])).toEqual([2, 3, 4]);
  const last = updates.append('patient', edit, 600_000);
  await updates.drained();
  expect(await last).toBe(5);
});

test('an edit that waits is written when one that came after it has the patience no more', async () => {
  await documents.create('shorter', () => undefined);
  const updates = new UpdateLog(database, log);
  await updates.append('shorter', new Uint8Array([0, 0]));
  const long = updates.append('shorter', new Uint8Array([0, 0]), 60_000);
  // The wait for the first has begun when the second comes.
  await new Promise((resolve) => { setImmediate(() => { setImmediate(resolve); }); });
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
