import { formatFileSize } from '@groma/model';
import type { KernelUse } from './kernel-use.ts';

/** A kernel as the watch sees it. */
export interface WatchedKernel {
  /** Kernels of one machine share its memory, in bytes. */
  readonly machine: string;
  readonly memoryBytes: number;
  /** Reads what it uses, and ends it by itself where that breaks a limit of its own; null when it has ended. */
  look(): Promise<KernelUse | null>;
  /** Exact memory, which takes longer to read. */
  exactMemory(): Promise<number>;
  end(reason: string): void;
}

interface Known {
  use: KernelUse | null;
  lookedAt: number;
  quickUntil: number;
  isLooking: boolean;
}

const quickPause = 250;
const slowPause = 1_000;
/** So long after its last activity a kernel is still looked at often. */
const stirred = 3_000;
/** An idle kernel takes about 1 % of a processor for its own clocks. */
const activeShare = 0.05;
const activeGrowth = 8 * 1024 ** 2;

/**
 * Watches all kernels of this process in one round: often where code runs or processes work, seldom where nothing
 * happens. It adds up what the kernels of a machine use together.
 */
export class KernelWatch {
  readonly #kernels = new Map<WatchedKernel, Known>();
  readonly #weighing = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #isQuick = false;

  add(kernel: WatchedKernel): void {
    this.#kernels.set(kernel, { use: null, lookedAt: 0, quickUntil: performance.now() + stirred, isLooking: false });
    this.stir(kernel);
  }

  remove(kernel: WatchedKernel): void {
    this.#kernels.delete(kernel);
  }

  /** Code begins in a kernel. */
  stir(kernel: WatchedKernel): void {
    const known = this.#kernels.get(kernel);
    if (!known) return;
    known.quickUntil = performance.now() + stirred;
    // A quick round is left as it is: code that begins ever again must not put it off.
    if (this.#isQuick) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#plan();
  }

  #plan(): void {
    if (this.#timer || this.#kernels.size === 0) return;
    const now = performance.now();
    this.#isQuick = [...this.#kernels.values()].some(({ quickUntil }) => quickUntil > now);
    this.#timer = setTimeout(
      () => {
        this.#round();
      },
      this.#isQuick ? quickPause : slowPause,
    ).unref();
  }

  #round(): void {
    this.#timer = null;
    this.#isQuick = false;
    for (const [kernel, known] of this.#kernels) void this.#lookAt(kernel, known);
    this.#plan();
  }

  async #lookAt(kernel: WatchedKernel, known: Known): Promise<void> {
    const now = performance.now();
    if (known.isLooking || (known.quickUntil <= now && now - known.lookedAt < slowPause * 0.9)) return;
    known.isLooking = true;
    try {
      const use = await kernel.look();
      if (use && isActive(known, use, now)) known.quickUntil = now + stirred;
      Object.assign(known, { use, lookedAt: now });
      // Weighing may take long where there are many processes, and must not keep the next look waiting.
      void this.#weigh(kernel.machine, kernel.memoryBytes).catch(() => undefined);
    } catch {
      // What cannot be read now can be in the next round.
    } finally {
      known.isLooking = false;
    }
  }

  /**
   * Ends the kernel that uses most where all of a machine together have more than it has: one that works, if any does.
   */
  async #weigh(machine: string, memoryBytes: number): Promise<void> {
    const own = [...this.#kernels].filter(([kernel, { use }]) => kernel.machine === machine && use !== null);
    if (
      this.#weighing.has(machine) ||
      sum(own.map(([, { use }]) => use!.residentBytes + use!.temporaryBytes)) <= memoryBytes
    )
      return;
    this.#weighing.add(machine);
    try {
      const exact = await Promise.all(
        own.map(async ([kernel, known]) => ({ kernel, known, bytes: await kernel.exactMemory() })),
      );
      if (sum(exact.map(({ bytes }) => bytes)) <= memoryBytes) return;
      const now = performance.now();
      const working = exact.filter(({ known }) => known.quickUntil > now);
      const most = (working.length > 0 ? working : exact).toSorted((one, other) => other.bytes - one.bytes)[0]!;
      most.kernel.end(
        outOfMemory(memoryBytes, {
          bytes: most.bytes,
          temporaryBytes: most.known.use?.temporaryBytes ?? 0,
          isAlone: exact.length === 1,
        }),
      );
    } finally {
      this.#weighing.delete(machine);
    }
  }
}

/** All kernels of this process. */
export const kernelWatch = new KernelWatch();

const outOfMemoryPhrase = 'died: out of memory, ';

/** Whether a reason is one that `outOfMemory` gives. */
export function isOutOfMemory(reason: string): boolean {
  return reason.startsWith(outOfMemoryPhrase);
}

/** Why a kernel was ended, as a phrase that follows "the kernel". */
export function outOfMemory(
  memoryBytes: number,
  told?: { bytes: number; temporaryBytes: number; isAlone: boolean },
): string {
  const files =
    told && told.temporaryBytes > memoryBytes / 10
      ? `; ${formatFileSize(told.temporaryBytes)} of it are files in memory, such as those in /tmp and /dev/shm`
      : '';
  const all = formatMemory(memoryBytes);
  if (!told || told.isAlone) return `${outOfMemoryPhrase}it used more than the ${all} of its machine${files}`;
  return `${outOfMemoryPhrase}the notebooks of its machine together used more than the ${all} it has, and this one ${formatFileSize(told.bytes)}${files}`;
}

function isActive({ use: before, lookedAt }: Known, use: KernelUse, now: number): boolean {
  if (!before) return true;
  const grown = use.residentBytes + use.temporaryBytes - before.residentBytes - before.temporaryBytes;
  return (
    use.processes !== before.processes ||
    grown > activeGrowth ||
    use.cpuSeconds - before.cpuSeconds > Math.max(0.02, (activeShare * (now - lookedAt)) / 1000)
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function formatMemory(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Number(gigabytes.toFixed(1))} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
