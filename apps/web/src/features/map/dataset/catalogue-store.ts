import type { Bbox } from '@groma/geo';
import type { DatasetTag, RasterBox } from '@groma/model';
import type { Scene, SceneArea } from '@groma/protocol';
import { create } from 'zustand';
import type { DatasetOrder } from './find-datasets.ts';

/** What of the catalogue is open: it stays so while its drawer is closed. */
interface CatalogueState {
  page:
    | { kind: 'list' }
    | { kind: 'dataset'; id: string }
    | { kind: 'scenes'; datasetId: string | null }
    | { kind: 'download' | 'visualise'; datasetId: string };
  query: string;
  tag: DatasetTag | null;
  order: DatasetOrder;
  /** Scenes whose footprints are on a map. */
  mapId: string | null;
  scenes: readonly Scene[];
  /** Ids of scenes, as `sceneKey` has them. */
  hovered: string | null;
  chosen: string | null;
  /** Where scenes were looked for. */
  area: SceneArea | null;
  /** Whether a drag over the map draws that area, and the box that has been drawn of it. */
  isDrawing: boolean;
  drawn: Bbox | null;
  /** What an order would give, as tiles on a map; `bounds` in degrees. */
  preview: { mapId: string; template: string; bounds: RasterBox | null } | null;
}

export const catalogueStore = create<CatalogueState>(() => ({
  page: { kind: 'list' },
  query: '',
  tag: null,
  order: 'name',
  mapId: null,
  scenes: [],
  hovered: null,
  chosen: null,
  area: null,
  isDrawing: false,
  drawn: null,
  preview: null,
}));

/** Of all sources that are searched at once there is one, so ids differ within a collection. */
export const sceneKey = ({ collection, id }: Pick<Scene, 'collection' | 'id'>): string => `${collection ?? ''}/${id}`;

/** Takes scenes and footprints off the map. */
export function clearScenes(): void {
  catalogueStore.setState({
    mapId: null,
    scenes: [],
    hovered: null,
    chosen: null,
    area: null,
    isDrawing: false,
    drawn: null,
    preview: null,
  });
}
