import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type ProjectAction, type ProjectId, type ProjectSubject } from '@groma/model';
import { pingText, pongText } from '@groma/protocol';
import type { AccessControl, ProjectAccess } from '../access/access-control.ts';
import { mayNow } from '../access/project-access.ts';
import type { User } from '../session/sessions.ts';
import { Frame } from './frame.ts';
import type { RoomConnection } from './room.ts';

/** Bytes that may wait for a slow reader. */
const slowReaderBytes = 64 * 1024 * 1024;
/** Bytes on their way above which a reader is behind. */
const behindBytes = 1024 * 1024;
/** A peer that does not answer a close within this time is cut off. */
const closePatienceMs = 1_500;
/** How often someone who is held is told that the server is there: sooner than a page asks (`watchSilence`). */
const heldSignMs = 3_000;

/** A connection over a websocket. */
export class SocketConnection implements RoomConnection {
  readonly id: string;
  readonly user: User;
  readonly projectAccess: ProjectAccess;
  readonly query: URLSearchParams;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #access: AccessControl;
  #heldTimer: NodeJS.Timeout | null = null;
  readonly readProjectAccess: () => Promise<ProjectAccess>;

  /** `wire` is what the socket itself writes to: frames that are made already need nothing of it. */
  constructor(
    { socket, wire }: { socket: WebSocket; wire: Duplex },
    about: Pick<RoomConnection, 'id' | 'user' | 'projectAccess' | 'query' | 'readProjectAccess'>,
    access: AccessControl,
  ) {
    this.id = about.id;
    this.user = about.user;
    this.projectAccess = about.projectAccess;
    this.query = about.query;
    this.readProjectAccess = about.readProjectAccess;
    this.#socket = socket;
    this.#wire = wire;
    this.#access = access;
  }

  get projectId(): ProjectId {
    return this.projectAccess.projectId;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  get isSentAway(): boolean {
    return closing.has(this.#socket);
  }

  get isBehind(): boolean {
    return this.#socket.bufferedAmount > behindBytes;
  }

  send(message: string | Uint8Array | Frame): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > slowReaderBytes) return this.#socket.terminate();
    for (const part of Frame.of(message).parts) this.#wire.write(part);
  }

  onMessage(listener: (data: Buffer) => void): void {
    this.#socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!this.isOpen) return;
      if (!isBinary && data.length === pingText.length && data.toString() === pingText) this.send(pongText);
      else listener(data);
    });
  }

  hold(isHeld: boolean): void {
    if (this.#heldTimer) clearInterval(this.#heldTimer);
    this.#heldTimer = isHeld
      ? setInterval(() => {
          this.send(pongText);
        }, heldSignMs)
      : null;
    this.#heldTimer?.unref();
    if (isHeld) this.#socket.pause();
    else this.#socket.resume();
  }

  onLeave(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) listener();
    else this.#socket.once('close', listener);
  }

  close(code: number, reason: string): void {
    closeSocket(this.#socket, code, reason);
  }

  async may(action: ProjectAction, subject: ProjectSubject): Promise<boolean> {
    const now = await this.#access.projectAccess(this.user.id, this.projectId);
    return now !== undefined && mayNow(now, action, subject);
  }

  async require(action: ProjectAction, subject: ProjectSubject): Promise<void> {
    await this.#access.require(this.user.id, this.projectId, action, subject);
  }
}

/** Sockets that are being closed: whoever wants the same meanwhile has nothing to add. */
const closing = new WeakSet<WebSocket>();

/** Closes a socket, and cuts it off when the other side does not answer. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED || closing.has(socket)) return;
  closing.add(socket);
  socket.close(code, reason);
  const timer = setTimeout(() => {
    socket.terminate();
  }, closePatienceMs);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}
