import { readHolders } from './holder-lock.ts';
import { note, readNoted, strike } from './kept-journal.ts';
import type { KeptRecord } from './kept-record.ts';

const storeName = 'edits';
let opening: Promise<IDBDatabase> | null = null;

function openStore(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('groma-unsaved', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: 'id' }).createIndex('person', 'person');
    };
    request.onsuccess = () => {
      // Another page may want a newer version: this one opens anew then.
      const close = () => {
        opening = null;
      };
      request.result.onversionchange = () => {
        request.result.close();
        close();
      };
      request.result.onclose = close;
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The storage of this browser did not open.'));
    };
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/**
 * Runs `work` in a transaction of its own; transactions run in the order of the calls. Resolves once it is complete.
 */
async function inStore<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Result): Promise<Result> {
  const database = await openStore();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const result = work(transaction.objectStore(storeName));
    transaction.oncomplete = () => {
      resolve(result);
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('The storage of this browser refused.'));
    };
    if (mode === 'readwrite') transaction.commit?.();
  });
}

/**
 * Keeps a record: a page that ends before this resolves has left it in the journal.
 * @throws where storage is full or refused.
 */
export async function putKept(record: KeptRecord): Promise<void> {
  const isKept = note(record);
  await inStore('readwrite', (store) => {
    store.put(record);
  });
  isKept();
}

/** Takes over what pages that are over have left in the journal. */
async function takeNoted(): Promise<void> {
  if (readNoted().length === 0) return;
  const isAlive = await readHolders();
  const taken: string[] = [];
  await inStore('readwrite', (store) => {
    for (const record of readNoted().filter(({ holder }) => !isAlive(holder))) {
      store.put(record);
      taken.push(record.id);
    }
  });
  strike(taken);
}

export async function dropKept(ids: readonly string[]): Promise<void> {
  strike(ids);
  if (ids.length > 0)
    await inStore('readwrite', (store) => {
      for (const id of ids) store.delete(id);
    });
}

/** Notes on records why they cannot be merged, or that they may be tried again. */
export async function markKept(ids: readonly string[], code: string | null): Promise<void> {
  await changeKept(ids, (record) => ({ ...record, code }));
}

async function changeKept(ids: readonly string[], change: (record: KeptRecord) => KeptRecord): Promise<void> {
  if (ids.length === 0) return;
  const database = await openStore();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(storeName, 'readwrite');
    const store = transaction.objectStore(storeName);
    for (const id of ids) {
      const request = store.get(id) as IDBRequest<KeptRecord | undefined>;
      request.onsuccess = () => {
        if (request.result) store.put(change(request.result));
      };
    }
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('The storage of this browser refused.'));
    };
  });
}

/** Makes a record that of another connection; false where a third was faster, or it is gone. */
export async function claimKept({ id, holder }: Pick<KeptRecord, 'id' | 'holder'>, claimant: string): Promise<boolean> {
  let isClaimed = false;
  await changeKept([id], (record) => {
    isClaimed = record.holder === holder;
    return isClaimed ? { ...record, holder: claimant } : record;
  });
  return isClaimed;
}

/** What is kept of a person, oldest first. Empty where this browser keeps nothing. */
export async function readKept(person: string): Promise<KeptRecord[]> {
  if (typeof indexedDB === 'undefined') return [];
  await takeNoted();
  const request = await inStore(
    'readonly',
    (store) => store.index('person').getAll(person) as IDBRequest<KeptRecord[]>,
  );
  return request.result.sort((one, other) => one.madeAt - other.madeAt || one.order - other.order);
}
