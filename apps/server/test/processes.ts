import { readdir, readFile, readlink } from 'node:fs/promises';

/** Command lines of running processes that name a text: the sandbox of a kernel names the folder it shows as /data. */
export async function processesNaming(text: string): Promise<string[]> {
  return (await readProcesses()).map(({ line }) => line).filter((line) => line.includes(text));
}

/** Ids of running processes whose command line names a text; its words are separated by spaces. */
export async function idsOf(text: string): Promise<number[]> {
  return (await readProcesses()).filter(({ line }) => line.replaceAll('\0', ' ').includes(text)).map(({ id }) => id);
}

/** The process of a program that writes its log into a folder. */
export async function idsNaming(program: string, logFolder: string): Promise<number[]> {
  const named = (await readProcesses()).filter(({ line }) => line.includes(program));
  const logs = await Promise.all(
    named.map(async ({ id }) => ({ id, log: await readlink(`/proc/${id}/fd/2`).catch(() => '') })),
  );
  return logs.filter(({ log }) => log.startsWith(logFolder)).map(({ id }) => id);
}

/** Sends a signal to processes; those that ended meanwhile are left out. */
export function signalProcesses(ids: number[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function readProcesses(): Promise<{ id: number; line: string }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    ids.map(async (id) => ({ id, line: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') })),
  );
}
