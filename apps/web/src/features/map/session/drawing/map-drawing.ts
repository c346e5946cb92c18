import { confirm, toast } from '@groma/ui';
import { ownColumns } from '../../layer/layer-joins.ts';
import { createStore } from 'zustand';
import { errorText } from '../../../../platform/api.ts';
import { can } from '../../../../platform/session.ts';
import { t } from '../../../../platform/text.ts';
import type { DrawingSession } from './drawing-session.ts';
import {
  detached,
  firstDrawingState,
  isTouched,
  newEditing,
  nothingEdited,
  problemOf,
  removedActive,
  reshaped,
  sketchFinished,
  taken,
  turned,
  type DrawingState,
  type DrawMode,
  type EditingLayer,
  type LabelMode,
} from './drawing-state.ts';
import { DrawingKeeper } from './drawing-keeper.ts';
import { resumed, type KeptWork } from './kept-work.ts';
import { LeftDrawings } from './left-drawings.ts';
import { makeDrawnLayer } from './make-drawn-layer.ts';
import { mergeUpdates } from './merge-edits.ts';
import { keepUnfinished } from './unfinished.ts';
import { deleteVertex } from './vertex-edit.ts';

/** Features that can be edited at once: each of their vertices is held and drawn apart. */
const mostEdited = 5_000;

/** Drawing and editing on one map: which tool is chosen, what is at work, and how it gets into its layer. */
export class MapDrawing {
  readonly store = createStore<DrawingState>(() => firstDrawingState);
  readonly #session: DrawingSession;
  readonly #keeper: DrawingKeeper;
  readonly #left: LeftDrawings;
  #released: () => void = () => undefined;
  #placing: Promise<void> = Promise.resolve();

