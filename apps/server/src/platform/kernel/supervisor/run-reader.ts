import type { WholeOutput } from '@groma/model';
import { deferred, type Deferred } from '../deferred.ts';
import { forgetOldest, mostOfAll } from '../forget-oldest.ts';
import { deathNotice, type ExecuteResult, type ExecuteOptions } from '../kernel-session.ts';
import type { SupervisorWord } from './supervisor-link.ts';

interface Reading extends Deferred<ExecuteResult> {
  options: ExecuteOptions;
  /** Ends when every batch so far was taken in; one is given at a time. */
  given: Promise<void>;
}

/** Nobody reads the outputs of a run any more, because this server leaves its kernels to the next one. */
export class RunLeft extends Error {
  override readonly name = 'RunLeft';
}

/** The runs whose outputs this server takes in, batch by batch, in order. */
export class RunReader {
  readonly #tell: (word: SupervisorWord) => void;
  readonly #readings = new Map<string, Reading>();
  /** Runs that have ended, whose threads may still print. */
  readonly #ended = new Map<string, Reading>();

  constructor(tell: (word: SupervisorWord) => void) {
    this.#tell = tell;
  }

  /** Reads a run that `begin` starts or finds; `begin` answers whether there is one. */
  async read(runId: string, options: ExecuteOptions, begin: () => Promise<boolean>): Promise<ExecuteResult> {
    const reading: Reading = { ...deferred<ExecuteResult>(), options, given: Promise.resolve() };
    this.#readings.set(runId, reading);
    const stop = (): void => { this.#tell({ type: 'stop', runId }); };
    options.signal?.addEventListener('abort', stop, { once: true });
    try {
      if (!await begin()) return { status: 'dead', executionCount: null };
      if (options.signal?.aborted) stop();
      return await reading.promise;
    } finally {
      this.#readings.delete(runId);
      if (!options.isSilent) this.#ended.set(runId, reading);
      forgetOldest(this.#ended, mostOfAll);
      options.signal?.removeEventListener('abort', stop);
    }
  }

  takeBatch({ runId, sequence, outputs }: { runId: string; sequence: number; outputs: WholeOutput[] | null }): void {
    const reading = this.#readings.get(runId) ?? this.#ended.get(runId);
    // Nobody knows any more where it belongs.
    if (!reading) return this.#tell({ type: 'acknowledge', runId, sequence });
    const { options, given } = reading;
    reading.given = given.then(() => (outputs ? options.onOutput(outputs, sequence) : options.onClear?.(sequence)));
    reading.given.then(() => options.whenKept?.()).then(() => { this.#tell({ type: 'acknowledge', runId, sequence }); }, (error: unknown) => {
      // The outputs could not be taken in: the code must not go on unseen.
      this.#tell({ type: 'stop', runId });
      reading.reject(error);
    });
  }

  takeEnd({ runId, result }: { runId: string; result: ExecuteResult }): void {
    const reading = this.#readings.get(runId);
    if (!reading) return;
    void reading.given.then(() => { reading.resolve(result); }, reading.reject);
  }

  /** The kernels are gone with what they had not handed over. */
  lose(reason: string): void {
    for (const reading of this.#readings.values()) {
      void reading.given.then(() => reading.options.onOutput([deathNotice(reason)], 0))
        .then(() => { reading.resolve({ status: 'dead', executionCount: null }); }, reading.reject);
    }
  }

  /** This server reads no further; the runs go on. */
  async leave(): Promise<void> {
    await Promise.all([...this.#readings.values()].map(async (reading) => {
      await reading.given.catch(() => undefined);
      reading.reject(new RunLeft('The run is left to the server that comes next.'));
    }));
  }
}
