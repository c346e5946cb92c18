import type { MapClientMessage } from '@groma/protocol';
import { toast } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import type { MapDrawing } from './drawing/map-drawing.ts';
import type { MapState } from './map-state.ts';

interface MapLocksHandlers {
  myId: string;
  drawing: Pick<MapDrawing, 'state' | 'lets' | 'finish' | 'locksChanged'>;
  read(): Pick<MapState, 'boundLayerId' | 'editors' | 'hierarchy'>;
  set(change: Partial<Pick<MapState, 'boundLayerId' | 'editors'>>): void;
  send(message: MapClientMessage): void;
}

/** Who works in which layer of an open map, and what this person does about it. */
export class MapLocks {
  readonly #handlers: MapLocksHandlers;
  /** Layers that this person has asked others for. */
  readonly #asked = new Set<string>();

  constructor(handlers: MapLocksHandlers) {
    this.#handlers = handlers;
  }

  /** Selects a layer in the tree, which locks it for the others, or none (MAP-065 to MAP-067). */
  bind(layerId: string | null): void {
    const { myId, drawing, read, set, send } = this.#handlers;
    const { boundLayerId, editors, hierarchy } = read();
    if (boundLayerId === layerId) return;
    const holder = layerId === null ? undefined : editors[layerId];
    if (holder && holder.userId !== myId) return;
    if (!drawing.lets(layerId)) return void toast.info(t('map.draw.finishFirst'), { id: 'finish-first' });
    if (boundLayerId !== null) send({ type: 'Remove_Layer_Editor', layer_id: boundLayerId });
    if (layerId !== null && can('update', 'map') && hierarchy[layerId]?.type === 'Layer')
      send({ type: 'Add_Layer_Editor', layer_id: layerId });
    set({ boundLayerId: layerId });
  }

  /** Saves what is being edited, and lets go of the layer that is selected (MAP-123). */
  async letGo(): Promise<void> {
    const { drawing } = this.#handlers;
    if (drawing.state.editing && !(await drawing.finish())) return;
    this.bind(null);
  }

  /** Asks whoever holds a layer to let go of it (MAP-121). */
  askFor(layerId: string): void {
    const { read, send } = this.#handlers;
    const holder = read().editors[layerId];
    if (!holder) return;
    this.#asked.add(layerId);
    send({ type: 'Ask_For_Layer', layer_id: layerId });
    toast.info(t('map.lock.asked', { name: holder.username }), { id: `locked-${layerId}` });
  }

  /**
   * Tells the room which changes took features out of a layer, so that they come back when this person is gone for
   * good.
   */
  holdTaken(layerId: string, keys: readonly string[]): void {
    this.#handlers.send({ type: 'Add_Layer_Editor', layer_id: layerId, taken_keys: [...keys] });
  }

  /** The room has forgotten who held what when the connection was lost. */
  holdAgain(): void {
    const { read, drawing } = this.#handlers;
    const { boundLayerId } = read();
    if (boundLayerId !== null && can('update', 'map'))
      this.holdTaken(boundLayerId, drawing.state.editing?.takenKeys ?? []);
  }

  /**
   * Somebody has taken a layer or let go of it. Where it is the one that this person had selected, the selection goes
   * (MAP-068).
   */
  tell(editors: MapState['editors']): void {
    const { myId, drawing, read, set } = this.#handlers;
    const { boundLayerId } = read();
    const holder = boundLayerId === null ? undefined : editors[boundLayerId];
    set({ editors, ...(holder && holder.userId !== myId && { boundLayerId: null }) });
    drawing.locksChanged();
    for (const layerId of this.#asked) {
      if (editors[layerId]) continue;
      this.#asked.delete(layerId);
      toast.success(t('map.lock.free', { name: read().hierarchy[layerId]?.text ?? '' }), { id: `locked-${layerId}` });
    }
  }
}
