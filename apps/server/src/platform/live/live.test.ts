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
  const seq = await document.receive(Y.encodeStateAsUpdate(copy, before), { userId: 'u', send: () => undefined });
  const stored = await new UpdateLog(database).read('one');
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
  const stored = await new UpdateLog(database).read('many');
  expect(stored?.snapshotSeq).toBe(700);
  const doc = await documents.read('many');
  expect(doc.getArray('a').toJSON()).toEqual(Array.from({ length: 700 }, (_, i) => i));
  release();
});

test('an edit of a document that is gone is refused and takes no other with it', async () => {
  await documents.create('kept', () => undefined);
  const updates = new UpdateLog(database);
  const [kept, gone] = await Promise.allSettled([updates.append('kept', new Uint8Array([0, 0])), updates.append('never there', new Uint8Array([0, 0]))]);
  expect(kept).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(gone.status).toBe('rejected');
});
