import type { ToolWarning } from '@groma/model';
import type { ToolServices } from './tool-services.ts';

/** What the caller of a tool hears and says while it runs. */
export interface ToolContext {
  /** How much is done, 0 to 1. */
  progress(fraction: number): void;
  isCanceled(): boolean;
  /** Some features were left out or changed. */
  warn(count: number, reason: ToolWarning): void;
  /** What the tool may ask beside its inputs: at least the service that its definition names. */
  readonly services?: Partial<ToolServices>;
}

/** Raised where a tool finds that it was canceled. */
export class ToolCanceled extends Error {
  override readonly name = 'ToolCanceled';
}

const patienceMs = 60;

/**
 * A run: counts warnings, tells the progress, and lets messages through often enough to be canceled within a second.
 */
export class ToolWork {
  readonly #context: ToolContext;
  readonly #warnings = new Map<ToolWarning, number>();
  #last = performance.now();
  readonly #total: number;
  #done = 0;

  constructor(context: ToolContext, total: number) {
    this.#context = context;
    this.#total = total;
  }

  warn(reason: ToolWarning, count = 1): void {
    this.#warnings.set(reason, (this.#warnings.get(reason) ?? 0) + count);
  }

  /** Counts rows as done; true when it is time for `breathe`. */
  isDue(rows = 1): boolean {
    this.#done += rows;
    return performance.now() - this.#last > patienceMs;
  }

  /** Lets the thread hear its messages. @throws ToolCanceled */
  async breathe(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (this.#context.isCanceled()) throw new ToolCanceled();
    if (this.#total > 0) this.#context.progress(Math.min(0.99, this.#done / this.#total));
    this.#last = performance.now();
  }

  /** Says how much is done where it is not counted by rows. */
  tell(fraction: number): void {
    this.#done = fraction * this.#total;
    this.#context.progress(Math.min(0.99, fraction));
  }

  finish(): void {
    for (const [reason, count] of this.#warnings) this.#context.warn(count, reason);
    this.#context.progress(1);
  }
}
