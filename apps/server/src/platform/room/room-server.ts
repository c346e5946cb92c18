import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { GromaError, limit, type ProjectId } from '@groma/model';
import { closeForGood } from '@groma/protocol';
import type { AccessControl, ProjectAccess } from '../access/access-control.ts';
import { isAllowed, isPaidFor } from '../access/project-access.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import { refuseForeignOrigin } from '../http/origin.ts';
import type { Leases } from '../lease/service-leases.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Sessions, User } from '../session/sessions.ts';
import type { Room } from './room.ts';
import { closeSocket, SocketConnection } from './socket-connection.ts';

export interface RoomParts {
  config: Config;
  log: Log;
  sessions: Sessions;
  access: AccessControl;
  leases: Leases;
  bus: Bus;
  metrics: Metrics;
}

/** A socket that has been let in, with what must stay true for it to remain. */
interface Admitted {
  socket: WebSocket;
  user: User;
  projectId: ProjectId;
  room: Room;
  cookie: string | undefined;
  isAlive: boolean;
  rights?: string;
}

const heartbeatMs = 20_000;
/** Heartbeats between two looks at session and role, which also find what no message told of: an expired session. */
const beatsPerRecheck = 3;

/**
 * Lets people into rooms over websockets at `/parties/{party}/{id}`: session, origin and role are checked before the
 * room hears of them; a role or session that ends closes the socket.
 */
