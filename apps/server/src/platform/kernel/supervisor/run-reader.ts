import type { WholeOutput } from '@groma/model';
import type { Log } from '../../log.ts';
import { deferred, type Deferred } from '../deferred.ts';
import { deathNotice, type ExecuteResult, type ExecuteOptions } from '../kernel-session.ts';
import { EndedRuns } from './ended-runs.ts';
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

/**
 * What a run gives can't be written now. It goes on, and is to be followed again from the last batch that is on disk.
 */
export class RunUnread extends Error {
  override readonly name = 'RunUnread';
}

/** The runs whose outputs this server takes in, batch by batch, in order. */
export class RunReader {
  readonly #tell: (word: SupervisorWord) => void;
  readonly #log: Log;
  readonly #readings = new Map<string, Reading>();
  /** Runs that will be followed again: their batches stay with the supervisor until then. */
  readonly #unread = new Set<string>();
  /** Runs that have ended, whose threads may still print. */
  readonly #ended = new EndedRuns<Reading>();

  constructor(tell: (word: SupervisorWord) => void, log: Log) {
    this.#tell = tell;
    this.#log = log;
  }

  /** Reads a run that `begin` starts or finds; `begin` answers whether there is one. */
  async read(
    { kernelId, runId }: { kernelId: string; runId: string },
    options: ExecuteOptions,
    begin: () => Promise<boolean>,
  ): Promise<ExecuteResult> {
    const reading: Reading = { ...deferred<ExecuteResult>(), options, given: Promise.resolve() };
    this.#readings.set(runId, reading);
    this.#unread.delete(runId);
    const stop = (): void => {
      this.#tell({ type: 'stop', runId });
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    try {
      if (!(await begin())) return { status: 'dead', executionCount: null };
      if (options.signal?.aborted) stop();
      const result = await reading.promise;
      // A run that failed is read no further: what its code still gives before it heeds the stop is dropped.
      if (!options.isSilent) this.#ended.add(kernelId, runId, reading);
      return result;
    } finally {
      this.#readings.delete(runId);
      options.signal?.removeEventListener('abort', stop);
    }
  }

  /** Reads what the threads of a run still say that a server before has read to its end. */
  readLate({ kernelId, runId }: { kernelId: string; runId: string }, options: ExecuteOptions): void {
    this.#ended.add(kernelId, runId, { ...deferred<ExecuteResult>(), options, given: Promise.resolve() });
  }

  takeBatch({ runId, sequence, outputs }: { runId: string; sequence: number; outputs: WholeOutput[] | null }): void {
    const reading = this.#readings.get(runId) ?? this.#ended.get(runId);
    const acknowledge = (): void => {
      this.#tell({ type: 'acknowledge', runId, sequence });
    };
    if (this.#unread.has(runId)) return;
    // Nobody knows any more where it belongs.
    if (!reading) return acknowledge();
    const { options } = reading;
    // A late batch that could not be written silences none of those after it.
    const given = this.#ended.get(runId) ? reading.given.catch(() => undefined) : reading.given;
    reading.given = given.then(() => (outputs ? options.onOutput(outputs, sequence) : options.onClear?.(sequence)));
    reading.given
      .then(() => options.whenKept?.())
      .then(acknowledge, (error: unknown) => {
        if (error instanceof RunUnread && this.#readings.get(runId) === reading) {
          this.#unread.add(runId);
          return reading.reject(error);
        }
        this.#fail(runId, reading, error);
        // It is lost, but a kernel that waits for it would wait for ever.
        acknowledge();
      });
  }

  takeEnd({ runId, result }: { runId: string; result: ExecuteResult }): void {
    const reading = this.#readings.get(runId);
    if (!reading) return;
    if (this.#unread.has(runId)) return;
    void reading.given.then(() => {
      reading.resolve(result);
    }, reading.reject);
  }

  /** The kernels are gone with what they had not handed over. */
  lose(reason: string): void {
    for (const reading of this.#readings.values()) {
      void reading.given
        .then(() => reading.options.onOutput([deathNotice(reason)], 0))
        .then(() => {
          reading.resolve({ status: 'dead', executionCount: null });
        }, reading.reject);
    }
  }

  /** A kernel is gone with its threads. */
  forgetKernel(kernelId: string): void {
    this.#ended.forget(kernelId);
  }

  /** This server reads no further; the runs go on. */
  async leave(): Promise<void> {
    await Promise.all(
      [...this.#readings.values()].map(async (reading) => {
        await reading.given.catch(() => undefined);
        reading.reject(new RunLeft('The run is left to the server that comes next.'));
      }),
    );
  }

  #fail(runId: string, reading: Reading, error: unknown): void {
    if (this.#ended.get(runId) === reading)
      return this.#log.error('What a run gave after its end could not be written.', { runId, error });
    // The outputs could not be taken in: the code must not go on unseen.
    this.#tell({ type: 'stop', runId });
    reading.reject(error);
  }
}
