import { createStore, useStore, type StoreApi } from 'zustand';

/** A heading of a notebook; `level` counts from 1. */
export interface Heading {
  id: string;
  level: number;
  text: string;
}

interface OutlineState {
  isOpen: boolean;
  headings: readonly Heading[];
  /** The heading of what is in sight. */
  current: string | null;
  /** Leads to a heading, with the cursor where there is one. */
  go(id: string): void;
}

/** What the list of headings of one notebook and its text have in common. */
export type OutlineStore = StoreApi<OutlineState>;

export function createOutlineStore(): OutlineStore {
  return createStore<OutlineState>(() => ({ isOpen: false, headings: [], current: null, go: () => undefined }));
}

export function useOutline<Part>(store: OutlineStore, part: (state: OutlineState) => Part): Part {
  return useStore(store, part);
}

const open = new Map<string, OutlineStore>();

/** The panel of a notebook lends its outline to commands; returns how to take it back. */
export function lendOutline(notebookId: string, store: OutlineStore): () => void {
  open.set(notebookId, store);
  return () => {
    if (open.get(notebookId) === store) open.delete(notebookId);
  };
}

export function findOutline(notebookId: string): OutlineStore | null {
  return open.get(notebookId) ?? null;
}
