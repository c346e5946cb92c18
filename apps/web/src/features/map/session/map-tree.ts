import { changedEntries, type Hierarchy } from '@groma/model';
import type { MapPost } from '@groma/protocol';
import { can } from '../../../platform/session.ts';
import type { TurnBack } from './edit-history.ts';
import type { SessionParts } from './session-parts.ts';
import { treeBefore, withTreeBefore, type TreeBefore } from './turn-back-tree.ts';

/** The tree of a map's layers and groups: every change of it, and what turns it back. */
export class MapTree {
  readonly #parts: SessionParts;
  readonly #loadVisible: () => void;

  /** `loadVisible` has the layers read that are to be seen now. */
  constructor(parts: SessionParts, loadVisible: () => void) {
    this.#parts = parts;
    this.#loadVisible = loadVisible;
  }

  /**
   * Shows a changed tree at once and saves what differs (MAP-077). Without the right to change the map it is changed
   * for this person only.
   */
  change(next: Hierarchy): Promise<void> {
    return this.#change(next, (post) => this.#parts.keep(post));
  }

  /**
   * The same of what a dialog has asked for: a refusal is thrown for it to show, and the tree is put back.
   * @throws GromaError, Error.
   */
  make(next: Hierarchy): Promise<void> {
    const { write, refresh } = this.#parts;
    return this.#change(next, async (post) => {
      try {
        await write({ key: crypto.randomUUID(), layerId: '', post, newFids: [], isShown: true });
        return true;
      } catch (error) {
        await refresh();
        throw error;
      }
    });
  }

  async #change(next: Hierarchy, keep: (post: MapPost) => Promise<boolean>): Promise<void> {
    const { read, remember, whileMaking } = this.#parts;
    const changed = changedEntries(read().hierarchy, next);
    if (Object.keys(changed).length === 0) return;
    const before = treeBefore(read().hierarchy, next);
    this.#show(next);
    if (!can('update', 'map')) return;
    await whileMaking(async () => {
      const isDone = await keep({ type: 'Update_Layer_Info', hierarchy_info: { ...changed } });
      if (isDone && Object.keys(before).length > 0) remember(this.#turnBack(before));
    });
  }

  /** A failure is thrown for the dialog to show. */
  async rename(id: string, text: string): Promise<void> {
    const { read, set, post, remember, whileMaking } = this.#parts;
    const entry = read().hierarchy[id];
    if (!entry || entry.text === text.trim()) return;
    await whileMaking(async () => {
      await post({ type: 'Update_Layer_Info', hierarchy_info: { [id]: { ...entry, text: text.trim() } } });
      set({ hierarchy: { ...read().hierarchy, [id]: { ...entry, text: text.trim() } } });
      remember(this.#turnBack({ [id]: { text: entry.text } }));
    });
  }

  /**
   * Deletes layers and groups for everybody; undo brings them back. False where it was refused, which has been said
   * then.
   */
  async remove(ids: string[]): Promise<boolean> {
    const { keep, remember, whileMaking } = this.#parts;
    return whileMaking(async () => {
      const isDone = await keep({ type: 'Delete_Layers', layer_ids: ids });
      if (isDone) remember(this.#turnDeletionBack(ids));
      return isDone;
    });
  }

  /** Brings what was deleted back to its place. @throws GromaError, CallError. */
  async recover(ids: string[]): Promise<void> {
    await this.#parts.post({ type: 'Recover_Layers', layer_ids: ids });
    await this.#parts.refresh();
  }

  #show(hierarchy: Hierarchy): void {
    this.#parts.set({ hierarchy });
    this.#loadVisible();
  }

  #turnBack(before: TreeBefore): TurnBack {
    return async () => {
      const now = this.#parts.read().hierarchy;
      const next = withTreeBefore(now, before);
      const changed = next && changedEntries(now, next);
      if (!next || !changed || Object.keys(changed).length === 0) return null;
      await this.#parts.post({ type: 'Update_Layer_Info', hierarchy_info: { ...changed } });
      this.#show(next);
      return this.#turnBack(treeBefore(now, next));
    };
  }

  #turnDeletionBack(ids: string[]): TurnBack {
    return async () => {
      await this.recover(ids);
      return async () => {
        await this.#parts.post({ type: 'Delete_Layers', layer_ids: ids });
        return this.#turnDeletionBack(ids);
      };
    };
  }
}
