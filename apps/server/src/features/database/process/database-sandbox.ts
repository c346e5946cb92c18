import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkGrant } from '../../../platform/sandbox/private-network.ts';
import { isolation, processFolder, sealed, systemFolders } from '../../../platform/sandbox/isolation.ts';

/** What a database's process sees of this computer beside the system's programs and its own. */
export interface DatabaseGrant {
  /** Holds its socket. */
  runFolder: string;
  /** Folders it may write to, with the names they have inside. */
  writable: [outside: string, inside: string][];
  readable: [outside: string, inside: string][];
  /** What it may reach beside the public internet; null for one without any network. */
  network: NetworkGrant | null;
  /** How names are resolved, as arguments of bubblewrap. */
  names?: string[];
  /** Largest file that it may write. */
  fileBytes?: number;
}

const serverFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const repository = join(serverFolder, '../..');
const program = fileURLToPath(new URL('../engine/database-program.ts', import.meta.url));

/**
 * Rows lie outside of V8's heap, held by few small objects of it, and V8 looks for garbage by how many bytes it was
 * told of. In a small place for new objects it finds soon which rows nobody holds; and threads of its own for a heap of
 * 20 MB cost more than they do. Both together save half of the processor time of a result.
 */
const heap = ['--max-semi-space-size=1', '--single-threaded-gc', '--expose-gc'];

export function databaseProgram(): { program: string; arguments: string[] } {
  return { program: process.execPath, arguments: ['--disable-warning=ExperimentalWarning', ...heap, program] };
}

/** The program inside a bubblewrap sandbox: own namespaces, a user without rights, and of the server its code only. */
export function sandboxedDatabase(grant: DatabaseGrant): {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
} {
  const inner = databaseProgram();
  const sandbox = [
    ...isolation(grant.network !== null),
    '--size',
    String(64 * 1_048_576),
    '--tmpfs',
    '/tmp',
    ...systemFolders(),
    ...(grant.names
      ? ['ssl/certs', 'ca-certificates'].flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`])
      : []),
    ...(grant.names ?? []),
    '--ro-bind-try',
    '/etc/ld.so.cache',
    '/etc/ld.so.cache',
    ...processFolder(),
    '--dev',
    '/dev',
    ...codeFolders(inner.program).flatMap((folder) => ['--ro-bind', folder, folder]),
    '--bind',
    grant.runFolder,
    '/run/database',
    ...grant.writable.flatMap(([outside, inside]) => ['--bind', outside, inside]),
    ...grant.readable.flatMap(([outside, inside]) => ['--ro-bind', outside, inside]),
    ...sealed(environment(), '/'),
  ];
  const limited = [
    '/usr/bin/prlimit',
    '--nproc=512',
    '--core=0',
    ...(grant.fileBytes === undefined ? [] : [`--fsize=${Math.floor(grant.fileBytes)}`]),
    '--',
    inner.program,
    ...inner.arguments,
  ];
  return {
    program: '/bin/sh',
    // A file that would be too large is an error to DuckDB, not the end of its process; and it is what Linux should end
    // first when memory runs out.
    arguments: [
      '-c',
      'trap "" XFSZ; echo 900 > /proc/self/oom_score_adj; exec bwrap "$@"',
      'database',
      ...sandbox,
      '--',
      ...limited,
    ],
    environment: { PATH: '/usr/bin:/bin' },
  };
}

export function environment(): Record<string, string> {
  return { PATH: '/usr/bin:/bin', HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC', UV_THREADPOOL_SIZE: '16' };
}

/**
 * The code of the program: packages where they really are, the workspace's own, and Node itself. Never the repository
 * as a whole, in which the data may be.
 */
function codeFolders(node: string): string[] {
  const require = createRequire(import.meta.url);
  const found = ['@duckdb/node-api', 'apache-arrow', 'pg'].map((name) =>
    packagesFolder(realpathSync(require.resolve(name))),
  );
  const own = [
    join(repository, 'node_modules'),
    join(repository, 'packages'),
    join(serverFolder, 'src'),
    join(serverFolder, 'package.json'),
    join(repository, 'package.json'),
  ];
  const all = [...new Set([...found, ...own, ...(node.startsWith('/usr/') ? [] : [realpathSync(node)])])];
  return all.filter(
    (folder) => !folder.startsWith('/usr/') && !all.some((other) => other !== folder && folder.startsWith(other + sep)),
  );
}

function packagesFolder(file: string): string {
  return file.slice(0, file.lastIndexOf(`${sep}node_modules${sep}`) + '/node_modules'.length) || dirname(file);
}
