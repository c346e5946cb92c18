import type { LintDiagnostic } from '@groma/protocol';
import { byBlock } from './place-diagnostics.ts';

/** The linter is asked so long after edits have stopped, in milliseconds (NBK-058). */
export const lintDelayMs = 1_000;

interface LintBlock {
  blockId: string;
  code: string;
  language: string;
}
export interface LintQuestion {
  blocks: readonly LintBlock[];
  names: readonly string[];
}

interface LinterParts {
  /** The code as it is now. */
  read(): LintQuestion;
  ask(question: LintQuestion, signal: AbortSignal): Promise<readonly LintDiagnostic[]>;
  /** Shows what was found: each block that was asked about is among the keys. */
  show(found: ReadonlyMap<string, readonly LintDiagnostic[]>): void;
}

/**
 * Lints a notebook a while after edits stop. A newer question ends the one before (NBK-059); one that fails clears what
 * is shown (NBK-060).
 */
export class NotebookLinter {
  readonly #parts: LinterParts;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked: AbortController | null = null;
  #known: { key: string; found: ReadonlyMap<string, readonly LintDiagnostic[]> } | null = null;

  constructor(parts: LinterParts) {
    this.#parts = parts;
  }

  /** Code has been edited: the wait begins anew. */
  edited(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#lint();
    }, lintDelayMs);
  }

  /** Blocks have come, gone or moved: looked at soon, without making a wait under way longer. */
  moved(): void {
    this.#timer ??= setTimeout(() => {
      void this.#lint();
    }, lintDelayMs);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#asked?.abort();
  }

  async #lint(): Promise<void> {
    this.#timer = null;
    const question = this.#parts.read();
    const key = JSON.stringify(question);
    if (this.#known?.key === key) return this.#parts.show(this.#known.found);
    this.#asked?.abort();
    const controller = new AbortController();
    this.#asked = controller;
    const found = await this.#answer(question, controller.signal);
    if (controller.signal.aborted) return;
    this.#known = found.isWhole ? { key, found: found.byBlock } : null;
    this.#parts.show(found.byBlock);
  }

  async #answer(
    question: LintQuestion,
    signal: AbortSignal,
  ): Promise<{ byBlock: ReadonlyMap<string, readonly LintDiagnostic[]>; isWhole: boolean }> {
    if (question.blocks.every(({ code, language }) => language !== 'python' || code.trim() === ''))
      return { byBlock: byBlock(question.blocks, []), isWhole: true };
    try {
      return { byBlock: byBlock(question.blocks, await this.#parts.ask(question, signal)), isWhole: true };
    } catch {
      return { byBlock: byBlock(question.blocks, []), isWhole: false };
    }
  }
}
