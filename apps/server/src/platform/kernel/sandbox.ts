import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkGrant } from '../sandbox/private-network.ts';
import { isolation, processFolder, sealed, systemFolders, trySandboxed } from '../sandbox/isolation.ts';

/**
 * Limits of one kernel. Memory in bytes, which all kernels of its machine share, with what their files in /tmp and
 * /dev/shm take; `cpu` in processors. Who has more processes than `processes` is ended; at four times as many tasks
 * Linux refuses more.
 */
export interface KernelLimits {
  memoryBytes: number;
  processes: number;
  cpu: number;
  /** Largest file that code may write, in bytes; whatever there is room for where nothing is said. */
  fileBytes?: number | undefined;
  /** What all files of the project may take together, in bytes; whatever there is room for where nothing is said. */
  dataBytes?: number | undefined;
}

/** Languages that have a kernel of their own. */
export type KernelLanguage = 'python' | 'javascript' | 'r';

/** The folder with the socket at which the server listens for one kernel, and the project that it is in. */
interface KernelCalls {
  folder: string;
  projectId: string;
}

/** Name of the socket in the folder of `KernelCalls`. */
export const callSocket = 'server';

/** What a kernel is given of this machine: its interpreter, the project's files, its private folder, its limits. */
export interface KernelGrant {
  python: string;
  /** The project's files, seen as /data. */
  dataFolder: string;
  /** Its code can read the project's files and change none. Only in a sandbox. */
  isDataReadOnly?: boolean | undefined;
  /** Holds the connection file and the sockets, seen as /run/kernel. */
  runFolder: string;
  limits: KernelLimits;
  /** What it may reach beside the public internet; null for a kernel without any network. */
  network: NetworkGrant | null;
  /** Where the server listens for what its code asks; none where nothing is said. */
  calls?: KernelCalls | undefined;
  /** The project's packages, seen as /opt/packages; none where nothing is said. */
  packageFolder?: string | undefined;
  /** What the kernel runs; Python where nothing is said. */
  language?: KernelLanguage;
  /** How names are resolved, as arguments of bubblewrap. */
  names?: string[] | undefined;
  /** Where the kernel enters its control groups, if it has any. */
  joinFiles?: readonly string[] | undefined;
}

/** The number of processes and threads at which Linux refuses more. */
export function mostTasks(limits: KernelLimits): number {
  return 4 * limits.processes;
}

/** A program with its arguments and its whole environment. */
export interface KernelCommand {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
  workingFolder: string;
}

/** Whether kernels can be put into a sandbox here; `problem` and `remedy` are one line each when not. */
export type SandboxCheck = { isAvailable: true } | { isAvailable: false; problem: string; remedy: string };

const kernelPackage = fileURLToPath(new URL('../../../../../kernel', import.meta.url));
const readOnlySettings = [
  'ld.so.cache',
  'alternatives',
  'fonts',
  'localtime',
  'mime.types',
  'ssl/certs',
  'ssl/openssl.cnf',
  'ca-certificates',
  'R',
];
const gigabyte = 1024 ** 3;
/** Where a kernel finds the project's packages inside the sandbox, and where they are installed. */
export const insidePackages = '/opt/packages';
/** Where a kernel finds the folder with the server's socket inside the sandbox. */
const insideCalls = '/run/groma';
/** Where a JavaScript kernel finds its program inside the sandbox. */
const insideDeno = '/opt/groma/deno';

/** Deno's program as npm has installed it for this computer, or null where there is none. */
export function findDeno(): string | null {
  try {
    const { platform, arch } = process;
    const packages = platform === 'linux' ? [`@deno/linux-${arch}-glibc`] : [`@deno/${platform}-${arch}`];
    const require = createRequire(import.meta.url);
    // The package of the computer is a dependency of npm's `deno`, wherever that has been put.
    const from = createRequire(require.resolve('deno/package.json'));
    return (
      packages
        .map((name) => join(dirname(from.resolve(`${name}/package.json`)), 'deno'))
        .find((path) => existsSync(path)) ?? null
    );
  } catch {
    return null;
  }
}

const rProgram = '/usr/bin/R';
const rLibraries = ['/usr/local/lib/R/site-library', '/usr/lib/R/site-library', '/usr/lib/R/library'];

/** What R blocks lack on this computer, R itself or its kernel, or null where they can run. */
export function missingOfR(): 'R' | 'IRkernel' | null {
  if (!existsSync(rProgram)) return 'R';
  return rLibraries.some((folder) => existsSync(join(folder, 'IRkernel', 'DESCRIPTION'))) ? null : 'IRkernel';
}

/** Tries an empty sandbox, since bubblewrap may be missing and user namespaces may be forbidden. */
export async function checkSandbox(): Promise<SandboxCheck> {
  const trial = [...isolation(false), ...systemFolders(), ...processFolder(), '--dev', '/dev', '/usr/bin/true'];
  try {
    const complaint = await trySandboxed('bwrap', trial, 10_000);
    if (complaint === null) return { isAvailable: true };
    return {
      isAvailable: false,
      problem: `Kernels cannot run in a sandbox here: ${complaint}.`,
      remedy: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
    };
  } catch {
    return {
      isAvailable: false,
      problem: 'Kernels need the sandbox program bubblewrap, which is missing.',
      remedy: 'sudo apt-get install -y bubblewrap',
    };
  }
}

/** Whether a kernel has a network; Deno never does. */
export function hasOwnNetwork({ network, language }: Pick<KernelGrant, 'network' | 'language'>): boolean {
  return network !== null && language !== 'javascript';
}

/**
 * The kernel's program inside a bubblewrap sandbox: own namespaces, a user without rights, /data and nothing else of
 * the server.
 */
