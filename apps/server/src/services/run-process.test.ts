import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { notebook } from '@groma/protocol';
import * as Y from 'yjs';
import { signalProcesses } from '../../test/processes.ts';
import { signUp } from '../../test/test-server.ts';

interface Running {
  child: ChildProcess;
  folder: string;
  origin: string;
  said: () => string;
  ended: Promise<number | null>;
}

const all: Running[] = [];
afterEach(async () => {
  for (const { child, folder, ended } of all.splice(0)) {
    child.kill('SIGKILL');
    await ended;
    signalProcesses(serversOf(folder), 'SIGCONT');
    while (serversOf(folder).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The real server in a process of its own, with its own PostgreSQL. */
async function start(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-process-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', GROMA_SAMPLE: 'off' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      text += data.toString();
    });
  const running = {
    child,
    folder,
    origin: '',
    said: () => text,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
  all.push(running);
  // What hangs is told by the limit; a busy machine takes long.
  await expect.poll(() => text, { timeout: 120_000 }).toContain('ready at');
  return { ...running, origin: /ready at (\S+)/.exec(text)![1]! };
}

const cluster = (folder: string) => join(folder, 'postgres/cluster');
const postmaster = (folder: string) =>
  Number(readFileSync(join(cluster(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Processes of the PostgreSQL of a data folder. */
function serversOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster(folder);
      } catch {
        return false;
      }
    });
}

const locks = (folder: string) => readdirSync(folder).filter((name) => name.includes('.lock'));

test(
  '[ACC-126] its PostgreSQL is killed while people write, and comes back: the server stays, and every acknowledged edit is there once',
  { timeout: 240_000 },
  async () => {
    const { child, folder, origin } = await start();
    const ann = await signUp(origin);
    const projectId = await ann.makeProject();
    const {
      data: { id },
    } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
    const pages = Array.from({ length: 3 }, () => ann.live('main', id));
    await Promise.all(pages.map((page) => page.whenSynced()));
    const before = postmaster(folder);
    await Promise.all(
      pages.map(async (page, place) => {
        for (let n = 0; n < 100; n++) {
          page.doc.getArray<string>('words').push([`${place}-${n}`]);
          if (n % 5 === 0) await page.whenSaved();
          if (n === 30 && place === 0) process.kill(before, 'SIGKILL');
        }
        await page.whenSaved();
      }),
    );
    for (const page of pages) page.close();
    expect(child.exitCode).toBe(null);
    expect(postmaster(folder)).not.toBe(before);
    const { data } = await ann.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
    expect(doc.getArray<string>('words').toArray().toSorted()).toEqual(
      pages.flatMap((_, place) => Array.from({ length: 100 }, (__, n) => `${place}-${n}`)).toSorted(),
    );
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
  },
);

test('a PostgreSQL that was stopped in order ends the server with a plain line', { timeout: 240_000 }, async () => {
  const { folder, ended, said } = await start();
  process.kill(postmaster(folder), 'SIGINT');
  expect(await ended).toBe(1);
  expect(said().split('\n')).toContainEqual(
    expect.stringMatching(/^Groma stops: PostgreSQL ended by itself \(code 0\): /),
  );
  expect(locks(folder)).toEqual([]);
});

test('a signal stops it in order', { timeout: 240_000 }, async () => {
  const { child, folder, ended, said } = await start();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said()).toMatch(/^Groma is ready at \S+\n$/);
  expect([locks(folder), serversOf(folder)]).toEqual([[], []]);
});

test(
  'where stopping hangs, a second signal ends it at once, and otherwise the time',
  { timeout: 240_000 },
  async () => {
    const [hurried, patient] = await Promise.all([start(), start()]);
    for (const { folder, child } of [hurried, patient]) {
      signalProcesses(serversOf(folder), 'SIGSTOP');
      child.kill('SIGTERM');
    }
    const began = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(hurried.child.exitCode).toBe(null);
    hurried.child.kill('SIGINT');
    expect(await hurried.ended).toBe(1);
    expect(Date.now() - began).toBeLessThan(3_000);
    expect(hurried.said()).toContain('Groma was told to stop twice and ends at once.');
    expect(await patient.ended).toBe(1);
    expect(Date.now() - began).toBeGreaterThan(14_000);
    expect(Date.now() - began).toBeLessThan(18_000);
    expect(patient.said()).toContain('Groma did not stop within 15 s and ends at once.');
  },
);

test('health says that the database does not answer, within its patience', { timeout: 240_000 }, async () => {
  const { folder, origin } = await start();
  signalProcesses(serversOf(folder), 'SIGSTOP');
  const reply = await fetch(`${origin}/healthz`);
  expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  signalProcesses(serversOf(folder), 'SIGCONT');
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status, { timeout: 10_000 }).toBe(200);
});
