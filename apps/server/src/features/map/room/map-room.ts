import {
  closeForGood,
  longestSocketPost,
  mapClientMessage,
  type MapClientMessage,
  type MapPerson,
  type MapServerMessage,
} from '@groma/protocol';
import { cursorShareMs, GromaError } from '@groma/model';
import type { ProjectAccess } from '../../../platform/access/access-control.ts';
import { refuseForeignNames } from '../../../platform/http/enforce.ts';
import { asRecordsError } from '../../../platform/http/error-reply.ts';
import { Frame } from '../../../platform/room/frame.ts';
import { sendPresence } from '../../../platform/room/presence.ts';
import type { Room, RoomConnection } from '../../../platform/room/room.ts';
import { undoEdits } from '../edit/edit-layers.ts';
import { readLayerRow } from '../record/layer-records.ts';
import { readMap } from '../record/map-records.ts';
import type { MapChange } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { describeChange } from './describe-change.ts';

interface MapClient {
  connection: RoomConnection;
  cursor: { lng: number; lat: number; zoom: number } | null;
  work: Promise<void>;
  asked: Promise<unknown>;
  waiting: number;
}

type PostMessage = Extract<MapClientMessage, { type: 'Post' }>;
type LockMessage = Exclude<MapClientMessage, { type: 'Cursor_Coordinate_On_Map_Sync' } | PostMessage>;

/** Makes a change that somebody in the room asks for. @throws GromaError. */
type AnswerPost = (
  parts: MapParts,
  mapId: string,
  asker: { user: RoomConnection['user']; projectAccess: ProjectAccess },
  post: PostMessage['post'],
) => Promise<Record<string, unknown>>;

/** Locks and changes of one connection that may wait for the records. */
const mostWaiting = 100;

/** The rooms of maps: who is there, their cursors and locks, and what changes. */
export class MapRooms implements Room {
  readonly party = 'map';
  readonly subject = 'map';
  readonly action = 'read';
  readonly #parts: MapParts;
  readonly #answer: AnswerPost;
  readonly #clients = new Map<string, Set<MapClient>>();
  readonly #moved = new Set<MapClient>();
  #cursorTimer: NodeJS.Timeout | null = null;

  constructor(parts: MapParts, answer: AnswerPost) {
    [this.#parts, this.#answer] = [parts, answer];
    parts.locks.onChange = (mapId) => {
      this.#send(mapId, { type: 'Layer_Editor_Changed', layer_editors: parts.locks.editors(mapId) });
    };
    parts.locks.onAbandoned = (mapId, layerId, holder, keys) => {
      void this.#putBack(mapId, layerId, holder, keys);
    };
    parts.platform.bus.subscribe('map-changed', (change: MapChange) => {
      this.#pass(change);
    });
  }

  projectOf(id: string): ReturnType<Room['projectOf']> {
    return this.#parts.platform.access.projectOf('map', id);
  }

  enter(connection: RoomConnection): void {
    const client: MapClient = {
      connection,
      cursor: null,
      work: Promise.resolve(),
      asked: Promise.resolve(),
      waiting: 0,
    };
    const clients = this.#clients.get(connection.id) ?? new Set();
    this.#clients.set(connection.id, clients.add(client));
    connection.onMessage((data) => {
      this.#receive(client, data);
    });
    connection.onLeave(() => {
      this.#leave(client);
    });
    tell(client, { type: 'Layer_Editor_Changed', layer_editors: this.#parts.locks.editors(connection.id) });
    this.#sendPresence(connection.id);
  }

  close(): void {
    if (this.#cursorTimer) clearTimeout(this.#cursorTimer);
  }

  #leave(client: MapClient): void {
    const { id } = client.connection;
    const clients = this.#clients.get(id);
    if (!clients?.delete(client)) return;
    this.#moved.delete(client);
    if (clients.size === 0) this.#clients.delete(id);
    this.#parts.locks.leave(id, client);
    this.#sendPresence(id);
  }

  #receive(client: MapClient, data: Buffer): void {
    const message = readMessage(data);
    if (!message)
      return tell(client, {
        type: 'Refused',
        about: 'message',
        code: 'BAD_INPUT',
        message: 'The map room cannot read this message.',
      });
    if (message.type === 'Cursor_Coordinate_On_Map_Sync') return this.#share(client, message);
    if (client.waiting >= mostWaiting)
      return refuse(client, message, new GromaError('TOO_MANY_ATTEMPTS', { seconds: 1 }));
    client.waiting++;
    // Locks one after the other, so that one asked for and given up again ends as it was meant; changes have turns of
    // their own.
    const work =
      message.type === 'Post'
        ? this.#post(client, message)
        : (client.work = client.work
            .then(() => this.#lock(client, message))
            .catch((error: unknown) => {
              this.#fail(client, message, error);
            }));
    void work.finally(() => {
      client.waiting--;
    });
  }

  #fail(client: MapClient, message: LockMessage | PostMessage, error: unknown): void {
    const known = error instanceof GromaError ? error : asRecordsError(error);
    if (!known) this.#parts.platform.log.error('A map room could not answer.', { error });
    refuse(client, message, known ?? new GromaError('INTERNAL', { reference: 'map room' }));
  }

  async #post(client: MapClient, message: PostMessage): Promise<void> {
    const { id, user } = client.connection;
    try {
      const projectAccess = await this.#ask(client);
      refuseForeignNames(message.post, { projectAccess, tenant: undefined });
      const reply = await this.#answer(this.#parts, id, { user, projectAccess }, message.post);
      tell(client, { type: 'Posted', n: message.n, reply });
    } catch (error) {
      this.#fail(client, message, error);
    }
  }

  /**
   * Where the visitor stands now: what they were let in with may be over, and the news of it lost. Changes go on in the
   * order in which they came.
   */
  #ask(client: MapClient): Promise<ProjectAccess> {
    const projectAccess = client.connection.readProjectAccess();
    const inTurn = client.asked.then(() => projectAccess);
    client.asked = Promise.allSettled([projectAccess, inTurn]);
    return inTurn;
  }

