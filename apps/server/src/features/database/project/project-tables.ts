import type { LayerTable, ProjectId, UserId } from '@groma/model';

/** Layers of projects as tables. */
export interface ProjectTables {
  maps(projectId: ProjectId): Promise<{ id: string; name: string }[]>;
  list(projectId: ProjectId): Promise<LayerTable[]>;
  /** With their columns as SQL has them, and about how many rows. */
  describe(
    projectId: ProjectId,
  ): Promise<(LayerTable & { columns: { name: string; type: string; isGeometry: boolean }[]; rows: number })[]>;
  /** A result of a step of a workflow as a table, by its id, where the person may read all that it is made of. */
  kept(asked: { projectId: ProjectId; userId: UserId }, id: string): Promise<LayerTable | null>;
  /**
   * Writes a layer as it is now as GeoParquet into files of a folder, whose rows are its own one after the other. Their
   * names, which are answered, begin with its id. A file that is there is used again: each says by its name what is in
   * it.
   */
  write(
    layer: Pick<LayerTable, 'mapId' | 'layerId'>,
    place: { folder: string; signal: AbortSignal },
  ): Promise<string[]>;
}
