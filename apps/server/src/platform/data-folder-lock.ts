import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes parts of a data folder (its services, its PostgreSQL) for this process; the answer gives them back. A lock
 * whose process is gone is taken over.
 * @throws Error with one plain line when another process has a part; then none is taken.
 */
export function lockDataFolder(folder: string, parts: readonly string[]): () => void {
  const taken: string[] = [];
  const giveBack = (): void => { for (const file of taken.splice(0)) rmSync(file, { force: true }); };
  try {
    for (const part of parts) taken.push(lock(folder, part));
  } catch (error) {
    giveBack();
    throw error;
  }
  return giveBack;
}

function lock(folder: string, part: string): string {
  const file = join(folder, `${part}.lock`);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${startTime(process.pid)}`, { flag: 'wx' });
      return file;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
    const [pid, started] = readFileSync(file, 'utf8').split(' ');
    if (startTime(Number(pid)) === started) {
      throw new Error(`The data folder ${folder} is in use by process ${pid} (${part}). Stop it, or start with --data naming another folder.`);
    }
    rmSync(file, { force: true });
  }
  throw new Error(`The data folder ${folder} could not be locked.`);
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
