import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenScope } from '@groma/model';
import { access, assistant, operation } from '@groma/protocol';
import { checkSandbox } from '../src/platform/kernel/sandbox.ts';
import { TestMap } from './test-map.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** The program as people start it, in a process of its own. */
const program = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  folder = await mkdtemp(join(tmpdir(), 'groma-cli-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): { child: ChildProcess; end: Promise<Ended> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  child.stdin.end(input);
  return { child, end: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })) };
}

const token = async (scope: TokenScope): Promise<string> =>
  (await ann.client.call(access.createAccessToken, { body: { name: `cli ${scope}`, scope } })).token;
/** Runs it with a token in the environment. */
const asked = async (scope: TokenScope, ...args: string[]): Promise<Ended> =>
  start(args, { GROMA_URL: server.origin, GROMA_TOKEN: await token(scope) }).end;
const jsonOf = async (scope: TokenScope, ...args: string[]): Promise<unknown> => {
  const { code, out, err } = await asked(scope, '--json', ...args);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

test('[AIA-127] login tries a token and keeps it for its person alone; logout forgets it', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'config') };
  expect(await start(['projects'], env).end).toMatchObject({ code: 3, err: expect.stringContaining('groma login') });
  const wrong = await start(['login', server.origin], env, 'groma_pat_wrong\n').end;
  expect(wrong).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/access token/i) });
  expect(await start(['login', 'nowhere'], env, 'x').end).toMatchObject({ code: 2 });
  const right = await token('read');
  expect(await start(['login', `${server.origin}/dashboard`], env, `${right}\n`).end).toMatchObject({
    code: 0,
    err: '',
  });
  const path = join(folder, 'config', 'groma', 'settings.json');
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ url: server.origin, token: right });
  expect(await start(['projects'], env).end).toMatchObject({ code: 0, out: expect.stringContaining(own.projectId) });
  // A kept token goes to no other server.
  expect(await start(['projects'], { ...env, GROMA_URL: 'http://127.0.0.1:9' }).end).toMatchObject({ code: 3 });
  expect(await start(['logout'], env).end).toMatchObject({ code: 0 });
  expect(await start(['projects'], env).end).toMatchObject({ code: 3 });
});

test('[AIA-127] files go up and down whole, and are listed', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_each, at) => (at * 7) % 251));
  await writeFile(join(folder, 'image.bin'), bytes);
  expect(await asked('write', 'files', 'put', 'image.bin', '/data/field/')).toMatchObject({
    code: 0,
    out: '/data/field/image.bin\n',
  });
  const again = await asked('write', '--json', 'files', 'put', 'image.bin', '/data/field/');
  expect([again.code, again.out]).toEqual([1, '']);
  expect(JSON.parse(again.err)).toMatchObject({ error: { code: 'FILE_EXISTS', message: expect.any(String) } });
  expect(await asked('write', 'files', 'put', 'image.bin', '/data/field/', '--replace')).toMatchObject({ code: 0 });
  expect(await jsonOf('read', 'files', 'ls', '/data/field')).toMatchObject([
    { path: '/data/field/image.bin', bytes: 300_000 },
  ]);
  expect(await asked('read', 'files', 'get', '/data/field/image.bin', 'copy.bin')).toMatchObject({ code: 0 });
  expect((await readFile(join(folder, 'copy.bin'))).equals(bytes)).toBe(true);
  expect(await asked('read', 'files', 'put', 'image.bin')).toMatchObject({ code: 1, out: '' });
  expect(await asked('read', 'files', 'get', '/data/none.bin')).toMatchObject({ code: 1, out: '' });
  expect(await asked('read', 'files', 'ls', '/etc')).toMatchObject({ code: 2 });
});

test('[AIA-127] tools are listed, described and run, with progress beside the result', async () => {
  expect(await asked('write', 'tools')).toMatchObject({ code: 0, out: expect.stringMatching(/^buffer {2}/m) });
  expect(await jsonOf('write', 'tools', 'buffer')).toMatchObject({ name: 'buffer', inputSchema: expect.anything() });
  const made = await asked(
    'write',
    'run',
    'hexagon_grid',
    `save.map=${own.mapId}`,
    'save.name=Cells',
    'parameters.extent=-5, 40, -4, 41',
    'parameters.cell_size=50',
  );
  expect([made.code, JSON.parse(made.out)]).toMatchObject([0, { name: 'Cells' }]);
  expect(made.err).toContain('0 %');
  expect(await jsonOf('read', 'resources', 'cells')).toMatchObject({ data: [{ label: 'Cells' }] });
  expect(await asked('read', 'run', 'buffer')).toMatchObject({ code: 2, err: expect.stringContaining('buffer') });
  expect(await asked('write', 'run', 'read_map', 'map=none')).toMatchObject({ code: 1, out: '' });
  expect(await asked('write', 'frobnicate')).toMatchObject({ code: 2 });
});

test('[AIA-127] what is run with a token that proposes waits for a person', async () => {
  const proposed = await jsonOf('propose', 'run', 'create_map', 'name=From a terminal');
  expect(proposed).toMatchObject({ changes: [{ title: 'From a terminal', state: 'proposed' }] });
  const threads = await ann.client.call(assistant.listChatThreads, { params: { projectId: own.projectId } });
  expect(threads.data).toMatchObject([{ agent: 'cli propose', open_changes: 1 }]);
});

test('[AIA-127] Ctrl+C cancels what runs on the server', async () => {
  const params = { projectId: own.projectId };
  const statuses = async () =>
    (await ann.client.call(operation.listOperations, { params })).data.map(({ status }) => status);
  const before = (await statuses()).length;
  const args = [
    'run',
    'square_grid',
    `save.map=${own.mapId}`,
    'parameters.extent=-5, 40, -4, 41',
    'parameters.cell_size=0.12',
  ];
  const { child, end } = start(args, { GROMA_URL: server.origin, GROMA_TOKEN: await token('write') });
  await expect.poll(async () => (await statuses()).length).toBe(before + 1);
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 130, out: '' });
  await expect.poll(async () => (await statuses())[0]).toBe('Canceled');
});

test.skipIf(!isAvailable)('[AIA-127] SQL gives CSV, with what is to be said about it beside', async () => {
  const { code, out, err } = await asked('read', 'sql', 'SELECT range AS n FROM range(5)', '--limit', '2');
  expect([code, out.replaceAll('\r', '')]).toEqual([0, 'n\n0\n1\n']);
  expect(err).toContain('more than 2 rows');
  expect(await asked('propose', 'sql', "COPY (SELECT 1) TO '/data/x.csv'")).toMatchObject({ code: 1, out: '' });
});