export class RoomServer {
  readonly #parts: RoomParts;
  readonly #rooms: ReadonlyMap<string, Room>;
  readonly #admitted = new Set<Admitted>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limit.documentUpdateBytes + 1_024,
    perMessageDeflate: false,
  });
  readonly #timer: NodeJS.Timeout;
  #beats = 0;

  constructor(parts: RoomParts, rooms: readonly Room[]) {
    this.#parts = parts;
    this.#rooms = new Map(rooms.map((room) => [room.party, room]));
    parts.bus.subscribe(
      'project-access-changed',
      ({ projectId }: { projectId: string }) => void this.#recheck((each) => each.projectId === projectId),
    );
    parts.bus.subscribe(
      'session-ended',
      ({ userId }: { userId?: string }) =>
        void this.#recheck((each) => userId === undefined || each.user.id === userId),
    );
    // Another process may have the rooms now, with people of its own in them.
    parts.leases.onLost(() => {
      for (const { socket } of this.#admitted) closeSocket(socket, 1012, 'The server restarts.');
    });
    // What was told while the bus was away is not known: look at everyone.
    parts.bus.subscribe('bus-reconnected', () => void this.#recheck(() => true));
    parts.metrics.gauge(
      'sockets',
      'People let into rooms of this process, by kind of room.',
      () => this.#count(),
      'party',
    );
    this.#timer = setInterval(() => {
      this.#beat();
    }, heartbeatMs);
    this.#timer.unref();
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => undefined);
      this.#sockets.handleUpgrade(request, socket, head, (client) => void this.#admit(client, socket, request));
    });
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { socket } of this.#admitted) closeSocket(socket, 1012, 'The server restarts.');
    this.#sockets.close();
  }

  /** Refusals are told by a close code, which a browser can read, and not by an HTTP status, which it can not. */
  async #admit(socket: WebSocket, wire: Duplex, request: IncomingMessage): Promise<void> {
    socket.on('error', () => undefined);
    // Messages that come while the doors are checked wait for the room.
    socket.pause();
    try {
      this.#parts.leases.epoch('realtime');
      refuseForeignOrigin(request, this.#parts.config);
      const user = await this.#parts.sessions.userOf(request.headers.cookie);
      if (!user) throw new GromaError('UNAUTHENTICATED');
      const { room, id, query } = this.#address(request);
      const projectId = await room.projectOf(id);
      const admitted: Admitted = { socket, user, projectId, room, cookie: request.headers.cookie, isAlive: true };
      // Before the role is read, so that a change of it meanwhile is not missed.
      this.#keep(admitted);
      const projectAccess = await this.#parts.access.require(user.id, projectId, room.action, room.subject);
      admitted.rights = rightsOf(projectAccess);
      const connection = new SocketConnection(
        { socket, wire },
        { id, user, projectAccess, query, readProjectAccess: () => this.#readProjectAccess(admitted) },
        this.#parts.access,
      );
      if (connection.isOpen) await room.enter(connection);
    } catch (error) {
      if (!(error instanceof GromaError)) this.#parts.log.error('A room failed to let somebody in.', { error });
      if (error instanceof GromaError && error.status < 500) closeSocket(socket, closeForGood, error.code);
      else closeSocket(socket, 1011, 'INTERNAL');
    } finally {
      socket.resume();
    }
  }

  #keep(admitted: Admitted): void {
    const { socket } = admitted;
    if (socket.readyState === socket.CLOSED) return;
    this.#admitted.add(admitted);
    socket.once('close', () => this.#admitted.delete(admitted));
    socket.on('pong', () => {
      admitted.isAlive = true;
    });
  }

  /** Sockets of each kind of room; zero too, so that a line does not end where it falls. */
  #count(): Record<string, number> {
    const counts = Object.fromEntries([...this.#rooms.keys()].map((party) => [party, 0]));
    for (const { room } of this.#admitted) counts[room.party] = (counts[room.party] ?? 0) + 1;
    return counts;
  }

  #address(request: IncomingMessage): { room: Room; id: string; query: URLSearchParams } {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, parties, party = '', id = '', ...rest] = path.split('/').map(decodePart);
    const room = this.#rooms.get(party);
    if (parties !== 'parties' || !room || id === '' || rest.length > 0)
      throw new GromaError('NOT_FOUND', { noun: 'room' });
    return { room, id, query: new URLSearchParams(query) };
  }

  /** Sends away whoever may no longer stay. Where that cannot be found out, nobody stays. */
  async #recheck(isConcerned: (admitted: Admitted) => boolean): Promise<void> {
    await Promise.all([...this.#admitted].filter(isConcerned).map((admitted) => this.#look(admitted)));
  }

  async #readProjectAccess({ cookie, projectId, room }: Admitted): Promise<ProjectAccess> {
    const user = await this.#parts.sessions.userOf(cookie);
    if (!user) throw new GromaError('UNAUTHENTICATED');
    return this.#parts.access.require(user.id, projectId, room.action, room.subject);
  }

  async #look(admitted: Admitted): Promise<void> {
    const { socket, cookie, projectId, room } = admitted;
    try {
      const user = await this.#parts.sessions.userOf(cookie);
      const projectAccess = user && (await this.#parts.access.projectAccess(user.id, projectId));
      if (!projectAccess || !isAllowed(projectAccess, room.action, room.subject))
        closeSocket(socket, closeForGood, user ? 'NOT_FOUND' : 'UNAUTHENTICATED');
      // A client that comes back is told its new rights. Who is still being let in is given them anyway.
      else if (admitted.rights !== undefined && admitted.rights !== rightsOf(projectAccess))
        closeSocket(socket, 1012, 'The role has changed.');
    } catch (error) {
      this.#parts.log.error('A role could not be looked at; the socket is closed.', { error });
      closeSocket(socket, 1011, 'INTERNAL');
    }
  }

  #beat(): void {
    for (const admitted of this.#admitted) {
      // Who is read no further for now can't be heard to answer, and has until the next beat once they are read again.
      if (!admitted.isAlive && !admitted.socket.isPaused) {
        admitted.socket.terminate();
        continue;
      }
      admitted.isAlive = admitted.socket.isPaused;
      admitted.socket.ping();
    }
    this.#beats += 1;
    if (this.#beats % beatsPerRecheck === 0) void this.#recheck(() => true);
  }
}

/** What a socket was let in with: as long as it is the same, nothing has to be told. */
function rightsOf(projectAccess: ProjectAccess): string {
  return [
    projectAccess.role,
    projectAccess.tenantRole,
    projectAccess.isPasserby,
    isPaidFor(projectAccess, 'update'),
  ].join(' ');
}

/** A part of a path; one that is not encoded rightly names nothing. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
