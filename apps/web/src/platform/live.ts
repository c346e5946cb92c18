import { LiveConnection, type LiveState } from '@groma/protocol';
import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import * as Y from 'yjs';
import { openSocket, tryAgainIn } from './open-socket.ts';
import { sessionStore } from './session.ts';
import { socketUrl } from './socket-url.ts';

export interface LiveDocument { connection: LiveConnection; doc: Y.Doc; state: LiveState }

interface Shared { key: string; connection: LiveConnection; doc: Y.Doc; users: number; closing: ReturnType<typeof setTimeout> | null }

/** Panels, trees and tables of one document share one connection; it outlives a moment without any of them. */
const lingerMs = 2_000;

/** Connections by address. A new map at each change, so that those who watch see it. */
const liveStore = create<{ shared: ReadonlyMap<string, Shared> }>(() => ({ shared: new Map() }));

function change(edit: (shared: Map<string, Shared>) => void): void {
  const shared = new Map(liveStore.getState().shared);
  edit(shared);
  liveStore.setState({ shared });
  showSaving();
}

function connect(key: string, users: number): Shared {
  const doc = new Y.Doc();
  const connection = new LiveConnection({ url: socketUrl(key), doc, openSocket, tryAgainIn, onOtherGeneration: () => { renew(key); } });
  const opened: Shared = { key, connection, doc, users, closing: null };
  connection.subscribe(showSaving);
  const person = sessionStore.getState().user;
  if (person) connection.awareness.setLocalStateField('user', { id: person.id, name: person.username });
  change((shared) => shared.set(key, opened));
  return opened;
}

/** The server's document is another one than our copy: a fresh copy takes its place, and those who use it draw anew. */
function renew(key: string): void {
  const old = liveStore.getState().shared.get(key);
  if (old) connect(key, old.users);
}

function take(key: string): Shared {
  const found = liveStore.getState().shared.get(key);
  if (!found) return connect(key, 1);
  if (found.closing) clearTimeout(found.closing);
  found.closing = null;
  found.users += 1;
  return found;
}

function giveBack(key: string): void {
  const found = liveStore.getState().shared.get(key);
  if (!found) return;
  found.users -= 1;
  if (found.users === 0) found.closing = setTimeout(() => { void closeWhenSaved(key); }, lingerMs);
}

/** An edit that is not on disk keeps its connection open. */
async function closeWhenSaved(key: string): Promise<void> {
  const found = liveStore.getState().shared.get(key);
  if (!found) return;
  const { saved, refusal } = found.connection.state;
  // What was refused will not be saved by waiting.
  if (!saved && refusal === null) await found.connection.whenSaved();
  if (found.users > 0) return;
  change((shared) => shared.delete(key));
  found.connection.close();
  found.doc.destroy();
}

/** The document of a room, in step with the server; `query` is added to the address. Null until the connection is made. */
export function useLiveDocument(party: string, id: string, query: Readonly<Record<string, string>> = {}): LiveDocument | null {
  const search = new URLSearchParams(query).toString();
  const key = `/parties/${party}/${encodeURIComponent(id)}${search === '' ? '' : `?${search}`}`;
  useEffect(() => {
    take(key);
    return () => giveBack(key);
  }, [key]);
  const shared = liveStore((store) => store.shared.get(key));
  const state = useLiveState(shared?.connection);
  return shared && state ? { connection: shared.connection, doc: shared.doc, state } : null;
}

const nothing = () => () => undefined;

function useLiveState(connection: LiveConnection | undefined): LiveState | null {
  return useSyncExternalStore(connection ? (listener) => connection.subscribe(listener) : nothing, () => connection?.state ?? null);
}

export interface SavingState {
  /** Every edit of every open document is on disk. */
  isSaved: boolean;
  savedAt: Date | null;
  /** A document has lost its server and tries to come back. */
  isDisconnected: boolean;
  /** How many documents are open. */
  documents: number;
}

const savingStore = create<SavingState>(() => ({ isSaved: true, savedAt: null, isDisconnected: false, documents: 0 }));

/** The saving state of all open documents together. */
export function useSavingState(): SavingState {
  return savingStore();
}

function showSaving(): void {
  const states = [...liveStore.getState().shared.values()].map(({ connection }) => connection.state);
  const times = states.flatMap(({ savedAt }) => (savedAt ? [savedAt.getTime()] : []));
  const before = savingStore.getState();
  const after: SavingState = {
    isSaved: states.every(({ saved }) => saved),
    savedAt: times.length > 0 ? new Date(Math.max(...times)) : before.savedAt,
    isDisconnected: states.some(({ connection }) => connection === 'disconnected'),
    documents: states.length,
  };
  if (!isEqual(before, after)) savingStore.setState(after);
}

function isEqual(before: SavingState, after: SavingState): boolean {
  return before.isSaved === after.isSaved && before.savedAt?.getTime() === after.savedAt?.getTime()
    && before.isDisconnected === after.isDisconnected && before.documents === after.documents;
}
