import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { endGroup } from '../end-group.ts';
import { startSandboxed } from '../sandbox/isolation.ts';
import { nameSettings, resolveGrant } from '../sandbox/private-network.ts';
import { connectionFile, createConnection } from './connection.ts';
import type { KernelConnection } from './connection.ts';
import { createProcessCap } from './process-cap.ts';
import type { KernelHost } from './kernel-host.ts';
import type { ProcessCap } from './process-cap.ts';
import { proportionalMemory, readProcessUse } from './process-tree.ts';
import type { ProcessUse } from './process-tree.ts';
import { makeRunFolder } from './run-folder.ts';
import { bareCommand, hasOwnNetwork, mostTasks, sandboxedCommand } from './sandbox.ts';
import type { KernelGrant } from './sandbox.ts';
import { deferred } from './deferred.ts';
import { DiskGuard } from './disk-guard.ts';

/** A kernel's program to start: what it is given, and whether it goes into the sandbox. */
export interface KernelLaunch extends Omit<KernelGrant, 'runFolder' | 'joinFile' | 'names'> {
  isSandboxed: boolean;
}

const watchPause = 250;
const keptErrorCharacters = 4_000;
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number as number, name]));

/**
 * The running program of one kernel. It is watched: with more memory, processes or files than its limits it is killed.
 * Reasons of its end are phrases that follow "the kernel": `died: ended by signal SIGSEGV`, `was restarted`.
 */
export class KernelProcess implements KernelHost {
  readonly connection: KernelConnection;
  /** Resolves with the reason when the program has ended and its folder is gone. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #isSandboxed: boolean;
  readonly #cap: ProcessCap | null;
  readonly #limits: KernelGrant['limits'];
  readonly #disk: DiskGuard;
  #verdict: string | null = null;
  #errorText = '';
  #watch: NodeJS.Timeout | null = null;

  private constructor(child: ChildProcess, connection: KernelConnection, launch: KernelLaunch, cap: ProcessCap | null) {
    this.#child = child;
    this.connection = connection;
    this.#isSandboxed = launch.isSandboxed;
    this.#cap = cap;
    this.#limits = launch.limits;
    this.#disk = new DiskGuard(launch.dataFolder, launch.limits.dataBytes ?? Infinity);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorText = (this.#errorText + text).slice(-keptErrorCharacters);
    });
    this.ended = this.#waitForEnd();
    this.#watchLimits();
  }

  /** Starts the program; sockets are in a fresh folder only this server's user may enter. */
  static async start(launch: KernelLaunch): Promise<KernelProcess> {
    const runFolder = await makeRunFolder();
    const connection = createConnection(runFolder, launch.language === 'r');
    await writeFile(join(runFolder, 'connection.json'), connectionFile(connection, launch.isSandboxed ? '/run/kernel' : runFolder), { mode: 0o600 });
    const cap = launch.isSandboxed ? await createProcessCap(runFolder, mostTasks(launch.limits)) : null;
    const reachable = launch.isSandboxed && launch.network && hasOwnNetwork(launch) ? await resolveGrant(launch.network) : null;
    const grant = { ...launch, runFolder, joinFile: cap?.joinFile, ...(reachable && { names: await nameSettings(runFolder, reachable) }) };
    if (!launch.isSandboxed) await mkdir(join(runFolder, 'home'));
    const command = launch.isSandboxed ? sandboxedCommand(grant) : bareCommand(grant);
    const options = { cwd: command.workingFolder, env: command.environment };
    const child = launch.isSandboxed ? startSandboxed(command.program, command.arguments, { ...options, stdio: ['ignore', 'ignore', 'pipe'], network: reachable?.network })
      : spawn(command.program, command.arguments, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    return new KernelProcess(child, connection, launch, cap);
  }

  /** What the program last wrote to its own error stream, for messages about a failed start. */
  get errorText(): string {
    return this.#errorText.trim();
  }

  /** Memory, processor time and processes at this moment. */
  use(): Promise<ProcessUse> {
    return this.#child.pid === undefined ? Promise.resolve({ processIds: [], residentBytes: 0, cpuSeconds: 0 }) : readProcessUse(this.#child.pid, this.#limits.processes + 1);
  }

  /** Sends SIGINT to the kernel itself: inside the sandbox it is the first process that the sandbox's own one started. */
  async interrupt(): Promise<void> {
    const { processIds } = await this.use();
    const kernel = this.#isSandboxed ? processIds[2] : processIds[0];
    try {
      if (kernel !== undefined) process.kill(kernel, 'SIGINT');
    } catch {
      // It has ended by itself meanwhile.
    }
  }

  /** Ends the program and all it has started, at once. */
  kill(reason: string): void {
    this.#verdict ??= reason;
    endGroup(this.#child);
  }

  async #waitForEnd(): Promise<string> {
    const { promise, resolve } = deferred<string>();
    this.#child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    this.#child.once('exit', (code, signal) => resolve(describeEnd(code, signal)));
    const reason = await promise;
    if (this.#watch) clearTimeout(this.#watch);
    this.kill(reason);
    await rm(this.connection.folder, { recursive: true, force: true });
    void this.#cap?.remove();
    return this.#verdict ?? reason;
  }

  #watchLimits(): void {
    this.#watch = setTimeout(() => {
      void this.#checkLimits().finally(() => {
        if (this.#child.exitCode === null && this.#child.signalCode === null) this.#watchLimits();
      });
    }, watchPause);
    this.#watch.unref();
  }

  async #checkLimits(): Promise<void> {
    const filled = await this.#disk.check().catch(() => null);
    if (filled !== null) return this.kill(filled);
    const { processIds, residentBytes } = await this.use();
    const { memoryBytes, processes } = this.#limits;
    if (processIds.length > processes) return this.kill(`died: it started more than ${processes} processes`);
    if (residentBytes <= memoryBytes || (await proportionalMemory(processIds)) <= memoryBytes) return;
    this.kill(`died: out of memory, it used more than the ${formatMemory(memoryBytes)} of its machine`);
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  // A shell and bubblewrap report a signal as 128 and its number.
  const name = signal ?? (code !== null && code > 128 ? signalNames.get(code - 128) : undefined);
  return name ? `died: ended by signal ${name}` : `died: ended with exit code ${code}`;
}

function formatMemory(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Number(gigabytes.toFixed(1))} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
