import type { Readable } from 'node:stream';
import type { DataPath, LayerReference, OperationId, ProjectId, UserId } from '@groma/model';
import type { VectorLayerEntry } from '@groma/protocol';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';
import type { Origin } from '../../platform/origin/origin.ts';
import type { MadeAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import type { ProjectTables } from './project/project-tables.ts';

/** What the database feature needs of others, through main. */
export interface DatabaseNeeds {
  tables: ProjectTables;
  /**
   * Puts a file among those of a project; one of that name goes to the trash of the person.
   * @throws GromaError as `FileStore.write`
   */
  addFile(projectId: ProjectId, path: DataPath, content: Readable, userId: UserId): Promise<void>;
  /** Brings rows of a query, an Arrow file of a project, into a map as a layer. */
  importLayers(wanted: {
    mapId: string;
    projectId: ProjectId;
    user: Pick<User, 'id' | 'username'>;
    bucket: 'groma-temp';
    path: DataPath;
    crs: string | undefined;
    query: { layerName: string; geometryColumn: string; latitudeColumn?: string | undefined };
    origin: Origin;
    signal: AbortSignal;
    report?(progress: OperationProgress): void;
    /** Called in the transaction that makes the layer visible. */
    complete?(
      query: Pick<Platform['database']['query'], 'update'>,
      made: { Layer: VectorLayerEntry[]; warnings: string[] },
    ): Promise<void>;
  }): Promise<{ Layer: VectorLayerEntry[]; warnings: string[] }>;
  /**
   * Puts the rows of a query, an Arrow file of the temporary bucket, in the place of the features of a layer; with
   * `anew`, its columns in the place of the columns too, and the ids of features are those of the rows or new ones.
   * `features`: null where an attempt before has put them there.
   */
  replaceLayer(
    wanted: {
      projectId: ProjectId;
      user: { id: UserId; username: string };
      target: LayerReference;
      path: DataPath;
      bucket: 'groma-temp';
      reading: { geometryColumn: string; latitudeColumn?: string | undefined };
      anew?: { keepsIds: boolean };
      origin: Origin;
      name: string;
      operationId: OperationId | undefined;
    },
    caller: AbortSignal,
  ): Promise<MadeAgain & { features: number | null; warnings: string[] }>;
}
