import { readdir, readFile } from 'node:fs/promises';

/** Command lines of running processes that name a text: the sandbox of a kernel names the folder it shows as /data. */
export async function processesNaming(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text));
}
