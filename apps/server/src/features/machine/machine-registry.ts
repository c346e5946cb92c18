import {
  canRunCode,
  defaultMachineProfileId,
  findMachineProfile,
  GromaError,
  isLive,
  machineUptime,
  nextMachineState,
  terminatedMachine,
  type MachineEvent,
  type MachineState,
  type MachineStatus,
  type ProjectId,
} from '@groma/model';
import type { KernelLanguage } from '../../platform/kernel/sandbox.ts';
import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';
import type { Machine, MachineProvider } from './machine-provider.ts';

/** One kernel of a machine. Memory in GiB, null before it was first read. */
interface KernelReport {
  notebookId: string;
  language: KernelLanguage;
  isBusy: boolean;
  memoryGb: number | null;
}

/**
 * A project's machine as people see it. `startedAt` is ISO 8601, `uptime` seconds, memory GiB, active kernels notebook
 * ids.
 */
export interface MachineReport {
  projectId: ProjectId;
  profileId: string;
  status: MachineStatus;
  startedAt: string | null;
  uptime: number | null;
  cpuPercent: number | null;
  memoryGb: number | null;
  /** What its kernels may use together; null while it does not run. */
  memoryLimitGb: number | null;
  activeKernels: string[];
  kernels: KernelReport[];
  problem: string | null;
}

interface Entry {
  profileId: string;
  state: MachineState;
  machine: Machine | null;
  kernels: Map<string, Promise<LastingKernelSession>>;
  /** Those that have started, and what each used when it was last read. */
  started: Map<string, LastingKernelSession>;
  kernelMemoryGb: ReadonlyMap<string, number>;
  /** Starts and stops of one machine happen one after another. */
  turn: Promise<unknown>;
  /** When code last ran or a kernel was asked for, in milliseconds. */
  usedAt: number;
}

const samplePause = 2_000;

/**
 * The machines of all projects of this server: one for each project at most, and on it one kernel for each notebook
 * that asked for one. `onChange` tells every change of a report.
 */
export class MachineRegistry {
  /** What the computer gives a machine at most; null where machines are made elsewhere. */
  readonly host: MachineProvider['host'];
  readonly #provider: MachineProvider;
  readonly #idleMs: number;
  readonly #entries = new Map<ProjectId, Entry>();
  readonly #listeners = new Set<(report: MachineReport) => void>();
  #sampling: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** `idleMs`: a machine on which nothing has run for so long is stopped; 0 for never. */
  constructor(provider: MachineProvider, idleMs = 0) {
    this.#provider = provider;
    this.host = provider.host;
    this.#idleMs = idleMs;
  }

