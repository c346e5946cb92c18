import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, readBlocks, readCell } from '@groma/model';
import {
  hub,
  layerArrow,
  machine,
  map,
  notebook,
  operation,
  projectTool,
  template,
  tool,
  type LiveConnection,
} from '@groma/protocol';
import * as Y from 'yjs';
import { checkSandbox } from '../src/platform/kernel/sandbox.ts';
import { KillableServer } from './killable-server.ts';
import { kernelGroup, skipReason } from './test-kernel.ts';
import { idsNaming, processesNaming } from './processes.ts';
import { TestReader } from './test-app.ts';
import { TestMap } from './test-map.ts';
import { signUp, type Person } from './test-server.ts';
import { TestSql } from './test-sql.ts';

const { isAvailable } = await checkSandbox();

let server: KillableServer;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  server = await KillableServer.start();
  owner = await signUp(server.origin);
  projectId = await owner.makeProject();
}, 120_000);

afterAll(() => server.remove(), 30_000);

const makeNotebook = async (code = '') =>
  (
    await owner.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'Durable', initialTemplate: [{ id: 'block', type: 'code', props: { code } }] },
    })
  ).data.id;

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
  return {
    written,
    stop: () => {
      stopping.abort();
    },
  };
}

const wordsOf = (doc: Y.Doc) => new Set(doc.getArray<string>('words').toArray());
const missing = (wanted: Iterable<string>, found: ReadonlySet<string>) =>
  [...wanted].filter((word) => !found.has(word));

