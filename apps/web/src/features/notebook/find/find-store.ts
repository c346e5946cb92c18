import { createStore, useStore, type StoreApi } from 'zustand';
import type { SearchFailure } from './run-search.ts';
import type { SearchQuery } from './search-texts.ts';

export interface FindState extends SearchQuery {
  isOpen: boolean;
  isReplacing: boolean;
  /** How many places were found, at least where `isCut`, and which of them was gone to, from 0; -1 for none. */
  count: number;
  isCut: boolean;
  at: number;
  failure: SearchFailure | null;
  /** Grows whenever the field is asked for, which takes the focus then. */
  asked: number;
}

/** What is looked for in one notebook. */
export type FindStore = StoreApi<FindState>;

export function createFindStore(): FindStore {
  return createStore<FindState>(() => ({
    isOpen: false,
    isReplacing: false,
    query: '',
    replacement: '',
    matchesCase: false,
    isWholeWord: false,
    isRegex: false,
    count: 0,
    isCut: false,
    at: -1,
    failure: null,
    asked: 0,
  }));
}

export const useFind = (store: FindStore): FindState => useStore(store);

const open = new Map<string, FindStore>();

/** The panel of a notebook lends its search to commands; returns how to take it back. */
export function lendFind(notebookId: string, store: FindStore): () => void {
  open.set(notebookId, store);
  return () => {
    if (open.get(notebookId) === store) open.delete(notebookId);
  };
}

/** Opens the search of a notebook for what is selected, if that is one line. */
export function openFind(notebookId: string, isReplacing: boolean): void {
  const selected = getSelection()?.toString() ?? '';
  const query = selected !== '' && selected.length <= 200 && !selected.includes('\n') ? { query: selected } : {};
  open.get(notebookId)?.setState((before) => ({
    ...query,
    isOpen: true,
    isReplacing: isReplacing || (before.isOpen && before.isReplacing),
    asked: before.asked + 1,
  }));
}
