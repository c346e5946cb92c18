import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Workplace, type Writer } from './writer.ts';

const pauseMs = 50;
const afterFailureMs = 200;

/** Somebody who uploads small files; each must be there whole. */
export function writeFiles({ services, cookie, projectId }: Workplace): Writer {
  const told = new Set<string>();
  const address = `${services.api}/api/gcs/projects/${projectId}/files`;
  const upload = async (name: string): Promise<boolean> => {
    const form = new FormData();
    form.append('filePaths', `/data/${name}`);
    form.append('files', new Blob([name.repeat(1_000)]), name);
    const reply = await fetch(address, { method: 'POST', body: form, headers: { cookie } });
    return reply.ok;
  };
  return {
    name: 'files',
    get acknowledged() {
      return told.size;
    },
    async write(round, signal) {
      for (let i = 0; !signal.aborted; i += 1) {
        const name = `${round}-${i}.txt`;
        const isDone = await upload(name).catch(() => false);
        if (isDone) told.add(name);
        await sleep(isDone ? pauseMs : afterFailureMs);
      }
    },
    async check() {
      const data: { path: string; bytes: number | null }[] = [];
      // A call lists a window of the folder.
      for (let total = 1; data.length < total;) {
        const reply = await fetch(`${address}?offset=${data.length}`, { headers: { cookie } });
        const window = (await reply.json()) as { data: typeof data; total: number };
        if (window.data.length === 0) break;
        data.push(...window.data);
        total = window.total;
      }
      return compare(
        told,
        data
          .filter(({ path, bytes }) => bytes === path.slice('/data/'.length).length * 1_000)
          .map(({ path }) => path.slice('/data/'.length)),
      );
    },
  };
}
