import type * as Y from 'yjs';

/** A story that is open in its panel. */
interface OpenStory {
  doc: Y.Doc;
  isWritable: boolean;
  /** Shows it as readers will have it, from a step on; null for the first. */
  preview(stepId: string | null): void;
  /** Brings a step that was made or moved just now into sight. */
  reveal(stepId: string): void;
}

const open = new Map<string, OpenStory>();

/** Lends an open story to commands; returns how to take it back. */
export function lendStory(mapId: string, lent: OpenStory): () => void {
  open.set(mapId, lent);
  return () => {
    if (open.get(mapId) === lent) open.delete(mapId);
  };
}

export function findOpenStory(mapId: string): OpenStory | undefined {
  return open.get(mapId);
}
