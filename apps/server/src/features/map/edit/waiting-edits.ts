import type { EditedLayer, VectorUpdateRequest } from '@groma/protocol';
import type { Sender } from '../record/map-change.ts';

/** What somebody waits for. */
export interface WaitingEdit {
  sender: Sender;
  requests: VectorUpdateRequest[];
  /** Null: to be done the careful way. */
  resolve(edited: EditedLayer | null): void;
  reject(error: unknown): void;
}

/** Edits of layers that wait until those before them are written. */
export class WaitingEdits {
  /** By map and layer: who may change one map must not come among the edits of another. */
  readonly #byPlace = new Map<string, WaitingEdit[]>();

  /** True when nothing of the layer waited before: somebody has to write it. */
  add(mapId: string, layerId: string, edit: WaitingEdit): boolean {
    const place = `${mapId} ${layerId}`;
    const waiting = this.#byPlace.get(place) ?? [];
    this.#byPlace.set(place, waiting);
    return waiting.push(edit) === 1;
  }

  /** The next of a layer, and whether there are more. */
  take(mapId: string, layerId: string, most: number): { group: WaitingEdit[]; hasMore: boolean } {
    const place = `${mapId} ${layerId}`;
    const waiting = this.#byPlace.get(place) ?? [];
    const group = waiting.splice(0, most);
    if (waiting.length === 0) this.#byPlace.delete(place);
    return { group, hasMore: waiting.length > 0 };
  }
}
