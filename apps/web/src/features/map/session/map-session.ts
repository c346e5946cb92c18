import type { Bbox } from '@groma/geo';
import type {
  BaseMapType,
  Hierarchy,
  JpgStyle,
  MapLocking,
  RasterStyle,
  SolidStyle,
  VectorStyle,
  ViewState,
} from '@groma/model';
import type { MapPost, MapPostReply, MapServerMessage, MapStateReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { createStore } from 'zustand';
import { can, type User } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { rowLookOf } from '../layer/classing.ts';
import type { LayerQuestions, Question, SnapshotSource } from '../layer/layer-messages.ts';
import { Cursors, throttled } from './cursors.ts';
import type { EditReply, NewEdit } from './edit-queue.ts';
import { LayerLoader } from './layer-loader.ts';
import { FidSet } from './fid-set.ts';
import { MapDrawing } from './drawing/map-drawing.ts';
import { MapEdits } from './map-edits.ts';
import { MapLocks } from './map-locks.ts';
import { MapLooks } from './map-looks.ts';
import { joinBoxes } from './join-boxes.ts';
import { joinedLayers } from './joined-layers.ts';
import { MapRasters } from './map-rasters.ts';
import { MapReading } from './map-reading.ts';
import { MapRoom, postToMap } from './map-room.ts';
import { MapSaving } from './map-saving.ts';
import { MapSolids } from './map-solids.ts';
import { firstMapState, separate, type MapState, type PreviewPicture, type RasterLayer } from './map-state.ts';
import { sayAskedFor, sayLocked } from './say-lock.tsx';
import { watchRasterTiles } from './raster-failures.ts';
import { MapTree } from './map-tree.ts';
import type { SessionParts } from './session-parts.ts';

/** Off the map: whoever gets it draws no cursor (MAP-048). */
const noPlace = { lng: -181, lat: 0, zoom: 0 };

/** How long after its last panel a map's layer is still held. */
const leaveMs = 500;

/** What is told of a map beside its state. */
const ofNoState: ReadonlySet<MapServerMessage['type']> = new Set<MapServerMessage['type']>([
  'Presence',
  'Cursor_Coordinate',
  'Layer_Edits',
  'Layer_Asked_For',
  'Charts_Changed',
  'Refused',
]);

/** One open map, shared by its panel, its tree and its tables: what it holds, who is there, and every change to it. */
export class MapSession {
  readonly mapId: string;
  readonly projectId: string;
  readonly store = createStore<MapState>(() => firstMapState);
  readonly cursors = new Cursors();
  readonly drawing: MapDrawing;
  readonly edits: MapEdits;
  readonly #locks: MapLocks;
  readonly #saving: MapSaving;
  readonly tree: MapTree;
  readonly rasters: MapRasters;
  readonly solids: MapSolids;
  readonly shareCursor: (place: { lng: number; lat: number; zoom: number }) => void;
  readonly #me: User;
  readonly #room: MapRoom;
  readonly #stopWatchingTiles: () => void;
  readonly #layers: LayerLoader;
  readonly #looks: MapLooks;
  readonly #reading: MapReading;
  /** Parts of the screen that draw the features. */
  #viewers = 0;
  /** What earlier pages left at work waits for the server. */
  #isLeftDue = false;

  constructor(mapId: string, projectId: string, me: User) {
    this.mapId = mapId;
    this.projectId = projectId;
    this.#me = me;
    this.drawing = new MapDrawing(this);
    this.#layers = new LayerLoader(
      { mapId, projectId },
      {
        myId: me.id,
        read: () => this.state.loaded,
        write: (loaded) => this.#set({ loaded }),
        rowLook: (layerId) => rowLookOf(this.state.styles[layerId]),
        onDescribed: (layerId) => void this.#selectShown(layerId),
      },
    );
    this.#saving = new MapSaving(
      { mapId, projectId, person: me.id },
      {
        read: () => this.state,
        set: (change) => this.#set(change),
        refresh: () => this.refresh(),
        send: (post) => postToMap(this.#room, mapId, post),
        undoOf: (layerId, names) => this.ask(layerId, 'undoOf', { names }),
        showLocal: (layerId, local) => this.#layers.showLocal(layerId, local),
        confirmLocal: (layerId, key, seq) => this.#layers.confirmLocal(layerId, key, seq),
      },
    );
    this.#locks = new MapLocks({
      myId: me.id,
      drawing: this.drawing,
      read: () => this.state,
      set: (change) => this.#set(change),
      send: (message) => this.#room.send(message),
    });
    const parts = this.#parts();
    this.edits = new MapEdits(parts);
    this.tree = new MapTree(parts, () => this.#loadVisible());
    this.rasters = new MapRasters(parts);
    this.solids = new MapSolids(parts);
    this.#looks = new MapLooks({
      ...parts,
      reclass: () => {
        for (const id of Object.keys(this.state.loaded)) this.#layers.reclass(id);
        this.#loadJoined();
      },
    });
    this.#reading = new MapReading(this, {
      read: () => this.state,
      set: (change) => this.#set(change),
      onRead: (state, isFirst) => this.#show(state, isFirst),
    });
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
    this.#stopWatchingTiles = watchRasterTiles(mapId, (layerId, failure) => {
      if (this.state.rasters[layerId]) this.rasters.tell(layerId, failure);
    });
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
    return this.#reading.refresh();
  }

  /** Reads a map again that did not open. */
  reopen(): void {
    this.#reading.reopen();
  }

  close(): void {
    this.#reading.close();
    this.#looks.close();
    this.drawing.close();
    this.#stopWatchingTiles();
    this.#room.close();
    this.#saving.close();
    this.#layers.close();
  }

  /** Has the visible layers read while somebody looks; returns how to stop looking. */
  view(): () => void {
    this.#viewers += 1;
    this.#layers.warm();
    this.#loadVisible();
    if (this.#viewers === 1 && this.state.status === 'ready') this.#restoreLeft();
    return () => {
      this.#viewers -= 1;
      // A panel that is moved to another group comes back at once.
      setTimeout(() => {
        if (this.#viewers === 0) void this.letGo();
      }, leaveMs);
    };
  }

  /** Has one layer read, visible or not. */
  loadLayer(layerId: string): void {
    const data = this.state.data[layerId];
    if (data) this.#layers.load(layerId, data);
    this.#loadJoined();
  }

  /** Has the layers read whose columns are joined to others that are read. */
  #loadJoined(): void {
    for (const other of joinedLayers(this.state)) {
      const data = this.state.data[other];
      // What is known of a layer stays when it is deleted, and is there when that is undone.
      if (data && this.state.hierarchy[other]) this.#layers.load(other, data);
    }
  }

  /** Reads a layer anew after a failure. */
  async retryLayer(layerId: string): Promise<void> {
    await this.refresh();
    this.rasters.tell(layerId, null);
    const data = this.state.data[layerId];
    if (data) this.#layers.reload(layerId, data);
  }

  /** Has a snapshot or a picture drawn over the map that is no layer; null for none. */
  preview(shown: { id: string; source: SnapshotSource } | { id: string; picture: PreviewPicture } | null): void {
    const before = this.state.previewId;
    this.#set({ previewId: shown?.id ?? null, previewPicture: shown && 'picture' in shown ? shown.picture : null });
    if (before !== null && before !== shown?.id) this.#layers.drop(before);
    if (shown && 'source' in shown) this.#layers.loadSnapshot(shown.id, shown.source);
  }

  ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    this.loadLayer(layerId);
    return this.#layers.question(layerId, question, ask);
  }

  /** The same without waiting: null for a layer that is not read yet. */
  askNow<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer'] | null> {
    return this.#layers.questionNow(layerId, question, ask);
  }

  hideCursor(): void {
    this.shareCursor(noPlace);
  }

  // --- who works in which layer

  bind(layerId: string | null): void {
    this.#locks.bind(layerId);
  }

  letGo(): Promise<void> {
    return this.#locks.letGo();
  }

  sayLocked(layerId: string): void {
    sayLocked(this, layerId);
  }

  askFor(layerId: string): void {
    this.#locks.askFor(layerId);
  }

  holdTaken(layerId: string, keys: readonly string[]): void {
    this.#locks.holdTaken(layerId, keys);
  }

  // --- the map

  async setBaseMap(baseMap: BaseMapType): Promise<void> {
    this.#set({ baseMap });
    if (can('update', 'map')) await this.#saving.keep({ type: 'Update_Base_Map', base_map_type: baseMap });
  }

  async setLocking(locking: MapLocking): Promise<void> {
    await this.#saving.attempt(() => this.post({ type: 'Update_Map_Locking', locking }));
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

  /** The same for how a 3D layer looks and where it stands. */
  changeSolid(layerId: string, change: Partial<SolidStyle>): void {
    this.#looks.changeSolid(layerId, change);
  }

  // --- features

  select(layerId: string, fids: ReadonlySet<number>): void {
    this.#set({ selection: { ...this.state.selection, [layerId]: fids } });
    void this.#selectShown(layerId);
  }

  setSelection(selection: MapState['selection']): void {
    this.#set({ selection });
  }

  clearSelection(): void {
    this.#set({ selection: {} });
  }

  /** The box of features of several layers together; null where there is none. */
  async boundsOf(fidsByLayer: Readonly<Record<string, Iterable<number>>>): Promise<Bbox | null> {
    const boxes = await Promise.all(
      Object.entries(fidsByLayer).map(([layerId, fids]) =>
        this.ask(layerId, 'bounds', { fids: Int32Array.from(fids) }),
      ),
    );
    return joinBoxes(boxes);
  }

  // --- saving

  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>> {
    return this.#saving.post(post);
  }

  write(edit: NewEdit): Promise<EditReply | null> {
    return this.#saving.write(edit);
  }

  get isReadOnly(): boolean {
    return this.#saving.isReadOnly;
  }

  settleLeft(): Promise<boolean> {
    return this.#saving.settleLeft();
  }

  #parts(): SessionParts {
    const saving = this.#saving;
    return {
      mapId: this.mapId,
      projectId: this.projectId,
      read: () => this.state,
      set: (change) => this.#set(change),
      refresh: () => this.refresh(),
      remember: (turnBack) => this.edits.remember(turnBack),
      whileMaking: (step) => this.edits.whileMaking(step),
      post: (post) => saving.post(post),
      write: (edit) => saving.write(edit),
      keep: (post) => saving.keep(post),
      attempt: (action) => saving.attempt(action),
      undoOf: (layerId, keys) => saving.undoOf(layerId, keys),
    };
  }

  #set(change: Partial<MapState>): void {
    this.store.setState(change);
  }

  #connected(): void {
    this.#set({ isConnected: true, lostAt: null, chartsVersion: this.state.chartsVersion + 1 });
    this.#locks.holdAgain();
    // First what was left and done here, so that what is read then has it.
    void this.settleLeft();
    void this.#saving
      .flush()
      .then(() => this.refresh())
      .then(() => {
        if (this.#isLeftDue && this.state.status === 'ready') this.#restoreLeft();
      });
  }

  #show(state: MapStateReply, isFirst: boolean): void {
    this.#set({
      status: 'ready',
      failure: null,
      isUnanswered: false,
      name: state.name,
      baseMap: state.base_map_type,
      locking: state.locking,
      viewState: state.view_state,
      editors: state.layer_editors,
      ...this.#looks.over({ styles: state.vector_style as MapState['styles'], ...separate(state.layers) }),
    });
    for (const id of this.#loadedLayers()) {
      if (this.state.data[id]) this.#layers.edit(id, null);
      else this.#layers.drop(id);
      this.#layers.reclass(id);
    }
    this.drawing.keepFrom((id) => this.state.hierarchy[id] !== undefined);
    this.#loadJoined();
    this.#loadVisible();
    if (isFirst) this.#restoreLeft();
  }

  /** What the filter of a layer leaves out is not selected, so that nothing is done to what nobody sees. */
  async #selectShown(layerId: string): Promise<void> {
    const selected = this.state.selection[layerId];
    if (!this.state.styles[layerId]?.filter?.length || !selected?.size) return;
    const shown = await this.askNow(layerId, 'shown', { fids: Int32Array.from(selected) });
    if (shown && shown.length < selected.size && this.state.selection[layerId] === selected)
      this.select(layerId, FidSet.of(shown));
  }

  #loadedLayers(): string[] {
    return Object.keys(this.state.loaded).filter((id) => id !== this.state.previewId);
  }

  #restoreLeft(): void {
    if (!can('update', 'map')) return;
    this.#isLeftDue = this.state.lostAt !== null;
    if (this.#isLeftDue) return;
    void this.drawing.restoreLeft(this.#viewers > 0).then((isDone) => {
      this.#isLeftDue ||= !isDone;
    });
  }

  #loadVisible(): void {
    if (this.#viewers === 0) return;
    for (const { id, type, visible } of Object.values(this.state.hierarchy))
      if (type === 'Layer' && visible) this.loadLayer(id);
  }

  #receive(message: MapServerMessage): void {
    if (!ofNoState.has(message.type)) this.#reading.tell();
    switch (message.type) {
      case 'Presence': {
        const others = message.users.filter(({ id }) => id !== this.#me.id);
        this.cursors.setPeople(others);
        return this.#set({ people: others });
      }
      case 'Cursor_Coordinate':
        return this.cursors.move(message.userId, message.lng, message.lat, message.zoom);
      case 'Layer_Editor_Changed':
        return this.#locks.tell(message.layer_editors);
      case 'Layers_Changed':
        return void this.#treeChanged(message.hierarchy_info);
      case 'Layer_Edits':
        return this.#layers.edit(message.layer_id, message);
      case 'Layer_Folded':
        return this.#folded(message);
      case 'Vector_Style_Changed':
        return this.#looks.tell({ styles: { ...this.state.styles, [message.layer_id]: message.vector_style } });
      case 'Raster_Layer_Changed':
        return this.#looks.tell({
          rasters: { ...this.state.rasters, [message.layer_id]: message.raster_data as RasterLayer },
        });
      case 'Jpg_Layer_Changed':
        return this.#looks.tell({ photos: { ...this.state.photos, [message.layer_id]: message.jpg_data } });
      case 'Solid_Layer_Changed':
        return this.#looks.tell({ solids: { ...this.state.solids, [message.layer_id]: message.solid_data } });
      case 'Base_Map_Changed':
        return this.#set({ baseMap: message.base_map_type });
      case 'Map_Locking_Changed':
        return this.#set({ locking: message.locking });
      case 'Layer_Asked_For':
        return sayAskedFor(this, message);
      case 'View_State_Saved':
        return this.#set({ viewState: message.view_state });
      case 'Charts_Changed':
        return this.#set({ chartsVersion: this.state.chartsVersion + 1 });
      case 'Map_Renamed':
        return this.#set({ name: message.name });
      // The layer that was held may have been deleted while the connection was gone: the tree says so.
      case 'Refused':
        return message.code === 'LAYER_NOT_FOUND' ? void this.refresh() : void toast.error(message.message);
    }
  }

  async #treeChanged(hierarchy: Hierarchy): Promise<void> {
    const isKnown = Object.values(hierarchy).every(
      ({ id, type }) =>
        type === 'Group' ||
        this.state.data[id] ||
        this.state.rasters[id] ||
        this.state.photos[id] ||
        this.state.solids[id],
    );
    this.#set({ hierarchy });
    for (const id of this.#loadedLayers()) if (!hierarchy[id]) this.#layers.drop(id);
    if (this.state.boundLayerId !== null && !hierarchy[this.state.boundLayerId]) this.#set({ boundLayerId: null });
    this.drawing.keepFrom((id) => hierarchy[id] !== undefined);
    this.#loadJoined();
    if (isKnown) this.#loadVisible();
    else await this.refresh();
  }

  #folded({
    layer_id: id,
    snapshot_key: key,
    snapshot_seq: seq,
  }: Extract<MapServerMessage, { type: 'Layer_Folded' }>): void {
    const data = this.state.data[id];
    // What is loaded shows the same already; a later reading asks the server anew when the old snapshot is gone.
    if (data && !this.state.loaded[id]) void this.refresh();
    else if (data) this.#set({ data: { ...this.state.data, [id]: { ...data, snapshot_key: key, snapshot_seq: seq } } });
  }
}
