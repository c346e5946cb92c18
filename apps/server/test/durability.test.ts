import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, readBlocks, readCell } from '@groma/model';
import { machine, notebook, type LiveConnection } from '@groma/protocol';
import * as Y from 'yjs';
import { kernelGroup, skipReason, testPythonEnvironment } from './test-kernel.ts';
import { processesNaming } from './processes.ts';
import { signUp, type Person } from './test-server.ts';

/** The real server in a process of its own, with its own data folder and its own PostgreSQL, killed and started again. */
let folder: string;
let child: ChildProcess | null = null;
let port = 0;
let origin: string;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-durability-'));
  await startServer();
  owner = await signUp(origin);
  projectId = await owner.makeProject();
}, 60_000);

afterAll(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}, 30_000);

async function startServer(): Promise<void> {
  const started = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, GROMA_PYTHON_ENV: testPythonEnvironment, DATABASE_URL: '' },
  });
  child = started;
  let said = '';
  origin = await new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer): void => {
      said += data.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    started.stdout.on('data', listen);
    started.stderr.on('data', listen);
    started.on('exit', () => { reject(new Error(`The server ended: ${said}`)); });
  });
  // The same address again after a restart, so that clients find it.
  port = Number(new URL(origin).port);
}

async function killServer(): Promise<void> {
  const ended = once(child!, 'exit');
  child!.kill('SIGKILL');
  await ended;
}

const makeNotebook = async (code = '') => (await owner.client.call(notebook.createNotebook, {
  params: { projectId }, body: { name: 'Durable', initialTemplate: [{ id: 'block', type: 'code', props: { code } }] },
})).data.id;

async function readDocument(id: string): Promise<Y.Doc> {
  const { data } = await owner.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
  return doc;
}

/** Writes until the connection is lost; what the server said is on disk goes into `acknowledged`. */
function write(live: LiveConnection, name: string, acknowledged: Set<string>): { written: string[]; stop: () => void } {
  const written: string[] = [];
  const stopping = new AbortController();
  void (async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const word = `${name}-${i}`;
      written.push(word);
      live.doc.getArray<string>('words').push([word]);
      // Some edits wait for their acknowledgement, others are sent in a burst before it.
      if (i % 3 === 0) {
        await live.whenSaved();
        for (const each of written) acknowledged.add(each);
      }
    }
  })();
  return { written, stop: () => { stopping.abort(); } };
}

const wordsOf = (doc: Y.Doc) => new Set(doc.getArray<string>('words').toArray());
const missing = (wanted: Iterable<string>, found: ReadonlySet<string>) => [...wanted].filter((word) => !found.has(word));

describe('a server that is killed', () => {
  test('while ten write has every acknowledged edit when it is back, three times over', { timeout: 120_000 }, async () => {
    const id = await makeNotebook();
    const acknowledged = new Set<string>();
    for (const round of [1, 2, 3]) {
      const lives = Array.from({ length: 10 }, () => owner.live('main', id));
      await Promise.all(lives.map((live) => live.whenSynced()));
      const before = acknowledged.size;
      const writers = lives.map((live, i) => write(live, `${round}-${i}`, acknowledged));
      await new Promise((resolve) => setTimeout(resolve, 700 + round * 130));
      await killServer();
      for (const { stop } of writers) stop();
      for (const live of lives) live.close();
      expect(acknowledged.size).toBeGreaterThan(before + 20);
      await startServer();
      expect(missing(acknowledged, wordsOf(await readDocument(id)))).toEqual([]);
    }
  });

  test('gets the edits that it had not acknowledged from the people who are still there', { timeout: 60_000 }, async () => {
    const id = await makeNotebook();
    const lives = Array.from({ length: 3 }, () => owner.live('main', id));
    await Promise.all(lives.map((live) => live.whenSynced()));
    const writers = lives.map((live, i) => write(live, `stay-${i}`, new Set()));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await killServer();
    for (const { stop } of writers) stop();
    lives[0]!.doc.getArray<string>('words').push(['written while the server was away']);
    expect(lives[0]!.state.saved).toBe(false);
    await startServer();
    await Promise.all(lives.map((live) => live.whenSaved()));
    const found = wordsOf(await readDocument(id));
    expect(missing([...writers.flatMap(({ written }) => written), 'written while the server was away'], found)).toEqual([]);
    for (const live of lives) live.close();
  });

  describe.skipIf(skipReason)(kernelGroup('while a block runs'), () => {
    test('leaves no block running and no kernel alive', { timeout: 60_000 }, async () => {
      const id = await makeNotebook('print("begun", flush=True)\nimport time; time.sleep(1000)');
      await owner.client.call(machine.startMachine, { params: { projectId }, body: {} });
      const live = owner.live('main', id);
      await live.whenSynced();
      const cell = () => readCell(cellOf(live.doc, readBlocks(live.doc)[0]!.codeId!)!);
      await owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Enqueue_Code', blockId: 'block', code: cell().code } });
      await expect.poll(() => cell().outputs, { timeout: 20_000 }).toEqual([{ kind: 'text', text: 'begun\n' }]);
      expect(cell().status).toBe('running');
      expect(await processesNaming(projectId)).not.toEqual([]);
      await killServer();
      await expect.poll(() => processesNaming(projectId), { timeout: 10_000 }).toEqual([]);
      await startServer();
      await expect.poll(() => cell(), { timeout: 20_000 }).toMatchObject({ status: 'idle', outcome: 'error' });
      expect(cell().outputs).toEqual([{ kind: 'text', text: 'begun\n' }, { kind: 'stderr', text: expect.stringContaining('The server stopped') as string }]);
      expect((await owner.client.call(machine.readMachine, { params: { projectId } })).data.status).toBe('Terminated');
      live.close();
    });
  });
});
