import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GromaError } from '@groma/model';
import { endGroup } from '../../platform/end-group.ts';
import { createControlGroup } from '../../platform/kernel/control-group.ts';
import type { ControllerTree } from '../../platform/kernel/controller-trees.ts';
import { checkSandbox, insidePackages, interpreterFolders } from '../../platform/kernel/sandbox.ts';
import { isolation, processFolder, sealed, startSandboxed, systemFolders } from '../../platform/sandbox/isolation.ts';
import { watchUse } from './watch-use.ts';

const program = fileURLToPath(new URL('../../../../../kernel/packages/install.py', import.meta.url));
const programInside = '/opt/install/install.py';
const largestFile = 8 * 1024 ** 3;

/** What a run may use with all that it starts. `trees`: where control groups can be made. */
export interface PipLimits {
  memoryBytes: number;
  tasks: number;
  trees?: readonly ControllerTree[];
}
const usualLimits: PipLimits = { memoryBytes: 4 * 1024 ** 3, tasks: 512 };

/** One run of pip: the folders of this computer that it is given, and what it takes of the index. */
export interface PipRun {
  /** Interpreter of the base environment. */
  python: string;
  /** Where the new set is made. */
  made: string;
  /** The set that it begins with. */
  old: string | null;
  /** What install.py is to do, a file. */
  plan: string;
  /** Room for what is unpacked and built. */
  temporary: string;
  /** Wheels of the project. */
  wheels: string;
  /** What pip keeps for the next time. */
  cache: string;
  /** The folder with the socket of the proxy; null without an index. */
  proxy: string | null;
  /** Names the control group of the run. */
  runFolder: string;
  index: { url: string; isTrusted: boolean } | null;
  certificates: string | undefined;
  signal: AbortSignal;
  onText(text: string): void;
}

/**
 * Runs install.py in a sandbox without network, and answers its status. All that it can change is the new set, its
 * cache and its temporary files; of the project’s files it sees the wheels that were asked for.
 * @throws GromaError UNAVAILABLE without a sandbox, PACKAGE_FAILED beyond the limits; the signal’s reason.
 */
export async function runPip(wanted: PipRun, limits = usualLimits): Promise<number | null> {
  const { signal } = wanted;
  const check = await checkSandbox();
  if (!check.isAvailable) throw new GromaError('UNAVAILABLE', { part: 'The sandbox of pip', remedy: check.remedy });
  signal.throwIfAborted();
  const { memoryBytes, tasks, trees } = limits;
  const group = await createControlGroup(wanted.runFolder, { machine: wanted.runFolder, memoryBytes, tasks }, trees);
  try {
    signal.throwIfAborted();
    const code = await runInside(group?.joinFiles ?? [], wanted, limits);
    if (code !== 0 && group?.hasRunOut()) throw new GromaError('PACKAGE_FAILED', { detail: 'it ran out of memory.' });
    return code;
  } finally {
    await group?.remove();
  }
}

async function runInside(joinFiles: readonly string[], wanted: PipRun, limits: PipLimits): Promise<number | null> {
  const { signal } = wanted;
  const enter = joinFiles.map((file) => `echo $$ > '${file}'; `).join('');
  const words = ['-c', `${enter}exec nice -n 10 "$@"`, 'pip', ...commandLine(wanted, limits)];
  const child = startSandboxed('/bin/sh', words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
  });
  const kill = () => {
    endGroup(child);
  };
  signal.addEventListener('abort', kill);
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', wanted.onText);
  const watch = watchUse(child, { ...limits, inside: programInside });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    const failure = watch.failure();
    if (failure) throw failure;
    return code;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function commandLine(wanted: PipRun, { memoryBytes, tasks }: PipLimits): string[] {
  const { python, index, certificates } = wanted;
  const bind = (from: string, to: string) => ['--bind', from, to];
  const show = (from: string, to: string) => ['--ro-bind', from, to];
  return [
    '/usr/bin/prlimit',
    `--as=${memoryBytes}`,
    `--fsize=${largestFile}`,
    '--core=0',
    '--',
    'bwrap',
    ...isolation(false),
    ...systemFolders(),
    ...['ld.so.cache', 'alternatives', 'ssl/certs', 'ssl/openssl.cnf', 'ca-certificates'].flatMap((name) => [
      '--ro-bind-try',
      `/etc/${name}`,
      `/etc/${name}`,
    ]),
    ...processFolder(),
    '--dev',
    '/dev',
    ...bind(wanted.temporary, '/tmp'),
    ...interpreterFolders(python).flatMap((folder) => show(folder, folder)),
    ...bind(wanted.made, `${insidePackages}/current`),
    ...(wanted.old ? show(wanted.old, `${insidePackages}/old`) : []),
    ...bind(wanted.cache, '/cache'),
    ...show(wanted.wheels, '/wheels'),
    ...show(wanted.plan, '/opt/install/plan.json'),
    ...show(program, programInside),
    ...(certificates ? show(certificates, '/opt/install/certificates.pem') : []),
    ...(wanted.proxy ? show(wanted.proxy, '/run/index') : []),
    ...sealed(
      {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: '/tmp',
        LANG: 'C.UTF-8',
        PYTHONUNBUFFERED: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        PIP_CONFIG_FILE: '/dev/null',
        PIP_CACHE_DIR: '/cache',
        PIP_NO_INPUT: '1',
        PIP_DISABLE_PIP_VERSION_CHECK: '1',
        PIP_NO_WARN_SCRIPT_LOCATION: '1',
        PIP_PROGRESS_BAR: 'off',
        PIP_ROOT_USER_ACTION: 'ignore',
        PIP_RETRIES: '2',
        PIP_TIMEOUT: '30',
        ...(certificates && { PIP_CERT: '/opt/install/certificates.pem' }),
        ...(index && { PIP_INDEX_URL: index.url }),
        ...(index?.isTrusted && { PIP_TRUSTED_HOST: new URL(index.url).host }),
      },
      '/tmp',
    ),
    '--',
    // Counted in the sandbox’s own namespace, so that it is not what this user runs besides.
    '/usr/bin/prlimit',
    `--nproc=${tasks}`,
    '--',
    python,
    '-P',
    programInside,
    '/opt/install/plan.json',
  ];
}
