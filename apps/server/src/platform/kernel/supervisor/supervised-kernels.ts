import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId, type WidgetBatch } from '@groma/model';
import { createLog, type Log } from '../../log.ts';
import { callSocket } from '../sandbox.ts';
import type { AnyKernelLaunch } from '../start-kernel-host.ts';
import { startSupervisor } from './start-supervisor.ts';
import { RunReader } from './run-reader.ts';
import { SupervisedKernel } from './supervised-kernel.ts';
import { SupervisorLink, type SupervisorEvent } from './supervisor-link.ts';
import type { RememberedRun, SupervisedKernelState } from './supervisor-message.ts';
import { readSupervisorRecord, writeSupervisorRecord } from './supervisor-record.ts';

/** What a server that starts finds of one before: its kernels with their owners, its own notes by key. */
export interface FoundKernels {
  kernels: { kernel: SupervisedKernel; owner: string }[];
  notes: Record<string, string>;
}

/** A kernel whose code may ask this server: by which name, of which owner, and at which socket. */
export interface AskingKernel {
  notebookId: string;
  owner: string;
  socket: string;
}

/** What the widgets of a kernel did: of which, by the key that its machine knows it by, and since which start of it. */
export interface ToldWidgets {
  kernelKey: string;
  kernel: string;
  batch: WidgetBatch;
}

/** Begins to listen for a kernel, and gives what ends it. */
type Listen = (kernel: AskingKernel) => () => void;

/**
 * The kernels of this server. They live in a process of their own, the supervisor, so that a server which is restarted
 * or killed finds them again, with all they have printed meanwhile. The supervisor is started with the first kernel.
 */
export class SupervisedKernels {
  readonly #dataFolder: string;
  readonly #graceSeconds: number;
  readonly #kernels = new Map<string, SupervisedKernel>();
  readonly #runs: RunReader;
  /** Runs of a server before. */
  #leftRuns: readonly RememberedRun[] = [];
  #notes = new Map<string, string>();
  /** The folder that the supervisor makes and removes; kernels without any business in it see one folder of it each. */
  #folder: string | null = null;
  #listen: Listen | null = null;
  #onWidgets: (told: ToldWidgets) => void = () => {};
  readonly #owners = new WeakMap<SupervisedKernel, string>();
  readonly #ears = new Map<string, () => void>();
  #link: SupervisorLink | null = null;
  #opening: Promise<SupervisorLink> | null = null;

