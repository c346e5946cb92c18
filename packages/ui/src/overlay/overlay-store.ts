import { useSyncExternalStore } from 'react';
import type { ConfirmOptions } from './confirm-options.ts';
import type { MenuEntry } from './menu-item.ts';

/** The context menu that stands open, at a point of the window in pixels. */
export interface OpenContextMenuState {
  x: number;
  y: number;
  items: readonly MenuEntry[];
  key: number;
  focusBefore: Element | null;
}

/** A question that waits for its answer; it stays a moment closed so that it can leave by its motion. */
export interface Question extends ConfirmOptions {
  key: number;
  isOpen: boolean;
  answer: (value: boolean) => void;
  /** No question after all: a status that is read and closed. */
  status?: 'success' | 'error';
}

interface OverlayState {
  contextMenu: OpenContextMenuState | null;
  questions: readonly Question[];
}

let state: OverlayState = { contextMenu: null, questions: [] };
const listeners = new Set<() => void>();

/** Changes what floats over the screen; the host draws it once it is there. */
export function changeOverlays(change: (state: OverlayState) => Partial<OverlayState>): void {
  state = { ...state, ...change(state) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlayState(): OverlayState {
  return useSyncExternalStore(subscribe, () => state);
}
