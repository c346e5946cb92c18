import type { Bbox } from '@groma/geo';
import { GromaError, type BaseMapType, type Hierarchy, type JpgStyle, type MapLocking, type RasterStyle, type VectorStyle, type ViewState } from '@groma/model';
import type { VectorUpdate } from '@groma/geo';
import { CallError, map, type LayerEntry, type MapPost, type MapPostReply, type MapServerMessage, type MapStateReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { createStore } from 'zustand';
import { api, errorText } from '../../../platform/api.ts';
import { can, sessionStore, type User } from '../../../platform/session.ts';
import { settleKept } from '../../../platform/unsaved/settle-kept.ts';
import { keepChanges } from '../../../platform/unsaved/change-keeper.ts';
import { t } from '../../../platform/text.ts';
import { classingOf } from '../layer/classing.ts';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import { Cursors, throttled } from './cursors.ts';
import { EditQueue, isLong, type EditReply, type NewEdit } from './edit-queue.ts';
import { textOfEdit } from './edit-text.ts';
import { LayerLoader } from './layer-loader.ts';
import { MapDrawing } from '../drawing/map-drawing.ts';
import { MapEdits } from './map-edits.ts';
import { MapLooks } from './map-looks.ts';
import { MapRasters } from './map-rasters.ts';
import { MapRoom } from './map-room.ts';
import { firstMapState, type MapState, type RasterLayer } from './map-state.ts';
import { mapRooms, settleMapEdits } from './settle-edits.ts';
import { sayAskedFor, sayLocked } from './say-lock.tsx';
import { watchRasterTiles } from '../raster/raster-failures.ts';
import { MapTree } from './map-tree.ts';
import { NotOpened, openAsOperation } from './open-as-operation.ts';
import { postToMap } from './post-to-map.ts';
import type { SessionParts } from './session-parts.ts';
import { StateReader } from './state-reader.ts';

/** Off the map: whoever gets it draws no cursor (MAP-048). */
const noPlace = { lng: -181, lat: 0, zoom: 0 };

/** Changes that say what is to be, however often they are made: they need no key to be sent again. */
const survivable: ReadonlySet<MapPost['type']> = new Set<MapPost['type']>([
  'Update_Layer_Info', 'Update_Vector_Layer_Style', 'Update_Raster_Layer_Data', 'Update_Jpg_Layer_Data', 'Update_Base_Map',
]);

/** How long after its last panel a map's layer is still held. */
const leaveMs = 500;

/** What is told of a map beside its state. */
const ofNoState: ReadonlySet<MapServerMessage['type']> = new Set<MapServerMessage['type']>(['Presence', 'Cursor_Coordinate', 'Layer_Edits', 'Layer_Asked_For', 'Charts_Changed', 'Refused']);

/** One open map, shared by its panel, its tree and its tables: what it holds, who is there, and every change to it. */
export class MapSession {
  readonly mapId: string;
  readonly projectId: string;
  readonly store = createStore<MapState>(() => firstMapState);
  readonly cursors = new Cursors();
  readonly drawing = new MapDrawing(this);
  readonly edits: MapEdits;
  readonly #queue: EditQueue;
  readonly tree: MapTree;
  readonly rasters: MapRasters;
  readonly shareCursor: (place: { lng: number; lat: number; zoom: number }) => void;
  readonly #me: User;
  readonly #room: MapRoom;
  readonly #stopWatchingTiles: () => void;
  readonly #layers: LayerLoader;
  readonly #looks: MapLooks;
  /** Layers that this person has asked others for. */
  readonly #asked = new Set<string>();
  /** Parts of the screen that draw the features. */
  #viewers = 0;
  #refreshing: Promise<void> | null = null;
  readonly #reader = new StateReader(async (signal) => (await api.call(map.readMapState, { query: { map_id: this.mapId, project_id: this.projectId }, signal })).data);

  constructor(mapId: string, projectId: string, me: User) {
    this.mapId = mapId;
    this.projectId = projectId;
    this.#me = me;
    this.#layers = new LayerLoader({ mapId, projectId }, {
      myId: me.id, read: () => this.state.loaded, write: (loaded) => this.#set({ loaded }),
      classing: (layerId) => classingOf(this.state.styles[layerId]?.symbology ?? { kind: 'single' }),
    });
    const parts: SessionParts = {
      projectId, read: () => this.state, set: (change) => this.#set(change), remember: (turnBack) => this.edits.remember(turnBack), whileMaking: (step) => this.edits.whileMaking(step),
      post: (post) => this.post(post), write: (edit) => this.write(edit), undoOf: (layerId, keys) => this.#undoOf(layerId, keys), keep: (post) => this.#keep(post), attempt: (action) => this.#said(action), refresh: () => this.refresh(),
    };
    this.#queue = new EditQueue({
      keeper: keepChanges({ person: me.id, projectId, place: this.#place }), read: () => this.state, set: (change) => this.#set(change), post: (post) => this.post(post),
      isMine: () => sessionStore.getState().user?.id === me.id,
      describe: (post) => ({ title: this.state.name, text: textOfEdit(post, (id) => this.state.hierarchy[id]?.text ?? '') }),
      showLocal: (layerId, local) => this.#layers.showLocal(layerId, local), confirmLocal: (layerId, key, seq) => this.#layers.confirmLocal(layerId, key, seq),
      renumber: (layerId, ids) => this.#renumber(layerId, ids), onSetAside: (error) => { toast.error(t('map.offline.setAside', { reason: errorText(error) })); },
    });
    this.edits = new MapEdits(parts);
    this.tree = new MapTree(parts, () => this.#loadVisible());
    this.rasters = new MapRasters(parts);
    this.#looks = new MapLooks({ ...parts, reclass: () => { for (const id of Object.keys(this.state.loaded)) this.#layers.reclass(id); } });
    this.#room = new MapRoom(mapId, me, {
      onMessage: (message) => this.#receive(message),
      onConnected: () => this.#connected(),
      onLost: () => {
        this.cursors.clear();
        this.#set({ isConnected: false, people: [], lostAt: this.state.lostAt ?? Date.now() });
      },
      onClosed: () => this.#set({ isConnected: false, status: 'gone', failure: t('map.gone') }),
    });
    this.shareCursor = throttled((place) => this.#room.send({ type: 'Cursor_Coordinate_On_Map_Sync', ...place }));
    this.#stopWatchingTiles = watchRasterTiles(mapId, (layerId, failure) => { if (this.state.rasters[layerId]) this.rasters.tell(layerId, failure); });
    void this.refresh();
  }

  get myId(): string {
    return this.#me.id;
  }

  get state(): MapState {
    return this.store.getState();
  }

  /** Reads everything but the features, and what loaded layers have missed. */
  refresh(): Promise<void> {
    this.#reader.tell();
    this.#refreshing ??= this.#read();
    return this.#refreshing;
  }

  /** Reads a map again that did not open. */
  reopen(): void {
    this.#set({ status: 'loading', failure: null });
    void this.refresh();
  }

  close(): void {
    this.#looks.flush();
    this.#stopWatchingTiles();
    this.#room.close();
    this.#queue.close();
    // What waits is nobody's now: it goes on without the map.
    if (this.state.waiting > 0) void settleKept(this.#me.id, this.projectId).catch(() => undefined);
    this.#layers.close();
  }

  /** Has the visible layers read while somebody looks; returns how to stop looking. */
  view(): () => void {
    this.#viewers += 1;
    this.#layers.warm();
    this.#loadVisible();
    return () => {
      this.#viewers -= 1;
      // A panel that is moved to another group comes back at once.
      setTimeout(() => { if (this.#viewers === 0) void this.letGo(); }, leaveMs);
    };
  }

  /** Has one layer read, visible or not. */
  loadLayer(layerId: string): void {
    const data = this.state.data[layerId];
    if (data) this.#layers.load(layerId, data);
  }

  /** Reads a layer anew after a failure. */
  async retryLayer(layerId: string): Promise<void> {
    await this.refresh();
    this.rasters.tell(layerId, null);
    const data = this.state.data[layerId];
    if (data) this.#layers.reload(layerId, data);
  }

  ask<Name extends Question>(layerId: string, question: Name, ask: LayerQuestions[Name]['ask']): Promise<LayerQuestions[Name]['answer']> {
    this.loadLayer(layerId);
    return this.#layers.question(layerId, question, ask);
  }

  /** The same without waiting: null for a layer that is not read yet. */
  askNow<Name extends Question>(layerId: string, question: Name, ask: LayerQuestions[Name]['ask']): Promise<LayerQuestions[Name]['answer'] | null> {
    return this.#layers.questionNow(layerId, question, ask);
  }

  hideCursor(): void {
    this.shareCursor(noPlace);
  }

  // --- the tree

  /** Selects a layer in the tree, which locks it for the others, or none (MAP-065 to MAP-067). */
  bind(layerId: string | null): void {
    const { boundLayerId, editors } = this.state;
    if (boundLayerId === layerId) return;
    const holder = layerId === null ? undefined : editors[layerId];
    if (holder && holder.userId !== this.#me.id) return;
    if (!this.drawing.lets(layerId)) return void toast.info(t('map.draw.finishFirst'), { id: 'finish-first' });
    if (boundLayerId !== null) this.#room.send({ type: 'Remove_Layer_Editor', layer_id: boundLayerId });
    if (layerId !== null && can('update', 'map') && this.state.hierarchy[layerId]?.type === 'Layer') this.#room.send({ type: 'Add_Layer_Editor', layer_id: layerId });
    this.#set({ boundLayerId: layerId });
  }

  /** Saves what is being edited, and lets go of the layer that is selected (MAP-123). */
  async letGo(): Promise<void> {
    if (this.drawing.state.editing && !(await this.drawing.finish())) return;
    this.bind(null);
  }

  sayLocked(layerId: string): void {
    sayLocked(this, layerId);
  }

  /** Asks whoever holds a layer to let go of it (MAP-121). */
  askFor(layerId: string): void {
    const holder = this.state.editors[layerId];
    if (!holder) return;
    this.#asked.add(layerId);
    this.#room.send({ type: 'Ask_For_Layer', layer_id: layerId });
    toast.info(t('map.lock.asked', { name: holder.username }), { id: `locked-${layerId}` });
  }

  /** Tells the room which changes took features out of a layer, so that they come back when this person is gone for good. */
  holdTaken(layerId: string, keys: readonly string[]): void {
    this.#room.send({ type: 'Add_Layer_Editor', layer_id: layerId, taken_keys: [...keys] });
  }

  // --- the map

  async setBaseMap(baseMap: BaseMapType): Promise<void> {
    this.#set({ baseMap });
    if (can('update', 'map')) await this.#keep({ type: 'Update_Base_Map', base_map_type: baseMap });
  }

  async setLocking(locking: MapLocking): Promise<void> {
    await this.#said(() => this.post({ type: 'Update_Map_Locking', locking }));
  }

  async saveView(viewState: ViewState): Promise<void> {
    await this.post({ type: 'Save_View_State', view_state: viewState });
    this.#set({ viewState });
  }

  /** Changes how a layer looks: here at once, for the others when the person rests (MAP-098). */
  changeStyle(layerId: string, change: Partial<VectorStyle>): void {
    this.#looks.changeVector(layerId, change);
  }

  /** The same for an image (MAP-098). */
  changeRaster(layerId: string, change: Partial<RasterStyle>): void {
    this.#looks.changeRaster(layerId, change);
  }

  /** Changes how a photo lies or how clear it is: here at once, for the others when the person rests. */
  changePhoto(layerId: string, change: Partial<JpgStyle>): void {
    this.#looks.changePhoto(layerId, change);
  }

  // --- features

  select(layerId: string, fids: ReadonlySet<number>): void {
    this.#set({ selection: { ...this.state.selection, [layerId]: fids } });
  }

  setSelection(selection: MapState['selection']): void {
    this.#set({ selection });
  }

  clearSelection(): void {
    this.#set({ selection: {} });
  }

  /** The box of features of several layers together; null where there is none. */
  async boundsOf(fidsByLayer: Readonly<Record<string, Iterable<number>>>): Promise<Bbox | null> {
    const boxes = await Promise.all(Object.entries(fidsByLayer).map(([layerId, fids]) => this.ask(layerId, 'bounds', { fids: Int32Array.from(fids) })));
    return joinBoxes(boxes);
  }

  async post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>> {
    this.#set({ unsaved: this.state.unsaved + 1 });
    try {
      return await postToMap(this.#room, this.mapId, { ...post, sender_id: this.#me.id, project_id: this.projectId });
    } finally {
      this.#set({ unsaved: this.state.unsaved - 1 });
    }
  }

  /** Makes a change that may have to wait until the server is back; null then. @throws GromaError, Error where it cannot be made. */
  write(edit: NewEdit): Promise<EditReply | null> {
    return this.#queue.write(edit);
  }

  /** Whether nothing is to be edited, because the server has been away for long. */
  get isReadOnly(): boolean {
    return isLong(this.state.lostAt);
  }

  /** Sends what earlier pages have left of this map. False where that is not done. */
  settleLeft(): Promise<boolean> {
    return settleMapEdits({ person: this.#me.id, place: this.#place }, (_mapId, post) => this.post(post)).then(() => true, () => false);
  }

  get #place(): string {
    return mapRooms + encodeURIComponent(this.mapId);
  }

  /** Keeps a change that is shown already: while the server is away it waits. */
  #keep(post: MapPost): Promise<boolean> {
    return this.#said(() => (survivable.has(post.type) ? this.#queue.write({ key: crypto.randomUUID(), layerId: '', post, newFids: [], isShown: true }) : this.post(post)));
  }

  async #undoOf(layerId: string, keys: readonly string[]): Promise<VectorUpdate[] | null> {
    return this.ask(layerId, 'undoOf', { names: keys.map((key) => ({ key, seqs: this.#queue.seqsOf(key) })) });
  }

  /** New features that are selected stay so under the ids the server has given them. */
  #renumber(layerId: string, ids: ReadonlyMap<number, number>): void {
    const selected = this.state.selection[layerId];
    if (selected && [...ids.keys()].some((fid) => selected.has(fid))) this.select(layerId, new Set([...selected].map((fid) => ids.get(fid) ?? fid)));
  }

  /** Says a failure and puts back what was shown too early. */
  async #said(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      toast.error(errorText(error));
      await this.refresh();
      return false;
    }
  }

  #set(change: Partial<MapState>): void {
    this.store.setState(change);
  }

  #connected(): void {
    this.#set({ isConnected: true, lostAt: null, chartsVersion: this.state.chartsVersion + 1 });
    const { boundLayerId } = this.state;
    if (boundLayerId !== null && can('update', 'map')) this.#room.send({ type: 'Add_Layer_Editor', layer_id: boundLayerId, taken_keys: [...this.drawing.state.editing?.takenKeys ?? []] });
    // First what was done here, so that what is read then has it.
    void this.#queue.flush().then(() => this.refresh());
    void this.settleLeft();
  }

  async #read(): Promise<void> {
    const isFirst = this.state.status !== 'ready';
    try {
      const state = this.state.status === 'loading' ? await this.#open() : await this.#reader.read();
      this.#set({
        status: 'ready', failure: null, name: state.name, baseMap: state.base_map_type, locking: state.locking, viewState: state.view_state, editors: state.layer_editors,
        ...this.#looks.over({ styles: state.vector_style as MapState['styles'], ...separate(state.layers) }),
      });
      for (const id of Object.keys(this.state.loaded)) {
        if (this.state.data[id]) this.#layers.edit(id, null);
        else this.#layers.drop(id);
        this.#layers.reclass(id);
      }
      this.drawing.keepFrom((id) => this.state.hierarchy[id] !== undefined);
      this.#loadVisible();
      if (isFirst && can('update', 'map')) void this.drawing.restoreUnfinished();
    } catch (error) {
      const isGone = isMapGone(error);
      // What is shown stays while the server cannot be reached.
      if (this.state.status !== 'ready' || isGone) this.#set({ status: isGone ? 'gone' : 'failed', failure: error instanceof NotOpened ? error.message : failureText(error) });
    } finally {
      this.#refreshing = null;
    }
  }

  /** The first reading, which a person waits for and can abort; a map that is gone is said in its panel. */
  #open(): Promise<MapStateReply> {
    return openAsOperation({ projectId: this.projectId, title: t('map.opening'), abortedText: t('map.loadAborted'), failureText, isQuiet: isMapGone }, (signal) => this.#reader.read(signal));
  }

  #loadVisible(): void {
    if (this.#viewers === 0) return;
    for (const { id, type, visible } of Object.values(this.state.hierarchy)) if (type === 'Layer' && visible) this.loadLayer(id);
  }

  #receive(message: MapServerMessage): void {
    if (!ofNoState.has(message.type)) this.#reader.tell();
    switch (message.type) {
      case 'Presence': {
        const others = message.users.filter(({ id }) => id !== this.#me.id);
        this.cursors.setPeople(others);
        return this.#set({ people: others });
      }
      case 'Cursor_Coordinate': return this.cursors.move(message.userId, message.lng, message.lat, message.zoom);
      case 'Layer_Editor_Changed': return this.#locksChanged(message.layer_editors);
      case 'Layers_Changed': return void this.#treeChanged(message.hierarchy_info);
      case 'Layer_Edits': return this.#layers.edit(message.layer_id, message);
      case 'Layer_Folded': return this.#folded(message);
      case 'Vector_Style_Changed': return this.#looks.tell({ styles: { ...this.state.styles, [message.layer_id]: message.vector_style } });
      case 'Raster_Layer_Changed': return this.#looks.tell({ rasters: { ...this.state.rasters, [message.layer_id]: message.raster_data as RasterLayer } });
      case 'Jpg_Layer_Changed': return this.#looks.tell({ photos: { ...this.state.photos, [message.layer_id]: message.jpg_data } });
      case 'Base_Map_Changed': return this.#set({ baseMap: message.base_map_type });
      case 'Map_Locking_Changed': return this.#set({ locking: message.locking });
      case 'Layer_Asked_For': return sayAskedFor(this, message);
      case 'View_State_Saved': return this.#set({ viewState: message.view_state });
      case 'Charts_Changed': return this.#set({ chartsVersion: this.state.chartsVersion + 1 });
      case 'Map_Renamed': return this.#set({ name: message.name });
      case 'Refused': return void toast.error(message.message);
    }
  }

  /** Somebody else has taken the layer this person had selected: the selection goes (MAP-068). */
  #locksChanged(editors: MapState['editors']): void {
    const { boundLayerId } = this.state;
    const holder = boundLayerId === null ? undefined : editors[boundLayerId];
    this.#set({ editors, ...(holder && holder.userId !== this.#me.id && { boundLayerId: null }) });
    for (const layerId of this.#asked) {
      if (editors[layerId]) continue;
      this.#asked.delete(layerId);
      toast.success(t('map.lock.free', { name: this.state.hierarchy[layerId]?.text ?? '' }), { id: `locked-${layerId}` });
    }
  }

  async #treeChanged(hierarchy: Hierarchy): Promise<void> {
    const isKnown = Object.values(hierarchy).every(({ id, type }) => type === 'Group' || this.state.data[id] || this.state.rasters[id] || this.state.photos[id]);
    this.#set({ hierarchy });
    for (const id of Object.keys(this.state.loaded)) if (!hierarchy[id]) this.#layers.drop(id);
    if (this.state.boundLayerId !== null && !hierarchy[this.state.boundLayerId]) this.#set({ boundLayerId: null });
    this.drawing.keepFrom((id) => hierarchy[id] !== undefined);
    if (isKnown) this.#loadVisible();
    else await this.refresh();
  }

  #folded({ layer_id: id, snapshot_key: key, snapshot_seq: seq }: Extract<MapServerMessage, { type: 'Layer_Folded' }>): void {
    const data = this.state.data[id];
    // What is loaded shows the same already; a later reading asks the server anew when the old snapshot is gone.
    if (data && !this.state.loaded[id]) void this.refresh();
    else if (data) this.#set({ data: { ...this.state.data, [id]: { ...data, snapshot_key: key, snapshot_seq: seq } } });
  }
}

function separate(entries: readonly LayerEntry[]): Pick<MapState, 'hierarchy' | 'data' | 'rasters' | 'photos'> {
  return {
    hierarchy: Object.fromEntries(entries.map(({ data: _data, ...entry }) => [entry.id, entry])),
    data: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'vector' ? [[id, data]] : []))),
    rasters: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'raster' ? [[id, data as RasterLayer]] : []))),
    photos: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'jpg' ? [[id, data]] : []))),
  };
}

function isMapGone(error: unknown): boolean {
  return error instanceof GromaError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
}

function failureText(error: unknown): string {
  if (error instanceof GromaError && error.code === 'NOT_FOUND') return t('map.gone');
  if (error instanceof CallError) return t('map.loadFailed', { reason: error.message || t('map.unknownError') });
  return t('map.loadFailed', { reason: errorText(error) });
}

export function joinBoxes(boxes: readonly (Bbox | null | undefined)[]): Bbox | null {
  return boxes.reduce<Bbox | null>((all, box) => {
    if (!box || !all) return box ?? all;
    return [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])];
  }, null);
}
