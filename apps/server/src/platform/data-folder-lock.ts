import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createWholeFile, replaceWholeFile } from './whole-file.ts';

/**
 * Takes parts of a data folder (its services, its PostgreSQL) for this process; the answer gives them back. A lock
 * whose process is gone, or that names none, is taken over.
 * @throws Error with one plain line when another process has a part; then none is taken.
 */
export function lockDataFolder(folder: string, parts: readonly string[]): () => void {
  const taken: string[] = [];
  const giveBack = (): void => {
    for (const file of taken.splice(0)) rmSync(file, { force: true });
  };
  try {
    for (const part of parts) {
      const file = join(folder, `${part}.lock`);
      take(
        file,
        (holder) =>
          `The data folder ${folder} is in use by process ${holder} (${part}). Stop it, or start with --data naming another folder.`,
      );
      taken.push(file);
    }
  } catch (error) {
    giveBack();
    throw error;
  }
  return giveBack;
}

/**
 * Only who holds the lock on a lock's takeover may replace it, and looks again before: of two that find it stale at the
 * same moment, the later one finds the earlier one's and leaves it. A takeover cut off by a kill is itself taken over.
 */
function take(file: string, refusal: (holder: string) => string): void {
  const own = `${process.pid} ${startTime(process.pid)}`;
  while (!createWholeFile(file, own)) {
    if (!isStale(file, refusal)) continue;
    const takeover = `${file}.takeover`;
    take(takeover, refusal);
    try {
      if (!isStale(file, refusal)) continue;
      replaceWholeFile(file, own);
      return;
    } finally {
      rmSync(takeover, { force: true });
    }
  }
}

/**
 * Whether a lock is there and names no process that lives; false when it was given back meanwhile.
 * @throws Error when it is held.
 */
function isStale(file: string, refusal: (holder: string) => string): boolean {
  const holder = readHolder(file);
  if (holder === undefined) return false;
  const [pid = '', started] = holder.split(' ');
  if (started !== undefined && startTime(Number(pid)) === started) throw new Error(refusal(pid));
  return true;
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' ? undefined : '';
  }
}

/** When a process started, in clock ticks since boot: tells a process from a later one with its number. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
