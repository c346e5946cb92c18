import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes a data folder for this process; the answer gives it back. A lock whose process is gone is taken over.
 * @throws Error with one plain line when another process has it.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'groma.lock');
  const own = `${process.pid} ${startTime(process.pid)}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch {
      const [pid, started] = readFileSync(file, 'utf8').split(' ');
      if (startTime(Number(pid)) === started) {
        throw new Error(`The data folder ${folder} is in use by process ${pid}. Stop it, or start with --data naming another folder.`);
      }
      rmSync(file, { force: true });
    }
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
