import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepChanges, readLeft } from './change-keeper.ts';
import { dropKept, readKept } from './kept-store.ts';

/** The storage of a browser that answers at once, with what is in it. */
class Noted extends Map<string, string> {
  get length(): number {
    return this.size;
  }
  key(index: number): string | null {
    return [...this.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.set(key, text);
  }
  removeItem(key: string): void {
    this.delete(key);
  }
}

const place = '/parties/map/m';
const keeper = () => keepChanges({ person: 'ann', projectId: 'p', place });
const change = (id: string, n: number) => ({ id, madeAt: n, order: n, title: 'Map', text: '', work: { n } });
const works = async () => (await readLeft('ann', place)).map(({ work }) => work);
let noted: Noted;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  noted = new Noted();
  vi.stubGlobal('localStorage', noted);
  await dropKept((await readKept('ann')).map(({ id }) => id));
  return () => vi.unstubAllGlobals();
});

test('[MAP-138] what a page that ends at once had confirmed is found, in its order, and written down once', async () => {
  const page = keeper();
  void page.keep(change('one', 1));
  void page.keep(change('two', 2));
  // The page is over here: nothing of it has reached the other storage.
  const left = new Map(noted);
  await expect.poll(() => noted.size).toBe(0);
  await dropKept(['one', 'two']);
  for (const [key, text] of left) noted.set(key, text);
  expect(left.size).toBe(2);
  expect(await works()).toEqual([]);
  page.close();
  expect(await works()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(noted.size).toBe(0);
  await dropKept(['one']);
  expect(await works()).toEqual([{ n: 2 }]);
});

test('[MAP-138] a change that is kept anew is noted until its last form is in the storage', async () => {
  const page = keeper();
  const first = page.keep(change('one', 1));
  const second = page.keep(change('one', 2));
  await first;
  expect([...noted.values()].join()).toContain('"n":2');
  await second;
  expect(noted.size).toBe(0);
  const forgotten = page.keep(change('three', 3));
  await page.forget(['three']);
  await forgotten;
  page.close();
  expect(await works()).toEqual([{ n: 2 }]);
});

test('[MAP-138] work of many megabytes goes into the storage alone', async () => {
  const page = keeper();
  const kept = page.keep({ ...change('one', 1), work: { text: 'x'.repeat(2_000_000) } });
  expect(noted.size).toBe(0);
  await kept;
  page.close();
  expect(await works()).toHaveLength(1);
});
