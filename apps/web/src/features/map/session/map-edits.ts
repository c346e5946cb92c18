import type { VectorUpdateInput } from '@groma/protocol';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { EditHistory, type TurnBack } from './edit-history.ts';
import { FidSet } from './fid-set.ts';
import type { NewEdit } from './edit-queue.ts';
import type { SessionParts } from './session-parts.ts';
import { effectOf, withLocalFids } from './waiting-edit.ts';

/** Edits that one undo takes back. */
const mostUndone = 1_000;

type WriteOptions = Pick<NewEdit, 'replaces' | 'isBegun'>;

/** This person's edits of the features of a map, and what undoes and repeats these and their other work on it. */
export class MapEdits {
  readonly #parts: SessionParts;
  readonly #history = new EditHistory();
  /** Features whose deletion is on its way, by layer: a second press means nothing else. */
  readonly #going = new Map<string, FidSet>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Edits features; others, and this screen, get it by the room. While the server is away it is shown here and waits.
   * @throws GromaError, Error.
   */
  async edit(layerId: string, update: VectorUpdateInput, options: WriteOptions = {}): Promise<void> {
    await this.whileMaking(async () => {
      this.rememberEdits(layerId, [await this.write(layerId, [update], options)]);
    });
  }

  /** Makes a change without taking it into what can be undone; its key names it. @throws GromaError, Error. */
  async write(layerId: string, changes: readonly VectorUpdateInput[], options: WriteOptions = {}): Promise<string> {
    const key = crypto.randomUUID();
    const { updates, newFids } = withLocalFids(changes);
    await this.#parts.write({
      key,
      layerId,
      newFids,
      ...options,
      post: { type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: updates } },
      effect: () => effectOf(updates),
    });
    return key;
  }

  /** Takes own changes of a layer back; null where nothing of them was left. @throws GromaError, Error. */
  async takeBack(layerId: string, keys: readonly string[]): Promise<{ key: string; isLess: boolean } | null> {
    const key = crypto.randomUUID();
    const reply = await this.#parts.write({
      key,
      layerId,
      newFids: [],
      post: { type: 'Undo_Vector_Layer_Data', layer_id: layerId, keys: [...keys] },
      effect: () => this.#parts.undoOf(layerId, keys),
    });
    const edited = reply?.layers?.[layerId];
    return edited?.edits.length === 0 ? null : { key, isLess: edited?.is_less === true };
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
    const isDone = await attempt(() => this.edit(layerId, { type: 'Delete', fids: fresh })).finally(() =>
      this.#going.set(layerId, going().without(fresh)),
    );
    if (!isDone) return 0;
    // What was selected meanwhile stays.
    const { selection } = read();
    set({ selection: { ...selection, [layerId]: FidSet.of(selection[layerId] ?? []).without(fresh) } });
    return fresh.length;
  }

  /** Brings a layer back to what it was at a moment, for everybody. @throws GromaError, CallError. */
  async restoreLayer(layerId: string, moment: string): Promise<void> {
    await this.whileMaking(async () => {
      const key = crypto.randomUUID();
      const { layers } = await this.#parts.post({ type: 'Restore_Vector_Layer', layer_id: layerId, moment, key });
      const count = layers[layerId]?.edits.length ?? 0;
      if (count > 0 && count <= mostUndone) this.rememberEdits(layerId, [key]);
    });
  }

  /** Has changes of a layer undone together, by the inverses that the server keeps. */
  rememberEdits(layerId: string, keys: readonly string[]): void {
    if (keys.length > 0) this.remember(this.#turnEditsBack(layerId, keys));
  }

  /** Takes a step of this person's own work into what can be undone. */
  remember(turnBack: TurnBack): void {
    this.#history.add(turnBack);
    this.#tell();
  }

  /** Undoes, or redoes, this person's own last step. */
  async turn(direction: 'undo' | 'redo'): Promise<void> {
    const turned = this.#parts.attempt(() => this.#history.turn(direction));
    // What is being undone can be redone: that waits for its end.
    this.#tell();
    await turned;
    this.#tell();
  }

  #turnEditsBack(layerId: string, keys: readonly string[]): TurnBack {
    return async () => {
      const undone = await this.takeBack(layerId, keys);
      if (!undone || undone.isLess) toast.info(t('map.changedSince'));
      return undone && this.#turnEditsBack(layerId, [undone.key]);
    };
  }

  #tell(): void {
    this.#parts.set({ canUndo: this.#history.canUndo, canRedo: this.#history.canRedo });
  }
}