  constructor(session: DrawingSession) {
    this.#session = session;
    const { myId: person, projectId, mapId } = session;
    this.#keeper = new DrawingKeeper({ person, projectId, mapId, title: () => session.state.name }, this.store);
    this.#left = new LeftDrawings(session, this.#keeper, {
      read: () => this.state,
      saving: (action) => this.#saving(action),
      resume: (work) => this.#resume(work),
    });
  }

  get state(): DrawingState {
    return this.store.getState();
  }

  change(change: (state: DrawingState) => Partial<DrawingState>): void {
    if (this.#session.isReadOnly) return;
    this.store.setState(change(this.state));
  }

  /**
   * Chooses a tool. A shape begins, or goes on with, the editing layer of what is selected in the tree (MAP-049,
   * MAP-050, MAP-052, MAP-053).
   */
  async choose(mode: DrawMode): Promise<void> {
    if (this.state.isSaving || this.#session.isReadOnly || (mode !== 'select' && !can('update', 'map'))) return;
    this.store.setState({
      mode,
      sketch: [],
      vertex: null,
      problem: null,
      snap: null,
      pointer: null,
      ...(mode !== 'select' && { active: new Set<number>() }),
    });
    const { editing } = this.state;
    const sourceId = this.#selectedLayer();
    // Empty editing layers go with the next change of the tool (MAP-057).
    if (editing && editing.features.length === 0 && editing.takenFids.length === 0) this.store.setState(nothingEdited);
    else if (editing && mode !== 'select' && editing.sourceId !== sourceId && !(await this.finish()))
      return this.store.setState({ mode: 'select' });
    if (mode !== 'select' && !this.state.editing) this.store.setState({ editing: this.#editingOf(sourceId) });
  }

  /**
   * Whether another layer may be selected in the tree: not while features of one are at work. An empty editing layer
   * follows the selection.
   */
  lets(layerId: string | null): boolean {
    const { editing, mode } = this.state;
    if (!editing || editing.sourceId === layerId) return true;
    if (editing.features.length > 0 || editing.takenFids.length > 0) return editing.sourceId === null;
    // The selection is made after this.
    queueMicrotask(() =>
      this.store.setState({ editing: mode === 'select' ? null : this.#editingOf(this.#selectedLayer()) }),
    );
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

  /**
   * Takes features of a layer into an editing layer, which takes them out of the layer for everybody (MAP-058,
   * MAP-059).
   */
  async editFeatures(layerId: string, fids: readonly number[]): Promise<void> {
    if (fids.length === 0 || this.#session.isReadOnly || !can('update', 'map')) return;
    if (fids.length > mostEdited) return void toast.error(t('map.draw.tooMany', { count: mostEdited }));
    if (this.state.editing && !(await this.finish())) return;
    const holder = this.#session.state.editors[layerId];
    if (holder && holder.userId !== this.#session.myId) return this.#session.sayLocked(layerId);
    await this.#take(layerId, fids);
  }

  /** False where nothing could be taken, which has been said then. */
  async #take(layerId: string, fids: readonly number[]): Promise<boolean> {
    this.#session.bind(layerId);
    return this.#saving(async () => {
      const features = (await this.#session.ask(layerId, 'features', { fids })).flatMap(
        ({ fid, geometry, properties }) => (geometry ? [{ fid, geometry, properties }] : []),
      );
      if (features.length === 0) return void toast.info(t('map.draw.noGeometry'));
      const takenFids = features.map(({ fid }) => fid);
      const takenKeys = [await this.#session.edits.write(layerId, [{ type: 'Delete', fids: takenFids }])];
      this.#released = keepUnfinished(this.#session.myId, this.#session.mapId, {
        layerId,
        keys: takenKeys,
        fids: takenFids,
      });
      this.#session.holdTaken(layerId, takenKeys);
      this.#session.select(layerId, new Set());
      this.change((state) => ({
        ...taken(state, { ...this.#editingOf(layerId), takenKeys, takenFids }, features),
        mode: 'select',
      }));
    });
  }

  /**
   * Puts back what pages that are gone had taken out of a layer, and goes on with what they were drawing (MAP-130).
   * False where that needs the server first.
   */
  restoreLeft(isSeen: boolean): Promise<boolean> {
    return this.#left.restore(isSeen);
  }

  /** Somebody has taken a layer, or let go of it. */
  locksChanged(): void {
    this.#left.locksChanged();
  }

  close(): void {
    this.#keeper.close();
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

  /**
   * Merges the editing layer back into its source, or makes the drawn layer. False where it could not, which has been
   * said then.
   */
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
      else
        await this.#session.edits.whileMaking(() =>
          editing.sourceId === null ? this.#make(editing) : this.#merge(editing, editing.sourceId),
        );
      this.#end();
    });
  }

  /**
   * Escape: drops the open shape, else the whole editing layer, asking where that is much (MAP-028, MAP-055, MAP-056).
   */
  async cancel(): Promise<void> {
    const { sketch, editing } = this.state;
    if (this.#session.isReadOnly) return;
    if (sketch.length > 0) return this.store.setState({ sketch: [], problem: null, snap: null });
    if (editing && editing.features.filter(({ isChanged }) => isChanged).length > 1) {
      const isSure = await confirm({
        title: t('map.draw.discardTitle', { name: editing.title }),
        body: t('map.draw.discardText'),
        confirmLabel: t('map.draw.discard'),
        danger: true,
      });
      if (!isSure) return;
    }
    if (!editing || (await this.#saving(() => this.#putBack(editing)))) {
      this.#end();
      this.store.setState({ mode: 'select' });
    }
  }

  /** Backspace and Delete: the last position, the marked vertex, or the active features (MAP-030). */
  remove(): void {
    const { sketch, vertex } = this.state;
    if (sketch.length > 0) this.change((state) => turned(state, 'undo') ?? { sketch: state.sketch.slice(0, -1) });
    else if (vertex)
      this.change((state) => ({
        ...reshaped(state, new Set([vertex.key]), (geometry) => deleteVertex(geometry, vertex), true),
        vertex: null,
      }));
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
    const source =
      sourceId === null
        ? null
        : {
            id: sourceId,
            title: t('map.draw.editingTitle', { name: this.#session.state.hierarchy[sourceId]?.text ?? '' }),
          };
    return newEditing(source, t('map.draw.handDrawn'));
  }

  /** Goes on with kept work; where its layer is gone, as with a drawing of its own. */
  async #resume(work: KeptWork): Promise<boolean> {
    const sourceId = work.sourceId !== null && this.#session.state.data[work.sourceId] ? work.sourceId : null;
    if (sourceId !== null && work.takenFids.length > 0) {
      // What was put back a moment ago has to be here first.
      await this.#session.refresh();
      if (!(await this.#take(sourceId, work.takenFids))) {
        this.#keeper.leave();
        return false;
      }
    } else if (sourceId !== null) this.#session.bind(sourceId);
    this.store.setState((state) => resumed(state, state.editing ?? this.#editingOf(sourceId), work));
    return true;
  }

  async #putBack({ sourceId, takenKeys }: EditingLayer): Promise<void> {
    if (sourceId !== null && takenKeys.length > 0) await this.#session.edits.takeBack(sourceId, takenKeys);
  }

  /** Makes the drawing a layer, which is shown in its place as soon as it is there. */
  async #make(editing: EditingLayer): Promise<void> {
    const id = crypto.randomUUID();
    this.store.setState({ editing: { ...editing, becomes: id } });
    await makeDrawnLayer(this.#session, editing, { id, replaces: this.#keeper.id });
  }

  async #merge(editing: EditingLayer, layerId: string): Promise<void> {
    const updates = mergeUpdates(editing, ownColumns(this.#session.state.loaded[layerId]?.columns ?? []));
    const merged =
      updates.length === 0 ? [] : [await this.#session.edits.write(layerId, updates, { replaces: this.#keeper.id })];
    this.#session.edits.rememberEdits(layerId, [...editing.takenKeys, ...merged]);
  }

  /**
   * Does something that the server takes part in, one at a time. False where it was refused, which has been said then.
   */
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
