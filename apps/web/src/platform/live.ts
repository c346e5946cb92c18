import { GromaError, looseCode } from '@groma/model';
import { LiveConnection, type LiveState } from '@groma/protocol';
import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import * as Y from 'yjs';
import { openSocket, tryAgainIn } from './open-socket.ts';
import { isSameSaving, nothingOpen, savingOf, type SavingState } from './saving-state.ts';
import { readProject, sessionStore } from './session.ts';
import { socketUrl } from './socket-url.ts';
import { keepEdits } from './unsaved/edit-keeper.ts';

export interface LiveDocument {
  connection: LiveConnection;
  doc: Y.Doc;
  state: LiveState;
}

interface Shared {
  key: string;
  title: string;
  connection: LiveConnection;
  doc: Y.Doc;
  users: number;
  closing: ReturnType<typeof setTimeout> | null;
}

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

function connect(key: string, users: number, title: string): Shared {
  const doc = new Y.Doc();
  const person = sessionStore.getState().user;
  const project = readProject();
  const keeper =
    person &&
    project &&
    keepEdits({ person: person.id, projectId: project.id, place: key, holder: doc.guid, title: () => opened.title });
  const connection = new LiveConnection({
    url: socketUrl(key + whoOf(key, person)),
    doc,
    openSocket,
    tryAgainIn,
    onOtherGeneration: () => {
      renewLiveDocument(key);
    },
    ...(key.startsWith('/parties/main/') && { unseenIn: looseCode }),
    ...(person && { person: person.id }),
    ...(keeper && { keeper }),
  });
  const opened: Shared = { key, title, connection, doc, users, closing: null };
  connection.subscribe(showSaving);
  if (person) connection.awareness.setLocalStateField('user', { id: person.id, name: person.username });
  change((shared) => shared.set(key, opened));
  return opened;
}

/**
 * Where our copy is not the server's document any more, a fresh one takes its place, and those who use it draw anew.
 */
export function renewLiveDocument(key: string): void {
  const old = liveStore.getState().shared.get(key);
  if (!old) return;
  if (old.closing) clearTimeout(old.closing);
  const renewed = connect(key, old.users, old.title);
  // After the new one is in its place: who waits for the old one looks for it then.
  old.connection.close();
  if (renewed.users === 0) closeLater(renewed);
}

function take(key: string, title: string): Shared {
  const found = liveStore.getState().shared.get(key);
  if (!found) return connect(key, 1, title);
  if (found.closing) clearTimeout(found.closing);
  found.closing = null;
  found.users += 1;
  return found;
}

function giveBack(key: string): void {
  const found = liveStore.getState().shared.get(key);
  if (!found) return;
  found.users -= 1;
  if (found.users === 0) closeLater(found);
}

function closeLater(found: Shared): void {
  found.closing = setTimeout(() => {
    void closeWhenSaved(found.key);
  }, lingerMs);
}

/** An edit that is not on disk keeps its connection open. */
async function closeWhenSaved(key: string): Promise<void> {
  const found = liveStore.getState().shared.get(key);
  if (!found) return;
  const { saved, refusal } = found.connection.state;
  // What was refused will not be saved by waiting.
  if (!saved && refusal === null) await found.connection.whenClosedOr((state) => state.saved && state.synced);
  // Another one has taken its place meanwhile.
  if (liveStore.getState().shared.get(key) !== found) return;
  if (found.users > 0) return;
  change((shared) => shared.delete(key));
  found.connection.close();
  found.doc.destroy();
}

// Another person must not find, or send, what the one before has written: it stays in this browser for its author.
sessionStore.subscribe(({ user }, before) => {
  if (!before.user || before.user.id === user?.id) return;
  const open = [...liveStore.getState().shared.values()];
  change((shared) => shared.clear());
  for (const { connection, doc } of open) {
    connection.close();
    doc.destroy();
  }
});

/** Brings what an earlier visit kept of a document to the server, without showing the document. */
export async function settleDocument(key: string, title: string): Promise<void> {
  const taken = take(key, title);
  await whenSettled(taken.connection);
  const { shared } = liveStore.getState();
  // Another generation has come, and what was kept of this one is set aside.
  if (shared.has(key) && shared.get(key) !== taken) await whenSettled(shared.get(key)!.connection);
  giveBack(key);
}

/** Resolves when all is on disk, or when waiting won't bring it there. */
function whenSettled(connection: LiveConnection): Promise<void> {
  return connection.whenClosedOr(
    ({ connection: link, synced, saved, refusal }) => (synced && saved) || refusal !== null || link === 'refused',
  );
}

/** Milliseconds that a call waits for what was changed just before it. */
const longestSavingMs = 20_000;

/**
 * Resolves when what this page has changed of a document, or of all of them, is on the server's disk. A call that goes
 * by what the server has comes after that: it goes another way than the edits do, and may overtake them.
 *
 * @throws GromaError NOT_SAVED where waiting won't bring it there, or takes too long
 */
export async function whenOnServer(party?: string, id?: string): Promise<void> {
  const key = party !== undefined && id !== undefined ? roomPath(party, id) : null;
  const meant = [...liveStore.getState().shared.values()].filter((each) => key === null || each.key === key);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestSavingMs);
  });
  const isHopeless = ({ connection, refusal }: LiveState) =>
    refusal !== null || connection === 'disconnected' || connection === 'refused';
  await Promise.race([
    Promise.all(meant.map(({ connection }) => connection.whenClosedOr((state) => state.saved || isHopeless(state)))),
    late,
  ]);
  clearTimeout(timer);
  if (meant.some(({ connection }) => !connection.state.saved)) throw new GromaError('NOT_SAVED');
}

/** Workflows say in the address who comes (WFL-135); the server goes by the session. */
function whoOf(key: string, person: { username: string; email: string } | null): string {
  if (!person || !key.startsWith('/parties/workflow/')) return '';
  return `?${new URLSearchParams({ username: person.username, email: person.email })}`;
}

/** The address of a room on this server, which its document is known by. */
function roomPath(party: string, id: string): string {
  return `/parties/${party}/${encodeURIComponent(id)}`;
}

/**
 * The document of a room, in step with the server; `title` is what people call it. Null until the connection is made.
 */
export function useLiveDocument(party: string, id: string, title = ''): LiveDocument | null {
  const key = roomPath(party, id);
  useEffect(() => {
    take(key, title);
    return () => giveBack(key);
    // A new name needs no new connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  const shared = liveStore((store) => store.shared.get(key));
  useEffect(() => {
    if (shared && title !== '') shared.title = title;
  }, [shared, title]);
  const state = useLiveState(shared?.connection);
  return shared && state ? { connection: shared.connection, doc: shared.doc, state } : null;
}

const nothing = () => () => undefined;

function useLiveState(connection: LiveConnection | undefined): LiveState | null {
  return useSyncExternalStore(
    connection ? (listener) => connection.subscribe(listener) : nothing,
    () => connection?.state ?? null,
  );
}

const savingStore = create<SavingState>(() => nothingOpen);

/** The saving state of all open documents together. */
export function useSavingState(): SavingState {
  return savingStore();
}

/** Tells when something that was saved begins to be saved anew; returns how to stop. */
export function onSaving(listener: () => void): () => void {
  return savingStore.subscribe((now, before) => {
    if (before.isSaved && !now.isSaved) listener();
  });
}

function showSaving(): void {
  const before = savingStore.getState();
  const after = savingOf(
    [...liveStore.getState().shared.values()].map(({ connection }) => connection.state),
    before.savedAt,
  );
  if (!isSameSaving(before, after)) savingStore.setState(after);
}