  async #lock(client: MapClient, message: LockMessage): Promise<void> {
    const { locks, platform } = this.#parts;
    const { connection } = client;
    if (message.type === 'Remove_Layer_Editor')
      return locks.remove(connection.id, message.layer_id, connection.user.id);
    await connection.require('update', 'map');
    if (message.type === 'Ask_For_Layer') return this.#askFor(client, message.layer_id);
    const layer = await readLayerRow(platform.database.query, connection.id, message.layer_id);
    const { row } = await readMap(platform.database.query, connection.id);
    locks.add(connection.id, layer, connection.user, client, {
      takenKeys: message.taken_keys,
      isShared: row.locking === 'feature',
    });
    // Somebody who has gone meanwhile holds it only for the time of grace.
    if (!this.#clients.get(connection.id)?.has(client)) locks.leave(connection.id, client);
  }

  /** Tells the holder of a layer that somebody would like to edit it (MAP-121). */
  #askFor({ connection }: MapClient, layerId: string): void {
    const holder = this.#parts.locks.editors(connection.id)[layerId];
    if (!holder || holder.userId === connection.user.id) throw new GromaError('LAYER_FREE');
    const message: MapServerMessage = {
      type: 'Layer_Asked_For',
      layer_id: layerId,
      userId: connection.user.id,
      username: connection.user.username,
    };
    for (const client of this.#clients.get(connection.id) ?? [])
      if (client.connection.user.id === holder.userId) tell(client, message);
  }

  /**
   * Somebody who had taken features out of a layer to edit them is gone: the features come back as they were (MAP-055).
   */
  async #putBack(
    mapId: string,
    layerId: string,
    { userId, username }: { userId: string; username: string },
    keys: readonly string[],
  ): Promise<void> {
    await undoEdits(this.#parts, mapId, { userId, username }, layerId, { seqs: [], keys }).catch((error: unknown) => {
      if (!(error instanceof GromaError))
        this.#parts.platform.log.error('Features at work were not put back.', { layer: layerId, error });
    });
  }

  /** Cursors go out together, the newest of each, however often they come. */
  #share(
    client: MapClient,
    { lng, lat, zoom }: Extract<MapClientMessage, { type: 'Cursor_Coordinate_On_Map_Sync' }>,
  ): void {
    client.cursor = { lng, lat, zoom };
    this.#moved.add(client);
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = null;
      for (const { connection, cursor } of this.#moved)
        if (cursor)
          this.#send(
            connection.id,
            { type: 'Cursor_Coordinate', userId: connection.user.id, ...cursor },
            connection.user.id,
          );
      this.#moved.clear();
    }, cursorShareMs);
  }

  #pass(change: MapChange): void {
    if (!this.#clients.has(change.mapId)) return;
    if (change.kind === 'deleted') {
      for (const { connection } of this.#clients.get(change.mapId) ?? []) connection.close(closeForGood, 'NOT_FOUND');
      return;
    }
    // In the order in which they were told, whatever the records take.
    void this.#parts.queue
      .run(`tell ${change.mapId}`, async () => {
        const message = await describeChange(this.#parts.platform.database.query, change);
        if (message) this.#send(change.mapId, message);
      })
      .catch((error: unknown) => {
        this.#parts.platform.log.error('A map room was not told of a change.', { error });
      });
  }

  #sendPresence(mapId: string): void {
    const people = new Map<string, MapPerson>();
    for (const {
      connection: { user },
      cursor,
    } of this.#clients.get(mapId) ?? []) {
      const before = people.get(user.id);
      people.set(user.id, {
        id: user.id,
        username: user.username,
        email: user.email,
        lng: cursor?.lng ?? before?.lng ?? null,
        lat: cursor?.lat ?? before?.lat ?? null,
        zoom: cursor?.zoom ?? before?.zoom ?? null,
      });
    }
    const connections = [...(this.#clients.get(mapId) ?? [])].map(({ connection }) => connection);
    sendPresence(connections, [...people.values()], (users): MapServerMessage => ({ type: 'Presence', users }));
  }

  #send(mapId: string, message: MapServerMessage, exceptUserId?: string): void {
    const frame = new Frame(JSON.stringify(message));
    for (const { connection } of this.#clients.get(mapId) ?? [])
      if (connection.user.id !== exceptUserId) connection.send(frame);
  }
}

function tell({ connection }: MapClient, message: MapServerMessage): void {
  connection.send(JSON.stringify(message));
}

function refuse(
  client: MapClient,
  message: LockMessage | PostMessage,
  { code, message: text, details }: GromaError,
): void {
  const about =
    message.type === 'Post'
      ? { about: message.post.type.slice(0, 64), n: message.n }
      : { about: message.type, layer_id: message.layer_id };
  tell(client, { type: 'Refused', ...about, code, message: text, details });
}

function readMessage(data: Buffer): MapClientMessage | null {
  if (data.byteLength > longestSocketPost) return null;
  try {
    return mapClientMessage.safeParse(JSON.parse(data.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
