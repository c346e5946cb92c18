import type { Platform } from '../../platform/platform.ts';
import type { DatabaseNeeds } from './database-needs.ts';
import type { OpenDatabases } from './open-databases.ts';
import type { ProjectRelations } from './project/project-relations.ts';
import type { FileWrite, LayerWrite } from './project/write-operations.ts';
import type { DatabaseRecords } from './record/database-records.ts';
import type { QueryRecords } from './record/query-records.ts';
import type { ResultPresenter } from './result/result-presenter.ts';
import type { ResultStore } from './result/result-store.ts';
import type { TableSnapshots } from './result/table-snapshots.ts';

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
  /** What statements write into projects. */
  writes: { layer: LayerWrite; file: FileWrite };
}
