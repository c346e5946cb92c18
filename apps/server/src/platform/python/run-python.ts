import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { GromaError } from '@groma/model';
import { z } from 'zod';
import { endGroup } from '../end-group.ts';
import { checkSandbox, interpreterFolders } from '../kernel/sandbox.ts';
import { isolation, processFolder, sealed, startSandboxed, systemFolders } from '../sandbox/isolation.ts';

const programs = fileURLToPath(new URL('../../../../../kernel/convert', import.meta.url));
const memoryBytes = 4 * 1024 ** 3;
const largestFile = 32 * 1024 ** 3;
const longestHours = 2;
const mostComplaint = 4_096;

/** What a program says, a line each: how far it is from 0 to 1, what is lost, and why it cannot go on. */
const line = z.tuple([z.enum(['progress', 'loss', 'error']), z.union([z.number(), z.string()])]);

interface WantedRun {
  /** Folder of the Python environment. */
  environment: string;
  /** A program of `kernel/convert`, without its ending. */
  program: string;
  /** The file that is read; its folder is all that the program sees of it. */
  source: string;
  /** The folder that the program may write to. */
  folder: string;
  /** What it writes there; the folder itself where nothing is named. */
  output: string;
  words: readonly string[];
  /** The source as people know it. */
  name: string;
  signal: AbortSignal;
  onProgress(fraction: number): void;
  /** What is thrown for what the program says; FILE_UNREADABLE where nothing else is named. */
  failure?: (detail: string) => GromaError;
}

/** Whether the Python environment has a package. */
export async function hasPackage(environment: string, name: string): Promise<boolean> {
  const library = join(environment, 'lib');
  const versions = await readdir(library).catch(() => []);
  return versions.some((each) => existsSync(join(library, each, 'site-packages', name)));
}

/**
 * Runs a program in Python over one file, in a sandbox without network that sees the file’s folder, its program and
 * the Python environment, and answers what was lost.
 * @throws GromaError FILE_UNREADABLE with what the program says of the file, UNAVAILABLE without a sandbox
 */
export async function runPython(wanted: WantedRun): Promise<string[]> {
  const { name, signal, onProgress } = wanted;
  const check = await checkSandbox();
  if (!check.isAvailable)
    throw new GromaError('UNAVAILABLE', { part: 'The sandbox of converters', remedy: check.remedy });
  const timeLimit = AbortSignal.timeout(longestHours * 3_600_000);
  const ended = AbortSignal.any([signal, timeLimit]);
  ended.throwIfAborted();
  const [command, ...rest] = commandLine(wanted);
  const child = startSandboxed(command!, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => endGroup(child);
  ended.addEventListener('abort', kill);
  const closed = once(child, 'close') as Promise<[number | null]>;
  closed.catch(() => undefined);
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-mostComplaint);
  });
  const losses: string[] = [];
  let error: string | null = null;
  try {
    for await (const text of createInterface({ input: child.stdout! })) {
      const [word, value] = readLine(text);
      if (word === 'progress') onProgress(Number(value));
      else if (word === 'loss') losses.push(String(value));
      else if (word === 'error') error = String(value);
    }
    const [code] = await closed;
    signal.throwIfAborted();
    if (timeLimit.aborted) error = `it took longer than ${longestHours} hours`;
    else if (code !== 0) error ??= `the program stopped: ${lastLine(complaint) || (code ?? 'by a signal')}`;
    if (error !== null)
      throw wanted.failure?.(`${error}.`) ?? new GromaError('FILE_UNREADABLE', { name, detail: `${error}.` });
    return losses;
  } finally {
    ended.removeEventListener('abort', kill);
    kill();
    await closed.catch(() => undefined);
  }
}

function readLine(text: string): [string, string | number] {
  const at = text.indexOf(' ');
  try {
    return line.parse([text.slice(0, at), JSON.parse(text.slice(at + 1))]);
  } catch {
    return ['', ''];
  }
}

/** The end of what a program complained of, without paths of the server. */
function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').replaceAll(/(?:\/[^\s'":]+)+\//g, '').slice(0, 300);
}

function commandLine({ environment, program, source, folder, output, words }: WantedRun): string[] {
  const python = join(environment, 'bin', 'python');
  return [
    '/usr/bin/prlimit',
    `--as=${memoryBytes}`,
    `--fsize=${largestFile}`,
    '--core=0',
    '--',
    'bwrap',
    ...isolation(false),
    ...systemFolders(),
    '--ro-bind-try',
    '/etc/ld.so.cache',
    '/etc/ld.so.cache',
    ...processFolder(),
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...interpreterFolders(python).flatMap((each) => ['--ro-bind', each, each]),
    '--ro-bind',
    programs,
    '/opt/convert',
    '--ro-bind',
    dirname(source),
    '/input',
    '--bind',
    folder,
    '/output',
    ...sealed(
      {
        PATH: '/usr/bin:/bin',
        HOME: '/tmp',
        LANG: 'C.UTF-8',
        PYTHONDONTWRITEBYTECODE: '1',
        PROJ_NETWORK: 'OFF',
        OMP_NUM_THREADS: '1',
        OPENBLAS_NUM_THREADS: '1',
        RAYON_NUM_THREADS: '2',
      },
      '/output',
    ),
    '--',
    python,
    `/opt/convert/${program}.py`,
    join('/input', basename(source)),
    join('/output', output),
    ...words,
  ];
}
