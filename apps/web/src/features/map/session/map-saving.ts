import type { VectorUpdate } from '@groma/geo';
import { GromaError } from '@groma/model';
import type { MapPost, MapPostReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { keepChanges } from '../../../platform/unsaved/change-keeper.ts';
import { settleKept } from '../../../platform/unsaved/settle-kept.ts';
import type { EditName } from '../layer/own-edits.ts';
import { EditQueue, isLong, type EditQueueHandlers, type EditReply, type NewEdit } from './edit-queue.ts';
import { textOfEdit } from './edit-text.ts';
import type { MapState } from './map-state.ts';
import { NotNow } from './not-now.ts';
import { mapRooms, settleMapEdits } from './settle-edits.ts';

/** Changes that say what is to be, however often they are made: they need no key to be sent again. */
const survivable: ReadonlySet<MapPost['type']> = new Set<MapPost['type']>([
  'Update_Layer_Info',
  'Update_Vector_Layer_Style',
  'Update_Raster_Layer_Data',
  'Update_Jpg_Layer_Data',
  'Update_Base_Map',
]);

/** What is done to whole layers, which must not come before what was done in them. */
const ofLayers: ReadonlySet<MapPost['type']> = new Set<MapPost['type']>([
  'Delete_Layers',
  'Recover_Layers',
  'Restore_Vector_Layer',
]);

interface SavingPlace {
  mapId: string;
  projectId: string;
  person: string;
}

interface MapSavingHandlers extends Pick<EditQueueHandlers, 'showLocal' | 'confirmLocal'> {
  read(): MapState;
  set(change: Partial<MapState>): void;
  /** Sends a change to the map's room. @throws GromaError, CallError. */
  send<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>>;
  /** What undoes own changes of a layer, as the worker that draws it knows. */
  undoOf(layerId: string, names: readonly EditName[]): Promise<VectorUpdate[] | null>;
  refresh(): Promise<void>;
}

/**
 * How this person's changes of an open map get to the server: at once while it answers, else kept here until it does.
 */
export class MapSaving {
  readonly #place: SavingPlace;
  readonly #room: string;
  readonly #handlers: MapSavingHandlers;
  readonly #queue: EditQueue;
  /** Sending what earlier pages have left; null where that has failed or was not begun. */
  #left: Promise<void> | null = null;

  constructor(place: SavingPlace, handlers: MapSavingHandlers) {
    const { person, projectId, mapId } = place;
    const { read, set, showLocal, confirmLocal } = handlers;
    this.#place = place;
    this.#room = mapRooms + encodeURIComponent(mapId);
    this.#handlers = handlers;
    this.#queue = new EditQueue({
      read,
      set,
      showLocal,
      confirmLocal,
      keeper: keepChanges({ person, projectId, place: this.#room }),
      post: (post) => this.post(post),
      isMine: () => sessionStore.getState().user?.id === person,
      describe: (post) => ({ title: read().name, text: textOfEdit(post, (id) => read().hierarchy[id]?.text ?? '') }),
      renumber: (layerId, ids) => this.#renumber(layerId, ids),
      onSetAside: (error) => {
        toast.error(t('map.offline.setAside', { reason: reasonOf(error) }));
      },
    });
  }

  /**
   * Sends a change, after those that earlier pages have left.
   * @throws GromaError, CallError; NotNow where it has to wait for others.
   */
  async post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>> {
    if (ofLayers.has(post.type)) await this.#afterOthers();
    return this.#counted(async () => {
      await this.#settled();
      return this.#send(post);
    });
  }

  /**
   * Makes a change that may have to wait until the server is back; null then.
   * @throws GromaError, Error where it cannot be made.
   */
  write(edit: NewEdit): Promise<EditReply | null> {
    return this.#queue.write(edit);
  }

  /** Keeps a change that is shown already: while the server is away it waits. */
  keep(post: MapPost): Promise<boolean> {
    return this.attempt(() =>
      survivable.has(post.type)
        ? this.#queue.write({ key: crypto.randomUUID(), layerId: '', post, newFids: [], isShown: true })
        : this.post(post),
    );
  }

  /** Says a failure and puts back what was shown too early. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      toast.error(errorText(error));
      await this.#handlers.refresh();
      return false;
    }
  }

  /** Whether nothing is to be edited, because the server has been away for long. */
  get isReadOnly(): boolean {
    return isLong(this.#handlers.read().lostAt);
  }

  /** What undoes own changes of a layer, as far as it is known here. */
  undoOf(layerId: string, keys: readonly string[]): Promise<VectorUpdate[] | null> {
    return this.#handlers.undoOf(
      layerId,
      keys.map((key) => ({ key, seqs: this.#queue.seqsOf(key) })),
    );
  }

  /** Sends what waits. Resolves when nothing does, or when the server is away again. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  /** Sends what earlier pages have left of this map, before anything else of this one. False where that is not done. */
  settleLeft(): Promise<boolean> {
    this.#left = null;
    return this.#settled().then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.#queue.close();
    // What waits is nobody's now: it goes on without the map.
    if (this.#handlers.read().waiting > 0)
      void settleKept(this.#place.person, this.#place.projectId).catch(() => undefined);
  }

  /** What earlier pages have left is older than all that this one does. @throws where the server cannot be reached. */
  #settled(): Promise<void> {
    if (this.#left) return this.#left;
    const left = settleMapEdits({ person: this.#place.person, place: this.#room }, (_mapId, post) =>
      this.#counted(() => this.#send(post)),
    );
    this.#left = left;
    left.catch(() => {
      if (this.#left === left) this.#left = null;
    });
    return left;
  }

  /** @throws NotNow while the server is away. */
  async #afterOthers(): Promise<void> {
    const isAway = () => this.#handlers.read().lostAt !== null;
    if (!isAway()) await this.#queue.flush();
    if (isAway()) throw new NotNow(t('map.offline.needsServer'));
  }

  #send<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>> {
    return this.#handlers.send({ ...post, sender_id: this.#place.person, project_id: this.#place.projectId });
  }

  async #counted<Result>(action: () => Promise<Result>): Promise<Result> {
    const { read, set } = this.#handlers;
    set({ unsaved: read().unsaved + 1 });
    try {
      return await action();
    } finally {
      set({ unsaved: read().unsaved - 1 });
    }
  }

  /** New features that are selected stay so under the ids the server has given them. */
  #renumber(layerId: string, ids: ReadonlyMap<number, number>): void {
    const { read, set } = this.#handlers;
    const { selection } = read();
    const selected = selection[layerId];
    if (!selected || ![...ids.keys()].some((fid) => selected.has(fid))) return;
    set({ selection: { ...selection, [layerId]: new Set([...selected].map((fid) => ids.get(fid) ?? fid)) } });
  }
}

/** Why a change was refused; of a layer that is gone the catalogue knows only the id. */
function reasonOf(error: unknown): string {
  return error instanceof GromaError && error.code === 'LAYER_NOT_FOUND'
    ? t('unsaved.reason.layerGone')
    : errorText(error);
}
