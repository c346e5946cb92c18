import type { EditedLayer, VectorUpdateRequest } from '@groma/protocol';
import type { Sender } from '../map-change.ts';

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
  readonly #byLayer = new Map<string, WaitingEdit[]>();

  /** True when nothing of the layer waited before: somebody has to write it. */
  add(layerId: string, edit: WaitingEdit): boolean {
    const waiting = this.#byLayer.get(layerId) ?? [];
    this.#byLayer.set(layerId, waiting);
    return waiting.push(edit) === 1;
  }

  /** The next of a layer, and whether there are more. */
  take(layerId: string, most: number): { group: WaitingEdit[]; hasMore: boolean } {
    const waiting = this.#byLayer.get(layerId) ?? [];
    const group = waiting.splice(0, most);
    if (waiting.length === 0) this.#byLayer.delete(layerId);
    return { group, hasMore: waiting.length > 0 };
  }
}
