import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { sessionStore, type User } from '../session.ts';
import { asideStore, discardAside } from './aside-store.ts';
import { keepEdits } from './edit-keeper.ts';
import { dropKept, readKept } from './kept-store.ts';
import { typedText } from './typed-text.ts';

globalThis.indexedDB = new IDBFactory();

const update = (text: string) => {
  const doc = new Y.Doc();
  doc.getText('t').insert(0, text);
  return Y.encodeStateAsUpdate(doc);
};
let count = 0;
/** A connection of a page to the document `n`, as `person`. */
const keeper = (person = 'ann', place = '/parties/main/n') => {
  count += 1;
  return keepEdits({ person, projectId: 'p', place, holder: `holder-${count}`, title: () => 'Rain' });
};
const idsOf = async (person: string) => (await readKept(person)).map(({ id }) => id);

beforeEach(async () => {
  for (const person of ['ann', 'ben']) await dropKept(await idsOf(person));
  sessionStore.setState({ user: { id: 'ann' } as User });
});

test('[SHL-120] edits of a page that is over are found in their order, once it is over', async () => {
  const first = keeper();
  await Promise.all(['c', 'a', 'b'].map((id) => first.keep(id, 'g', update(id))));
  const second = keeper();
  expect(await second.adopt('g')).toEqual([]);
  first.close();
  expect((await second.adopt('g')).map(({ id, update: kept }) => [id, typedText([kept])])).toEqual([
    ['c', 'c'],
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('[SHL-120] what is saved is kept no longer', async () => {
  const page = keeper();
  await page.keep('one', 'g', update('one'));
  await page.keep('two', 'g', update('two'));
  page.forget(['one']);
  await expect.poll(() => idsOf('ann')).toEqual(['two']);
});

test('[SHL-122] nobody else who signs in in this browser finds it, nor another document', async () => {
  const page = keeper('ann');
  await page.keep('one', 'g', update('one'));
  page.close();
  expect(await keeper('ben').adopt('g')).toEqual([]);
  expect(await keeper('ann', '/parties/main/other').adopt('g')).toEqual([]);
  expect(await keeper('ann').adopt('g')).toHaveLength(1);
});

test('[SHL-121] edits of another generation are listed, until they are discarded', async () => {
  const page = keeper();
  await page.keep('one', 'old', update('what I wrote'));
  page.close();
  expect(await keeper().adopt('new')).toEqual([]);
  await expect
    .poll(() => asideStore.getState().records)
    .toMatchObject([{ id: 'one', title: 'Rain', code: 'CONFLICT' }]);
  await discardAside(['one']);
  expect([asideStore.getState().records, await idsOf('ann')]).toEqual([[], []]);
});

test('[SHL-121] what was refused for a role is tried again at the next opening, what is too large is not', async () => {
  const page = keeper();
  await page.keep('role', 'g', update('a'));
  await page.keep('large', 'g', update('b'));
  page.setAside(['role'], 'FORBIDDEN');
  page.setAside(['large'], 'TOO_LARGE');
  await expect.poll(() => asideStore.getState().records.length).toBe(2);
  page.close();
  expect((await keeper().adopt('g')).map(({ id }) => id)).toEqual(['role']);
  // The list of one person is not shown to the next.
  sessionStore.setState({ user: { id: 'ben' } as User });
  await expect.poll(() => asideStore.getState().records).toEqual([]);
});

test('[SHL-121] the text of edits is what was typed and not deleted again, each place on a line of its own', () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.getText('t').insert(0, 'first line\nlast line');
  doc.on('update', (each: Uint8Array) => updates.push(each));
  for (const [at, letter] of [...'typed'].entries()) doc.getText('t').insert(10 + at, letter);
  doc.getText('t').delete(14, 1);
  doc.getText('t').insert(0, 'head');
  expect(typedText(updates)).toBe('type\nhead');
});

test('[SHL-121] what an editor closes by itself stands around what was typed in it, and goes on after a reload', () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.getText('t').insert(0, 'before ');
  const known = Y.encodeStateAsUpdate(doc);
  doc.on('update', (each: Uint8Array) => updates.push(each));
  doc.getText('t').insert(7, 'print()');
  doc.getText('t').insert(13, '""');
  doc.getText('t').insert(14, '🌾 flow');
  const reloaded = new Y.Doc();
  for (const each of [known, ...updates]) Y.applyUpdate(reloaded, each);
  reloaded.on('update', (each: Uint8Array) => updates.push(each));
  reloaded.getText('t').insert(21, '!');
  expect(typedText(updates)).toBe('print("🌾 flow!")');
});
