import { recordsNow } from '../database/record-clock.ts';
import { operations } from '../database/tables/index.ts';
import type { Platform } from '../platform.ts';
import type { OperationProgress } from './operation-kind.ts';
import { isCurrent, publishOperation, type Attempt } from './operation-records.ts';

/** Progress is written at most this often. */
const reportMs = 250;

/** Writes progress at most every quarter of a second, the newest winning. */
export class ProgressReporter {
  readonly #platform: Pick<Platform, 'database' | 'bus' | 'log'>;
  readonly #attempt: Attempt;
  readonly #startedAt = performance.now();
  #wanted: OperationProgress = {};
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(platform: Pick<Platform, 'database' | 'bus' | 'log'>, attempt: Attempt) {
    this.#platform = platform;
    this.#attempt = attempt;
  }

  report(progress: OperationProgress): void {
    this.#wanted = { ...this.#wanted, ...progress };
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing
        .then(() => this.#write())
        .catch((error: unknown) => {
          this.#platform.log.error('Progress was not written.', { error });
        });
    }, reportMs);
  }

  stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { progress, subtitle, subTask, subTaskProgress } = this.#wanted;
    this.#wanted = {};
    await this.#platform.database.query
      .update(operations)
      .set({
        updatedAt: recordsNow,
        ...(progress !== undefined && { progress: within(progress), estimatedTimeLeft: this.#timeLeft(progress) }),
        ...(subtitle !== undefined && { subtitle }),
        ...(subTask !== undefined && { currentSubTask: subTask }),
        ...(subTaskProgress !== undefined && {
          currentSubTaskProgress: subTaskProgress === null ? null : within(subTaskProgress),
        }),
      })
      .where(isCurrent(this.#attempt));
    await publishOperation(this.#platform, this.#attempt);
  }

  /** Seconds left when the rest goes as the first part went. */
  #timeLeft(progress: number): number | null {
    return progress > 0
      ? Math.round(((performance.now() - this.#startedAt) / 1_000) * ((100 - within(progress)) / progress))
      : null;
  }
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
