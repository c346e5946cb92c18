import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { canInProject, GromaError, limit, type ProjectId } from '@groma/model';
import { closeForGood } from '@groma/protocol';
import type { AccessControl } from '../access/access-control.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import { refuseForeignOrigin } from '../http/origin.ts';
import type { Log } from '../log.ts';
import type { Sessions, User } from '../session/sessions.ts';
import type { Room } from './room.ts';

export interface RoomParts { config: Config; log: Log; sessions: Sessions; access: AccessControl; bus: Bus }

interface Open { socket: WebSocket; user: User; projectId: ProjectId; room: Room; cookie: string | undefined; isAlive: boolean }

const heartbeatMs = 20_000;

/**
 * Lets people into rooms over websockets at `/parties/{party}/{id}`: session, origin and role are checked before the
 * room hears of them; a role or session that ends closes the socket.
 */
export class RoomServer {
  readonly #parts: RoomParts;
  readonly #rooms: ReadonlyMap<string, Room>;
  readonly #open = new Set<Open>();
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: limit.documentUpdateBytes + 1_024 });
  readonly #timer: NodeJS.Timeout;

  constructor(parts: RoomParts, rooms: readonly Room[]) {
    this.#parts = parts;
    this.#rooms = new Map(rooms.map((room) => [room.party, room]));
    parts.bus.subscribe('project-access-changed', ({ projectId }: { projectId: string }) => void this.#recheck((open) => open.projectId === projectId, true));
    parts.bus.subscribe('session-ended', () => void this.#recheck(() => true, false));
    this.#timer = setInterval(() => { this.#beat(); }, heartbeatMs);
    this.#timer.unref();
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => undefined);
      this.#sockets.handleUpgrade(request, socket as Duplex, head, (client) => void this.#admit(client, request));
    });
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { socket } of this.#open) socket.close(1012, 'The server restarts.');
    this.#sockets.close();
  }

  /** Refusals are told by a close code, which a browser can read, and not by an HTTP status, which it can not. */
  async #admit(socket: WebSocket, request: IncomingMessage): Promise<void> {
    socket.on('error', () => undefined);
    // Messages that come while the doors are checked wait for the room.
    socket.pause();
    try {
      refuseForeignOrigin(request, this.#parts.config);
      const { room, id, query } = this.#address(request);
      const user = await this.#parts.sessions.userOf(request.headers.cookie);
      if (!user) throw new GromaError('UNAUTHENTICATED');
      const projectId = await room.projectOf(id);
      const standing = await this.#parts.access.require(user.id, projectId, room.action, room.subject);
      const open: Open = { socket, user, projectId, room, cookie: request.headers.cookie, isAlive: true };
      this.#open.add(open);
      socket.on('close', () => this.#open.delete(open));
      socket.on('pong', () => { open.isAlive = true; });
      await room.enter({
        socket, id, user, standing, projectId, request, query,
        may: async (action, subject) => {
          const now = await this.#parts.access.standing(user.id, projectId);
          return now !== undefined && canInProject(now.role, action, subject);
        },
      });
      socket.resume();
    } catch (error) {
      socket.resume();
      if (!(error instanceof GromaError)) this.#parts.log.error('A room failed to let somebody in.', { error });
      if (error instanceof GromaError && error.status < 500) socket.close(closeForGood, error.code);
      else socket.close(1011, 'INTERNAL');
    }
  }

  #address(request: IncomingMessage): { room: Room; id: string; query: URLSearchParams } {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, parties, party = '', id = '', ...rest] = url.pathname.split('/');
    const room = this.#rooms.get(party);
    if (parties !== 'parties' || !room || id === '' || rest.length > 0) throw new GromaError('NOT_FOUND', { noun: 'room' });
    return { room, id: decodeURIComponent(id), query: url.searchParams };
  }

  async #recheck(isConcerned: (open: Open) => boolean, reconnects: boolean): Promise<void> {
    for (const open of [...this.#open].filter(isConcerned)) {
      const user = await this.#parts.sessions.userOf(open.cookie);
      const standing = user && await this.#parts.access.standing(user.id, open.projectId);
      if (!standing || !canInProject(standing.role, open.room.action, open.room.subject)) open.socket.close(closeForGood, user ? 'NOT_FOUND' : 'UNAUTHENTICATED');
      // A client that comes back is told its new rights.
      else if (reconnects) open.socket.close(1012, 'The role has changed.');
    }
  }

  #beat(): void {
    for (const open of this.#open) {
      if (!open.isAlive) {
        open.socket.terminate();
        continue;
      }
      open.isAlive = false;
      open.socket.ping();
    }
  }
}
