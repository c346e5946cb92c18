import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';
import type { KernelLanguage } from '../../platform/kernel/sandbox.ts';
import type { Machine, MachineUse } from './machine-provider.ts';

const gibibyte = 1024 ** 3;

/** What a machine's supervisor remembers of it. `startedAt` in milliseconds. */
export interface MachineNote {
  profileId: string;
  startedAt: number;
}

/** What a machine whose kernels the supervisor holds is made of. */
export interface MachineParts {
  /** Processors that make 100 %. */
  cpu: number;
  /** GiB that its kernels may use together, where that is known. */
  memoryLimitGb: number | null;
  found: readonly LastingKernelSession[];
  startKernel(key: string, language: KernelLanguage): Promise<LastingKernelSession>;
  /** The machine has been stopped; called before its kernels end. */
  forget(): Promise<void>;
  /** Every kernel has ended. */
  ended?(): Promise<void>;
}

/** A machine that is no more than its kernels, wherever they run. */
export class SupervisedMachine implements Machine {
  readonly #parts: MachineParts;
  readonly #kernels: Map<string, LastingKernelSession>;
  #isStopped = false;
  #lastCpuSeconds = 0;
  #lastTime = performance.now();

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.#kernels = new Map(parts.found.map((kernel) => [kernel.notebookId, kernel]));
  }

  get memoryLimitGb(): number | null {
    return this.#parts.memoryLimitGb;
  }

  async startKernel(key: string, language: KernelLanguage): Promise<LastingKernelSession> {
    const kernel = await this.#parts.startKernel(key, language);
    this.#kernels.set(key, kernel);
    // A machine that was stopped while its kernel started must not leave it behind.
    if (this.#isStopped) await kernel.shutdown();
    return kernel;
  }

  async use(): Promise<MachineUse> {
    const uses = await Promise.all([...this.#kernels].map(async ([key, kernel]) => ({ key, ...(await kernel.use()) })));
    const cpuSeconds = uses.reduce((sum, use) => sum + use.cpuSeconds, 0);
    const now = performance.now();
    const seconds = Math.max(0.001, (now - this.#lastTime) / 1000);
    const busy = Math.max(0, cpuSeconds - this.#lastCpuSeconds) / seconds;
    this.#lastCpuSeconds = cpuSeconds;
    this.#lastTime = now;
    const kernelMemoryGb = new Map(
      uses.map(({ key, residentBytes, temporaryBytes }) => [key, (residentBytes + temporaryBytes) / gibibyte]),
    );
    return {
      cpuPercent: Math.min(100, (busy / this.#parts.cpu) * 100),
      memoryGb: [...kernelMemoryGb.values()].reduce((sum, each) => sum + each, 0),
      kernelMemoryGb,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#parts.forget();
    await Promise.all([...this.#kernels.values()].map((kernel) => kernel.shutdown()));
    this.#kernels.clear();
    await this.#parts.ended?.();
  }
}
