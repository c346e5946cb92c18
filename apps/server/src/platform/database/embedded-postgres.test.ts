import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
let root: string;
let running: EmbeddedPostgres | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-postgres-test-'));
  // Like a data folder that people can reach.
  chmodSync(root, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = null;
  rmSync(root, { recursive: true, force: true });
});

const folder = () => join(root, 'postgres');
const quiet = { info: () => undefined, error: () => undefined };
const start = async (where = folder()) => (running = await startEmbeddedPostgres(where, quiet));
const postmaster = (where = folder()) =>
  Number(readFileSync(join(where, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
const mode = (path: string) => statSync(path).mode & 0o777;

async function ask(url: string, sql = 'SELECT 1 AS answer'): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows[0];
}

const capabilities = (pid: number) => /CapEff:\s+(\w+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

test('only who knows the password gets in, which is kept beside the cluster for this user alone', async () => {
  const first = await start();
  const url = first.url('postgres');
  expect(await ask(url)).toEqual({ answer: 1 });
  await expect(ask(url.replace(/groma:[\w-]+@/, 'groma@'))).rejects.toThrow('password');
  await expect(ask(url.replace(/groma:[\w-]+@/, 'groma:wrong@'))).rejects.toThrow('password authentication failed');
  expect([mode(`${folder()}-password`), mode(join(folder(), 'socket'))]).toEqual([0o600, 0o700]);
  await first.stop();
  expect(await ask((await start()).url('postgres'))).toEqual({ answer: 1 });
  await running!.stop();
  rmSync(`${folder()}-password`);
  await expect(start()).rejects.toThrow(`${folder()}-password`);
});

test('a cluster from before there were passwords still opens', async () => {
  await (await start()).stop();
  const rules = join(folder(), 'cluster/pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll('scram-sha-256', 'trust'));
  rmSync(`${folder()}-password`);
  expect(await ask((await start()).url('postgres'))).toEqual({ answer: 1 });
});

/** Whether any user may walk down to a folder: the binaries lie in the repository. */
function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === '/' || isOpenToAll(dirname(path)));
}

test.runIf(isRoot)(
  'started by root it keeps a capability only where it could not reach its folders without',
  async () => {
    await start();
    expect(capabilities(postmaster())).toBe(isOpenToAll(import.meta.dirname) ? '0000000000000000' : '0000000000000002');
    await running!.stop();
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const other = await start(join(closed, 'postgres'));
    expect(await ask(other.url('postgres'))).toEqual({ answer: 1 });
    // dac_override, and nothing beside it.
    expect(capabilities(postmaster(join(closed, 'postgres')))).toBe('0000000000000002');
  },
);

test('a deep folder gets its socket in one that nobody could have made before, and the same again', async () => {
  const deep = join(root, 'x'.repeat(100), 'postgres');
  const placeOf = ({ url }: EmbeddedPostgres) => new URL(url('postgres')).searchParams.get('host')!;
  const place = placeOf(await start(deep));
  expect(place).toMatch(/^\/tmp\/groma-postgres-\w{6}$/);
  expect([mode(place), statSync(place).uid]).toEqual([0o700, isRoot ? 65_534 : process.getuid?.()]);
  await running!.stop();
  expect(placeOf(await start(deep))).toBe(place);
  await running!.stop();
  // What someone else may look into is not taken.
  chmodSync(place, 0o777);
  const second = placeOf(await start(deep));
  expect(second).not.toBe(place);
  expect(await ask(running!.url('postgres'))).toEqual({ answer: 1 });
  for (const each of [place, second]) rmSync(each, { recursive: true });
});

test('another process that has the number of a server that was killed is left alone', async () => {
  const first = await start();
  const file = join(folder(), 'cluster/postmaster.pid');
  const kept = readFileSync(file, 'utf8').split('\n');
  process.kill(postmaster(), 'SIGKILL');
  await first.stop();
  // A server of someone else, by its name.
  const program = join(root, 'bin/postgres');
  mkdirSync(join(root, 'bin'));
  copyFileSync('/bin/sleep', program);
  chmodSync(program, 0o755);
  const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const foreign: ChildProcess = spawn(program, ['100'], { cwd: '/', ...identity });
  await once(foreign, 'spawn');
  writeFileSync(file, [String(foreign.pid), ...kept.slice(1)].join('\n'));
  expect(await ask((await start()).url('postgres'))).toEqual({ answer: 1 });
  expect([foreign.exitCode, foreign.signalCode]).toEqual([null, null]);
  foreign.kill('SIGKILL');
});

test('a server that a killed process left is stopped first', async () => {
  const first = await start();
  const pid = postmaster();
  const second = await startEmbeddedPostgres(folder());
  expect(await first.lost).toContain('PostgreSQL ended by itself (code 0)');
  expect(spawnSync('kill', ['-0', String(pid)]).status).not.toBe(0);
  expect(await ask(second.url('postgres'))).toEqual({ answer: 1 });
  await second.stop();
});

test('[ACC-126] killed, it comes back by itself at the same address with what was committed', async () => {
  const first = await start();
  const url = first.url('postgres');
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS answer');
  const pid = postmaster();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => ask(url, 'SELECT answer FROM kept').catch(() => null), { timeout: 30_000 })
    .toEqual({ answer: 7 });
  expect(postmaster()).not.toBe(pid);
  const told = Promise.race([first.lost, first.stop().then(() => 'stopped')]);
  expect(await told).toBe('stopped');
});
