import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const binariesOf = '/usr/lib/postgresql';
/** Nothing is waited for until it is on disk, and nobody goes round the databases of all tests to tidy them. */
const quick = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
];

/**
 * Starts a private cluster of Debian's PostgreSQL in a temporary folder, as a user without rights. It does not wait for
 * the disk: its data ends with the tests.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {Error} when the package is missing or the cluster does not start
 */
export async function startDebianPostgres() {
  const binaries = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'groma-postgres-'));
  const owner = unprivilegedOwner();
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid);
  const settings = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'groma', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    {
      ...settings,
      stdio: 'pipe',
    },
  );

  const port = await freePort();
  const words = ['-D', data, '-p', String(port), '-k', folder, ...quick.flatMap((each) => ['-c', each])];
  const child = spawn(join(binaries, 'postgres'), words, { ...settings, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  await waitUntilReady(join(binaries, 'pg_isready'), port, child);

  return {
    url: `postgresql://groma@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGINT');
      await ended;
      process.removeListener('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries() {
  try {
    const [newest] = readdirSync(binariesOf).sort((left, right) => Number(right) - Number(left));
    return join(binariesOf, newest, 'bin');
  } catch {
    throw new Error("Debian's PostgreSQL is missing. To mend it: apt-get install -y postgresql");
  }
}

// PostgreSQL refuses to run as root; `nobody` owns nothing else that matters here.
function unprivilegedOwner() {
  if (process.getuid() !== 0) return undefined;
  const numberOf = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function waitUntilReady(program, port, child) {
  for (let turn = 0; turn < 100; turn += 1) {
    if (child.exitCode !== null) break;
    try {
      execFileSync(program, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return;
    } catch {
      await sleep(100);
    }
  }
  child.kill('SIGKILL');
  throw new Error("Debian's PostgreSQL did not start.");
}
