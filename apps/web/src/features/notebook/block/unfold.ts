import type { LiveCell } from '@groma/model';

const listeners = new Map<LiveCell, () => void>();

/** Has a reader's block tell when its code is to be seen; returns how to end it. */
export function onUnfold(cell: LiveCell, unfold: () => void): () => void {
  listeners.set(cell, unfold);
  return () => {
    if (listeners.get(cell) === unfold) listeners.delete(cell);
  };
}

/** Unfolds the code of a block for who reads it. */
export function unfoldForReader(cell: LiveCell): void {
  listeners.get(cell)?.();
}
