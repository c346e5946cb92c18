import { GromaError } from '@groma/model';
import { CallError, map, type MapStateReply } from '@groma/protocol';
import { api, errorText, isUnanswered } from '../../../platform/api.ts';
import { tryAgainIn } from '../../../platform/open-socket.ts';
import { t } from '../../../platform/text.ts';
import type { MapState } from './map-state.ts';
import { NotOpened, openAsOperation } from './open-as-operation.ts';
import { StateReader } from './state-reader.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 10_000;

interface MapReadingHandlers {
  read(): Pick<MapState, 'status'>;
  set(change: Pick<MapState, 'status' | 'failure' | 'isUnanswered'>): void;
  /** Gets what was read; `isFirst` where nothing was shown before. */
  onRead(state: MapStateReply, isFirst: boolean): void;
}

/**
 * Reads what the server knows of one map beside the features of its layers: once at a time, however often it is asked
 * to.
 */
export class MapReading {
  readonly #projectId: string;
  readonly #handlers: MapReadingHandlers;
  readonly #reader: StateReader<MapStateReply>;
  #refreshing: Promise<void> | null = null;
  #stopRetry: () => void = () => undefined;
  #retryMs = firstRetryMs;
  #isClosed = false;

  constructor({ mapId, projectId }: { mapId: string; projectId: string }, handlers: MapReadingHandlers) {
    this.#projectId = projectId;
    this.#handlers = handlers;
    const query = { map_id: mapId, project_id: projectId };
    this.#reader = new StateReader(async (signal) => (await api.call(map.readMapState, { query, signal })).data);
  }

  /** What is being read may be older than what the room has just told. */
  tell(): void {
    this.#reader.tell();
  }

  refresh(): Promise<void> {
    this.#stopRetry();
    this.#reader.tell();
    this.#refreshing ??= this.#read();
    return this.#refreshing;
  }

  /** Reads a map again that did not open. */
  reopen(): void {
    this.#handlers.set({ status: 'loading', failure: null, isUnanswered: false });
    void this.refresh();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRetry();
  }

  async #read(): Promise<void> {
    const { read, set, onRead } = this.#handlers;
    const isFirst = read().status !== 'ready';
    try {
      onRead(read().status === 'loading' ? await this.#open() : await this.#reader.read(), isFirst);
    } catch (error) {
      const isGone = isMapGone(error);
      // What is shown stays while the server cannot be reached.
      if (read().status === 'ready' && !isGone) return;
      if (read().status === 'loading' && isUnanswered(error)) return this.#waitForAnswer();
      set({
        status: isGone ? 'gone' : 'failed',
        failure: error instanceof NotOpened ? error.message : failureText(error),
        isUnanswered: false,
      });
    } finally {
      this.#refreshing = null;
    }
  }

  /** No answer says nothing of the map: it opens as soon as there is one (MAP-139). */
  #waitForAnswer(): void {
    if (this.#isClosed) return;
    this.#handlers.set({ status: 'loading', failure: null, isUnanswered: true });
    this.#stopRetry = tryAgainIn(this.#retryMs, () => {
      void this.refresh();
    });
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  /** The first reading, which a person waits for and can abort; what is gone, or not answered, is said in its panel. */
  #open(): Promise<MapStateReply> {
    const words = { title: t('map.opening'), abortedText: t('map.loadAborted') };
    return openAsOperation({ projectId: this.#projectId, ...words, failureText, isQuiet: isSaidInPanel }, (signal) =>
      this.#reader.read(signal),
    );
  }
}

function isMapGone(error: unknown): boolean {
  return error instanceof GromaError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
}

function isSaidInPanel(error: unknown): boolean {
  return isMapGone(error) || isUnanswered(error);
}

function failureText(error: unknown): string {
  if (error instanceof GromaError && error.code === 'NOT_FOUND') return t('map.gone');
  if (error instanceof CallError) return t('map.loadFailed', { reason: error.message || t('map.unknownError') });
  return t('map.loadFailed', { reason: errorText(error) });
}
