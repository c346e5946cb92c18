import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** A process that has come up, and what it said last. */
export interface Started {
  child: ChildProcess;
  lastWords: () => string;
  /** Whether it ended for lack of space on the disk, which passes: such an end is not counted. */
  hadNoRoom?: () => boolean;
}

/** What programs say of a full disk. */
export const noRoom = /No space left on device|Disk quota exceeded/;

/** Pauses before it is started again, the first of which follows an end after a steady run. */
const usualPausesMs = [0, 200, 500, 1_000, 2_000, 5_000];
/** Who has run for so long has recovered: the next end begins with the first pause. */
const steadyMs = 60_000;

/**
 * Keeps a process running: one that is killed or breaks is started again, after pauses that grow. It gives up when
 * starting fails, or the process ends, more often in a minute than there are pauses, and when it was stopped in order.
 * On a full disk it does not: `start` waits there until there is room.
 */
export class RestartedProcess {
  readonly #name: string;
  readonly #start: () => Promise<Started>;
  readonly #log: Log;
  readonly #lost = Promise.withResolvers<string>();
  readonly #pausesMs: readonly number[];
  #current: Started;
  #startedAt = performance.now();
  #failures = 0;
  #restarting: Promise<void> | null = null;
  #isStopping = false;

  private constructor(
    name: string,
    start: () => Promise<Started>,
    first: Started,
    log: Log,
    pausesMs: readonly number[],
  ) {
    this.#name = name;
    this.#start = start;
    this.#log = log;
    this.#pausesMs = pausesMs;
    this.#current = first;
    this.#watch(first);
  }

  /** @throws what `start` throws the first time. */
  static async run(
    name: string,
    start: () => Promise<Started>,
    log: Log,
    pausesMs: readonly number[] = usualPausesMs,
  ): Promise<RestartedProcess> {
    return new RestartedProcess(name, start, await start(), log, pausesMs);
  }

  /** Settles with a line for people when it has given up. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  /** Starts it no more, and hands over the process that runs now to be ended. */
  async stop(end: (child: ChildProcess) => Promise<void>): Promise<void> {
    this.#isStopping = true;
    await this.#restarting;
    await end(this.#current.child);
  }

  #watch({ child, lastWords, hadNoRoom }: Started): void {
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (this.#isStopping) return;
      const reason = `${this.#name} ended by itself (${signal ?? `code ${code}`}): ${lastWords()}`;
      // It was stopped in order: someone wants it not to run, perhaps to run it themselves.
      if (code === 0) return this.#lost.resolve(reason);
      this.#restarting = this.#restart(reason, hadNoRoom?.() ?? false).finally(() => {
        this.#restarting = null;
      });
    };
    // It may have ended before anybody listened.
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
    else child.once('exit', onExit);
  }

  async #restart(reason: string, isExcused: boolean): Promise<void> {
    if (performance.now() - this.#startedAt > steadyMs || isExcused) this.#failures = 0;
    this.#log.error(`${reason} It is started again.`, {});
    for (let line = reason; !this.#isStopping;) {
      const pauseMs = this.#pausesMs[this.#failures];
      if (pauseMs === undefined) return this.#lost.resolve(line);
      this.#failures += 1;
      await sleep(pauseMs);
      try {
        this.#current = await this.#start();
        this.#startedAt = performance.now();
        this.#log.error(`${this.#name} runs again.`, {});
        return this.#watch(this.#current);
      } catch (error) {
        line = error instanceof Error ? error.message : String(error);
        if (noRoom.test(line)) this.#failures = Math.min(this.#failures, this.#pausesMs.length - 1);
        this.#log.error(`${this.#name} could not be started again.`, { error });
      }
    }
  }
}
