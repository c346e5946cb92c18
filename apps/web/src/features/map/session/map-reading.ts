import { GromaError } from '@groma/model';
import { CallError, map, type MapStateReply } from '@groma/protocol';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import type { MapState } from './map-state.ts';
import { NotOpened, openAsOperation } from './open-as-operation.ts';
import { StateReader } from './state-reader.ts';

interface MapReadingHandlers {
  read(): Pick<MapState, 'status'>;
  set(change: Pick<MapState, 'status' | 'failure'>): void;
  /** Gets what was read; `isFirst` where nothing was shown before. */
  onRead(state: MapStateReply, isFirst: boolean): void;
}

/** Reads what the server knows of one map beside the features of its layers: once at a time, however often it is asked to. */
export class MapReading {
  readonly #projectId: string;
  readonly #handlers: MapReadingHandlers;
  readonly #reader: StateReader<MapStateReply>;
  #refreshing: Promise<void> | null = null;

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
    this.#reader.tell();
    this.#refreshing ??= this.#read();
    return this.#refreshing;
  }

  /** Reads a map again that did not open. */
  reopen(): void {
    this.#handlers.set({ status: 'loading', failure: null });
    void this.refresh();
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
      set({
        status: isGone ? 'gone' : 'failed',
        failure: error instanceof NotOpened ? error.message : failureText(error),
      });
    } finally {
      this.#refreshing = null;
    }
  }

  /** The first reading, which a person waits for and can abort; a map that is gone is said in its panel. */
  #open(): Promise<MapStateReply> {
    const words = { title: t('map.opening'), abortedText: t('map.loadAborted') };
    return openAsOperation({ projectId: this.#projectId, ...words, failureText, isQuiet: isMapGone }, (signal) =>
      this.#reader.read(signal),
    );
  }
}

function isMapGone(error: unknown): boolean {
  return error instanceof GromaError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
}

function failureText(error: unknown): string {
  if (error instanceof GromaError && error.code === 'NOT_FOUND') return t('map.gone');
  if (error instanceof CallError) return t('map.loadFailed', { reason: error.message || t('map.unknownError') });
  return t('map.loadFailed', { reason: errorText(error) });
}
