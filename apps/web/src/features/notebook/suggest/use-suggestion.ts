import { cellCode, readSuggestion, type CodeSuggestion, type LiveCell } from '@groma/model';
import { useMemo, useSyncExternalStore } from 'react';

/** The suggestion of a block with the code that it is compared with, as both stand in the document. */
export interface ComparedSuggestion extends CodeSuggestion {
  code: string;
}

/** The suggestion that waits at a block, or null. */
export function useSuggestion(live: LiveCell): ComparedSuggestion | null {
  const reader = useMemo(() => suggestionReader(live), [live]);
  return useSyncExternalStore(reader.subscribe, reader.read);
}

function suggestionReader(live: LiveCell) {
  const look = (): ComparedSuggestion | null => {
    const suggestion = readSuggestion(live);
    return suggestion && { ...suggestion, code: cellCode(live).toString() };
  };
  let seen = look();
  return {
    read: () => seen,
    subscribe(listener: () => void) {
      const onChange = () => {
        const next = look();
        // Code of a block without a suggestion is the editor's business.
        if (next === null && seen === null) return;
        seen = next;
        listener();
      };
      live.observeDeep(onChange);
      onChange();
      return () => live.unobserveDeep(onChange);
    },
  };
}
