import { mostOfKernel } from '../forget-oldest.ts';

/** What is remembered of executions after their end, for what their threads still say: the last ones of each kernel. */
export class EndedRuns<Run> {
  readonly #runs = new Map<string, Run>();
  readonly #runIds = new Map<string, Set<string>>();

  get(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  all(): Iterable<Run> {
    return this.#runs.values();
  }

  /** Remembers a run; returns those of the same kernel that are forgotten for it. */
  add(kernelId: string, runId: string, run: Run): Run[] {
    const runIds = this.#runIds.get(kernelId) ?? new Set();
    this.#runIds.set(kernelId, runIds.add(runId));
    this.#runs.set(runId, run);
    return this.#take(runIds, [...runIds].slice(0, -mostOfKernel));
  }

  /** Forgets the runs of a kernel that is gone, and returns them. */
  forget(kernelId: string): Run[] {
    const runIds = this.#runIds.get(kernelId) ?? new Set();
    this.#runIds.delete(kernelId);
    return this.#take(runIds, [...runIds]);
  }

  #take(from: Set<string>, runIds: readonly string[]): Run[] {
    return runIds.flatMap((runId) => {
      const run = this.#runs.get(runId);
      from.delete(runId);
      this.#runs.delete(runId);
      return run === undefined ? [] : [run];
    });
  }
}
