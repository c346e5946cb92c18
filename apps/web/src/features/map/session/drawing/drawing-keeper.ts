import type { StoreApi } from 'zustand';
import { keepChanges, readLeft, type ChangeKeeper } from '../../../../platform/unsaved/change-keeper.ts';
import { keepTyped, readTyped } from '../../../../platform/unsaved/kept-text.ts';
import type { KeptRecord } from '../../../../platform/unsaved/kept-record.ts';
import type { DrawingState } from './drawing-state.ts';
import { workOf, type KeptWork } from './kept-work.ts';

/** Path below which the drawings of maps are kept, by the id of the map. */
export const drawingRooms = '/drawings/';

interface DrawingPlace {
  person: string;
  projectId: string;
  mapId: string;
  title(): string;
}
interface LeftDrawing {
  id: string;
  holder: string;
  madeAt: number;
  work: KeptWork;
}

/** Pause between two writings while somebody draws. */
const pauseMs = 200;
const watched = ['editing', 'sketch', 'mode', 'isSaving'] as const;

/**
 * Keeps the drawing at work on one map in this browser's storage, and finds what pages that are over have left there.
 */
export class DrawingKeeper {
  readonly #place: DrawingPlace;
  readonly #room: string;
  readonly #store: StoreApi<DrawingState>;
  readonly #stop: () => void;
  readonly #keeper: ChangeKeeper;
  #id: string | null = null;
  #madeAt = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(place: DrawingPlace, store: StoreApi<DrawingState>) {
    this.#place = place;
    this.#room = drawingRooms + encodeURIComponent(place.mapId);
    this.#store = store;
    this.#keeper = keepChanges({ person: place.person, projectId: place.projectId, place: this.#room });
    const leave = () => this.#write();
    globalThis.addEventListener('pagehide', leave);
    const unsubscribe = store.subscribe((now, before) => {
      if (now.editing !== null && watched.some((field) => now[field] !== before[field])) this.#renew();
      if (now.editing === null && before.editing !== null) this.#forget();
    });
    this.#stop = () => {
      unsubscribe();
      globalThis.removeEventListener('pagehide', leave);
    };
  }

  /** The name of what is kept of the drawing at work; null where nothing is. */
  get id(): string | null {
    return this.#id;
  }

  #renew(): void {
    this.#later ??= setTimeout(() => this.#write(), pauseMs);
  }

  /** What is at work has been saved or given up. */
  #forget(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#id !== null) void this.#keeper.forget([this.#id]);
    this.#id = null;
  }

  /** The oldest drawing that a page which is over has left on this map; null where there is none. */
  async findLeft(): Promise<LeftDrawing | null> {
    const left = await readLeft(this.#place.person, this.#room).catch(() => []);
    // Pages without https do not know whether another tab still draws it: they go on with what this tab has drawn.
    const found = left.find(({ id }) => navigator.locks !== undefined || id === readTyped(this.#tabPlace));
    return found ? leftOf(found) : null;
  }

  /** The same, and this page keeps it from now on: no other takes it as well. */
  async takeLeft(): Promise<LeftDrawing | null> {
    const found = await this.findLeft();
    if (!found || !(await this.#keeper.claim(found))) return null;
    this.#id = found.id;
    this.#madeAt = found.madeAt;
    return found;
  }

  /** Nothing can be done here with what was taken: it is left once more when this page is over. */
  leave(): void {
    this.#id = null;
  }

  close(): void {
    this.#stop();
    if (this.#later !== undefined) this.#write();
    this.#keeper.close();
  }

  get #tabPlace(): string {
    return `drawing.${this.#place.mapId}`;
  }

  #write(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    const state = this.#store.getState();
    // What is on its way is kept as a change of the map.
    if (state.isSaving) return;
    const work = workOf(state);
    if (!work) return this.#forget();
    if (this.#id === null) this.#madeAt = Date.now();
    this.#id ??= crypto.randomUUID();
    keepTyped(this.#tabPlace, this.#id);
    const change = {
      id: this.#id,
      madeAt: this.#madeAt,
      order: 0,
      title: this.#place.title(),
      text: '',
      work: { ...work },
    };
    void this.#keeper.keep(change).catch(() => undefined);
  }
}

function leftOf({ id, holder, madeAt, work }: KeptRecord): LeftDrawing {
  return { id, holder, madeAt, work: work as unknown as KeptWork };
}