  /** `graceSeconds`: how long kernels go on without a server. */
  constructor(dataFolder: string, graceSeconds: number, log: Log = createLog()) {
    this.#dataFolder = dataFolder;
    this.#graceSeconds = graceSeconds;
    this.#runs = new RunReader((word) => {
      this.#link?.tell(word);
    }, log);
  }

  /** Finds the kernels that a server before has left; to be called once, before anything else. */
  async find(): Promise<FoundKernels> {
    const socket = readSupervisorRecord(this.#dataFolder);
    const link =
      socket &&
      (await SupervisorLink.open(socket, (event) => {
        this.#hear(event);
      }));
    if (!link) return { kernels: [], notes: {} };
    this.#hold(link, socket!);
    const state = await link.call('state', {});
    this.#leftRuns = state.runs;
    this.#notes = new Map(Object.entries(state.notes));
    return {
      kernels: state.kernels.map((found) => ({ kernel: this.#add(found), owner: found.owner })),
      notes: state.notes,
    };
  }

  /** @throws Error whose message says why the kernel did not start */
  async start({
    mayAsk = true,
    ...kernel
  }: {
    notebookId: string;
    owner: string;
    launch: AnyKernelLaunch;
    keptCharacters?: number;
    /** Its code may ask this server. */
    mayAsk?: boolean;
  }): Promise<SupervisedKernel> {
    const link = await this.#open();
    const kernelId = newId<'kernel'>();
    const launch = mayAsk ? await this.#withCalls(kernelId, kernel) : kernel.launch;
    return this.#add(await link.call('startKernel', { ...kernel, kernelId, launch }));
  }

  /** From now on all kernels there are and will be are listened for. */
  listen(listen: Listen): void {
    this.#listen = listen;
    for (const kernel of this.#kernels.values()) this.#listenFor(kernel);
  }

  /** Has all told what the widgets of all kernels do. */
  listenToWidgets(listener: (told: ToldWidgets) => void): void {
    this.#onWidgets = listener;
  }

  /** Keeps a small text for as long as the supervisor lives; null takes it away. */
  async note(key: string, value: string | null): Promise<void> {
    if (value === null && !this.#notes.delete(key)) return;
    if (value !== null) this.#notes.set(key, value);
    (value === null ? this.#link : await this.#open())?.tell({ type: 'note', key, value });
  }

  /** Ends the supervisor with all kernels; or leaves them to the server that comes next. */
  async close(isLeaving: boolean): Promise<void> {
    this.#stopListening();
    const link = this.#link ?? (await this.#opening?.catch(() => null));
    this.#link = null;
    if (!link) return;
    await this.#runs.leave();
    if (!isLeaving) await Promise.race([link.call('end', {}).catch(() => undefined), link.ended]);
    link.close();
    await link.ended;
  }

  #add(state: SupervisedKernelState): SupervisedKernel {
    const kernel = new SupervisedKernel(state, this.#runs, {
      call: async (name, ask) => (await this.#open()).call(name, ask),
      tell: (word) => {
        this.#link?.tell(word);
      },
      leftRuns: () => this.#leftRuns.filter(({ kernelId }) => kernelId === state.kernelId),
      forget: () => {
        this.#kernels.delete(state.kernelId);
        this.#ears.get(state.kernelId)?.();
        this.#ears.delete(state.kernelId);
        if (this.#folder) void rm(join(this.#folder, state.kernelId), { recursive: true, force: true });
      },
    });
    this.#kernels.set(state.kernelId, kernel);
    this.#owners.set(kernel, state.owner);
    this.#listenFor(kernel);
    return kernel;
  }

  /** Python's are given a folder for the server's socket. */
  async #withCalls(
    kernelId: string,
    { launch, owner }: { launch: AnyKernelLaunch; owner: string },
  ): Promise<AnyKernelLaunch> {
    if ('serverUrl' in launch || (launch.language ?? 'python') !== 'python' || !this.#folder) return launch;
    const folder = join(this.#folder, kernelId);
    await mkdir(folder, { mode: 0o700 });
    return { ...launch, calls: { folder, projectId: owner } };
  }

  #listenFor(kernel: SupervisedKernel): void {
    const folder = this.#folder && join(this.#folder, kernel.id);
    if (!this.#listen || !folder || !existsSync(folder) || this.#ears.has(kernel.id)) return;
    const owner = this.#owners.get(kernel)!;
    this.#ears.set(kernel.id, this.#listen({ notebookId: kernel.notebookId, owner, socket: join(folder, callSocket) }));
  }

  #stopListening(): void {
    for (const stop of this.#ears.values()) stop();
    this.#ears.clear();
  }

  #open(): Promise<SupervisorLink> {
    if (this.#link) return Promise.resolve(this.#link);
    this.#opening ??= this.#startSupervisor().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #startSupervisor(): Promise<SupervisorLink> {
    const before = readSupervisorRecord(this.#dataFolder);
    if (before) await rm(dirname(before), { recursive: true, force: true }).catch(() => undefined);
    const socket = await startSupervisor(join(this.#dataFolder, 'kernel-supervisor.log'), this.#graceSeconds);
    writeSupervisorRecord(this.#dataFolder, socket);
    const link = await SupervisorLink.open(socket, (event) => {
      this.#hear(event);
    });
    if (!link) throw new Error('couldn’t reach the process that runs the kernels');
    this.#hold(link, socket);
    for (const [key, value] of this.#notes) link.tell({ type: 'note', key, value });
    return link;
  }

  #hold(link: SupervisorLink, socket: string): void {
    this.#link = link;
    this.#folder = dirname(socket);
    void link.ended.then(() => {
      if (this.#link !== link) return;
      this.#link = null;
      this.#leftRuns = [];
      this.#stopListening();
      const reason = 'died: the process that holds the kernels has ended';
      for (const kernel of this.#kernels.values()) {
        kernel.die(reason);
        this.#runs.forgetKernel(kernel.id);
      }
      this.#runs.lose(reason);
    });
  }

  #hearWidgets({ kernelId, epoch, batch }: Extract<SupervisorEvent, { type: 'widgets' }>): void {
    const kernel = this.#kernels.get(kernelId);
    if (!kernel) return;
    this.#onWidgets({ kernelKey: kernel.notebookId, kernel: `${kernelId}.${epoch}`, batch });
  }

  /** Those who have a widget of an ended kernel in front of them read it anew, and find that it is gone. */
  #tellOfEnd(kernelId: string): void {
    const kernel = this.#kernels.get(kernelId);
    if (!kernel) return;
    const { notebookId: kernelKey, epoch } = kernel;
    this.#onWidgets({ kernelKey, kernel: `${kernelId}.${epoch}`, batch: { sequence: 0, events: null } });
  }

  #hear(event: SupervisorEvent): void {
    switch (event.type) {
      case 'batch':
        return this.#runs.takeBatch(event);
      case 'done':
        return this.#runs.takeEnd(event);
      case 'status':
        return this.#kernels.get(event.kernelId)?.setStatus(event.status, event.epoch);
      case 'death':
        this.#tellOfEnd(event.kernelId);
        return this.#kernels.get(event.kernelId)?.publishDeath(event.reason);
      case 'widgets':
        return this.#hearWidgets(event);
      default:
        return event satisfies never;
    }
  }
}
