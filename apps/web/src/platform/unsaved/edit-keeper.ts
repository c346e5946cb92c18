import type { EditKeeper } from '@groma/protocol';
import { refreshAside } from './aside-store.ts';
import { holdLock, readHolders } from './holder-lock.ts';
import { dropKept, markKept, putKept, readKept } from './kept-store.ts';

/** What may be possible again later: the role came back, the plan was renewed. */
const passing: ReadonlySet<string | null> = new Set([null, 'FORBIDDEN', 'NO_PLAN', 'PLAN_EXPIRED']);
/**
 * What is saved is dropped in groups: left in storage by a page that ends before, it is found saved and dropped later.
 */
const dropAfterMs = 200;

/** `holder` names the connection, `place` is the path of its room. */
interface KeeperPlace {
  person: string;
  projectId: string;
  place: string;
  holder: string;
  title(): string;
}

/** Keeps the edits of one live document in this browser, for one connection of one person. */
export function keepEdits({ person, projectId, place, holder, title }: KeeperPlace): EditKeeper {
  const release = holdLock(holder);
  let order = 0;
  let saved: string[] = [];
  const drop = () => {
    const ids = saved;
    saved = [];
    void dropKept(ids).catch(() => undefined);
  };
  return {
    keep(id, generation, update) {
      order += 1;
      // A copy: cloning a part of a buffer into storage would write all of it.
      return putKept({
        id,
        person,
        projectId,
        place,
        title: title(),
        holder,
        madeAt: Date.now(),
        order,
        generation,
        work: update.slice(),
        code: null,
      });
    },
    forget(ids) {
      if (ids.length === 0) return;
      if (saved.length === 0) setTimeout(drop, dropAfterMs);
      saved.push(...ids);
    },
    setAside(ids, code) {
      void markKept(ids, code).then(refreshAside, () => undefined);
    },
    async adopt(generation) {
      const isAlive = await readHolders();
      const found = (await readKept(person)).filter(
        (record) => record.place === place && passing.has(record.code) && !isAlive(record.holder),
      );
      const foreign = found.filter((record) => record.generation !== generation).map(({ id }) => id);
      await markKept(foreign, 'CONFLICT');
      void refreshAside();
      return found.flatMap(({ id, work, generation: own }) =>
        own === generation && work instanceof Uint8Array ? [{ id, update: work }] : [],
      );
    },
    close() {
      drop();
      release();
    },
  };
}
