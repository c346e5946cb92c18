import { rootParent } from '@groma/model';
import { confirm, toast } from '@groma/ui';
import { createStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import type { DrawingSession } from './drawing-session.ts';
import {
  detached, firstDrawingState, isTouched, newEditing, nothingEdited, problemOf, removedActive, reshaped, sketchFinished, taken, turned,
  type DrawingState, type DrawMode, type EditingLayer, type LabelMode,
} from './drawing-state.ts';
import { mergeUpdates, wireFeature } from './merge-edits.ts';
import { findUnfinished, forgetUnfinished, keepUnfinished } from './unfinished.ts';
import { deleteVertex } from './vertex-edit.ts';

/** Features that can be edited at once: each of their vertices is held and drawn apart. */
const mostEdited = 5_000;

/** Drawing and editing on one map: which tool is chosen, what is at work, and how it gets into its layer. */
export class MapDrawing {
  readonly store = createStore<DrawingState>(() => firstDrawingState);
  readonly #session: DrawingSession;
  #released: () => void = () => undefined;
  #placing: Promise<void> = Promise.resolve();

  constructor(session: DrawingSession) {
    this.#session = session;
  }

  get state(): DrawingState {
    return this.store.getState();
  }

  change(change: (state: DrawingState) => Partial<DrawingState>): void {
    if (this.#session.isReadOnly) return;
    this.store.setState(change(this.state));
  }

  /** Chooses a tool. A shape begins, or goes on with, the editing layer of what is selected in the tree (MAP-049, MAP-050, MAP-052, MAP-053). */
  async choose(mode: DrawMode): Promise<void> {
    if (this.state.isSaving || this.#session.isReadOnly || (mode !== 'select' && !can('update', 'map'))) return;
    this.store.setState({ mode, sketch: [], vertex: null, problem: null, snap: null, pointer: null, ...(mode !== 'select' && { active: new Set<number>() }) });
    const { editing } = this.state;
    const sourceId = this.#selectedLayer();
    // Empty editing layers go with the next change of the tool (MAP-057).
    if (editing && editing.features.length === 0 && editing.takenFids.length === 0) this.store.setState(nothingEdited);
    else if (editing && mode !== 'select' && editing.sourceId !== sourceId && !(await this.finish())) return this.store.setState({ mode: 'select' });
    if (mode !== 'select' && !this.state.editing) this.store.setState({ editing: this.#editingOf(sourceId) });
  }

  /** Whether another layer may be selected in the tree: not while features of one are at work. An empty editing layer follows the selection. */
  lets(layerId: string | null): boolean {
    const { editing, mode } = this.state;
    if (!editing || editing.sourceId === layerId) return true;
    if (editing.features.length > 0 || editing.takenFids.length > 0) return editing.sourceId === null;
    // The selection is made after this.
    queueMicrotask(() => this.store.setState({ editing: mode === 'select' ? null : this.#editingOf(this.#selectedLayer()) }));
    return true;
  }

  /** Layers that are there no more: what is at work of one of them is kept, as a drawing of its own. */
  keepFrom(isThere: (layerId: string) => boolean): void {
    const { editing } = this.state;
    if (editing === null || editing.sourceId === null || isThere(editing.sourceId)) return;
    const { length: count } = editing.features;
    this.#released();
    this.#released = () => undefined;
    this.store.setState(detached(this.state, t('map.draw.handDrawn')));
    if (count > 0) toast.info(t('map.draw.sourceGone', { title: editing.title }));
  }

  setLabel(label: LabelMode): void {
    this.store.setState({ label });
  }

  toggleSnapping(): void {
    this.store.setState({ isSnapping: !this.state.isSnapping, snap: null });
  }

  /** Takes features of a layer into an editing layer, which takes them out of the layer for everybody (MAP-058, MAP-059). */
  async editFeatures(layerId: string, fids: readonly number[]): Promise<void> {
    if (fids.length === 0 || this.#session.isReadOnly || !can('update', 'map')) return;
    if (fids.length > mostEdited) return void toast.error(t('map.draw.tooMany', { count: mostEdited }));
    if (this.state.editing && !(await this.finish())) return;
    const holder = this.#session.state.editors[layerId];
    if (holder && holder.userId !== this.#session.myId) return this.#session.sayLocked(layerId);
    this.#session.bind(layerId);
    await this.#saving(async () => {
      const features = (await this.#session.ask(layerId, 'features', { fids })).flatMap(({ fid, geometry, properties }) => (geometry ? [{ fid, geometry, properties }] : []));
      if (features.length === 0) return void toast.info(t('map.draw.noGeometry'));
      const takenFids = features.map(({ fid }) => fid);
      const takenKeys = [await this.#session.edits.write(layerId, [{ type: 'Delete', fids: takenFids }])];
      this.#released = keepUnfinished(this.#session.myId, this.#session.mapId, { layerId, keys: takenKeys, fids: takenFids });
      this.#session.holdTaken(layerId, takenKeys);
      this.#session.select(layerId, new Set());
      this.change((state) => ({ ...taken(state, { ...this.#editingOf(layerId), takenKeys, takenFids }, features), mode: 'select' }));
    });
  }

  /** Puts back what a page that is gone had taken out of its layer. */
  async restoreUnfinished(): Promise<void> {
    const { myId, mapId } = this.#session;
    // What took them out may itself still wait in this browser.
    if (!await this.#session.settleLeft()) return;
    const left = await findUnfinished(myId, mapId);
    if (!left || this.state.editing) return;
    forgetUnfinished(myId, mapId);
    if (!this.#session.state.data[left.layerId]) return;
    await this.#saving(async () => {
      const there = await this.#session.ask(left.layerId, 'features', { fids: left.fids });
      // The server has put them back already, once their holder was gone.
      if (there.length > 0) return;
      await this.#session.edits.takeBack(left.layerId, left.keys);
      toast.info(t('map.draw.putBack', { name: this.#session.state.hierarchy[left.layerId]?.text ?? '' }));
    });
  }

  /** Presses take effect one after the other, however long one looks for what it snaps to. */
  inTurn(work: () => Promise<void> | void): void {
    this.#placing = this.#placing.then(work).catch(() => undefined);
  }

  /** The shape that is being drawn, as far as it is one. */
  finishSketch(): void {
    this.change(sketchFinished);
  }

  /** Enter: finishes the open shape, else merges everything back and saves (MAP-029, MAP-054). */
  async press(): Promise<void> {
    await this.#placing;
    if (this.state.sketch.length > 0) return this.finishSketch();
    if (await this.finish()) this.store.setState({ mode: 'select' });
  }

  /** Merges the editing layer back into its source, or makes the drawn layer. False where it could not, which has been said then. */
  async finish(): Promise<boolean> {
    if (this.#session.isReadOnly) return false;
    this.store.setState({ sketch: [], snap: null });
    const { editing } = this.state;
    if (!editing) return true;
    const problem = problemOf(editing);
    if (problem) {
      this.store.setState({ problem, active: new Set(problem.key === null ? [] : [problem.key]), mode: 'select' });
      return false;
    }
    return this.#saving(async () => {
      if (!isTouched(editing)) await this.#putBack(editing);
      else await this.#session.edits.whileMaking(() => (editing.sourceId === null ? this.#makeLayer(editing) : this.#merge(editing, editing.sourceId)));
      this.#end();
    });
  }

  /** Escape: drops the open shape, else the whole editing layer, asking where that is much (MAP-028, MAP-055, MAP-056). */
  async cancel(): Promise<void> {
    const { sketch, editing } = this.state;
    if (this.#session.isReadOnly) return;
    if (sketch.length > 0) return this.store.setState({ sketch: [], problem: null, snap: null });
    if (editing && editing.features.filter(({ isChanged }) => isChanged).length > 1) {
      const isSure = await confirm({ title: t('map.draw.discardTitle', { name: editing.title }), body: t('map.draw.discardText'), confirmLabel: t('map.draw.discard'), danger: true });
      if (!isSure) return;
    }
    if (!editing || await this.#saving(() => this.#putBack(editing))) {
      this.#end();
      this.store.setState({ mode: 'select' });
    }
  }

  /** Backspace and Delete: the last position, the marked vertex, or the active features (MAP-030). */
  remove(): void {
    const { sketch, vertex } = this.state;
    if (sketch.length > 0) this.change((state) => turned(state, 'undo') ?? { sketch: state.sketch.slice(0, -1) });
    else if (vertex) this.change((state) => ({ ...reshaped(state, new Set([vertex.key]), (geometry) => deleteVertex(geometry, vertex), true), vertex: null }));
    else this.change(removedActive);
  }

  /** Own undo and redo while something is at work; false where there is no step. */
  turn(direction: 'undo' | 'redo'): boolean {
    const change = this.#session.isReadOnly ? null : turned(this.state, direction);
    if (change) this.store.setState(change);
    return change !== null;
  }

  #end(): void {
    const { editing } = this.state;
    if (editing?.sourceId) this.#session.holdTaken(editing.sourceId, []);
    this.#released();
    this.#released = () => undefined;
    this.store.setState(nothingEdited);
  }

  #selectedLayer(): string | null {
    const { boundLayerId, data } = this.#session.state;
    return boundLayerId !== null && data[boundLayerId] ? boundLayerId : null;
  }

  #editingOf(sourceId: string | null): EditingLayer {
    const source = sourceId === null ? null : { id: sourceId, title: t('map.draw.editingTitle', { name: this.#session.state.hierarchy[sourceId]?.text ?? '' }) };
    return newEditing(source, t('map.draw.handDrawn'));
  }

  async #putBack({ sourceId, takenKeys }: EditingLayer): Promise<void> {
    if (sourceId !== null && takenKeys.length > 0) await this.#session.edits.takeBack(sourceId, takenKeys);
  }

  async #merge(editing: EditingLayer, layerId: string): Promise<void> {
    const updates = mergeUpdates(editing, this.#session.state.loaded[layerId]?.columns ?? []);
    const merged = updates.length === 0 ? [] : [await this.#session.edits.write(layerId, updates)];
    this.#session.edits.rememberEdits(layerId, [...editing.takenKeys, ...merged]);
  }

  /** A layer of its own above the others, which undo takes away again. */
  async #makeLayer({ title, features }: EditingLayer): Promise<void> {
    const id = crypto.randomUUID();
    const make = async () => {
      // While the server is away the drawing stays as it is, and becomes a layer when it is back.
      await this.#session.write({
        key: crypto.randomUUID(), layerId: '', newFids: [], isAwaited: true,
        post: {
          type: 'Create_Vector_Layer', vector_data: { [id]: { features: features.map(wireFeature) } },
          new_layers_hierarchy_info: { [id]: { id, text: title, type: 'Layer', parent_id: rootParent, level: 1, order: -1, visible: true } },
        },
      });
      await this.#session.refresh();
    };
    await make();
    const unmake = async () => {
      await this.#session.post({ type: 'Delete_Layers', layer_ids: [id] });
      return async () => {
        await this.#session.post({ type: 'Recover_Layers', layer_ids: [id] });
        await this.#session.refresh();
        return unmake;
      };
    };
    this.#session.edits.remember(unmake);
  }

  /** Does something that the server takes part in, one at a time. False where it was refused, which has been said then. */
  async #saving(action: () => Promise<void>): Promise<boolean> {
    if (this.state.isSaving) return false;
    this.store.setState({ isSaving: true });
    try {
      await action();
      return true;
    } catch (error) {
      toast.error(errorText(error));
      return false;
    } finally {
      this.store.setState({ isSaving: false });
    }
  }
}
