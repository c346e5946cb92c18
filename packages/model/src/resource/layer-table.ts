/** A vector layer of a project as SQL finds it. */
/** What stands for the map of a result of a step of a workflow, where SQL names it by its id. */
export const keptResultsMap = 'kept results';

export interface LayerTable {
  mapId: string;
  mapName: string;
  layerId: string;
  layerName: string;
  /** Another one after each edit and each fold. */
  version: string;
  /** Number of the newest edit, 0 before the first. */
  newestEdit: number;
  /** The layers whose columns are joined to it, each once. */
  joined: readonly { layerId: string; layerName: string; newestEdit: number }[];
}
