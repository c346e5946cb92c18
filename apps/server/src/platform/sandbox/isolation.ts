import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { connectNetwork, inOwnNetwork, type NetworkGrant } from './private-network.ts';
import { isFiltered, systemCallFilter } from './system-call-filter.ts';

/** Where bubblewrap reads the filter of system calls: the first descriptor after the three standard ones. */
const filterDescriptor = 3;
const maskedFiles = ['kcore', 'keys', 'kmsg', 'kallsyms', 'timer_list', 'sched_debug'];

/**
 * Arguments of bubblewrap: own namespaces, a user without rights, and the filter of system calls that `startSandboxed`
 * hands over. With a network it stays in that of its caller, which `startSandboxed` makes.
 */
export function isolation(hasNetwork: boolean): string[] {
  return [
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    '--unshare-user',
    '--disable-userns',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--hostname',
    'machine',
    '--seccomp',
    String(filterDescriptor),
  ];
}

/** The system's programs and libraries, read-only. */
export function systemFolders(): string[] {
  const links = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].filter((name) => existsSync(`/${name}`));
  return [
    '--ro-bind',
    '/usr',
    '/usr',
    ...links.flatMap((name) =>
      lstatSync(`/${name}`).isSymbolicLink()
        ? ['--symlink', readlinkSync(`/${name}`), `/${name}`]
        : ['--ro-bind', `/${name}`, `/${name}`],
    ),
  ];
}

/**
 * Below /proc the settings of Linux itself belong to root. A kernel of a server that runs as root is that same user to
 * Linux, even without any capability, so it must not be able to write there.
 */
export function processFolder(): string[] {
  const masked = maskedFiles.map((name) => `/proc/${name}`).filter((path) => existsSync(path));
  return ['--proc', '/proc', ...masked.flatMap((path) => ['--ro-bind', '/dev/null', path]), '--remount-ro', '/proc'];
}

/**
 * The end of all arguments: nothing can be written where nothing was bound to be, and a program has this environment
 * alone.
 */
export function sealed(environment: Readonly<Record<string, string>>, workingFolder: string): string[] {
  return [
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    workingFolder,
  ];
}

type Standard = 'ignore' | 'pipe';
/** As those of `spawn`; `network` for a program that has one. */
type SandboxOptions = Omit<SpawnOptions, 'stdio'> & {
  stdio: readonly [Standard, Standard, Standard];
  network?: NetworkGrant | null | undefined;
};

/**
 * Starts a command line that leads to bubblewrap with `isolation`, in a process group of its own, and hands it the
 * filter of system calls. Without the filter bubblewrap refuses to start, so none can be forgotten. With a `network` it
 * runs in a network namespace that reaches that and nothing of this computer.
 */
export function startSandboxed(
  program: string,
  programArguments: readonly string[],
  { stdio, network, ...options }: SandboxOptions,
): ChildProcess {
  const filter = isFiltered(process.arch) ? systemCallFilter(process.arch) : undefined;
  const command = network ? inOwnNetwork(program, programArguments) : { program, arguments: programArguments };
  const child = spawn(command.program, command.arguments, {
    ...options,
    stdio: [...stdio, 'pipe', ...(network ? ['pipe' as const] : [])],
    detached: true,
  });
  if (network) connectNetwork(child, network);
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[filterDescriptor] as Writable | undefined;
  // A program that could not be started, or has ended at once, tells so by its exit.
  pipe?.on('error', () => undefined).end(filter);
  return child;
}

/**
 * Runs a short command line in the sandbox. Resolves with the first line of its complaint, or null when it ended well.
 * @throws Error with `code` ENOENT when the program is missing
 */
export async function trySandboxed(
  program: string,
  programArguments: readonly string[],
  patienceMs: number,
): Promise<string | null> {
  if (!isFiltered(process.arch)) return `there is no filter of system calls for ${process.arch} processors`;
  const child = startSandboxed(program, programArguments, { stdio: ['ignore', 'ignore', 'pipe'], timeout: patienceMs });
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0 ? null : complaint.trim().split('\n')[0] || 'bubblewrap did not answer';
}
