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
import type { Room, Visit } from '../../../platform/room/room.ts';
import { undoEdits } from '../edit/edit-layers.ts';
import { readLayerRow } from '../record/layer-records.ts';
import { readMap } from '../record/map-records.ts';
import type { MapChange } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { describeChange } from './describe-change.ts';

interface Seat {
  visit: Visit;
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
  asker: { user: Visit['user']; standing: ProjectAccess },
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
  readonly #seats = new Map<string, Set<Seat>>();
  readonly #moved = new Set<Seat>();
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

  enter(visit: Visit): void {
    const seat: Seat = { visit, cursor: null, work: Promise.resolve(), asked: Promise.resolve(), waiting: 0 };
    const seats = this.#seats.get(visit.id) ?? new Set();
    this.#seats.set(visit.id, seats.add(seat));
    visit.onMessage((data) => {
      this.#receive(seat, data);
    });
    visit.onLeave(() => {
      this.#leave(seat);
    });
    tell(seat, { type: 'Layer_Editor_Changed', layer_editors: this.#parts.locks.editors(visit.id) });
    this.#sendPresence(visit.id);
  }

  close(): void {
    if (this.#cursorTimer) clearTimeout(this.#cursorTimer);
  }

  #leave(seat: Seat): void {
    const { id } = seat.visit;
    const seats = this.#seats.get(id);
    if (!seats?.delete(seat)) return;
    this.#moved.delete(seat);
    if (seats.size === 0) this.#seats.delete(id);
    this.#parts.locks.leave(id, seat);
    this.#sendPresence(id);
  }

  #receive(seat: Seat, data: Buffer): void {
    const message = readMessage(data);
    if (!message)
      return tell(seat, {
        type: 'Refused',
        about: 'message',
        code: 'BAD_INPUT',
        message: 'The map room cannot read this message.',
      });
    if (message.type === 'Cursor_Coordinate_On_Map_Sync') return this.#share(seat, message);
    if (seat.waiting >= mostWaiting) return refuse(seat, message, new GromaError('TOO_MANY_ATTEMPTS', { seconds: 1 }));
    seat.waiting++;
    // Locks one after the other, so that one asked for and given up again ends as it was meant; changes have turns of their own.
    const work =
      message.type === 'Post'
        ? this.#post(seat, message)
        : (seat.work = seat.work
            .then(() => this.#lock(seat, message))
            .catch((error: unknown) => {
              this.#fail(seat, message, error);
            }));
    void work.finally(() => {
      seat.waiting--;
    });
  }

  #fail(seat: Seat, message: LockMessage | PostMessage, error: unknown): void {
    const known = error instanceof GromaError ? error : asRecordsError(error);
    if (!known) this.#parts.platform.log.error('A map room could not answer.', { error });
    refuse(seat, message, known ?? new GromaError('INTERNAL', { reference: 'map room' }));
  }

  async #post(seat: Seat, message: PostMessage): Promise<void> {
    const { id, user } = seat.visit;
    try {
      const standing = await this.#ask(seat);
      refuseForeignNames(message.post, { standing, tenant: undefined });
      const reply = await this.#answer(this.#parts, id, { user, standing }, message.post);
      tell(seat, { type: 'Posted', n: message.n, reply });
    } catch (error) {
      this.#fail(seat, message, error);
    }
  }

  /** Where the visitor stands now: what they were let in with may be over, and the news of it lost. Changes go on in the order in which they came. */
  #ask(seat: Seat): Promise<ProjectAccess> {
    const standing = seat.visit.standingNow();
    const inTurn = seat.asked.then(() => standing);
    seat.asked = Promise.allSettled([standing, inTurn]);
    return inTurn;
  }

  async #lock(seat: Seat, message: LockMessage): Promise<void> {
    const { locks, platform } = this.#parts;
    const { visit } = seat;
    if (message.type === 'Remove_Layer_Editor') return locks.remove(visit.id, message.layer_id, visit.user.id);
    await visit.require('update', 'map');
    if (message.type === 'Ask_For_Layer') return this.#askFor(seat, message.layer_id);
    const layer = await readLayerRow(platform.database.query, visit.id, message.layer_id);
    const { row } = await readMap(platform.database.query, visit.id);
    locks.add(visit.id, layer, visit.user, seat, {
      takenKeys: message.taken_keys,
      isShared: row.locking === 'feature',
    });
    // Somebody who has gone meanwhile holds it only for the time of grace.
    if (!this.#seats.get(visit.id)?.has(seat)) locks.leave(visit.id, seat);
  }

  /** Tells the holder of a layer that somebody would like to edit it (MAP-121). */
  #askFor({ visit }: Seat, layerId: string): void {
    const holder = this.#parts.locks.editors(visit.id)[layerId];
    if (!holder || holder.userId === visit.user.id) throw new GromaError('LAYER_FREE');
    const message: MapServerMessage = {
      type: 'Layer_Asked_For',
      layer_id: layerId,
      userId: visit.user.id,
      username: visit.user.username,
    };
    for (const seat of this.#seats.get(visit.id) ?? []) if (seat.visit.user.id === holder.userId) tell(seat, message);
  }

  /** Somebody who had taken features out of a layer to edit them is gone: the features come back as they were (MAP-055). */
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
  #share(seat: Seat, { lng, lat, zoom }: Extract<MapClientMessage, { type: 'Cursor_Coordinate_On_Map_Sync' }>): void {
    seat.cursor = { lng, lat, zoom };
    this.#moved.add(seat);
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = null;
      for (const { visit, cursor } of this.#moved)
        if (cursor)
          this.#send(visit.id, { type: 'Cursor_Coordinate', userId: visit.user.id, ...cursor }, visit.user.id);
      this.#moved.clear();
    }, cursorShareMs);
  }

  #pass(change: MapChange): void {
    if (!this.#seats.has(change.mapId)) return;
    if (change.kind === 'deleted') {
      for (const { visit } of this.#seats.get(change.mapId) ?? []) visit.close(closeForGood, 'NOT_FOUND');
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
      visit: { user },
      cursor,
    } of this.#seats.get(mapId) ?? []) {
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
    const visits = [...(this.#seats.get(mapId) ?? [])].map(({ visit }) => visit);
    sendPresence(visits, [...people.values()], (users): MapServerMessage => ({ type: 'Presence', users }));
  }

  #send(mapId: string, message: MapServerMessage, exceptUserId?: string): void {
    const frame = new Frame(JSON.stringify(message));
    for (const { visit } of this.#seats.get(mapId) ?? []) if (visit.user.id !== exceptUserId) visit.send(frame);
  }
}

function tell({ visit }: Seat, message: MapServerMessage): void {
  visit.send(JSON.stringify(message));
}

function refuse(seat: Seat, message: LockMessage | PostMessage, { code, message: text, details }: GromaError): void {
  const about =
    message.type === 'Post'
      ? { about: message.post.type.slice(0, 64), n: message.n }
      : { about: message.type, layer_id: message.layer_id };
  tell(seat, { type: 'Refused', ...about, code, message: text, details });
}

function readMessage(data: Buffer): MapClientMessage | null {
  if (data.byteLength > longestSocketPost) return null;
  try {
    return mapClientMessage.safeParse(JSON.parse(data.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
