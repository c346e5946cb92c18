import { readdir, readFile } from 'node:fs/promises';

/** Use of a machine's resources by one process and all it has started. Memory in bytes, CPU time in seconds. */
export interface ProcessUse {
  processIds: number[];
  residentBytes: number;
  cpuSeconds: number;
}

const pageBytes = 4096;
const ticksPerSecond = 100;

/**
 * Reads /proc for a process and its descendants. Pages that processes share are counted for each of them, so the
 * memory is an upper bound; `proportionalMemory` is exact and slower. Processes that end meanwhile are left out.
 *
 * @param most stop after so many processes, so that a flood of them is still counted quickly
 */
export async function readProcessUse(root: number, most: number): Promise<ProcessUse> {
  const use: ProcessUse = { processIds: [], residentBytes: 0, cpuSeconds: 0 };
  const waiting = [root];
  while (waiting.length && use.processIds.length < most) {
    const id = waiting.pop() as number;
    const stat = await readStat(id);
    if (!stat) continue;
    use.processIds.push(id);
    use.residentBytes += stat.residentBytes;
    use.cpuSeconds += stat.cpuSeconds;
    waiting.push(...(await readChildren(id, stat.threads)));
  }
  return use;
}

/**
 * Memory of processes in bytes, where a shared page counts for each process by its share (PSS). Of shared memory at
 * least `temporaryBytes` are counted: files in memory are there also while no process maps them, and only once where
 * one does.
 */
export async function proportionalMemory(processIds: readonly number[], temporaryBytes = 0): Promise<number> {
  let own = 0;
  let shared = 0;
  for (const id of processIds) {
    const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    const bytesOf = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;
    const shmem = bytesOf('Pss_Shmem');
    own += bytesOf('Pss') - shmem;
    shared += shmem;
  }
  return own + Math.max(shared, temporaryBytes);
}

async function readStat(id: number) {
  return parseStat(await readFile(`/proc/${id}/stat`, 'utf8').catch(() => ''));
}

/** Processor time, threads and memory of a process by the text of its /proc/…/stat; null for an empty one. */
export function parseStat(text: string): { cpuSeconds: number; threads: number; residentBytes: number } | null {
  if (text === '') return null;
  // The second field is the program's name in brackets, which may itself hold blanks and brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    cpuSeconds: ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticksPerSecond,
    threads: fields[17] ?? 1,
    residentBytes: (fields[21] ?? 0) * pageBytes,
  };
}

/** A child is listed under the thread that started it. */
async function readChildren(id: number, threads: number): Promise<number[]> {
  const tasks = threads > 1 ? await readdir(`/proc/${id}/task`).catch(() => []) : [String(id)];
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${id}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
