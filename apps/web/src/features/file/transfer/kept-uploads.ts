import { sessionStore } from '../../../platform/session.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { isUnfinished, listUploads, uploadStore, type Upload } from './upload-store.ts';

/** What is remembered of an upload whose session the server keeps: enough to go on with the same file. */
type KeptUpload = Pick<Upload, 'id' | 'projectId' | 'path' | 'name' | 'bytes' | 'sent' | 'modified' | 'replace'> & {
  session: string;
  /** The tab that sends it, and when that was last alive. */
  owner: string;
  aliveAt: number;
  begunAt: number;
};

/** Of each person who uses this browser their own. */
const key = (): string => `groma.uploads.${sessionStore.getState().user?.id ?? ''}`;
const aliveEveryMs = 5_000;
/** A tab that has not been heard of for so long is gone. */
const goneAfterMs = 20_000;
/** The server forgets sessions after a day. */
const keptForMs = 24 * 60 * 60 * 1_000;

const tab = crypto.randomUUID();

/** Sessions that a tab left behind; those of tabs that still send them, or too old for the server, are not. */
export function orphansOf(kept: readonly KeptUpload[], own: string, now: number): KeptUpload[] {
  return kept.filter(
    ({ owner, aliveAt, begunAt }) => owner !== own && now - aliveAt > goneAfterMs && now - begunAt < keptForMs,
  );
}

function readKept(): KeptUpload[] {
  const found = readStored(key());
  return Array.isArray(found)
    ? found.filter((each): each is KeptUpload => typeof (each as KeptUpload | null)?.session === 'string')
    : [];
}

/**
 * Remembers begun uploads in this browser and shows those that a reload cut off; they ask for their file. Returns how
 * to stop.
 */
export function keepUploads(): () => void {
  let isGone = false;
  const save = (isGoing = false) => {
    // What ends while the page goes away must not look as if it were still alive.
    if (isGone) return;
    const now = Date.now();
    const { uploads } = uploadStore.getState();
    const own = uploads.filter(
      (upload) =>
        upload.session !== undefined && (isUnfinished(upload) || upload.state === 'failed' || upload.state === 'lost'),
    );
    const before = readKept();
    const known = new Map(before.map((each) => [each.id, each.begunAt]));
    const others = before.filter(
      ({ id, owner, begunAt }) =>
        owner !== tab && now - begunAt < keptForMs && !uploads.some((upload) => upload.id === id),
    );
    writeStored(key(), [
      ...others,
      ...own.map(({ id, projectId, path, name, bytes, sent, modified, replace, session }) => ({
        id,
        projectId,
        path,
        name,
        bytes,
        sent,
        modified,
        replace,
        session,
        owner: tab,
        aliveAt: isGoing ? 0 : now,
        begunAt: known.get(id) ?? now,
      })),
    ]);
  };
  let lastIds = '';
  const stop = uploadStore.subscribe(({ uploads }) => {
    const ids = uploads.map(({ id, session, state }) => `${id}${session ?? ''}${state}`).join();
    if (ids === lastIds) return;
    lastIds = ids;
    save();
  });
  showOrphans();
  const timer = setInterval(() => {
    if (lastIds !== '') save();
  }, aliveEveryMs);
  const leave = () => {
    if (lastIds !== '') save(true);
    isGone = true;
  };
  const comeBack = () => {
    isGone = false;
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  // Those of a tab that crashed are shown once it has not been heard of for long enough.
  const late = setTimeout(showOrphans, goneAfterMs + aliveEveryMs);
  return () => {
    stop();
    clearInterval(timer);
    clearTimeout(late);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}

function showOrphans(): void {
  const present = new Set(uploadStore.getState().uploads.map(({ id }) => id));
  const orphans = orphansOf(readKept(), tab, Date.now()).filter(({ id }) => !present.has(id));
  if (orphans.length === 0) return;
  listUploads(
    orphans.map(({ owner: _owner, aliveAt: _aliveAt, begunAt: _begunAt, ...kept }) => ({
      ...kept,
      batch: kept.id,
      state: 'lost' as const,
      numbers: false,
    })),
  );
}
