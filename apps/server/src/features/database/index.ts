import { join } from 'node:path';
import { GromaError, type DatabaseSchema, type ProjectId, type ResourceName } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import type { RunAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { arrowRoutes } from './arrow-routes.ts';
import type { DatabaseNeeds } from './database-needs.ts';
import type { DatabaseParts } from './database-parts.ts';
import { databaseRoutes, kindRoutes } from './database-routes.ts';
import { clearHandedOver, queryFromAnywhere, rowsFromAnywhere } from './hand-over.ts';
import { addDatabase, answerCopies, copyDatabases, type DatabaseCopies } from './manage-database.ts';
import {
  findManyRows,
  findRows,
  listResults,
  writeNamedRows,
  type AskingForRows,
  type KeptRows,
  type NamedRows,
} from './named-rows.ts';
import { OpenDatabases } from './open-databases.ts';
import { ProjectRelations } from './project/project-relations.ts';
import { defineFileWrite, defineLayerWrite } from './project/write-operations.ts';
import { DatabaseRecords } from './record/database-records.ts';
import { queryArrow, type AskedQuery } from './query-arrow.ts';
import { QueryRecords } from './record/query-records.ts';
import { runQueryAgain } from './run-query-again.ts';
import { resultRoutes } from './result-routes.ts';
import { ResultPresenter } from './result/result-presenter.ts';
import { ResultStore } from './result/result-store.ts';
import { TableSnapshots } from './result/table-snapshots.ts';

const sweepMs = 10 * 60_000;

/** What the database feature offers to others, through main. */
export interface DatabaseFeature extends Feature {
  /**
   * Tables and columns of a database of a project with some rows of each, as last read, else read now.
   * @throws GromaError NOT_FOUND, SCHEMA_FAILED.
   */
  describeSchema(projectId: ProjectId, databaseId: string): Promise<DatabaseSchema>;
  /** The id of the database of a project itself. */
  ownDatabase(projectId: ProjectId): Promise<string>;
  /**
   * Makes a managed database of a file of DuckDB that lies on this disk.
   * @throws GromaError QUOTA_EXCEEDED, DISK_FULL.
   */
  addDatabase(projectId: ProjectId, creatorId: string, name: string, file: string): Promise<DatabaseReply>;
  /** What is known of the tables of a project's databases, without asking them. */
  listKnown(projectId: ProjectId): Promise<{ id: string; name: string; schema: DatabaseSchema }[]>;
  /** Bytes of the managed databases of a project, or of some of them. */
  databaseBytes(projectId: ProjectId, only?: ReadonlySet<string>): Promise<number>;
  /** Copies the databases of a project for one that is being made. @throws as `copyDatabases`. */
  copyDatabases(from: ProjectId, to: ProjectId, asked: Parameters<typeof copyDatabases>[3]): Promise<DatabaseCopies>;
  /** Runs a query for a person, for its rows as an Arrow stream. @throws GromaError as `queryArrow`. */
  queryArrow(asked: AskedQuery): Promise<Uint8Array[] | null>;
  /** The same over a project itself. @throws GromaError as `queryArrow`. */
  queryProject(asked: Omit<AskedQuery, 'database'>): Promise<Uint8Array[] | null>;
  /** The first rows of such a stream as CSV. */
  presentFirst: ResultPresenter['presentFirst'];
  /** Tables and results by their names. */
  rows: {
    /** @throws GromaError as `findRows` */
    find(asked: AskingForRows, name: ResourceName): Promise<NamedRows | null>;
    /** Several at once. @throws as `findManyRows` */
    findMany(asked: AskingForRows, names: readonly ResourceName[]): Promise<(NamedRows | null)[]>;
    results(asked: AskingForRows, resultId?: string): Promise<KeptRows[]>;
    /** Writes rows into a new file, which whoever asks deletes. @throws GromaError as `writeNamedRows` */
    write(asked: AskingForRows & { reference: string; signal: AbortSignal }): Promise<string>;
  };
  /** Runs the statements again that have made a layer or file. @throws GromaError as `runQueryAgain`. */
  runAgain: RunAgain;
  /** Stops the databases of a project that is about to go; their files go with it. */
  stopDatabases(projectId: ProjectId): Promise<void>;
}

/** Databases of projects: what is known of them, the processes that answer for them, and what they have answered. */
export function createDatabaseFeature(platform: Platform, needs: DatabaseNeeds): DatabaseFeature {
  const { config, log } = platform;
  const records = new DatabaseRecords(platform);
  const relations = new ProjectRelations(platform, needs.tables);
  const open = new OpenDatabases(platform, records, { relations, tables: needs.tables });
  const results = new ResultStore(join(config.dataFolder, 'results'), {
    all: config.databases.resultBytes,
    one: config.databases.oneResultBytes,
  });
  const parts: DatabaseParts = {
    platform,
    records,
    open,
    relations,
    results,
    presenter: new ResultPresenter(),
    snapshots: new TableSnapshots(results),
    queries: new QueryRecords(platform.database),
    running: new Map(),
    needs,
    writes: { layer: defineLayerWrite(platform, needs), file: defineFileWrite(platform, needs) },
  };
  answerCopies(parts);
  const query = queryFromAnywhere(platform, (asked) => queryArrow(parts, asked));
  const sweep = setInterval(() => {
    void results.sweep().catch((error: unknown) => {
      log.error('Old results were not deleted.', { error });
    });
  }, sweepMs);
  sweep.unref();
  return {
    operations: [parts.writes.layer, parts.writes.file],
    routes: [...databaseRoutes(parts), ...kindRoutes(parts), ...resultRoutes(parts), ...arrowRoutes(query)],
    async start() {
      if (!config.services.has('api')) return;
      await clearHandedOver(platform);
      await parts.queries.settle();
      await results.sweep();
    },
    async close() {
      clearInterval(sweep);
      for (const canceler of parts.running.values()) canceler.abort();
      parts.snapshots.close();
      await open.close();
      await parts.presenter.close();
    },
    async describeSchema(projectId, databaseId) {
      await platform.access.projectOf('database', databaseId).then((owner) => {
        if (owner !== projectId) throw new GromaError('NOT_FOUND', { noun: 'database' });
      });
      return open.knownSchema(databaseId);
    },
    ownDatabase: async (projectId) => (await records.list(projectId))[0]!.id,
    addDatabase: (projectId, creatorId, name, file) => addDatabase(parts, projectId, creatorId, { name, file }),
    listKnown: (projectId) => records.listKnown(projectId),
    async databaseBytes(projectId, only) {
      let bytes = 0;
      for (const { id } of await records.listMade(projectId))
        if (only?.has(id) ?? true) bytes += await open.bytesOf(projectId, id);
      return bytes;
    },
    copyDatabases: (from, to, asked) => copyDatabases(parts, from, to, asked),
    queryArrow: query,
    presentFirst: (task) => parts.presenter.presentFirst(task),
    queryProject: async (asked) => query({ ...asked, database: (await records.list(asked.projectId))[0]!.id }),
    rows: {
      find: (asked, name) => findRows(parts, asked, name),
      findMany: (asked, names) => findManyRows(parts, asked, names),
      results: (asked, resultId) => listResults(parts, asked, resultId),
      write: rowsFromAnywhere(platform, (asked, path) => writeNamedRows(parts, asked, path)),
    },
    runAgain: (wanted, caller) => runQueryAgain(parts, query, wanted, caller),
    async stopDatabases(projectId) {
      for (const { id } of await records.listMade(projectId)) await open.stop(id);
    },
  };
}
