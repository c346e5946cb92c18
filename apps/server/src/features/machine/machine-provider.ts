import type { MachineHost, MachineProfile, ProjectId } from '@groma/model';
import type { KernelLanguage } from '../../platform/kernel/sandbox.ts';
import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';

/** A kernel for readers of a published notebook, who have no role anywhere. */
export interface ReaderKernel {
  /** Names the session: its kernels share the memory. */
  owner: string;
  /** The frozen project, whose files it sees and cannot change. */
  projectId: ProjectId;
  language: KernelLanguage;
  memoryBytes: number;
}

/** A member of the family of machine providers: where machines run and how they are made. */
export interface MachineProvider {
  readonly name: string;
  /** What the computer gives a machine at most; null where machines are made elsewhere. */
  readonly host: MachineHost | null;
  /**
   * Makes a machine whose kernels see the project's files at /data; resolves when code can run.
   * @throws GromaError MACHINE_UNAVAILABLE with a sentence that says what is missing and what mends it
   */
  start(request: { projectId: ProjectId; profile: MachineProfile }): Promise<Machine>;
  /**
   * Starts a kernel of no machine, without network and without the server; it ends with the server that started it.
   * Left out where kernels are in no sandbox of this server.
   * @throws Error whose message says why it did not start
   */
  startReaderKernel?(wanted: ReaderKernel): Promise<LastingKernelSession>;
  /**
   * The machines that a server before has left running; to be called once, before any other. Kernels of no machine are
   * ended.
   */
  find(): Promise<FoundMachine[]>;
  /** The server stops: ends what is left of the machines, or leaves them to the server that comes next. */
  close(isLeaving: boolean): Promise<void>;
}

/** A machine that runs already. `startedAt` in milliseconds. */
export interface FoundMachine {
  projectId: ProjectId;
  profileId: string;
  startedAt: number;
  machine: Machine;
  kernels: readonly LastingKernelSession[];
}

/**
 * Use of a machine's processors, 0 to 100 over all of them, and of its memory in GiB: in all, and by the keys of its
 * kernels.
 */
export interface MachineUse {
  cpuPercent: number;
  memoryGb: number;
  kernelMemoryGb: ReadonlyMap<string, number>;
}

/** A running machine. */
export interface Machine {
  /** GiB that its kernels may use together, which can be less than its profile says; null where nobody knows. */
  readonly memoryLimitGb: number | null;
  /**
   * Starts a kernel; resolves when it answers, throws an Error whose message says why not. `key` names it among the
   * kernels of the machine and is its `notebookId`.
   */
  startKernel(key: string, language: KernelLanguage): Promise<LastingKernelSession>;
  /** Measured since the call before. */
  use(): Promise<MachineUse>;
  /** Ends every kernel. */
  stop(): Promise<void>;
}