export function sandboxedCommand(grant: KernelGrant): KernelCommand {
  const environment = kernelEnvironment(grant, {
    packageFolder: '/opt/groma',
    temporary: '/tmp',
    data: '/data',
    calls: insideCalls,
    packages: insidePackages,
  });
  const temporaryBytes = String(Math.min(4 * gigabyte, Math.ceil(grant.limits.memoryBytes / 4)));
  const isJavaScript = grant.language === 'javascript';
  const deno = isJavaScript ? findDeno() : null;
  const hasNetwork = hasOwnNetwork(grant);
  const sandbox = [
    ...isolation(hasNetwork),
    '--size',
    temporaryBytes,
    '--tmpfs',
    '/tmp',
    ...systemFolders(),
    ...settings(),
    ...(grant.names ?? []),
    ...processFolder(),
    '--dev',
    '/dev',
    '--size',
    temporaryBytes,
    '--tmpfs',
    '/dev/shm',
    ...interpreterFolders(grant.python).flatMap((folder) => ['--ro-bind', folder, folder]),
    '--ro-bind',
    join(kernelPackage, 'groma'),
    '/opt/groma/groma',
    ...(grant.packageFolder ? ['--ro-bind', grant.packageFolder, insidePackages] : []),
    ...(deno ? ['--ro-bind', deno, insideDeno] : []),
    '--bind',
    grant.runFolder,
    '/run/kernel',
    // Read-only: nothing but the server can put a socket there.
    ...(grant.calls ? ['--ro-bind', grant.calls.folder, insideCalls] : []),
    grant.isDataReadOnly ? '--ro-bind' : '--bind',
    grant.dataFolder,
    '/data',
    ...sealed(environment, '/data'),
  ];
  const limited = [
    '/usr/bin/prlimit',
    `--nproc=${mostTasks(grant.limits)}`,
    '--core=0',
    ...(grant.limits.fileBytes === undefined ? [] : [`--fsize=${Math.floor(grant.limits.fileBytes)}`]),
    '--',
    ...kernelProgram(grant, '/run/kernel', insideDeno),
  ];
  const enter = (grant.joinFiles ?? []).map((file) => `echo $$ > '${file}'; `).join('');
  return {
    program: '/bin/sh',
    // The kernel is what Linux should end first when the whole machine is out of memory, and it yields to the server.
    arguments: [
      '-c',
      `${enter}echo 1000 > /proc/self/oom_score_adj; exec nice -n 5 bwrap "$@"`,
      'kernel',
      ...sandbox,
      '--',
      ...limited,
    ],
    environment: { PATH: '/usr/bin:/bin' },
    workingFolder: '/',
  };
}

/** The kernel's program without a sandbox: it may read and write whatever the server may. Only by explicit setting. */
export function bareCommand(grant: KernelGrant): KernelCommand {
  const [program, ...rest] = kernelProgram(grant, grant.runFolder, findDeno() ?? 'deno');
  return {
    program: program as string,
    arguments: rest,
    environment: kernelEnvironment(grant, {
      packageFolder: kernelPackage,
      temporary: grant.runFolder,
      data: grant.dataFolder,
      calls: grant.calls?.folder ?? '',
      packages: grant.packageFolder ?? '',
    }),
    workingFolder: grant.dataFolder,
  };
}

function kernelProgram({ python, language = 'python' }: KernelGrant, runFolder: string, deno: string): string[] {
  const file = `${runFolder}/connection.json`;
  switch (language) {
    case 'python':
      return [python, '-P', '-m', 'groma.kernel', '-f', file];
    // Deno speaks TCP only, inside its sandbox's own network.
    case 'javascript':
      return [python, '-P', '-m', 'groma.bridge', '-f', file, '--', deno, 'jupyter', '--kernel', '--conn', '{file}'];
    case 'r':
      return [rProgram, '--slave', '-e', 'IRkernel::main()', '--args', file];
    default:
      return language satisfies never;
  }
}

function settings(): string[] {
  return readOnlySettings.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]);
}

/** The virtual environment, and the installation it was made from unless that is below /usr. */
export function interpreterFolders(python: string): string[] {
  const environment = dirname(dirname(python));
  const home = /^home\s*=\s*(.+)$/m.exec(readFileSync(join(environment, 'pyvenv.cfg'), 'utf8'))?.[1]?.trim();
  return home && !home.startsWith('/usr/') ? [environment, dirname(home)] : [environment];
}

function kernelEnvironment(
  grant: KernelGrant,
  {
    packageFolder,
    temporary,
    data,
    calls,
    packages,
  }: Record<'packageFolder' | 'temporary' | 'data' | 'calls' | 'packages', string>,
): Record<string, string> {
  const threads = String(Math.max(1, Math.min(grant.limits.cpu, availableParallelism())));
  const environment = dirname(dirname(grant.python));
  return {
    PATH: `${grant.packageFolder ? `${packages}/current/bin:` : ''}${environment}/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: `${temporary}/home`,
    TMPDIR: temporary,
    USER: 'groma',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    PYTHONPATH: packageFolder,
    PYTHONDONTWRITEBYTECODE: '1',
    GROMA_PROJECT_DATA: data,
    ...(grant.packageFolder && { GROMA_PACKAGES: packages }),
    ...(grant.calls && { GROMA_SOCKET: `${calls}/${callSocket}`, GROMA_PROJECT: grant.calls.projectId }),
    MPLCONFIGDIR: `${temporary}/matplotlib`,
    GROMA_FONT_LIST: `${environment}/share/groma-fonts`,
    GROMA_PARSED: `${environment}/share/groma-parsed`,
    DENO_DIR: `${temporary}/deno`,
    DENO_NO_UPDATE_CHECK: '1',
    OMP_NUM_THREADS: threads,
    OPENBLAS_NUM_THREADS: threads,
  };
}
