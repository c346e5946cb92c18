import { closeForGood } from '@groma/protocol';
import { useEffect } from 'react';
import { create } from 'zustand';
import { openSocket, tryAgainIn } from './open-socket.ts';
import { socketUrl } from './socket-url.ts';

/** Somebody who has this project open. */
export interface RoomUser {
  id: string;
  username: string;
  email: string;
}

export interface RoomMessage {
  type: string;
  [field: string]: unknown;
}

interface RoomState {
  connection: 'closed' | 'connecting' | 'connected' | 'disconnected' | 'refused';
  users: readonly RoomUser[];
}

export const roomStore = create<RoomState>(() => ({ connection: 'closed', users: [] }));

const firstRetryMs = 500;
const longestRetryMs = 10_000;

const listeners = new Map<string, Set<(message: RoomMessage) => void>>();
const onComeBack = new Set<() => void>();
let room: ProjectRoom | null = null;

/** The room in which the people of one project are told what changes in it: JSON messages with a `type`. */
class ProjectRoom {
  readonly #url: string;
  #socket: WebSocket | null = null;
  #stopRetry: () => void = () => undefined;
  #retryMs = firstRetryMs;
  #wasConnected = false;
  #isClosed = false;

  constructor(projectId: string) {
    this.#url = socketUrl(`/parties/project/${encodeURIComponent(projectId)}`);
    roomStore.setState({ connection: 'connecting', users: [] });
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRetry();
    this.#socket?.close(1000);
    roomStore.setState({ connection: 'closed', users: [] });
  }

  #connect(): void {
    const socket = openSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened());
    socket.addEventListener('message', (event) => receive(String(event.data)));
    socket.addEventListener('close', (event) => this.#lost(event.code));
  }

  #opened(): void {
    if (this.#isClosed) return;
    this.#retryMs = firstRetryMs;
    roomStore.setState({ connection: 'connected' });
    // What was missed while away is not told again: whoever keeps a list reads it anew.
    if (this.#wasConnected) for (const listener of onComeBack) listener();
    this.#wasConnected = true;
  }

  #lost(code: number): void {
    if (this.#isClosed) return;
    if (code === closeForGood) return roomStore.setState({ connection: 'refused', users: [] });
    roomStore.setState({ connection: 'disconnected', users: [] });
    this.#stopRetry = tryAgainIn(this.#retryMs * (0.75 + Math.random() / 2), () => this.#connect());
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }
}

function receive(text: string): void {
  const message = readMessage(text);
  if (!message) return;
  if (message.type === 'Presence' && Array.isArray(message['users']))
    roomStore.setState({ users: message['users'] as RoomUser[] });
  for (const listener of listeners.get(message.type) ?? []) listener(message);
}

function readMessage(text: string): RoomMessage | null {
  try {
    const message = JSON.parse(text) as RoomMessage | null;
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Enters a project's room, leaving the one before; returns how to leave. */
export function enterProjectRoom(projectId: string): () => void {
  room?.close();
  const entered = new ProjectRoom(projectId);
  room = entered;
  return () => {
    entered.close();
    if (room === entered) room = null;
  };
}

/** Listens to one type of message; returns how to stop. */
export function onRoomMessage(type: string, listener: (message: RoomMessage) => void): () => void {
  const ofType = listeners.get(type) ?? new Set();
  listeners.set(type, ofType.add(listener));
  return () => ofType.delete(listener);
}

/** Told when the connection is back after a loss; returns how to stop. */
export function onRoomReturn(listener: () => void): () => void {
  onComeBack.add(listener);
  return () => onComeBack.delete(listener);
}

/** Listens while a component is shown. Give a stable function, or the listening starts anew at each draw. */
export function useRoomMessage(type: string, listener: (message: RoomMessage) => void): void {
  useEffect(() => onRoomMessage(type, listener), [type, listener]);
}

/** People who have this project open, each once. */
export function useRoomUsers(): readonly RoomUser[] {
  return roomStore((state) => state.users);
}