describe('a server that is killed', () => {
  test(
    'while ten write has every acknowledged edit when it is back, three times over',
    { timeout: 120_000 },
    async () => {
      const id = await makeNotebook();
      const acknowledged = new Set<string>();
      for (const round of [1, 2, 3]) {
        const lives = Array.from({ length: 10 }, () => owner.live('main', id));
        await Promise.all(lives.map((live) => live.whenSynced()));
        const before = acknowledged.size;
        const writers = lives.map((live, i) => write(live, `${round}-${i}`, acknowledged));
        // In the midst of it, each time elsewhere.
        await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThan(before + 20 * round);
        await server.kill();
        for (const { stop } of writers) stop();
        for (const live of lives) live.close();
        await server.start();
        expect(missing(acknowledged, wordsOf(await readDocument(id)))).toEqual([]);
      }
    },
  );

  test('gets the edits that it had not acknowledged from the people who are still there', async () => {
    const id = await makeNotebook();
    const lives = Array.from({ length: 3 }, () => owner.live('main', id));
    await Promise.all(lives.map((live) => live.whenSynced()));
    const acknowledged = new Set<string>();
    const writers = lives.map((live, i) => write(live, `stay-${i}`, acknowledged));
    await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThan(20);
    await server.kill();
    for (const { stop } of writers) stop();
    lives[0]!.doc.getArray<string>('words').push(['written while the server was away']);
    expect(lives[0]!.state.saved).toBe(false);
    await server.start();
    await Promise.all(lives.map((live) => live.whenSaved()));
    const found = wordsOf(await readDocument(id));
    expect(missing([...writers.flatMap(({ written }) => written), 'written while the server was away'], found)).toEqual(
      [],
    );
    for (const live of lives) live.close();
  });

  test.skipIf(!isAvailable)(
    '[DBS-097, DBS-098, DBS-103] in the middle of statements that write, leaves each layer and file whole or as it was',
    { timeout: 120_000 },
    async () => {
      const rows = 20_000;
      const own = await TestMap.make(owner, projectId);
      const sql = await TestSql.ofProject(owner, projectId);
      const points = `ST_Point(range % 180, range % 80) AS geometry FROM range(${rows})`;
      await sql.rows(`CREATE TABLE layers."A map".replaced AS SELECT 0 AS n, ${points}`);
      const operations = async () =>
        (await owner.client.call(operation.listOperations, { params: { projectId }, query: {} })).data;
      const before = new Set((await operations()).map(({ id }) => id));
      const begun = async () =>
        new Set((await operations()).filter(({ id }) => !before.has(id)).map(({ subject }) => subject));
      const statements = [
        `CREATE TABLE layers."A map".made AS SELECT range AS n, ${points}`,
        `CREATE OR REPLACE TABLE layers."A map".replaced AS SELECT 1 AS n, ${points}`,
        `COPY (SELECT lpad(range::VARCHAR, 19, '0') AS line FROM range(${10 * rows})) TO '/data/copied.csv' (HEADER false)`,
      ].map((query) => sql.rows(query).catch((error: unknown) => error));
      await expect.poll(begun, { interval: 5, timeout: 60_000 }).toContain('replaced');
      await server.kill();
      await Promise.all(statements);
      await server.start();
      const open = async () =>
        (await operations()).filter(({ status }) => ['Pending', 'In Progress'].includes(status)).length;
      await expect.poll(open, { timeout: 60_000 }).toBe(0);
      const { layers } = await own.state();
      const ofName = (name: string) => layers.filter(({ text }) => text === name);
      const [replaced] = ofName('replaced');
      const values = [...(await own.features(replaced!.id)).values()].map(({ properties }) => properties['n']);
      expect([values.length, new Set(values).size]).toEqual([rows, 1]);
      const made = ofName('made');
      expect(made.length).toBeLessThan(2);
      for (const { id } of made) expect((await own.features(id)).size).toBe(rows);
      const folders = join(server.folder, 'files', projectId);
      const file = await readFile(join(folders, 'data', 'copied.csv'), 'utf8').catch(() => null);
      expect([null, 10 * rows * 20]).toContain(file === null ? null : file.length);
      // What was begun has ended, and each of its results is there.
      const ended = (await operations()).filter(({ id }) => !before.has(id));
      expect(ended.filter(({ status }) => status !== 'Completed')).toEqual([]);
      expect([made.length === 1, values[0] === 1, file !== null]).toEqual(
        ['made', 'replaced', 'copied.csv'].map((name) => ended.some(({ subject }) => subject === name)),
      );
    },
  );

  describe.skipIf(skipReason)(kernelGroup('while a block runs'), { timeout: 120_000 }, () => {
    const count = (lines: number, then = '') =>
      `import time\nfor i in range(${lines}):\n    print(i, flush=True); time.sleep(0.02)\nx = 41\n${then}`;
    const lines = (many: number) => Array.from({ length: many }, (_, i) => `${i}\n`).join('');

    /** A notebook with these blocks, all of them queued; waits for the first to print. */
    async function runAll(...codes: string[]) {
      const id = (
        await owner.client.call(notebook.createNotebook, {
          params: { projectId },
          body: {
            name: 'Durable',
            initialTemplate: codes.map((code, i) => ({ id: `block-${i}`, type: 'code', props: { code } })),
          },
        })
      ).data.id;
      await owner.client.call(machine.startMachine, { params: { projectId }, body: {} });
      const live = owner.live('main', id);
      await live.whenSynced();
      const cell = (i: number) => readCell(cellOf(live.doc, readBlocks(live.doc)[i]!.codeId!)!);
      await owner.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { type: 'Enqueue_Blocks', blocks: codes.map((code, i) => ({ blockId: `block-${i}`, code })) },
      });
      await expect.poll(() => cell(0).outputs.length, { timeout: 40_000 }).toBeGreaterThan(0);
      return {
        id,
        live,
        cell,
        text: (i: number) =>
          cell(i)
            .outputs.map((output) => ('text' in output ? output.text : ''))
            .join(''),
      };
    }

    test.each(['SIGKILL', 'SIGTERM'] as const)(
      '[KRN-077] by %s, answers code that asks it meanwhile, and makes each layer once',
      async (signal) => {
        const { data: made } = await owner.client.call(map.createMap, {
          params: { projectId },
          body: { name: `Asked ${signal}` },
        });
        const { live, cell, text } = await runAll(
          [
            'import groma, geopandas, shapely, time',
            'frame = geopandas.GeoDataFrame({"n": range(3)}, geometry=[shapely.Point(n, n) for n in range(3)], crs=4326)',
            `on = groma.maps["Asked ${signal}"]`,
            'print("ready", flush=True)',
            'end = time.time() + 6',
            'count = 0',
            'while time.time() < end or count < 5:',
            '  on.add(frame, name=f"made {count}")',
            '  assert len(on.layers) == count + 1, list(on.layers)',
            '  count += 1',
            'print(count, sorted(on.layers) == sorted(f"made {n}" for n in range(count)))',
          ].join('\n'),
        );
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await server.end(signal);
        await server.start();
        await expect.poll(() => cell(0).status, { timeout: 60_000 }).toBe('completed');
        expect(text(0)).toMatch(/^ready\n\d+ True\n$/);
        const { data } = await owner.client.call(layerArrow.listLayers, { params: { projectId } });
        expect(data.filter(({ map_id: id }) => id === made.id).length).toBe(Number(/\d+/.exec(text(0))![0]));
        live.close();
      },
    );

    test.each(['SIGKILL', 'SIGTERM'] as const)(
      '[KRN-050] [NBK-063] by %s, finds the run again: output complete and in order, what waited runs, variables are there',
      async (signal) => {
        const { live, cell, text } = await runAll(count(150), 'print(x + 1)');
        expect(cell(0).status).toBe('running');
        await server.end(signal);
        expect(await processesNaming(projectId)).not.toEqual([]);
        await server.start();
        expect((await owner.client.call(machine.readMachine, { params: { projectId } })).data).toMatchObject({
          status: 'Accessible',
          activeKernels: expect.arrayContaining([expect.any(String)]) as string[],
        });
        await expect.poll(() => cell(1), { timeout: 40_000 }).toMatchObject({ status: 'completed', outcome: 'ok' });
        expect(cell(0)).toMatchObject({ status: 'completed', outcome: 'ok', startedAt: null });
        expect([text(0), text(1)]).toEqual([lines(150), '42\n']);
        live.close();
      },
    );

    test('[KRN-045] [KRN-058] finds a run that ended while it was away, can stop one that goes on, and hears the threads of both', async () => {
      const { id, live, cell, text } = await runAll(
        count(20, 'print("done")'),
        `import os, threading, time
def wait():
    while not os.path.exists("/data/go"):
        time.sleep(0.02)
    print("late")
threading.Thread(target=wait).start()
print("waits", flush=True); time.sleep(1000)`,
      );
      await server.kill();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await server.start();
      await expect.poll(() => text(1), { timeout: 40_000 }).toBe('waits\n');
      expect([cell(0).status, text(0)]).toEqual(['completed', `${lines(20)}done\n`]);
      await owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Stop_All' } });
      await expect.poll(() => cell(1), { timeout: 40_000 }).toMatchObject({ status: 'idle', outcome: 'stopped' });
      const before = text(1);
      await server.kill();
      await server.start();
      await live.whenSaved();
      await owner.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { type: 'Enqueue_Code', blockId: 'block-0', code: 'open("/data/go", "w").close()' },
      });
      await expect.poll(() => text(1), { timeout: 40_000 }).toBe(`${before}late\n`);
      live.close();
    });

    test('[ACC-126] [KRN-050] whose PostgreSQL is killed, goes on with the run: output complete and in order, what waited runs', async () => {
      const { live, cell, text } = await runAll(count(150), 'print(x + 1)');
      process.kill(
        Number((await readFile(join(server.folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]),
        'SIGKILL',
      );
      await expect.poll(() => cell(1), { timeout: 40_000 }).toMatchObject({ status: 'completed', outcome: 'ok' });
      expect(cell(0)).toMatchObject({ status: 'completed', outcome: 'ok' });
      expect([text(0), text(1)]).toEqual([lines(150), '42\n']);
      expect(server.hasEnded).toBe(false);
      live.close();
    });

    test('[TOL-017] takes a notebook that runs as a tool up again in fresh kernels, and gives its results once', async () => {
      await owner.client.call(machine.startMachine, { params: { projectId }, body: {} });
      const code = [
        'import groma, geopandas, shapely, time',
        'with open("/data/tries.txt", "a") as tries: tries.write("x")',
        'time.sleep(6)',
        'frame = geopandas.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(1, 2)], crs=4326)',
        'groma.publish(frame, name="Once")',
        'open("/tmp/note.txt", "w").write("note"); groma.publish("/tmp/note.txt", name="note")',
      ].join('\n');
      const id = await makeNotebook(code);
      await owner.client.call(projectTool.offerNotebook, {
        params: { notebookId: id },
        body: { title: 'Slow', description: '', heading: '' },
      });
      const { data: made } = await owner.client.call(map.createMap, { params: { projectId }, body: { name: 'Tools' } });
      const operationId = crypto.randomUUID();
      const answer = owner.client
        .call(tool.runTool, {
          params: { toolId: `notebook:${id}`, projectId },
          body: { operation_id: operationId, parameters: {}, output: { kind: 'layer', map_id: made.id } },
        })
        .catch((error: unknown) => error);
      const tries = () =>
        readFile(join(server.folder, 'files', projectId, 'data', 'tries.txt'), 'utf8').catch(() => '');
      await expect.poll(tries, { timeout: 40_000 }).toBe('x');
      await server.kill();
      await answer;
      await server.start();
      const status = async () =>
        (await owner.client.call(operation.readOperation, { params: { operationId } })).data.status;
      await expect.poll(status, { timeout: 60_000 }).toBe('Completed');
      expect(await tries()).toBe('xx');
      const { data: layers } = await owner.client.call(layerArrow.listLayers, { params: { projectId } });
      expect(layers.filter(({ map_id: of }) => of === made.id).map(({ name }) => name)).toEqual(['Once']);
      expect(
        (await readdir(join(server.folder, 'files', projectId, 'data'))).filter((name) => name.startsWith('note')),
      ).toEqual(['note.txt']);
      // The kernel that was left behind has ended, as has the one that took its place.
      const { data: report } = await owner.client.call(machine.readMachine, { params: { projectId } });
      expect(report.activeKernels).not.toContain(id);
    });

    test('[KRN-006] together with its kernels, leaves no block running and says what was lost', async () => {
      const { live, cell } = await runAll(
        'print("begun", flush=True)\nimport time; time.sleep(1000)',
        'print("never")',
      );
      await server.kill();
      const [supervisor] = await idsNaming('supervisor-process.ts', server.folder);
      process.kill(supervisor!, 'SIGKILL');
      await expect.poll(() => processesNaming(projectId), { timeout: 10_000 }).toEqual([]);
      await server.start();
      await expect.poll(() => cell(0), { timeout: 40_000 }).toMatchObject({ status: 'idle', outcome: 'error' });
      expect(cell(0).outputs).toEqual([
        { kind: 'text', text: 'begun\n' },
        { kind: 'stderr', text: expect.stringContaining('The machine was lost') as string },
      ]);
      expect(cell(1)).toMatchObject({ status: 'idle', outcome: null, outputs: [] });
      expect((await owner.client.call(machine.readMachine, { params: { projectId } })).data.status).toBe('Terminated');
      live.close();
    });

    test('[PUB-145] while a reader runs an application, loses the session with its kernels, and gives another one', async () => {
      const { data: made } = await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: { name: 'App', initialTemplate: [{ type: 'code', props: { code: 'print("ran", flush=True)' } }] },
      });
      const params = { baseId: made.id, projectId };
      const { data: published } = await owner.client.call(template.notebookTemplates.create, {
        params,
        body: {
          title: 'App',
          access: 'public',
          version: '1.0.0',
          categories: ['Marine'],
          app: { mode: 'own', run_seconds: 60, idle_minutes: 10, sessions: 2 },
        },
      });
      const load = async () => (await owner.client.call(template.notebookTemplates.load, { params })).data?.version;
      await expect.poll(load, { timeout: 60_000 }).toBe('1.0.0');
      const read = await owner.client.call(hub.readTemplate, { params: { templateId: published.id } });
      const reader = new TestReader(server);
      expect(await reader.open(published.id)).toBe(200);
      expect(await reader.ran({})).toEqual(['ran\n']);
      await server.kill();
      await expect.poll(() => reader.isGone).toBe(true);
      await server.start();
      await expect.poll(() => processesNaming(read.data.content.project_id), { timeout: 20_000 }).toEqual([]);
      expect(await reader.run({})).toBe(404);
      const again = new TestReader(server);
      expect(await again.open(published.id)).toBe(200);
      expect(await again.ran({})).toEqual(['ran\n']);
      again.leave();
    });

    test('[KRN-007] ends with all its kernels when it is told to by Ctrl-C', async () => {
      const { live } = await runAll('print("begun", flush=True)\nimport time; time.sleep(1000)');
      await server.end('SIGINT');
      expect([
        ...(await processesNaming(projectId)),
        ...(await idsNaming('supervisor-process.ts', server.folder)),
      ]).toEqual([]);
      live.close();
    });
  });
});
