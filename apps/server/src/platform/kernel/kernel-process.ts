import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { formatFileSize } from '@groma/model';
import { endGroup } from '../end-group.ts';
import { startSandboxed } from '../sandbox/isolation.ts';
import { nameSettings, resolveGrant } from '../sandbox/private-network.ts';
import { connectionFile, createConnection } from './connection.ts';
import type { KernelConnection } from './connection.ts';
import { createControlGroup, type ControlGroup } from './control-group.ts';
import { mostOpenFiles, mostRunBytes, runFolderBytes } from './held-files.ts';
import type { KernelHost } from './kernel-host.ts';
import { noUse, SandboxView, readTreeUse, type KernelUse } from './kernel-use.ts';
import { kernelWatch, outOfMemory, type WatchedKernel } from './kernel-watch.ts';
import { proportionalMemory, readProcessUse } from './process-tree.ts';
import { makeRunFolder } from './run-folder.ts';
import { bareCommand, hasOwnNetwork, mostTasks, sandboxedCommand } from './sandbox.ts';
import type { KernelGrant } from './sandbox.ts';
import { deferred } from './deferred.ts';
import { DiskGuard } from './disk-guard.ts';

/** A kernel's program to start: what it is given, and whether it goes into the sandbox. */
export interface KernelLaunch extends Omit<KernelGrant, 'runFolder' | 'joinFiles' | 'names'> {
  isSandboxed: boolean;
  /** Names the machine whose memory it shares with other kernels; one of its own where nothing is said. */
  machine?: string;
}

const keptErrorCharacters = 4_000;
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number as number, name]));

/**
 * The running program of one kernel. It is watched: with more memory, processes or files than its limits it is killed.
 * Reasons of its end are phrases that follow "the kernel": `died: ended by signal SIGSEGV`, `was restarted`.
 */
export class KernelProcess implements KernelHost, WatchedKernel {
  readonly connection: KernelConnection;
  /** Resolves with the reason when the program has ended and its folder is gone. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly machine: string;
  readonly memoryBytes: number;
  readonly #isSandboxed: boolean;
  readonly #group: ControlGroup | null;
  readonly #limits: KernelGrant['limits'];
  readonly #disk: DiskGuard;
  readonly #view: SandboxView | null;
  #verdict: string | null = null;
  #errorText = '';
  #isCounting = false;

  private constructor(
    child: ChildProcess,
    connection: KernelConnection,
    launch: KernelLaunch,
    group: ControlGroup | null,
  ) {
    this.#child = child;
    this.connection = connection;
    this.machine = launch.machine ?? connection.folder;
    this.memoryBytes = launch.limits.memoryBytes;
    this.#isSandboxed = launch.isSandboxed;
    this.#group = group;
    this.#limits = launch.limits;
    this.#view = launch.isSandboxed && child.pid !== undefined ? new SandboxView(child.pid) : null;
    this.#disk = new DiskGuard(launch.dataFolder, launch.limits.dataBytes ?? Infinity);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorText = (this.#errorText + text).slice(-keptErrorCharacters);
    });
    this.ended = this.#waitForEnd();
    kernelWatch.add(this);
  }

  /** Starts the program; sockets are in a fresh folder only this server's user may enter. */
  static async start(launch: KernelLaunch): Promise<KernelProcess> {
    const runFolder = await makeRunFolder();
    const connection = createConnection(runFolder, launch.language === 'r');
    await writeFile(
      join(runFolder, 'connection.json'),
      connectionFile(connection, launch.isSandboxed ? '/run/kernel' : runFolder),
      { mode: 0o600 },
    );
    const { machine = runFolder, limits } = launch;
    const group = !launch.isSandboxed
      ? null
      : await createControlGroup(runFolder, { machine, memoryBytes: limits.memoryBytes, tasks: mostTasks(limits) });
    const reachable =
      launch.isSandboxed && launch.network && hasOwnNetwork(launch) ? await resolveGrant(launch.network) : null;
    const grant = {
      ...launch,
      runFolder,
      joinFiles: group?.joinFiles,
      ...(reachable && { names: await nameSettings(runFolder, reachable) }),
    };
    if (!launch.isSandboxed) await mkdir(join(runFolder, 'home'));
    const command = launch.isSandboxed ? sandboxedCommand(grant) : bareCommand(grant);
    const options = { cwd: command.workingFolder, env: command.environment };
    const child = launch.isSandboxed
      ? startSandboxed(command.program, command.arguments, {
          ...options,
          stdio: ['ignore', 'ignore', 'pipe'],
          network: reachable?.network,
        })
      : spawn(command.program, command.arguments, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    return new KernelProcess(child, connection, launch, group);
  }

  /** What the program last wrote to its own error stream, for messages about a failed start. */
  get errorText(): string {
    return this.#errorText.trim();
  }

  /** Memory, CPU time and processes at this moment. */
  async use(): Promise<KernelUse> {
    const most = this.#limits.processes;
    return this.#view?.read(most) ?? (this.#child.pid === undefined ? noUse : readTreeUse(this.#child.pid, most + 1));
  }

  stir(): void {
    kernelWatch.stir(this);
  }

  /**
   * Sends SIGINT to the kernel itself: inside the sandbox it is the first process that the sandbox's own one started.
   */
  async interrupt(): Promise<void> {
    const processIds = await this.#processIds(3);
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
    kernelWatch.remove(this);
    this.kill(this.#group?.hasRunOut() && reason.includes('SIGKILL') ? outOfMemory(this.memoryBytes) : reason);
    await rm(this.connection.folder, { recursive: true, force: true });
    void this.#group?.remove();
    return this.#verdict ?? reason;
  }

  /** What it uses; ended where it has too many processes or too much on the disk. */
  async look(): Promise<KernelUse | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return null;
    const { processes } = this.#limits;
    // Nothing is waited for before this where the sandbox can be looked into: a fork bomb leaves little time for turns.
    const use = this.#view?.read(processes) ?? (await this.use());
    if (use.processes > processes) this.kill(`died: it started more than ${processes} processes`);
    if (this.#view) this.#checkHeld(this.#view);
    void this.#checkDisk();
    return use;
  }

  #checkHeld({ held }: SandboxView): void {
    if (held.openFiles > mostOpenFiles) this.kill(`died: it has more than ${mostOpenFiles} files open`);
    if (held.runBytes + runFolderBytes(this.connection.folder) > mostRunBytes)
      this.kill(`died: it wrote more than ${formatFileSize(mostRunBytes)} into /run/kernel, which is for its sockets`);
  }

  /** Counting files may take long; it is done beside the other looks. */
  async #checkDisk(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    const filled = await this.#disk.check(this.#view?.held.dataBytes).catch(() => null);
    this.#isCounting = false;
    if (filled !== null) this.kill(filled);
  }

  async exactMemory(): Promise<number> {
    const [ids, use] = await Promise.all([this.#processIds(this.#limits.processes + 2), this.use()]);
    return proportionalMemory(ids, use.temporaryBytes);
  }

  end(reason: string): void {
    this.kill(reason);
  }

  async #processIds(most: number): Promise<number[]> {
    return this.#child.pid === undefined ? [] : (await readProcessUse(this.#child.pid, most)).processIds;
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  // A shell and bubblewrap report a signal as 128 and its number.
  const name = signal ?? (code !== null && code > 128 ? signalNames.get(code - 128) : undefined);
  return name ? `died: ended by signal ${name}` : `died: ended with exit code ${code}`;
}
