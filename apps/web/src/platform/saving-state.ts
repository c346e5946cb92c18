import type { LiveState } from '@groma/protocol';

export interface SavingState {
  /** Every edit of every open document is on disk. */
  isSaved: boolean;
  savedAt: Date | null;
  /** What is not is in the storage of this browser. */
  isKept: boolean;
  /** All that is not saved was refused: waiting will not save it. */
  isRefused: boolean;
  /** A document has lost its server and tries to come back. */
  isDisconnected: boolean;
  /** How many documents are open. */
  documents: number;
}

export const nothingOpen: SavingState = {
  isSaved: true,
  isKept: true,
  isRefused: false,
  savedAt: null,
  isDisconnected: false,
  documents: 0,
};

/**
 * What may be said of all open documents together; `savedBefore` is when the last edit of those that are closed was
 * saved.
 */
export function savingOf(states: readonly LiveState[], savedBefore: Date | null): SavingState {
  const times = states.flatMap(({ savedAt }) => (savedAt ? [savedAt.getTime()] : []));
  const unsaved = states.filter(({ saved }) => !saved);
  return {
    isSaved: unsaved.length === 0,
    isKept: unsaved.every(({ isKept }) => isKept),
    isRefused: unsaved.length > 0 && unsaved.every(({ refusal }) => refusal !== null),
    savedAt: times.length > 0 ? new Date(Math.max(...times)) : savedBefore,
    isDisconnected: states.some(({ connection }) => connection === 'disconnected'),
    documents: states.length,
  };
}

export function isSameSaving(one: SavingState, other: SavingState): boolean {
  return (
    one.isSaved === other.isSaved &&
    one.isKept === other.isKept &&
    one.isRefused === other.isRefused &&
    one.savedAt?.getTime() === other.savedAt?.getTime() &&
    one.isDisconnected === other.isDisconnected &&
    one.documents === other.documents
  );
}
