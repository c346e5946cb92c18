import type { OperationProgress } from '../../../platform/operation/operation-kind.ts';

/** What is left for the transaction at the end. */
const copyingShare = 98;

/** Tells how far copying is, by bytes. */
export class CopyProgress {
  readonly #whole: number;
  readonly #report: (progress: OperationProgress) => void;
  #done = 0;

  constructor(whole: number, report: (progress: OperationProgress) => void) {
    this.#whole = Math.max(1, whole);
    this.#report = report;
  }

  add(bytes: number, subTask: string): void {
    this.#done += bytes;
    this.#report({ progress: Math.min(copyingShare, (this.#done / this.#whole) * copyingShare), subTask });
  }
}
