/** A vector layer of a project as SQL finds it. */
export interface LayerTable {
  mapId: string;
  mapName: string;
  layerId: string;
  layerName: string;
  /** Another one after each edit and each fold. */
  version: string;
  /** Number of the newest edit, 0 before the first. */
  newestEdit: number;
}
