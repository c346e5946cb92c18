import { and, eq, inArray } from 'drizzle-orm';
import type { OperationId, OperationRemark, OperationStatus, ProjectId } from '@groma/model';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** How far the work is. `progress` and `subTaskProgress` are 0 to 100; what is left out stays. */
export interface OperationProgress {
  progress?: number;
  subtitle?: string;
  subTask?: string | null;
  subTaskProgress?: number | null;
  /** What is to be said of the result; it is written when the work ends. */
  remarks?: OperationRemark[];
}

/** Statuses that may still change (SHL-036). */
export const openStatuses: OperationStatus[] = ['Pending', 'In Progress'];
/** Progress is written at most this often. */
const reportMs = 250;

/** Writes progress at most every quarter of a second, the newest winning. */
export class ProgressReporter {
  readonly #platform: Platform;
  readonly #projectId: ProjectId;
  readonly #id: OperationId;
  readonly #startedAt = performance.now();
  #wanted: OperationProgress = {};
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(platform: Platform, projectId: ProjectId, id: OperationId) {
    this.#platform = platform;
    this.#projectId = projectId;
    this.#id = id;
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
      .where(and(eq(operations.id, this.#id), inArray(operations.status, openStatuses)));
    await tellOperation(this.#platform, this.#projectId, this.#id);
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

/** Rooms of the project hear of it; a failure to tell does not fail the work. */
export async function tellOperation({ bus, log }: Platform, projectId: ProjectId, id: OperationId): Promise<void> {
  await bus.publish('operation-changed', { projectId, id }).catch((error: unknown) => {
    log.error('Nobody was told of an operation.', { error });
  });
}
