import type { Layer } from '@deck.gl/core';
import { product } from '@groma/geo';
import type { SolidLayerData } from '@groma/protocol';
import type { Map as LibreMap } from 'maplibre-gl';
import { errorText } from '../../../platform/api.ts';
import { coloringsOf, type Coloring } from '../../../platform/scene/point-colors.ts';
import { sceneLayers } from '../../../platform/scene/scene-layers.ts';
import { SceneStore, type ScenePart } from '../../../platform/scene/scene-store.ts';
import type { DeckDrawing, DrawnPlace, DrawnState } from '../render/drawn-kind.ts';
import type { ReadMap } from '../session/read-map.ts';
import { mapSight } from './map-sight.ts';
import { layerPlace, onGlobe, type PlacedMatrix } from './solid-place.ts';

/** A layer that is drawn, with what is there of it. */
interface OpenSolid {
  /** Another one is another scene. */
  key: string;
  store: SceneStore | null;
  isClosed: boolean;
  /** Where the parts are drawn, for as long as the layer is lifted by the same. */
  places: WeakMap<ScenePart, PlacedMatrix>;
  lift: number;
}

/** Draws 3D layers: what is near is read in detail, as the camera stands. */
export class SolidDrawing implements DeckDrawing {
  readonly #map: LibreMap;
  readonly #session: ReadMap;
  readonly #onChange: () => void;
  readonly #open = new Map<string, OpenSolid>();
  readonly #move = () => {
    if (this.#open.size > 0) this.#onChange();
  };

  constructor(map: LibreMap, session: ReadMap, onChange: () => void) {
    [this.#map, this.#session, this.#onChange] = [map, session, onChange];
    map.on('move', this.#move);
  }

  layers({ solids }: DrawnState, layerId: string, { beforeId }: DrawnPlace): Layer[] {
    const layer = solids[layerId]!;
    const solid = this.#solidOf(layerId, layer);
    const place = layerPlace(layer);
    if (!solid.store || !place) return [];
    const parts = solid.store.look(mapSight(this.#map, place));
    this.#tell(layerId, solid.store);
    const { opacity, pointSize, coloring } = layer.style;
    const look = {
      coloring: coloring ?? firstColoring(parts),
      range: solid.store.range,
      pointSize: pointSize / 2,
      opacity,
    };
    const more = beforeId === undefined ? {} : { beforeId };
    return parts.flatMap((part) => {
      const { origin, matrix } = placeOf(solid, part, layer, place);
      return sceneLayers([part], look, { name: layerId, origin, matrix, more });
    });
  }

  keep(layerIds: ReadonlySet<string>): void {
    for (const [id, solid] of this.#open)
      if (!layerIds.has(id)) {
        close(solid);
        this.#open.delete(id);
      }
  }

  close(): void {
    this.#map.off('move', this.#move);
    this.keep(new Set());
  }

  #solidOf(layerId: string, { source: { path }, style: { place, lift } }: SolidLayerData): OpenSolid {
    const isUpright = place?.isUpright ?? false;
    const key = `${path} ${isUpright}`;
    const known = this.#open.get(layerId);
    if (known?.key === key) {
      if (known.lift !== lift) [known.places, known.lift] = [new WeakMap(), lift];
      return known;
    }
    if (known) close(known);
    const opened: OpenSolid = { key, store: null, isClosed: false, places: new WeakMap(), lift };
    this.#open.set(layerId, opened);
    const { projectId } = this.#session;
    SceneStore.open({ projectId, bucket: 'groma', path }, this.#onChange, isUpright).then(
      (store) => {
        if (opened.isClosed) return store.close();
        opened.store = store;
        this.#onChange();
      },
      (error: unknown) => {
        if (!opened.isClosed) this.#fail(layerId, error);
      },
    );
    return opened;
  }

  #tell(layerId: string, store: SceneStore): void {
    if (store.failure !== null) this.#fail(layerId, store.failure);
  }

  /** The row of the layer says why something is missing. */
  #fail(layerId: string, error: unknown): void {
    const text = errorText(error);
    if (this.#session.state.rasterFailures[layerId]?.text !== text)
      this.#session.rasters.tell(layerId, { text, isLost: false });
  }
}

function close(solid: OpenSolid): void {
  solid.isClosed = true;
  solid.store?.close();
}

/** The first way of colouring that any of the points have. */
function firstColoring(parts: readonly ScenePart[]): Coloring {
  const points = parts.find((part) => part.kind === 'points');
  return points?.kind === 'points' ? coloringsOf(points.points)[0]! : 'rgb';
}

/** The same object as long as nothing has moved. */
function placeOf(
  solid: OpenSolid,
  part: ScenePart,
  { source: { extent }, style: { lift } }: SolidLayerData,
  place: PlacedMatrix,
): PlacedMatrix {
  if (extent.kind === 'own') return { ...place, matrix: product(place.matrix, part.matrix) };
  const known = solid.places.get(part);
  if (known) return known;
  const found = onGlobe(extent.center, part.matrix, extent.radius, lift);
  solid.places.set(part, found);
  return found;
}