  /**
   * Starts the machine of a project, or leaves it as it is when it runs already; resolves when code can run.
   * @throws GromaError MACHINE_PROFILE_REFUSED for a profile nobody knows; MACHINE_UNAVAILABLE, and the report says
   * Failed and why
   */
  async start(projectId: ProjectId, profileId: string = defaultMachineProfileId): Promise<MachineReport> {
    const profile = findMachineProfile(profileId);
    if (!profile) throw new GromaError('MACHINE_PROFILE_REFUSED', { profile: profileId });
    return this.#inTurn(projectId, async (entry) => {
      if (isLive(entry.state.status)) return this.report(projectId);
      entry.profileId = profileId;
      this.#change(projectId, entry, 'start');
      try {
        entry.machine = await this.#provider.start({ projectId, profile });
      } catch (error) {
        this.#change(projectId, entry, 'fail', messageOf(error));
        throw error instanceof GromaError ? error : new GromaError('MACHINE_UNAVAILABLE', { detail: messageOf(error) });
      }
      this.#change(projectId, entry, 'created');
      this.#change(projectId, entry, 'ready');
      entry.usedAt = performance.now();
      this.#sample();
      return this.report(projectId);
    });
  }

  /** Stops the machine of a project with all its kernels; does nothing when it does not run. */
  stop(projectId: ProjectId): Promise<MachineReport> {
    return this.#inTurn(projectId, async (entry) => {
      const machine = entry.machine;
      entry.machine = null;
      entry.kernels.clear();
      entry.started.clear();
      this.#change(projectId, entry, 'stop');
      await machine?.stop();
      return this.report(projectId);
    });
  }

  /** Takes over the machines that a server before has left running; to be called once, before any start. */
  async restore(): Promise<void> {
    for (const { projectId, profileId, startedAt, machine, kernels } of await this.#provider.find()) {
      await this.#inTurn(projectId, async (entry) => {
        entry.profileId = profileId;
        entry.machine = machine;
        for (const event of ['start', 'created', 'ready'] as const)
          entry.state = nextMachineState(entry.state, event, startedAt, null);
        const lasting = kernels.filter(({ notebookId }) => sessionOf(notebookId) === undefined);
        // What a server before ran in sessions begins anew.
        for (const kernel of kernels) if (!lasting.includes(kernel)) void kernel.shutdown().catch(() => undefined);
        for (const kernel of lasting) this.#watch(projectId, entry, kernel);
        entry.kernels = new Map(lasting.map((kernel) => [kernel.notebookId, Promise.resolve(kernel)]));
        entry.state = {
          ...entry.state,
          activeKernels: lasting.filter(({ status }) => status !== 'dead').map(({ notebookId }) => notebookId),
        };
        this.#tell(projectId);
      });
    }
    this.#sample();
  }

  /** The machines that run. */
  running(): MachineReport[] {
    return [...this.#entries].filter(([, { machine }]) => machine).map(([projectId]) => this.report(projectId));
  }

  /** The machine of a project as it is now; one that nobody started is Terminated. */
  report(projectId: ProjectId): MachineReport {
    const entry = this.#entries.get(projectId);
    const { profileId, state } = entry ?? { profileId: defaultMachineProfileId, state: terminatedMachine };
    return {
      projectId,
      profileId,
      status: state.status,
      startedAt: state.startedAt === null ? null : new Date(state.startedAt).toISOString(),
      uptime: machineUptime(state, Date.now()),
      cpuPercent: state.cpuPercent,
      memoryGb: state.memoryGb,
      memoryLimitGb: entry?.machine?.memoryLimitGb ?? null,
      activeKernels: [...new Set(state.activeKernels.map(notebookOf))],
      problem: state.problem,
      kernels: entry ? state.activeKernels.map((key) => kernelReport(entry, key)) : [],
    };
  }

  /**
   * The kernel of a notebook, made or revived when there is none alive (KRN-029). Calls at once share one kernel.
   * `session` names one beside those that people share, for a run of its own.
   * @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED
   */
  async kernelFor(
    projectId: ProjectId,
    notebookId: string,
    language: KernelLanguage = 'python',
    session?: string,
  ): Promise<LastingKernelSession> {
    const key = session === undefined ? kernelKey(notebookId, language) : `${notebookId}/${language}/${session}`;
    const entry = this.#entries.get(projectId);
    if (!entry?.machine || !canRunCode(entry.state)) throw new GromaError('MACHINE_NOT_ACCESSIBLE');
    entry.usedAt = performance.now();
    const known = entry.kernels.get(key);
    const kernel = known ? reviveKernel(known) : this.#makeKernel(projectId, entry, entry.machine, key, language);
    entry.kernels.set(key, kernel);
    try {
      const made = await kernel;
      entry.usedAt = performance.now();
      this.#noteKernels(projectId, entry, key, true);
      return made;
    } catch (error) {
      if (entry.kernels.get(key) === kernel) entry.kernels.delete(key);
      throw new GromaError('KERNEL_FAILED', { detail: messageOf(error) });
    }
  }

  /** The kernel that a notebook has for a language, alive or not; null when it has none. */
  async knownKernel(
    projectId: ProjectId,
    notebookId: string,
    language: KernelLanguage = 'python',
  ): Promise<LastingKernelSession | null> {
    return (
      (await this.#entries
        .get(projectId)
        ?.kernels.get(kernelKey(notebookId, language))
        ?.catch(() => null)) ?? null
    );
  }

  /** The kernels of all notebooks, alive or not. */
  async kernels(): Promise<{ projectId: ProjectId; notebookId: string; kernel: LastingKernelSession }[]> {
    const all = [...this.#entries].flatMap(([projectId, { kernels }]) =>
      [...kernels].map(async ([key, made]) => {
        const kernel = sessionOf(key) === undefined ? await made.catch(() => null) : null;
        return kernel ? [{ projectId, notebookId: notebookOf(key), kernel }] : [];
      }),
    );
    return (await Promise.all(all)).flat();
  }

  /** Whether a notebook has a kernel of a language that is alive. */
  hasKernel(projectId: ProjectId, notebookId: string, language: KernelLanguage = 'python'): boolean {
    return this.#entries.get(projectId)?.state.activeKernels.includes(kernelKey(notebookId, language)) ?? false;
  }

  /**
   * Starts the kernels that a notebook has anew, without any variable.
   * @throws GromaError KERNEL_FAILED
   */
  async restartKernels(projectId: ProjectId, notebookId: string): Promise<void> {
    const own = [...(this.#entries.get(projectId)?.kernels ?? [])].filter(
      ([key]) => notebookOf(key) === notebookId && sessionOf(key) === undefined,
    );
    await Promise.all(own.map(async ([, kernel]) => (await kernel.catch(() => null))?.restart())).catch(
      (error: unknown) => {
        throw new GromaError('KERNEL_FAILED', { detail: messageOf(error) });
      },
    );
  }

  /** Ends the kernels of a notebook, as when the notebook is deleted. */
  async stopKernel(projectId: ProjectId, notebookId: string): Promise<void> {
    const entry = this.#entries.get(projectId);
    const own = [...(entry?.kernels ?? [])].filter(([key]) => notebookOf(key) === notebookId);
    await Promise.all(own.map(([key]) => this.#endKernel(projectId, entry, key)));
  }

  /** Ends the kernels of a session. */
  async endSession(projectId: ProjectId, notebookId: string, session: string): Promise<void> {
    const entry = this.#entries.get(projectId);
    const own = [...(entry?.kernels ?? [])].filter(
      ([key]) => notebookOf(key) === notebookId && sessionOf(key) === session,
    );
    await Promise.all(own.map(([key]) => this.#endKernel(projectId, entry, key)));
  }

  /** Ends the kernel that a notebook has for one language, if it has one. */
  endKernel(projectId: ProjectId, notebookId: string, language: KernelLanguage): Promise<void> {
    return this.#endKernel(projectId, this.#entries.get(projectId), kernelKey(notebookId, language));
  }

  /** Listens to every change of any machine; returns how to stop listening. */
  onChange(listener: (report: MachineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server stops: every machine does too, or they are left to the server that comes next. */
  async close(isLeaving: boolean): Promise<void> {
    if (!isLeaving) await Promise.all([...this.#entries.keys()].map((projectId) => this.stop(projectId)));
    this.#isClosed = true;
    if (this.#sampling) clearTimeout(this.#sampling);
    await this.#provider.close(isLeaving);
  }

  async #makeKernel(
    projectId: ProjectId,
    entry: Entry,
    machine: Machine,
    key: string,
    language: KernelLanguage,
  ): Promise<LastingKernelSession> {
    const kernel = await machine.startKernel(key, language);
    if (entry.machine !== machine) throw new Error('the machine was stopped');
    this.#watch(projectId, entry, kernel);
    return kernel;
  }

  async #endKernel(projectId: ProjectId, entry: Entry | undefined, key: string): Promise<void> {
    const kernel = entry?.kernels.get(key);
    if (!entry || !kernel) return;
    entry.kernels.delete(key);
    entry.started.delete(key);
    this.#noteKernels(projectId, entry, key, false);
    await kernel.then(
      (session) => session.shutdown(),
      () => {},
    );
  }

  #watch(projectId: ProjectId, entry: Entry, kernel: LastingKernelSession): void {
    entry.started.set(kernel.notebookId, kernel);
    kernel.onStatus((status) => {
      entry.usedAt = performance.now();
      this.#noteKernels(projectId, entry, kernel.notebookId, status !== 'dead');
    });
  }

  #inTurn<Result>(projectId: ProjectId, work: (entry: Entry) => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(projectId) ?? {
      profileId: defaultMachineProfileId,
      state: terminatedMachine,
      machine: null,
      kernels: new Map(),
      started: new Map(),
      kernelMemoryGb: new Map(),
      turn: Promise.resolve(),
      usedAt: performance.now(),
    };
    this.#entries.set(projectId, entry);
    const result = entry.turn.then(() => work(entry));
    entry.turn = result.catch(() => {});
    return result;
  }

  #noteKernels(projectId: ProjectId, entry: Entry, notebookId: string, isActive: boolean): void {
    const { activeKernels } = entry.state;
    // Sessions are nobody's to see: they end with what they run.
    if (sessionOf(notebookId) !== undefined) return;
    if (!isLive(entry.state.status) || activeKernels.includes(notebookId) === isActive) return;
    const kernels = isActive ? [...activeKernels, notebookId] : activeKernels.filter((id) => id !== notebookId);
    entry.state = { ...entry.state, activeKernels: kernels };
    this.#tell(projectId);
  }

  #change(projectId: ProjectId, entry: Entry, event: MachineEvent, problem: string | null = null): void {
    const next = nextMachineState(entry.state, event, Date.now(), problem);
    if (next === entry.state) return;
    entry.state = next;
    this.#tell(projectId);
  }

  #tell(projectId: ProjectId): void {
    const report = this.report(projectId);
    for (const listener of this.#listeners) listener(report);
  }

  /** Reads processors and memory of the running machines, for as long as there are any. */
  #sample(): void {
    if (this.#sampling || this.#isClosed) return;
    this.#sampling = setTimeout(() => {
      void this.#readUses().finally(() => {
        this.#sampling = null;
        if ([...this.#entries.values()].some((entry) => entry.machine)) this.#sample();
      });
    }, samplePause);
    this.#sampling.unref();
  }

  async #readUses(): Promise<void> {
    for (const [projectId, entry] of this.#entries) {
      const machine = entry.machine;
      if (!machine || !canRunCode(entry.state)) continue;
      const use = await machine.use();
      if (entry.machine !== machine) continue;
      entry.kernelMemoryGb = use.kernelMemoryGb;
      const rounded = { cpuPercent: Math.round(use.cpuPercent), memoryGb: Math.round(use.memoryGb * 100) / 100 };
      const isSame = entry.state.cpuPercent === rounded.cpuPercent && entry.state.memoryGb === rounded.memoryGb;
      entry.state = { ...entry.state, ...rounded };
      if (!isSame) this.#tell(projectId);
      if (await this.#isIdle(entry)) await this.stop(projectId);
    }
  }

  /** A busy kernel is never idle; between two blocks of a queue no kernel is idle for long. */
  async #isIdle(entry: Entry): Promise<boolean> {
    if (this.#idleMs === 0) return false;
    const kernels = await Promise.all([...entry.kernels.values()].map((kernel) => kernel.catch(() => null)));
    if (kernels.some((kernel) => kernel?.status === 'busy' || kernel?.status === 'starting'))
      entry.usedAt = performance.now();
    return performance.now() - entry.usedAt > this.#idleMs;
  }
}

/** A notebook's kernels go by its id, those of other languages than Python with the language after it. */
function kernelKey(notebookId: string, language: KernelLanguage): string {
  return language === 'python' ? notebookId : `${notebookId}/${language}`;
}

function notebookOf(key: string): string {
  return key.split('/')[0]!;
}

/** The session that a kernel belongs to; undefined for those that people share. */
function sessionOf(key: string): string | undefined {
  return key.split('/')[2];
}

function kernelReport({ started, kernelMemoryGb }: Entry, key: string): KernelReport {
  const [notebookId = '', language = 'python'] = key.split('/');
  const memoryGb = kernelMemoryGb.get(key);
  return {
    notebookId,
    language: language as KernelLanguage,
    isBusy: started.get(key)?.status === 'busy',
    memoryGb: memoryGb === undefined ? null : Math.round(memoryGb * 100) / 100,
  };
}

async function reviveKernel(known: Promise<LastingKernelSession>): Promise<LastingKernelSession> {
  const kernel = await known;
  if (kernel.status === 'dead') await kernel.restart();
  return kernel;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
