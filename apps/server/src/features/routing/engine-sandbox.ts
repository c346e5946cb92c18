import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolation, processFolder, sealed, systemFolders, trySandboxed } from '../../platform/sandbox/isolation.ts';
import { valhallaConfig } from './valhalla-config.ts';

/** A command line with the environment it runs in. */
export interface Command {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
}

const program = fileURLToPath(new URL('engine-program.ts', import.meta.url));
const limiter = '/usr/bin/prlimit';
const largestFile = 32 * 1024 ** 3;
const bwrap = '/usr/bin/bwrap';
const environment = { PATH: '/usr/bin:/bin', HOME: '/tmp', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
const nodeOptions = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=512'];
const patienceMs = 10_000;

/** The folder of Valhalla's package below the one it was installed into. */
export function packageOf(engineFolder: string): string {
  return join(engineFolder, 'node_modules', '@valhallajs', 'valhallajs');
}

/**
 * The program that builds tiles of an extract; in the sandbox it sees the extract and the folder of the tiles alone.
 */
export function buildCommand(
  places: { engineFolder: string; extract: string; tileFolder: string; threads: number },
  isSandboxed: boolean,
): Command {
  const engine = packageOf(places.engineFolder);
  const inner = isSandboxed
    ? { engine: '/engine', extract: '/input/extract.osm.pbf', tiles: '/tiles' }
    : { engine, extract: places.extract, tiles: places.tileFolder };
  return command(
    [
      join(inner.engine, process.platform, process.arch, 'valhalla_build_tiles'),
      '-j',
      String(places.threads),
      '-i',
      valhallaConfig(inner.tiles, true),
      inner.extract,
    ],
    isSandboxed && [
      ...readable(engine, inner.engine),
      ...readable(places.extract, inner.extract),
      '--bind',
      places.tileFolder,
      inner.tiles,
    ],
  );
}

/** The program that answers questions over tiles; in the sandbox it sees these alone, and may write nowhere. */
export function engineCommand(places: { engineFolder: string; tileFolder: string }, isSandboxed: boolean): Command {
  const engine = packageOf(places.engineFolder);
  const node = realpathSync(process.execPath);
  const inner = isSandboxed
    ? { engine: '/engine', program: '/program.mts', tiles: '/tiles' }
    : { engine, program, tiles: places.tileFolder };
  return command(
    [node, ...nodeOptions, inner.program, inner.engine, valhallaConfig(inner.tiles, false)],
    isSandboxed && [
      ...readable(engine, inner.engine),
      ...readable(program, inner.program),
      ...readable(places.tileFolder, inner.tiles),
      ...(node.startsWith('/usr/') ? [] : readable(node, node)),
    ],
  );
}

function readable(outside: string, inside: string): string[] {
  return ['--ro-bind', outside, inside];
}

/** `places` are arguments of bubblewrap for what the program may see; false runs it without. */
function command(words: string[], places: string[] | false): Command {
  const limited = existsSync(limiter)
    ? [limiter, '--core=0', `--fsize=${largestFile}`, '--nproc=512', '--', ...words]
    : words;
  if (!places) return { program: limited[0]!, arguments: limited.slice(1), environment };
  const sandbox = [
    ...isolation(false),
    '--size',
    String(64 * 1024 ** 2),
    '--tmpfs',
    '/tmp',
    ...systemFolders(),
    '--ro-bind-try',
    '/etc/ld.so.cache',
    '/etc/ld.so.cache',
    ...processFolder(),
    '--dev',
    '/dev',
    ...places,
    ...sealed(environment, '/'),
  ];
  return {
    program: '/bin/sh',
    // When memory runs out, Linux should end this before the server.
    arguments: ['-c', 'echo 900 > /proc/self/oom_score_adj; exec "$@"', 'routing', bwrap, ...sandbox, '--', ...limited],
    environment,
  };
}

let works: Promise<boolean> | null = null;

/** Whether bubblewrap runs here; it may be there and not be allowed to. */
export function canSandbox(): Promise<boolean> {
  const { program: shell, arguments: words } = command(['/usr/bin/true'], []);
  works ??= existsSync(bwrap)
    ? trySandboxed(shell, words, patienceMs).then(
        (complaint) => complaint === null,
        () => false,
      )
    : Promise.resolve(false);
  return works;
}
