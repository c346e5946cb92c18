import { useCallback, useEffect, useState } from 'react';
import { openDraft, type DraftKeeper, type KeptDraft, type SqlText } from './kept-drafts.ts';

/** The draft of the editor of a database in this tab; null until it is read. */
export function useOpenedDraft(userId: string, databaseId: string): DraftKeeper | null {
  const [keeper, setKeeper] = useState<DraftKeeper | null>(null);
  useEffect(() => {
    let opened: DraftKeeper | null = null;
    let isGone = false;
    void openDraft(userId, databaseId).then((made) => {
      opened = made;
      if (isGone) made.close();
      else setKeeper(made);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [userId, databaseId]);
  return keeper;
}

export interface Drafts {
  first: SqlText;
  /** What other tabs have left. */
  left: readonly KeptDraft[];
  /** The last change is in the storage of this browser. */
  isKept: boolean;
  keep(draft: SqlText): void;
  swap(id: string): SqlText | null;
  discard(id: string): void;
}

const none: readonly KeptDraft[] = [];

/** Keeps what is written in an editor, and follows what other tabs leave. */
export function useDrafts(keeper: DraftKeeper): Drafts {
  const [left, setLeft] = useState(none);
  const [isKept, setKept] = useState(true);
  const refresh = useCallback(() => {
    void keeper.readLeft().then(setLeft);
  }, [keeper]);
  useEffect(() => {
    refresh();
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, [refresh]);
  return {
    first: keeper.first,
    left,
    isKept,
    keep: (draft) => setKept(keeper.keep(draft)),
    swap(id) {
      const taken = keeper.swap(id);
      refresh();
      return taken;
    },
    discard(id) {
      keeper.discard(id);
      refresh();
    },
  };
}
