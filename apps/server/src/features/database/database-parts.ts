import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import type { DataPath, ProjectId } from '@groma/model';
import type { VectorLayerEntry } from '@groma/protocol';
import type { OpenDatabases } from './open-databases.ts';
import type { ProjectTables } from './project/project-tables.ts';
import type { ProjectRelations } from './project/project-relations.ts';
import type { DatabaseRecords } from './record/database-records.ts';
import type { QueryRecords } from './record/query-records.ts';
import type { ResultPresenter } from './result/result-presenter.ts';
import type { ResultStore } from './result/result-store.ts';
import type { TableSnapshots } from './result/table-snapshots.ts';

/** What the database feature needs of others, through main. */
export interface DatabaseNeeds {
  tables: ProjectTables;
  /** Brings rows of a query, an Arrow file of a project, into a map as a layer. */
  importLayers(wanted: {
    mapId: string;
    projectId: ProjectId;
    user: User;
    bucket: 'groma-temp';
    path: DataPath;
    crs: string | undefined;
    query: { layerName: string; geometryColumn: string };
    signal: AbortSignal;
  }): Promise<{ Layer: VectorLayerEntry[]; warnings: string[] }>;
}

/** What the parts of the database feature share. */
export interface DatabaseParts {
  platform: Platform;
  records: DatabaseRecords;
  queries: QueryRecords;
  open: OpenDatabases;
  relations: ProjectRelations;
  results: ResultStore;
  presenter: ResultPresenter;
  snapshots: TableSnapshots;
  /** What runs, by person and run. */
  running: Map<string, AbortController>;
  needs: DatabaseNeeds;
}
