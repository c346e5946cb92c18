import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { endGroup } from '../end-group.ts';
import { isolation, processFolder, startSandboxed, systemFolders, trySandboxed } from '../sandbox/isolation.ts';

const run = promisify(execFile);
const MEMORY_BYTES = 6 * 1024 ** 3;
const MAX_OUTPUT_BYTES = 32 * 1024 ** 3;
/** Of what is read as a whole: descriptions, and no data. */
const MAX_TEXT_BYTES = 16 * 1024 ** 2;
const MAX_ERROR_TEXT = 64 * 1024;
const LONGEST_WITHOUT_FILES_MS = 10_000;
/** What GDAL may write for us to read, and what it keeps in memory meanwhile. */
const OUTPUT_DRIVERS = ['GPKG', 'FlatGeobuf', 'MEM'];

/**
 * How coordinate systems are understood: without a network, and a deprecated code as what it says, not as what came
 * after it (which may lie hundreds of kilometres away).
 */
const systems = { PROJ_NETWORK: 'OFF', OSR_USE_NON_DEPRECATED: 'NO' };

/** How one run of a GDAL program ended; `errorText` is its standard error. */
export type GdalExit = { code: number | null; errorText: string };

/** What is known of the GDAL of this machine: its drivers, and whether bubblewrap may be used. */
export type GdalSetup = { drivers: string[]; bubblewrap: boolean };

/** Raised where GDAL is not installed. */
export class GdalMissing extends Error {
  override readonly name = 'GdalMissing';
}

/**
 * Runs GDAL programs over one file and nothing else. Only the named drivers are loaded, so that no file can send GDAL
 * to an address or to another file (virtual formats, network formats); memory and output are limited; where there is
 * bubblewrap the process sees the file's folder read-only, and no network.
 */
export class GdalSandbox {
  /** The path of the source as the programs must name it. */
  readonly source: string;
  private readonly folder: string;
  private readonly outputFolder: string;
  private readonly setup: GdalSetup;
  private readonly drivers: string[];
  private readonly signal: AbortSignal;
  private readonly readable: readonly string[];

  /**
   * The work folder is the only place where the programs may write. `readable` are folders beyond those of the system
   * in which a program lies.
   */
  constructor(
    request: { sourcePath: string; workFolder: string; signal: AbortSignal; readable?: readonly string[] },
    setup: GdalSetup,
    drivers: string[],
  ) {
    this.folder = dirname(request.sourcePath);
    this.outputFolder = request.workFolder;
    this.source = setup.bubblewrap ? join('/input', basename(request.sourcePath)) : request.sourcePath;
    this.setup = setup;
    this.drivers = drivers;
    this.signal = request.signal;
    this.readable = request.readable ?? [];
  }

  /** Another file beside or below the source, by its path from there, as the programs must name it. */
  input(name: string): string {
    return this.setup.bubblewrap ? join('/input', name) : join(this.folder, name);
  }

  /** A file of the output folder as the programs must name it. */
  output(name: string): string {
    return this.setup.bubblewrap ? join('/output', name) : join(this.outputFolder, name);
  }

  /** Runs a program and gives what it prints. @throws RangeError where that is more than any description. */
  async text(program: string, programArguments: string[]): Promise<GdalExit & { output: string }> {
    let text = '';
    const exit = await this.stream(program, programArguments, async (output) => {
      text = await readText(output);
    });
    return { ...exit, output: text };
  }

