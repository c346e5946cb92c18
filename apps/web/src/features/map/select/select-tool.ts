import type { Bbox } from '@groma/geo';
import { toast } from '@groma/ui';
import { createStore } from 'zustand';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { drawnLayers, unseenClasses } from '../session/drawn-layers.ts';
import { FidSet, isTooLarge } from '../session/fid-set.ts';
import type { MapSession } from '../session/map-session.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { Hit, MapView } from '../view/map-view.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintShape } from '../view/paint-shape.ts';

interface SelectState {
  /** Dragging draws a box, without Shift too. */
  isBox: boolean;
  /** The box that is being drawn, in degrees. */
  box: Bbox | null;
}

/** Selects features by a click, by a double click for editing, and by a box (Shift and drag, or the box tool). */
export class SelectTool implements MapTool {
  readonly id = 'box';
  readonly store = createStore<SelectState>(() => ({ isBox: false, box: null }));
  readonly subscribe = this.store.subscribe;
  readonly #session: MapSession;
  readonly #view: MapView;
  readonly #onChosen: (hit: Hit | null) => void;
  readonly #stopTools: () => void;

  constructor({ session, view, onChosen, stopTools }: ToolPlace) {
    this.#session = session;
    this.#view = view;
    this.#onChosen = onChosen;
    this.#stopTools = stopTools;
  }

  get isOn(): boolean {
    return this.store.getState().isBox;
  }

  turn(isBox: boolean): void {
    if (isBox) {
      void this.#session.drawing.choose('select');
      this.#stopTools();
    }
    this.store.setState({ isBox });
  }

  paint(brush: Brush): void {
    const { box } = this.store.getState();
    if (!box) return;
    const [west, south, east, north] = box;
    paintShape(
      brush,
      {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
      {
        line: brush.token('--accent'),
        fill: brush.token('--draw-fill'),
        casing: brush.token('--draw-case'),
        width: 1,
        radius: 0,
        dash: [4, 3],
      },
    );
  }

  takesDrag(place: PointerPlace): boolean {
    return place.isShift || this.store.getState().isBox;
  }

  onDrag(place: PointerPlace, from: PointerPlace): boolean {
    this.store.setState({ box: boxOf(from, place) });
    return true;
  }

  onDragEnd(place: PointerPlace, from: PointerPlace): boolean {
    this.store.setState({ box: null });
    void selectWithin(
      this.#session,
      this.#view.map.getZoom(),
      boxOf(from, place),
      place.isAdding && !(place.isShift && !this.store.getState().isBox),
    );
    return true;
  }

  onClick(place: PointerPlace): boolean {
    void this.#view.pick(place).then((hit) => {
      choose(this.#session, hit, place.isAdding);
      this.#onChosen(hit ?? this.#view.imageAt(place));
    });
    return true;
  }

  /** A double click on a feature begins to edit it (MAP-063). */
  onDoubleClick(place: PointerPlace): boolean {
    void this.#view.pick(place).then((hit) => {
      if (hit && can('update', 'map')) return this.#session.drawing.editFeatures(hit.layerId, [hit.fid]);
      if (!hit) this.#view.map.zoomTo(this.#view.map.getZoom() + 1, { around: [place.lng, place.lat] });
      return undefined;
    });
    return true;
  }

  cursor(): string | null {
    return this.store.getState().isBox ? 'crosshair' : null;
  }
}

function boxOf(one: PointerPlace, other: PointerPlace): Bbox {
  return [
    Math.min(one.lng, other.lng),
    Math.min(one.lat, other.lat),
    Math.max(one.lng, other.lng),
    Math.max(one.lat, other.lat),
  ];
}

/** A click selects one feature, with Shift or Ctrl it adds or takes away; beside all features it selects nothing. */
function choose(session: MapSession, hit: Hit | null, isAdding: boolean): void {
  if (!hit) return isAdding ? undefined : session.clearSelection();
  const before = session.state.selection[hit.layerId];
  if (!isAdding) {
    session.clearSelection();
    return session.select(hit.layerId, FidSet.of([hit.fid]));
  }
  const now = before instanceof FidSet ? before : FidSet.of(before ?? []);
  session.select(hit.layerId, now.has(hit.fid) ? now.without([hit.fid]) : now.with([hit.fid]));
}

/**
 * Selects what shares a point with a box: of the layer selected in the tree, else of all that are seen (MAP-116,
 * MAP-117).
 */
async function selectWithin(session: MapSession, zoom: number, box: Bbox, isAdding: boolean): Promise<void> {
  const { boundLayerId } = session.state;
  const seen = drawnLayers(session.state, zoom);
  const layerIds = boundLayerId !== null && seen.includes(boundLayerId) ? [boundLayerId] : seen;
  const found = await Promise.all(
    layerIds.map(async (layerId) => {
      const parts = await Promise.all(
        turnsOf(box).map((turned) =>
          session.askNow(layerId, 'within', { box: turned, unseen: unseenClasses(session.state, layerId) }),
        ),
      );
      return { layerId, fids: parts.filter((part) => part !== null) };
    }),
  );
  const selection = Object.fromEntries(
    found.map(({ layerId, fids }) => {
      const before = isAdding ? session.state.selection[layerId] : undefined;
      return [layerId, fids.reduce((set, part) => set.with(part), FidSet.of(before ?? []))];
    }),
  );
  const whole = isAdding ? { ...session.state.selection, ...selection } : selection;
  if (isTooLarge(whole)) return void toast.error(t('map.tooManySelected'));
  session.setSelection(whole);
}

/** A box on each turn of the world that shapes may lie on: those drawn over the antimeridian run on beyond 180°. */
function turnsOf(box: Bbox): Bbox[] {
  const turned = (degrees: number): Bbox => [box[0] + degrees, box[1], box[2] + degrees, box[3]];
  return [-360, 0, 360].map(turned);
}
