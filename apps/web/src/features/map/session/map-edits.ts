import type { VectorUpdateInput } from '@groma/protocol';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { EditHistory, type TurnBack } from './edit-history.ts';
import { FidSet } from './fid-set.ts';
import type { SessionParts } from './session-parts.ts';

/** Edits that one undo takes back. */
const mostUndone = 1_000;

/** This person's edits of the features of a map, and what undoes and repeats these and their other work on it. */
export class MapEdits {
  readonly #parts: SessionParts;
  readonly #history = new EditHistory();
  /** Features whose deletion is on its way, by layer: a second press means nothing else. */
  readonly #going = new Map<string, FidSet>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Edits features; others, and this screen, get it by the room. @throws GromaError, CallError. */
  async edit(layerId: string, update: VectorUpdateInput): Promise<void> {
    await this.whileMaking(async () => {
      const { layers } = await this.#parts.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: update } });
      this.rememberEdits(layerId, layers[layerId]?.edits.map(({ seq }) => seq) ?? []);
    });
  }

  /** Undo waits for a step that is on its way until it is remembered. */
  async whileMaking<Result>(step: () => Promise<Result>): Promise<Result> {
    const made = this.#history.whileMaking(step());
    this.#tell();
    return made.finally(() => this.#tell());
  }

  /** How many; none where it was refused, which has been said then. */
  async deleteFeatures(layerId: string, fids: readonly number[]): Promise<number> {
    const { attempt, read, set } = this.#parts;
    const going = () => this.#going.get(layerId) ?? new FidSet();
    const fresh = fids.filter((fid) => !going().has(fid));
    if (fresh.length === 0) return 0;
    this.#going.set(layerId, going().with(fresh));
    const isDone = await attempt(() => this.edit(layerId, { type: 'Delete', fids: fresh })).finally(() => this.#going.set(layerId, going().without(fresh)));
    if (!isDone) return 0;
    // What was selected meanwhile stays.
    const { selection } = read();
    set({ selection: { ...selection, [layerId]: FidSet.of(selection[layerId] ?? []).without(fresh) } });
    return fresh.length;
  }

  /** Brings a layer back to what it was at a moment, for everybody. @throws GromaError, CallError. */
  async restoreLayer(layerId: string, moment: string): Promise<void> {
    await this.whileMaking(async () => {
      const { layers } = await this.#parts.post({ type: 'Restore_Vector_Layer', layer_id: layerId, moment });
      const seqs = layers[layerId]?.edits.map(({ seq }) => seq) ?? [];
      if (seqs.length <= mostUndone) this.rememberEdits(layerId, seqs);
    });
  }

  /** Has edits of a layer undone together, by the inverses that the server keeps. */
  rememberEdits(layerId: string, seqs: number[]): void {
    if (seqs.length > 0) this.remember(this.#turnEditsBack(layerId, seqs));
  }

  /** Takes a step of this person's own work into what can be undone. */
  remember(turnBack: TurnBack): void {
    this.#history.add(turnBack);
    this.#tell();
  }

  /** Undoes, or redoes, this person's own last step. */
  async turn(direction: 'undo' | 'redo'): Promise<void> {
    await this.#parts.attempt(() => this.#history.turn(direction));
    this.#tell();
  }

  #turnEditsBack(layerId: string, seqs: number[]): TurnBack {
    return async () => {
      const { layers } = await this.#parts.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs });
      const undone = layers[layerId]?.edits.map(({ seq }) => seq) ?? [];
      if (undone.length === 0 || layers[layerId]?.is_less) toast.info(t('map.changedSince'));
      return undone.length > 0 ? this.#turnEditsBack(layerId, undone) : null;
    };
  }

  #tell(): void {
    this.#parts.set({ canUndo: this.#history.canUndo, canRedo: this.#history.canRedo });
  }
}
