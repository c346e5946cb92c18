import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '@groma/model';
import { createLog, type Log } from '../../log.ts';
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
    this.#hold(link);
    const state = await link.call('state', {});
    this.#leftRuns = state.runs;
    this.#notes = new Map(Object.entries(state.notes));
    return {
      kernels: state.kernels.map((found) => ({ kernel: this.#add(found), owner: found.owner })),
      notes: state.notes,
    };
  }

  /** @throws Error whose message says why the kernel did not start */
  async start(kernel: {
    notebookId: string;
    owner: string;
    launch: AnyKernelLaunch;
    keptCharacters?: number;
  }): Promise<SupervisedKernel> {
    const link = await this.#open();
    return this.#add(await link.call('startKernel', { kernelId: newId<'kernel'>(), ...kernel }));
  }

  /** Keeps a small text for as long as the supervisor lives; null takes it away. */
  async note(key: string, value: string | null): Promise<void> {
    if (value === null && !this.#notes.delete(key)) return;
    if (value !== null) this.#notes.set(key, value);
    (value === null ? this.#link : await this.#open())?.tell({ type: 'note', key, value });
  }

  /** Ends the supervisor with all kernels; or leaves them to the server that comes next. */
  async close(isLeaving: boolean): Promise<void> {
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
        this.#runs.forgetKernel(state.kernelId);
      },
    });
    this.#kernels.set(state.kernelId, kernel);
    return kernel;
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
    this.#hold(link);
    for (const [key, value] of this.#notes) link.tell({ type: 'note', key, value });
    return link;
  }

  #hold(link: SupervisorLink): void {
    this.#link = link;
    void link.ended.then(() => {
      if (this.#link !== link) return;
      this.#link = null;
      this.#leftRuns = [];
      const reason = 'died: the process that holds the kernels has ended';
      for (const kernel of this.#kernels.values()) {
        kernel.die(reason);
        this.#runs.forgetKernel(kernel.id);
      }
      this.#runs.lose(reason);
    });
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
        return this.#kernels.get(event.kernelId)?.publishDeath(event.reason);
      default:
        return event satisfies never;
    }
  }
}
