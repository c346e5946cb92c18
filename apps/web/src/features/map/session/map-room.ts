import { closeForGood, type MapClientMessage, type MapServerMessage } from '@groma/protocol';
import { openSocket, tryAgainIn } from '../../../platform/open-socket.ts';
import { socketUrl } from '../../../platform/socket-url.ts';

const firstRetryMs = 500;
const longestRetryMs = 10_000;

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

  constructor(mapId: string, person: { username: string; email: string }, handlers: MapRoomHandlers) {
    this.#url = socketUrl(`/parties/map/${encodeURIComponent(mapId)}?${new URLSearchParams({ username: person.username, email: person.email })}`);
    this.#handlers = handlers;
    this.#connect();
  }

  /** Dropped while there is no connection. */
  send(message: MapClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#isClosed = true;
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
    socket.addEventListener('message', ({ data }) => { if (!this.#isClosed) this.#handlers.onMessage(JSON.parse(String(data)) as MapServerMessage); });
    socket.addEventListener('close', ({ code }) => this.#lost(code));
  }

  #lost(code: number): void {
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
