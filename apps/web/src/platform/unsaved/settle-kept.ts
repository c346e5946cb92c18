import { renewLiveDocument, settleDocument } from '../live.ts';
import { tryAgainIn } from '../open-socket.ts';
import { refreshAside } from './aside-store.ts';
import { readHolders } from './holder-lock.ts';
import { settlerOf } from './settlers.ts';
import type { KeptRecord } from './kept-record.ts';
import { markKept, readKept } from './kept-store.ts';

/**
 * Pause before work is sent again that found no server, unless somebody looks at the page or the network comes back
 * before.
 */
const settleAgainMs = 10_000;

/**
 * Brings work that earlier visits left in this browser to the server, of one person in one workspace, and lists what
 * cannot be merged.
 */
export async function settleKept(person: string, projectId: string): Promise<void> {
  const isAlive = await readHolders();
  const left = (await readKept(person)).filter(
    (record) => record.projectId === projectId && record.code === null && !isAlive(record.holder),
  );
  await refreshAside();
  const places = Map.groupBy(left, ({ place }) => place);
  await Promise.allSettled([...places].map(([place, records]) => settlePlace(place, records)));
}

/** Tries again what was refused before, as when a role has come back. */
export async function tryAgain(records: readonly KeptRecord[]): Promise<void> {
  await markKept(
    records.map(({ id }) => id),
    null,
  );
  const [first] = records;
  // An open document builds on what was refused: a fresh copy takes it over.
  if (first) renewLiveDocument(first.place);
  if (first)
    await settlePlace(
      first.place,
      records,
      records.map(({ id }) => id),
    );
  await refreshAside();
}

async function settlePlace(place: string, records: readonly KeptRecord[], ids: readonly string[] = []): Promise<void> {
  const [first] = records;
  const settle = settlerOf(place);
  if (settle && first) {
    const again = () => {
      void settlePlace(place, records, ids);
    };
    return settle({ person: first.person, place, ids }).catch(() => {
      tryAgainIn(settleAgainMs, again);
    });
  }
  await settleDocument(place, records.at(-1)?.title ?? '');
}