  /**
   * Runs a program and hands its output to `read` as it comes. The process is gone when this returns, however it
   * returns.
   */
  stream(
    program: string,
    programArguments: string[],
    read: (output: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<GdalExit> {
    return streamProgram(
      this.commandLine(program, programArguments),
      { environment: this.environment(), signal: this.signal, isSandboxed: this.setup.bubblewrap },
      read,
    );
  }

  private commandLine(program: string, programArguments: string[]): string[] {
    const limits = existsSync('/usr/bin/prlimit')
      ? ['/usr/bin/prlimit', `--as=${MEMORY_BYTES}`, `--fsize=${MAX_OUTPUT_BYTES}`, '--core=0', '--']
      : [];
    return [...limits, ...(this.setup.bubblewrap ? this.isolated() : []), program, ...programArguments];
  }

  private isolated(): string[] {
    const readable = this.readable.flatMap((folder) => ['--ro-bind', folder, folder]);
    return [...bubblewrap(this.folder), ...readable, '--bind', this.outputFolder, '/output'];
  }

  private environment(): NodeJS.ProcessEnv {
    const skipped = this.setup.drivers
      .filter((driver) => !this.drivers.includes(driver) && !OUTPUT_DRIVERS.includes(driver))
      .join(',');
    return {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      GDAL_SKIP: skipped,
      OGR_SKIP: skipped,
      GDAL_DRIVER_PATH: 'disable',
      GDAL_PAM_ENABLED: 'NO',
      ...systems,
      GDAL_HTTP_PROXY: '127.0.0.1:9',
      CPL_VSIL_CURL_ALLOWED_EXTENSIONS: '.none',
      OGR_GEOJSON_MAX_OBJ_SIZE: '512',
      OGR_SQLITE_SYNCHRONOUS: 'OFF',
      OGR_SQLITE_JOURNAL: 'OFF',
      GDAL_CACHEMAX: '128',
    };
  }
}

/**
 * Runs a command line and hands its output to `read` as it comes. The process and what it started are gone when this
 * returns, however it returns.
 */
async function streamProgram(
  [command, ...commandArguments]: string[],
  { environment, signal, isSandboxed }: { environment: NodeJS.ProcessEnv; signal: AbortSignal; isSandboxed: boolean },
  read: (output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<GdalExit> {
  signal.throwIfAborted();
  const start = isSandboxed ? startSandboxed : spawn;
  const child = start(command!, commandArguments, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => endGroup(child);
  signal.addEventListener('abort', kill);
  let errorText = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    if (errorText.length < MAX_ERROR_TEXT) errorText += chunk.toString('utf8');
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  // A program that cannot be started fails here while its output is still being waited for.
  closed.catch(() => undefined);
  try {
    await read(limited(child.stdout!, MAX_OUTPUT_BYTES));
    const [code] = await closed;
    signal.throwIfAborted();
    return { code, errorText };
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await closed.catch(() => undefined);
  }
}

async function readText(output: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of limited(output, MAX_TEXT_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The end of a GDAL program as one plain line for people: the first complaint, without file paths of the server. */
export function gdalComplaint({ errorText }: GdalExit): string | null {
  const line = errorText.split('\n').find((text) => /^(ERROR|FAILURE)/.test(text));
  return line ? plainLine(line) : null;
}

/** Drivers of rasters are skipped twice, of which GDAL warns. */
const ownSettings = /GDAL_SKIP|OGR_SKIP/;

/** What a GDAL program warned of, each once, as plain lines for people. */
export function gdalWarnings({ errorText }: GdalExit): string[] {
  return [
    ...new Set(
      errorText
        .split('\n')
        .filter((text) => text.startsWith('Warning ') && !ownSettings.test(text))
        .map(plainLine),
    ),
  ];
}

function plainLine(line: string): string {
  return line
    .replace(/^(ERROR( \d+)?|FAILURE|Warning \d+):?\s*/, '')
    .replace(/(\/[^\s'"`:]+)+\/([^\s'"`:]+)/g, '$2')
    .replace(/\.$/, '')
    .slice(0, 300);
}

async function* limited(output: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of output) {
    bytes += chunk.length;
    if (bytes > most) throw new RangeError('The output of GDAL is too large');
    yield chunk;
  }
}

const BUBBLEWRAP = '/usr/bin/bwrap';

function bubblewrap(folder: string): string[] {
  return [
    BUBBLEWRAP,
    ...isolation(false),
    ...systemFolders(),
    ...['/etc/alternatives', '/etc/ld.so.cache'].flatMap((path) => ['--ro-bind-try', path, path]),
    ...processFolder(),
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--ro-bind',
    folder,
    '/input',
    '--chdir',
    '/input',
  ];
}

/**
 * Runs a GDAL program that needs no file and gives what it prints. No driver is loaded, so that an argument which names
 * a file or an address opens nothing; where there is bubblewrap there is no network. @throws Error where it ends badly.
 */
export async function runWithoutFiles(
  program: string,
  programArguments: string[],
  signal?: AbortSignal,
): Promise<string> {
  const { commandLine, environment, isSandboxed } = await withoutFiles(program, programArguments);
  const within = AbortSignal.any([AbortSignal.timeout(LONGEST_WITHOUT_FILES_MS), ...(signal ? [signal] : [])]);
  let text = '';
  const { code } = await streamProgram(commandLine, { environment, signal: within, isSandboxed }, async (output) => {
    text = await readText(output);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code ?? 'a signal'}`);
  return text;
}

/**
 * Starts a GDAL program that needs no file and is talked to. It ends with its input; `endGroup` ends it at once.
 * @throws GdalMissing
 */
export async function startWithoutFiles(program: string, programArguments: string[]): Promise<ChildProcess> {
  const {
    commandLine: [command, ...rest],
    environment,
    isSandboxed,
  } = await withoutFiles(program, programArguments);
  const start = isSandboxed ? startSandboxed : spawn;
  return start(command!, rest, { env: environment, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
}

async function withoutFiles(
  program: string,
  programArguments: string[],
): Promise<{ commandLine: string[]; environment: NodeJS.ProcessEnv; isSandboxed: boolean }> {
  const found = await findGdal();
  if (!found) throw new GdalMissing('GDAL is not installed');
  const skipped = found.drivers.join(',');
  return {
    commandLine: [...(found.bubblewrap ? bubblewrap('/usr') : []), program, ...programArguments],
    environment: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      GDAL_SKIP: skipped,
      OGR_SKIP: skipped,
      GDAL_DRIVER_PATH: 'disable',
      ...systems,
      GDAL_HTTP_PROXY: '127.0.0.1:9',
      CPL_VSIL_CURL_ALLOWED_EXTENSIONS: '.none',
    },
    isSandboxed: found.bubblewrap,
  };
}

let setup: Promise<GdalSetup | null> | null = null;

/** Finds out once what GDAL there is; null where there is none, in which case it is asked again the next time. */
export async function findGdal(): Promise<GdalSetup | null> {
  setup ??= Promise.all([listDrivers(), bubblewrapWorks()]).then(
    ([drivers, works]) => ({ drivers, bubblewrap: works }),
    () => null,
  );
  const found = await setup;
  if (!found) setup = null;
  return found;
}

async function listDrivers(): Promise<string[]> {
  const lists = await Promise.all(['gdalinfo', 'ogrinfo'].map((program) => run(program, ['--formats'])));
  return [
    ...new Set(
      lists.flatMap(({ stdout }) => [...stdout.matchAll(/^ {2}(.+?) -[a-z, ]+- \(/gm)].map((match) => match[1]!)),
    ),
  ];
}

/** Without user namespaces bubblewrap is there but does not run. */
async function bubblewrapWorks(): Promise<boolean> {
  const [command, ...rest] = [...bubblewrap('/usr'), '/usr/bin/true'];
  return trySandboxed(command!, rest, LONGEST_WITHOUT_FILES_MS).then(
    (complaint) => complaint === null,
    () => false,
  );
}
