import { refreshAside } from './aside-store.ts';
import { holdLock, readHolders } from './holder-lock.ts';
import type { KeptRecord } from './kept-record.ts';
import { claimKept, dropKept, markKept, putKept, readKept } from './kept-store.ts';

/** What people are shown of a change that could not be saved, and the change as it is sent. */
interface KeptChange {
  id: string;
  madeAt: number;
  order: number;
  title: string;
  text: string;
  work: Record<string, unknown>;
}

/** Keeps changes that are sent one by one in this browser's storage until they are answered. */
export interface ChangeKeeper {
  /** @throws where storage is full or refused. */
  keep(change: KeptChange): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
  /** Lists a change as impossible to save, with the code of the refusal. */
  setAside(id: string, code: string): Promise<void>;
  /** Takes over what a page that is over has left; false where another page has done so. */
  claim(left: Pick<KeptRecord, 'id' | 'holder'>): Promise<boolean>;
  close(): void;
}

/** A keeper for one page that has a place open; `place` is the path of its room. */
export function keepChanges({
  person,
  projectId,
  place,
}: {
  person: string;
  projectId: string;
  place: string;
}): ChangeKeeper {
  const holder = crypto.randomUUID();
  const release = holdLock(holder);
  return {
    keep: ({ id, madeAt, order, title, text, work }) =>
      putKept({ id, person, projectId, place, title, text, holder, madeAt, order, generation: '', work, code: null }),
    forget: (ids) => dropKept(ids).catch(() => undefined),
    setAside: (id, code) => markKept([id], code).then(refreshAside, () => undefined),
    claim: (left) => claimKept(left, holder),
    close: release,
  };
}

/** Changes of a person to one place that pages which are over have left, in their order, and those that are named. */
export async function readLeft(person: string, place: string, ids: readonly string[] = []): Promise<KeptRecord[]> {
  const isAlive = await readHolders();
  return (await readKept(person)).filter(
    (record) => record.place === place && record.code === null && (ids.includes(record.id) || !isAlive(record.holder)),
  );
}
