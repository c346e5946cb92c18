import { create } from 'zustand';
import { sessionStore } from '../session.ts';
import type { KeptRecord } from './kept-record.ts';
import { dropKept, readKept } from './kept-store.ts';

interface AsideState {
  /** Work of this person, in any workspace, that could not be merged, oldest first. */
  records: readonly KeptRecord[];
}

/** What could not be merged: listed until its author discards it. */
export const asideStore = create<AsideState>(() => ({ records: [] }));

/** Reads the list anew. */
export async function refreshAside(): Promise<void> {
  const person = sessionStore.getState().user?.id;
  const records =
    person === undefined ? [] : (await readKept(person).catch(() => [])).filter(({ code }) => code !== null);
  if (sessionStore.getState().user?.id === person) asideStore.setState({ records });
}

/** Deletes work for good. */
export async function discardAside(ids: readonly string[]): Promise<void> {
  await dropKept(ids);
  await refreshAside();
}

sessionStore.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) void refreshAside();
});
