import { GromaError, isErrorCode } from '@groma/model';
import {
  closeForGood,
  longestSocketPost,
  map,
  type MapClientMessage,
  type MapPost,
  type MapPostReply,
  type MapServerMessage,
} from '@groma/protocol';
import { api, watched } from '../../../platform/api.ts';
import { dropSocket, openSocket, tryAgainIn } from '../../../platform/open-socket.ts';
import { socketUrl } from '../../../platform/socket-url.ts';

const firstRetryMs = 500;
const longestRetryMs = 10_000;
/** How long a change is waited for: a connection may be dead for minutes without a word. */
const longestAnswerMs = 30_000;
/** Of UTF-8, for each unit of a text. */
const mostBytesPerCharacter = 3;

export interface MapRoomHandlers {
  onMessage(message: MapServerMessage): void;
  /** `again` after a loss: what was missed meanwhile is not told again. */
  onConnected(again: boolean): void;
  onLost(): void;
  /** The map is gone or not to be seen any more. */
  onClosed(): void;
}

/** The live room of a map: `/parties/map/{mapId}` (MAP-080 to MAP-082). Comes back after a loss. */
export class MapRoom {
  readonly #url: string;
  readonly #handlers: MapRoomHandlers;
  #socket: WebSocket | null = null;
  #stopRetry: () => void = () => undefined;
  #retryMs = firstRetryMs;
  #wasConnected = false;
  #isClosed = false;
  /** Changes by their numbers, until they are answered or the connection is lost. */
  readonly #posted = new Map<number, { resolve(reply: Record<string, unknown>): void; reject(error: Error): void }>();
  #lastPost = 0;

  constructor(mapId: string, person: { username: string; email: string }, handlers: MapRoomHandlers) {
    this.#url = socketUrl(
      `/parties/map/${encodeURIComponent(mapId)}?${new URLSearchParams({ username: person.username, email: person.email })}`,
    );
    this.#handlers = handlers;
    this.#connect();
  }

  /** Dropped while there is no connection. */
  send(message: MapClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * Sends a change over the connection that is there, and resolves with its answer. Null, with nothing sent, where
   * there is none or the change is too large for it. @throws GromaError; TypeError, as fetch does, when no answer
   * comes.
   */
  post(post: MapPost): Promise<Record<string, unknown>> | null {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || !navigator.onLine) return null;
    const n = this.#lastPost + 1;
    const text = JSON.stringify({ type: 'Post', n, post } satisfies MapClientMessage);
    if (text.length * mostBytesPerCharacter > longestSocketPost) return null;
    this.#lastPost = n;
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => {
      this.#posted.set(n, { resolve, reject });
    });
    const timer = setTimeout(() => dropSocket(socket), longestAnswerMs);
    socket.send(text);
    return answer.finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#isClosed = true;
    this.#rejectPending();
    this.#stopRetry();
    this.#socket?.close(1000);
  }

  #connect(): void {
    const socket = openSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.#isClosed) return;
      this.#retryMs = firstRetryMs;
      this.#handlers.onConnected(this.#wasConnected);
      this.#wasConnected = true;
    });
    socket.addEventListener('message', ({ data }) => {
      if (!this.#isClosed) this.#receive(JSON.parse(String(data)) as MapServerMessage);
    });
    socket.addEventListener('close', ({ code }) => this.#lost(code));
  }

  #receive(message: MapServerMessage): void {
    // What could not be read has no number: it may be any of what was sent.
    if (message.type === 'Refused' && message.about === 'message' && this.#posted.size > 0)
      return this.#rejectPending(refusalOf(message));
    if (message.type !== 'Posted' && (message.type !== 'Refused' || message.n === undefined))
      return this.#handlers.onMessage(message);
    const posted = this.#posted.get(message.n!);
    this.#posted.delete(message.n!);
    if (message.type === 'Posted') posted?.resolve(message.reply);
    else posted?.reject(refusalOf(message));
  }

  /** What was sent may have been done: who asked is told that no answer has come. */
  #rejectPending(why: Error = new TypeError('The connection was lost.')): void {
    for (const { reject } of this.#posted.values()) reject(why);
    this.#posted.clear();
  }

  #lost(code: number): void {
    this.#rejectPending();
    if (this.#isClosed) return;
    if (code === closeForGood) {
      this.#isClosed = true;
      return this.#handlers.onClosed();
    }
    this.#handlers.onLost();
    this.#stopRetry = tryAgainIn(this.#retryMs * (0.75 + Math.random() / 2), () => this.#connect());
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }
}

function refusalOf({ code, details, message }: Extract<MapServerMessage, { type: 'Refused' }>): Error {
  return isErrorCode(code) ? new GromaError(code, details) : new Error(message);
}

/**
 * What people do again and again while others look on: it goes over the connection that is open, without a call of its
 * own.
 */
const overTheRoom: ReadonlySet<MapPost['type']> = new Set<MapPost['type']>([
  'Update_Vector_Layer_Data',
  'Undo_Vector_Layer_Data',
]);

/** Sends a change of a map; resolves when it is on disk. @throws GromaError, CallError. */
export async function postToMap<Post extends MapPost>(
  room: MapRoom,
  mapId: string,
  post: Post,
): Promise<MapPostReply<Post['type']>> {
  const answer = overTheRoom.has(post.type) ? room.post(post) : null;
  if (!answer) return map.postToMap(api, mapId, post);
  return (await watched(answer, map.postToMapRoom.id)) as unknown as MapPostReply<Post['type']>;
}
