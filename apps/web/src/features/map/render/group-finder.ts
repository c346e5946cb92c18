import type { Bbox } from '@groma/geo';
import { completeVectorStyle, type PointDrawing } from '@groma/model';
import type { Map as LibreMap } from 'maplibre-gl';
import type { DrawBatch } from '../layer/draw-batch.ts';
import type { HexagonView } from '../layer/hexagon-bins.ts';
import type { HeatCells } from '../layer/heat-cells.ts';
import type { ClusterView } from '../layer/point-clusters.ts';
import type { heatLayers } from './heat-layers.ts';
import { drawnLayers, unseenClasses } from '../session/drawn-layers.ts';
import type { MapState } from '../session/map-state.ts';
import type { ReadMap } from '../session/read-map.ts';

/** The points of a layer as they are drawn together. */
export type PointGroup =
  | { kind: 'clusters'; view: ClusterView }
  | { kind: 'hexagons'; view: HexagonView }
  /** With what draws them, which is loaded when it is first needed. */
  | { kind: 'heat'; cells: HeatCells; draw: typeof heatLayers };

/** What the groups of a layer follow. */
interface Wanted {
  layerId: string;
  drawing: Exclude<PointDrawing, { kind: 'points' }>;
  /** Whatever but the camera changes the groups. */
  key: string;
  unseen: readonly number[];
}

interface Held {
  key: string;
  zoom: number;
  box: Bbox;
  group: PointGroup;
}

const batchesOf = new WeakMap<object, readonly DrawBatch[]>();

/** Keeps what is drawn of many points together in step with the map: asked for as it moves, with room around it. */
export class GroupFinder {
  readonly #map: LibreMap;
  readonly #session: ReadMap;
  readonly #onFound: () => void;
  #held: ReadonlyMap<string, Held> = new Map();
  readonly #asked = new Map<string, string>();
  #isStopped = false;

  constructor(map: LibreMap, session: ReadMap, onFound: () => void) {
    [this.#map, this.#session, this.#onFound] = [map, session, onFound];
    map.on('move', () => this.look());
  }

  /** The groups of each layer that has some. */
  groupOf(layerId: string): PointGroup | null {
    return this.#held.get(layerId)?.group ?? null;
  }

  /** What of the groups is drawn as the features of a layer are; the same while nothing changes. */
  get batches(): readonly DrawBatch[] {
    const known =
      batchesOf.get(this.#held) ??
      [...this.#held.values()].flatMap(({ group }) => (group.kind === 'hexagons' ? [group.view.batch] : []));
    batchesOf.set(this.#held, known);
    return known;
  }

  /** Whether groups may still become others. */
  get isWaiting(): boolean {
    return (
      this.#asked.size > 0 || wantedGroups(this.#session.state, this.#map.getZoom()).some((each) => this.#isStale(each))
    );
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Asks for what has changed; one question of each layer at a time. */
  look(): void {
    const all = wantedGroups(this.#session.state, this.#map.getZoom());
    if (all.length < this.#held.size)
      this.#held = new Map([...this.#held].filter(([id]) => all.some(({ layerId }) => layerId === id)));
    for (const wanted of all) if (this.#isStale(wanted) && !this.#asked.has(wanted.layerId)) void this.#ask(wanted);
  }

  #isStale({ layerId, key, drawing }: Wanted): boolean {
    const held = this.#held.get(layerId);
    // Hexagons are the same from wherever they are seen.
    if (drawing.kind === 'hexagons') return held?.key !== key;
    return held?.key !== key || held.zoom !== zoomOf(this.#map) || !contains(held.box, sightOf(this.#map));
  }

  async #ask({ layerId, drawing, key, unseen }: Wanted): Promise<void> {
    this.#asked.set(layerId, key);
    const [zoom, box] = [zoomOf(this.#map), grown(sightOf(this.#map))];
    try {
      const group = await this.#groupOf({ layerId, drawing, unseen }, { box, zoom });
      if (!group || this.#isStopped) return;
      this.#held = new Map([...this.#held, [layerId, { key, zoom, box, group }]]);
      this.#onFound();
    } finally {
      this.#asked.delete(layerId);
      // The map may have gone on meanwhile.
      if (!this.#isStopped && this.#held.get(layerId)?.key === key) this.look();
    }
  }

  async #groupOf(
    { layerId, drawing, unseen }: Pick<Wanted, 'layerId' | 'drawing' | 'unseen'>,
    at: { box: Bbox; zoom: number },
  ): Promise<PointGroup | null> {
    if (drawing.kind === 'hexagons') {
      const view = await this.#session.askNow(layerId, 'hexagons', { drawing, unseen });
      return view && { kind: 'hexagons', view };
    }
    const { radius } = drawing;
    if (drawing.kind === 'clusters') {
      const view = await this.#session.askNow(layerId, 'clusters', { radius, unseen, ...at });
      return view && { kind: 'clusters', view };
    }
    const [cells, { heatLayers: draw }] = await Promise.all([
      this.#session.askNow(layerId, 'heat', { radius, weight: drawing.weight, unseen, ...at }),
      import('./heat-layers.ts'),
    ]);
    return cells && { kind: 'heat', cells, draw };
  }
}

/** The drawn layers whose points are drawn together, once they are read. */
function wantedGroups(state: MapState, zoom: number): Wanted[] {
  return drawnLayers(state, zoom).flatMap((layerId) => {
    const loaded = state.loaded[layerId];
    const { pointDrawing: drawing } = completeVectorStyle(state.styles[layerId] ?? {});
    if (drawing.kind === 'points' || loaded?.load.status !== 'ready') return [];
    const unseen = unseenClasses(state, layerId);
    return {
      layerId,
      drawing,
      unseen,
      key: JSON.stringify([loaded.version, askedOf(drawing), unseen, loaded.classedBy]),
    };
  });
}

/** What of a drawing the worker is asked for; colours are no part of it. */
function askedOf(drawing: Wanted['drawing']): unknown {
  if (drawing.kind === 'heat') return [drawing.kind, drawing.radius, drawing.weight];
  if (drawing.kind === 'clusters') return drawing;
  const { kind, width, measure, column, breaks } = drawing;
  return [kind, width, measure, column, breaks];
}

function zoomOf(map: LibreMap): number {
  return Math.max(0, Math.floor(map.getZoom()));
}

function sightOf(map: LibreMap): Bbox {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

/** A box with half of its size more on every side. */
function grown([west, south, east, north]: Bbox): Bbox {
  const [across, up] = [(east - west) / 2, (north - south) / 2];
  return [west - across, Math.max(-90, south - up), east + across, Math.min(90, north + up)];
}

function contains(outer: Bbox, inner: Bbox): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}
