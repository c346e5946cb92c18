import { databaseTypes, inProject, limit, ofResource, titleSchema, type ProjectAction } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  cellRow,
  databaseReply,
  databaseSchema,
  databaseTable,
  filters,
  motherduckConnection,
  postgresConnection,
  queryParams,
  resultColumn,
  sorts,
  tablePage,
} from './cells.ts';

const byProject = z.object({ projectId: z.string() });
const byDatabase = z.object({ databaseId: z.string() });
/** The three ids by which the specification addresses managed databases. */
const byThree = z.object({ tenantId: z.string(), projectId: z.string(), databaseId: z.string() });
const overDatabase = (action: ProjectAction) => ofResource('database', action, { in: 'params', name: 'databaseId' });
const inQuery = (action: ProjectAction, name = 'databaseId') => ofResource('database', action, { in: 'query', name });
const managed = '/api/databases/managed-duckdb/db';
const one = z.object({ data: databaseReply });

const query = z.string().max(limit.queryCharacters);
const rowOffset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);
const rowCount = z.coerce.number().int().min(1).max(limit.databaseWindowRows).default(limit.databasePageRows);
const jsonText = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .max(100_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();
/**
 * `sort` and `filter` are JSON. `catalog` stands before the schema of a layer. `snapshot` names the reading of the
 * table that earlier pages came from.
 */
const pageQuery = z.object({
  offset: rowOffset,
  limit: rowCount,
  schema: z.string().max(255).optional(),
  catalog: z.string().max(255).optional(),
  sort: jsonText(sorts),
  filter: jsonText(filters),
  snapshot: z.string().max(64).optional(),
});
const pageReply = tablePage.extend({ snapshot: z.string() });

// The list (DBS-064: decided here).

export const listDatabases = defineEndpoint({
  id: 'listDatabases',
  method: 'GET',
  path: '/api/databases/projects/:projectId',
  summary: 'Databases of a project: first its own, by which SQL reads its layers and files, then the others by name.',
  policy: inProject('read', 'database'),
  params: byProject,
  reply: z.object({ data: z.array(databaseReply) }),
});

export const createDatabase = defineEndpoint({
  id: 'createDatabase',
  method: 'POST',
  path: '/api/databases/projects/:projectId',
  summary:
    'Make a managed database, or register one of a server. Passwords and tokens are kept encrypted and never returned.',
  policy: inProject('create', 'database'),
  params: byProject,
  bodyBytes: 262_144,
  body: z.object({ name: titleSchema, dbType: z.enum(databaseTypes), connection: z.unknown().optional() }),
  reply: one,
});

export const readDatabase = defineEndpoint({
  id: 'readDatabase',
  method: 'GET',
  path: '/api/databases/:databaseId',
  summary: 'Name, type and place of a database.',
  policy: overDatabase('read'),
  params: byDatabase,
  reply: one,
});

export const changeConnection = defineEndpoint({
  id: 'changeDatabaseConnection',
  method: 'PUT',
  path: '/api/databases/:databaseId/connection',
  summary: 'Change where a database is and how it is entered.',
  policy: overDatabase('update'),
  params: byDatabase,
  bodyBytes: 262_144,
  body: z.unknown(),
  reply: one,
});

export const renameDatabase = defineEndpoint({
  id: 'renameDatabase',
  method: 'PATCH',
  path: '/api/databases',
  summary: 'Rename a database, named by `id` in the address. What is wrong with the name is said in `error`.',
  policy: inQuery('update', 'id'),
  query: z.object({ id: z.string(), tenant_id: z.string().optional() }),
  body: z.object({ name: z.unknown(), id: z.string().optional(), tenant_id: z.string().optional() }),
  reply: z.object({ data: databaseReply.optional(), error: z.string().optional() }),
});

export const deleteDatabase = defineEndpoint({
  id: 'deleteDatabase',
  method: 'DELETE',
  path: '/api/databases',
  summary: 'Delete a database: a managed one with all in it, of another only what is known of it here.',
  policy: inQuery('delete', 'id'),
  query: z.object({ id: z.string(), tenant_id: z.string().optional() }),
  reply: z.object({ status: z.string() }),
});

export const duplicateDatabase = defineEndpoint({
  id: 'duplicateDatabase',
  method: 'POST',
  path: '/api/databases/:databaseId/duplicate',
  summary: 'Copy a managed database with all in it, or the connection to another one.',
  policy: overDatabase('duplicate'),
  params: byDatabase,
  body: z.object({ name: titleSchema.optional() }).optional(),
  reply: one,
});

export const testConnection = defineEndpoint({
  id: 'testDatabaseConnection',
  method: 'POST',
  path: '/api/databases/projects/:projectId/test',
  summary: 'Try a connection without keeping it. `error` says why it does not work.',
  policy: inProject('create', 'database'),
  params: byProject,
  bodyBytes: 262_144,
  body: z.object({ dbType: z.enum(databaseTypes), connection: z.unknown().optional() }),
  reply: z.object({ success: z.boolean(), version: z.string().optional(), error: z.string().optional() }),
});

export const searchDatabases = defineEndpoint({
  id: 'searchDatabases',
  method: 'GET',
  path: '/api/search/projects/:projectId/databases',
  summary:
    'Tables and columns of the databases of a project whose name holds a text, as far as their schemas are known.',
  policy: inProject('read', 'database'),
  params: byProject,
  query: z.object({ query: z.string().trim().min(2).max(200) }),
  reply: z.object({
    data: z.array(
      z.object({
        database_id: z.string(),
        database_name: z.string(),
        schema: z.string(),
        table: z.string(),
        column: z.string().optional(),
      }),
    ),
  }),
});

// What is in a database, for all kinds.

export const readSchema = defineEndpoint({
  id: 'readDatabaseSchema',
  method: 'GET',
  path: '/api/databases/:databaseId/schema',
  summary: 'Tables, views, columns, keys, first rows and extensions of a database.',
  policy: overDatabase('read'),
  params: byDatabase,
  reply: z.object({ data: databaseSchema }),
});

export const readTablePage = defineEndpoint({
  id: 'readTablePage',
  method: 'GET',
  path: '/api/databases/:databaseId/table/:table',
  summary:
    'A page of a table, filtered and sorted. Pages with the same `snapshot` are of one reading of the table, and as fast at any depth. Texts of more than 100,000 bytes are cut and end in `…`. A page ends early after 8 MB; the next one begins after its last row.',
  policy: overDatabase('read'),
  params: byDatabase.extend({ table: z.string() }),
  query: pageQuery,
  reply: pageReply,
});

const resultPart = byDatabase.extend({ resultId: z.string() });

/** The answer is a sequence of frames; see `readSqlFrames`. It can be canceled by going away. */
export const runQuery = defineEndpoint({
  id: 'runQuery',
  method: 'POST',
  path: '/api/databases/:databaseId/run',
  summary:
    'Run the statements of a query one after the other until one fails, and stream their results as Arrow. `run_id` names it for canceling and in the history; that of another query is refused. `start` is where the query stands in a longer text.',
  policy: overDatabase('execute_query'),
  params: byDatabase,
  bodyBytes: 4 * limit.queryCharacters + 1_048_576,
  body: z.object({
    query,
    params: queryParams.optional(),
    run_id: z.uuid().optional(),
    start: z.number().int().min(0).default(0),
  }),
  replyType: 'application/vnd.groma.sql-frames',
});

export const cancelRun = defineEndpoint({
  id: 'cancelQuery',
  method: 'POST',
  path: '/api/databases/:databaseId/runs/:runId/cancel',
  summary: 'Cancel a running query of one’s own.',
  policy: overDatabase('execute_query'),
  params: byDatabase.extend({ runId: z.string() }),
  reply: z.object({ status: z.string() }),
});

export const readResultRows = defineEndpoint({
  id: 'readResultRows',
  method: 'GET',
  path: '/api/databases/:databaseId/results/:resultId/rows',
  summary:
    'Rows of a result that was run before, from any place, as an Arrow stream. Results of the last day are kept. A window beyond the last row of a result that is not whole is refused, unless `partial` is true.',
  policy: overDatabase('execute_query'),
  params: resultPart,
  query: z.object({ offset: rowOffset, limit: rowCount, partial: z.stringbool().default(false) }),
  replyType: 'application/vnd.apache.arrow.stream',
});

export const downloadResult = defineEndpoint({
  id: 'downloadResult',
  method: 'GET',
  path: '/api/databases/:databaseId/results/:resultId/csv',
  summary: 'A whole result as CSV (RFC 4180). One that is not whole is refused.',
  policy: overDatabase('execute_query'),
  params: resultPart,
  replyType: 'text/csv; charset=utf-8',
});

export const addResultToMap = defineEndpoint({
  id: 'addResultToMap',
  method: 'POST',
  path: '/api/databases/:databaseId/results/:resultId/map',
  summary:
    'Put the rows of a result on a map of the same project, as a layer: a column of geometries, or two of degrees, places them.',
  policy: overDatabase('execute_query'),
  params: resultPart,
  /** With `latitude_column`, the geometry column is that of the longitudes. */
  body: z.object({
    map_id: z.string(),
    geometry_column: z.string(),
    latitude_column: z.string().optional(),
    name: titleSchema,
  }),
  reply: z.object({ layer_ids: z.array(z.string()), features: z.number(), warnings: z.array(z.string()) }),
});

const historyItem = z.object({
  id: z.string(),
  query: z.string(),
  timestamp: z.string(),
  success: z.boolean(),
  isExecuting: z.boolean(),
  executionTime: z.number().nullable(),
  error: z.string().nullable(),
  /**
   * What each statement that answers rows has given; `result_id` is null where the rows are not kept any more.
   * `isWhole` is false where the statement failed or was canceled after `rowCount` rows; `keptRows` can be read again.
   */
  results: z.array(
    z.object({
      result_id: z.string().nullable(),
      columns: z.array(resultColumn),
      rowCount: z.number(),
      keptRows: z.number().optional(),
      isWhole: z.boolean().optional(),
      rows: z.array(cellRow),
    }),
  ),
});
export type HistoryItemReply = z.output<typeof historyItem>;

export const listHistory = defineEndpoint({
  id: 'listQueryHistory',
  method: 'GET',
  path: '/api/databases/:databaseId/history',
  summary: 'One’s own queries of a database, the newest first, with the first rows of what they gave.',
  policy: overDatabase('execute_query'),
  params: byDatabase,
  query: z.object({ offset: rowOffset, limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: z.object({ data: z.array(historyItem), total: z.number() }),
});

export const deleteHistoryItem = defineEndpoint({
  id: 'deleteQueryHistoryItem',
  method: 'DELETE',
  path: '/api/databases/:databaseId/history/:itemId',
  summary: 'Delete one of one’s own queries from the history.',
  policy: overDatabase('execute_query'),
  params: byDatabase.extend({ itemId: z.string() }),
  reply: z.object({ status: z.string() }),
});

export const clearHistory = defineEndpoint({
  id: 'clearQueryHistory',
  method: 'DELETE',
  path: '/api/databases/:databaseId/history',
  summary: 'Delete all of one’s own queries of a database from the history.',
  policy: overDatabase('execute_query'),
  params: byDatabase,
  reply: z.object({ status: z.string() }),
});

// The calls of the specification, by kind.

const sqlReplyType = 'application/json';
const columnsAndData = z.object({
  columns: z.array(resultColumn),
  data: z.array(cellRow),
  error: z.string().optional(),
});
const sqlBody = z.object({ query, params: queryParams.optional() });
const sqlBytes = 4 * limit.queryCharacters + 1_048_576;
const tablesReply = z.object({ tablesWithPreview: z.array(databaseTable) });
const byTable = z.object({ table: z.string() });
const inDatabase = z.object({ databaseId: z.string() });

export const postgresSql = defineEndpoint({
  id: 'queryPostgres',
  method: 'POST',
  path: '/api/databases/postgres/sql',
  summary: 'Run a query on a PostgreSQL. A failure after the first rows stands in `error`.',
  policy: inQuery('execute_query'),
  query: inDatabase,
  body: sqlBody,
  bodyBytes: sqlBytes,
  reply: columnsAndData,
  replyType: sqlReplyType,
});
export const motherduckSql = defineEndpoint({
  id: 'queryMotherduck',
  method: 'POST',
  path: '/api/databases/motherduck/sql',
  summary: 'Run a query on a MotherDuck. A failure after the first rows stands in `error`.',
  policy: inQuery('execute_query'),
  query: inDatabase,
  body: sqlBody,
  bodyBytes: sqlBytes,
  reply: columnsAndData,
  replyType: sqlReplyType,
});
export const postgresTables = defineEndpoint({
  id: 'listPostgresTables',
  method: 'GET',
  path: '/api/databases/postgres/tables',
  summary: 'Tables and views of a PostgreSQL with their first rows.',
  policy: inQuery('read'),
  query: inDatabase,
  reply: tablesReply,
});
export const motherduckTables = defineEndpoint({
  id: 'listMotherduckTables',
  method: 'GET',
  path: '/api/databases/motherduck/tables',
  summary: 'Tables and views of a MotherDuck with their first rows.',
  policy: inQuery('read'),
  query: inDatabase,
  reply: tablesReply,
});
export const postgresTable = defineEndpoint({
  id: 'readPostgresTable',
  method: 'GET',
  path: '/api/databases/postgres/tables/:table',
  summary: 'A page of a table of a PostgreSQL.',
  policy: inQuery('read'),
  params: byTable,
  query: pageQuery.extend({ databaseId: z.string() }),
  reply: pageReply,
});
export const motherduckTable = defineEndpoint({
  id: 'readMotherduckTable',
  method: 'GET',
  path: '/api/databases/motherduck/tables/:table',
  summary: 'A page of a table of a MotherDuck.',
  policy: inQuery('read'),
  params: byTable,
  query: pageQuery.extend({ databaseId: z.string() }),
  reply: pageReply,
});

export const createManaged = defineEndpoint({
  id: 'createManagedDatabase',
  method: 'POST',
  path: `${managed}/create/:tenantId/:projectId/:databaseName`,
  summary:
    'Make a managed database. Its last part of the address is its id when it has the form of one, else its name.',
  policy: inProject('create', 'database'),
  params: z.object({ tenantId: z.string(), projectId: z.string(), databaseName: titleSchema }),
  body: z.object({ name: titleSchema.optional() }).optional(),
  reply: one,
});
export const readManagedSchema = defineEndpoint({
  id: 'readManagedSchema',
  method: 'GET',
  path: `${managed}/:tenantId/:projectId/:databaseId/schema`,
  summary: 'Tables, views, columns, first rows and extensions of a managed database.',
  policy: overDatabase('read'),
  params: byThree,
  reply: z.object({ data: databaseSchema }),
});
export const readManagedTable = defineEndpoint({
  id: 'readManagedTable',
  method: 'GET',
  path: `${managed}/:tenantId/:projectId/:databaseId/table/:table`,
  summary: 'A page of a table of a managed database.',
  policy: overDatabase('read'),
  params: byThree.extend({ table: z.string() }),
  query: pageQuery,
  reply: pageReply,
});
/**
 * Lines: `query_metadata` with the columns, then `data` with rows, or one `paginated_data` where an offset is given; an
 * `error` line where it fails on the way.
 */
export const managedSql = defineEndpoint({
  id: 'queryManaged',
  method: 'POST',
  path: `${managed}/:tenantId/:projectId/:databaseId/sql`,
  summary: 'Run a query on a managed database and stream its rows as newline-delimited JSON.',
  policy: overDatabase('execute_query'),
  params: byThree,
  bodyBytes: sqlBytes,
  body: sqlBody.extend({
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(limit.databaseWindowRows).optional(),
  }),
  replyType: 'application/x-ndjson',
});
export const deleteManaged = defineEndpoint({
  id: 'deleteManagedDatabase',
  method: 'DELETE',
  path: `${managed}/:tenantId/:projectId/:databaseId`,
  summary: 'Delete a managed database with all in it.',
  policy: overDatabase('delete'),
  params: byThree,
  reply: z.object({ status: z.string() }),
});
export const duplicateManaged = defineEndpoint({
  id: 'duplicateManagedDatabase',
  method: 'POST',
  path: `${managed}/:tenantId/:projectId/:databaseId/duplicate/:target`,
  summary: 'Copy a managed database. `target` is the id of the copy when it has the form of one, else its name.',
  policy: overDatabase('duplicate'),
  params: byThree.extend({ target: titleSchema }),
  reply: one,
});

export { motherduckConnection, postgresConnection };
