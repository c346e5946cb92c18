import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { template } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import { publishApp, TestReader } from '../../../../test/test-app.ts';
import { kernelGroup, processesOf, skipReason, testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { notebooks, templates } from '../../../platform/database/tables/index.ts';

describe.skipIf(skipReason)(kernelGroup('applications'), { timeout: 120_000 }, () => {
  let server: TestServer;
  let author: Person;
  let readers: TestReader[] = [];
  beforeAll(async () => {
    server = await startTestServer({ pythonEnvironment: testPythonEnvironment });
    author = await server.signUp();
  });
  afterEach(() => {
    for (const reader of readers) reader.leave();
    readers = [];
  });
  afterAll(() => server.close());

  async function readerOf(templateId: string): Promise<TestReader> {
    const reader = new TestReader(server);
    readers.push(reader);
    expect(await reader.open(templateId)).toBe(200);
    return reader;
  }

  const kernelsOf = async (frozenId: string) =>
    processesOf(await server.realtime.files.folderOf(frozenId as ProjectId));

  test('[PUB-119, PUB-121] the first run is of all blocks, a later one from the first that names what has changed', async () => {
    const made = await publishApp(server, author, ['n = 0', 'n += 1', 'print(n, depth * 2)', 'print("last")']);
    const reader = await readerOf(made.id);
    expect(await reader.ran({ depth: 3 })).toEqual(['', '', '1 6\n', 'last\n']);
    const from = reader.events.length;
    expect(await reader.ran({ depth: 4 })).toEqual(['', '', '1 8\n', 'last\n']);
    const run = await reader.until('run', from);
    expect(run).toMatchObject({ values: { depth: 4 } });
    expect(run.cells).toHaveLength(2);
    // Run again as it is: all of it.
    expect(await reader.ran({ depth: 4 })).toEqual(['', '', '1 8\n', 'last\n']);
  });

  test('[PUB-121] after an error the rest is skipped, and runs with the next change', async () => {
    const made = await publishApp(server, author, ['x = 1', '1 / depth', 'print("after")']);
    const reader = await readerOf(made.id);
    expect(await reader.ran({ depth: 0 })).toEqual(['', 'ZeroDivisionError: division by zero', '']);
    expect(reader.events.flatMap((event) => (event.type === 'cell' ? [event.state] : [])).slice(-2)).toEqual([
      'error',
      'skipped',
    ]);
    expect(await reader.ran({ depth: 2 })).toEqual(['', '0.5', 'after\n']);
  });

  test('[PUB-119] readers with a session each share nothing; who leaves leaves no kernel', async () => {
    const made = await publishApp(server, author, ['seen = globals().get("seen", []) + [depth]\nprint(seen)']);
    const [one, two] = [await readerOf(made.id), await readerOf(made.id)];
    await one.ran({ depth: 1 });
    expect(await two.ran({ depth: 2 })).toEqual(['[2]\n']);
    expect(await one.ran({ depth: 3 })).toEqual(['[1, 3]\n']);
    expect((await kernelsOf(made.frozenId)).length).toBeGreaterThan(0);
    one.leave();
    two.leave();
    await expect.poll(() => kernelsOf(made.frozenId), { timeout: 20_000 }).toEqual([]);
    expect(await new TestReader(server).run({ depth: 1 }, one.session)).toBe(404);
  });

  test('[PUB-119] in a shared session all see the same values and outputs, also who comes later', async () => {
    const made = await publishApp(server, author, ['print(depth)'], { app: { mode: 'shared' } });
    const [one, two] = [await readerOf(made.id), await readerOf(made.id)];
    await two.until('ready');
    await one.ran({ depth: 7 });
    expect((await two.until('run')).values).toEqual({ depth: 7 });
    await two.until('rest');
    expect([...two.shown.values()]).toEqual(['7\n']);
    const third = await readerOf(made.id);
    expect(await third.until('ready')).toMatchObject({
      values: { depth: 7 },
      is_running: false,
      cells: [{ state: 'ok', outputs: [{ kind: 'text', text: '7\n' }] }],
    });
    expect(third.session).toBe(one.session);
  });

  test('[PUB-122] who comes when all sessions are taken waits, and enters when one ends', async () => {
    const made = await publishApp(server, author, ['print(depth)'], { app: { sessions: 1 } });
    const [one, two, three] = [await readerOf(made.id), await readerOf(made.id), await readerOf(made.id)];
    await one.until('ready');
    expect(await two.until('place')).toEqual({ type: 'place', place: 1 });
    expect(await three.until('place')).toEqual({ type: 'place', place: 2 });
    one.leave();
    await two.until('ready');
    await expect.poll(() => three.events.at(-1)).toEqual({ type: 'place', place: 1 });
    expect(await two.ran({ depth: 5 })).toEqual(['5\n']);
  });

  test('[KRN-089] [PUB-123] code sees the frozen files, changes none, and reaches neither network, server nor settings', async () => {
    const probe = `
import os, socket, json
found = {}
found['read'] = open('/data/gauges.csv').read()
try:
    open('/data/new.txt', 'w'); found['write'] = 'written'
except OSError as error: found['write'] = type(error).__name__
open('/tmp/mine', 'w').write('x')
try:
    socket.create_connection(('127.0.0.1', ${new URL(server.origin).port}), 2); found['server'] = 'reached'
except OSError as error: found['server'] = 'refused'
try:
    socket.create_connection(('1.1.1.1', 53), 2); found['network'] = 'reached'
except OSError as error: found['network'] = 'refused'
try:
    import groma; groma.read('layers/rivers'); found['groma'] = 'answered'
except groma.Error as error: found['groma'] = error.code
found['environment'] = sorted(name for name in os.environ if name.startswith(('GROMA', 'DATABASE', 'AWS')))
found['sockets'] = os.listdir('/run')
found['home'] = [path for path in ('/root', '/home', '${join(import.meta.dirname, '../../../main.ts')}', '${server.platform.config.dataFolder}') if os.path.exists(path)]
print(json.dumps(found))`;
    const made = await publishApp(server, author, [probe]);
    await server.realtime.files.write(
      made.frozenId as ProjectId,
      parseDataPath('/data/gauges.csv'),
      Readable.from(['a']),
    );
    const reader = await readerOf(made.id);
    const [said] = await reader.ran({ depth: 1 });
    expect(JSON.parse(said!)).toEqual({
      read: 'a',
      write: 'OSError',
      server: 'refused',
      network: 'refused',
      groma: 'NO_SERVER',
      environment: ['GROMA_FONT_LIST', 'GROMA_PACKAGES', 'GROMA_PARSED', 'GROMA_PROJECT_DATA'],
      sockets: ['kernel'],
      home: [],
    });
  });

  test('[PUB-124] [KRN-090] a run that takes too long ends with its kernel, and the reader can start again', async () => {
    const made = await publishApp(server, author, ['while depth == 0: pass\nprint("done")'], {
      app: { run_seconds: 4 },
    });
    const reader = await readerOf(made.id);
    // The kernel starts before the time begins.
    expect(await reader.ran({ depth: 1 })).toEqual(['done\n']);
    await reader.run({ depth: 0 });
    expect(await reader.until('ended')).toEqual({ type: 'ended', reason: 'time' });
    await expect.poll(() => kernelsOf(made.frozenId), { timeout: 20_000 }).toEqual([]);
    const again = await readerOf(made.id);
    expect(await again.ran({ depth: 2 })).toEqual(['done\n']);
  });

  test('[PUB-124] [KRN-090] too much memory or too many processes end the session', async () => {
    const made = await publishApp(server, author, [
      'import os, time\nif depth == 1:\n  held = bytearray(2 * 1024 ** 3)\n  held[::4096] = b"x" * len(held[::4096])\n  time.sleep(30)',
      'while depth == 2: os.fork()',
    ]);
    const reader = await readerOf(made.id);
    await reader.until('ready');
    await reader.run({ depth: 1 });
    expect((await reader.until('ended')).reason).toBe('memory');
    const forking = await readerOf(made.id);
    await forking.until('ready');
    await forking.run({ depth: 2 });
    expect(await forking.until('ended')).toMatchObject({ reason: 'died' });
    await expect.poll(() => kernelsOf(made.frozenId), { timeout: 20_000 }).toEqual([]);
  });

  test('[PUB-125] unpublished, a session ends at once with its kernels', async () => {
    for (const mode of ['own', 'shared'] as const) {
      const made = await publishApp(server, author, ['print(depth)\nimport time\nif depth > 8: time.sleep(600)'], {
        app: { mode },
      });
      const reader = await readerOf(made.id);
      await reader.ran({ depth: 1 });
      await reader.run({ depth: 9 });
      const { query } = server.platform.database;
      const [row] = await query.select().from(templates).where(eq(templates.id, made.id));
      const { projectId, sourceId } = row!;
      // Unpublishing is asked of the notebook that was published.
      await query.insert(notebooks).values({ id: sourceId, projectId, name: 'Study', creatorId: author.id });
      const params = { projectId, baseId: sourceId, templateId: made.id };
      await author.client.call(template.notebookTemplates.remove, { params });
      await expect.poll(() => reader.isGone, { timeout: 10_000 }).toBe(true);
      await expect.poll(() => kernelsOf(made.frozenId), { timeout: 20_000 }).toEqual([]);
      expect([await reader.run({ depth: 1 }), await new TestReader(server).open(made.id)]).toEqual([404, 404]);
    }
  });
});
