import {
  GromaError,
  isId,
  splitStatements,
  titleSchema,
  type DatabaseSchema,
  type DatabaseType,
  type SqlStatement,
} from '@groma/model';
import { database, type DatabaseReply } from '@groma/protocol';
import { route, streamed, type Call, type Route } from '../../platform/http/route.ts';
import { ConnectionTests } from './connection-tests.ts';
import type { DatabaseParts } from './database-parts.ts';
import { duplicateDatabase, removeDatabase } from './manage-database.ts';
import { readPage } from './read-page.ts';
import { parseConnection } from './record/database-records.ts';
import { relay } from './relay.ts';
import { runQuery } from './run-query.ts';

/** The list of a project's databases, for all kinds. */
export function databaseRoutes(parts: DatabaseParts): Route[] {
  const { records, open, queries, running } = parts;
  const tests = new ConnectionTests(parts.platform, open);
  const ok = { status: 'ok' };
  return [
    route(database.listDatabases, async ({ projectId }) => ({ data: await records.list(projectId) })),
    route(database.createDatabase, async ({ projectId, user, body }) => ({
      data: await records.create(projectId, user.id, {
        name: body.name,
        type: body.dbType,
        connection: body.connection,
      }),
    })),
    route(database.readDatabase, async ({ params }) => ({ data: await records.read(params.databaseId) })),
    route(database.changeConnection, async ({ params, body }) => {
      const data = await records.changeConnection(params.databaseId, body);
      await open.stop(params.databaseId);
      return { data };
    }),
    route(database.renameDatabase, async ({ query, body }) => {
      if (body.id !== undefined && body.id !== query.id) throw new GromaError('NOT_FOUND', { noun: 'database' });
      const name = titleSchema.safeParse(body.name);
      return name.success
        ? { data: await records.rename(query.id, name.data) }
        : { error: name.error.issues[0]?.message ?? 'This is not a name.' };
    }),
    route(database.deleteDatabase, async ({ query }) => {
      await removeDatabase(parts, query.id);
      return ok;
    }),
    route(database.duplicateDatabase, async ({ params, user, body }) => ({
      data: await duplicateDatabase(parts, params.databaseId, user.id, { name: body?.name }),
    })),
    route(database.testConnection, async ({ projectId, user, body, signal }) =>
      tests.run(parseConnection(body.dbType, body.connection), { projectId, userId: user.id, signal }),
    ),
    route(database.searchDatabases, async ({ projectId, query }) => ({
      data: findInSchemas(await records.listKnown(projectId), query.query),
    })),
    route(database.readSchema, async ({ params }) => ({ data: await open.schema(params.databaseId) })),
    route(database.readTablePage, async ({ params, query, reply, user, projectId, signal }) =>
      sendPage(reply, await readPage(parts, { ...query, ...params }, { userId: user.id, projectId, signal })),
    ),
    route(database.runQuery, (call) => runQuery(parts, call)),
    route(database.cancelRun, ({ params, user }) => {
      running.get(`${user.id} ${params.runId}`)?.abort();
      return Promise.resolve(ok);
    }),
    route(database.listHistory, ({ params, user, query }) =>
      queries.list({ databaseId: params.databaseId, userId: user.id }, query.offset, query.limit),
    ),
    route(database.deleteHistoryItem, async ({ params, user }) => {
      await queries.delete({ databaseId: params.databaseId, userId: user.id }, params.itemId);
      return ok;
    }),
    route(database.clearHistory, async ({ params, user }) => {
      await queries.delete({ databaseId: params.databaseId, userId: user.id });
      return ok;
    }),
  ];
}

/** The calls of the specification, by kind. */
export function kindRoutes(parts: DatabaseParts): Route[] {
  const { records, open } = parts;
  const tables = async (
    databaseId: string,
    type: DatabaseType,
  ): Promise<{ tablesWithPreview: DatabaseSchema['tables'] }> => {
    await requireType(parts, databaseId, type);
    return { tablesWithPreview: (await open.schema(databaseId)).tables };
  };
  const sql = async (
    type: DatabaseType,
    { query, body, reply, signal, user, projectId }: Call<typeof database.postgresSql>,
  ): Promise<typeof streamed> => {
    const statements = statementsOf(body.query);
    await requireType(parts, query.databaseId, type);
    return relay(parts, {
      databaseId: query.databaseId,
      request: { statements, params: body.params, start: 0, form: { kind: 'json' } },
      contentType: 'application/json',
      reply,
      signal,
      user,
      projectId,
    });
  };
  const table = async (
    type: DatabaseType,
    { params, query, reply, user, projectId, signal }: Call<typeof database.postgresTable>,
  ): Promise<typeof streamed> => {
    await requireType(parts, query.databaseId, type);
    const person = { userId: user.id, projectId, signal };
    return sendPage(reply, await readPage(parts, { ...query, table: params.table }, person));
  };
  return [
    route(database.postgresSql, (call) => sql('postgres', call)),
    route(database.motherduckSql, (call) => sql('motherduck', call)),
    route(database.postgresTables, ({ query }) => tables(query.databaseId, 'postgres')),
    route(database.motherduckTables, ({ query }) => tables(query.databaseId, 'motherduck')),
    route(database.postgresTable, (call) => table('postgres', call)),
    route(database.motherduckTable, (call) => table('motherduck', call)),
    route(database.createManaged, async ({ params: { databaseName }, body, projectId, user }) => {
      const given = isId(databaseName)
        ? { id: databaseName, name: body?.name ?? 'Database' }
        : { name: body?.name ?? databaseName };
      return { data: await records.create(projectId, user.id, { ...given, type: 'managed-duckdb' }) };
    }),
    route(database.readManagedSchema, async ({ params }) => {
      await requireType(parts, params.databaseId, 'managed-duckdb');
      return { data: await open.schema(params.databaseId) };
    }),
    route(database.readManagedTable, async ({ params, query, reply, user, projectId, signal }) => {
      await requireType(parts, params.databaseId, 'managed-duckdb');
      const wanted = { ...query, databaseId: params.databaseId, table: params.table };
      return sendPage(reply, await readPage(parts, wanted, { userId: user.id, projectId, signal }));
    }),
    route(database.managedSql, async ({ params, body, reply, signal, user, projectId }) => {
      const statements = statementsOf(body.query);
      await requireType(parts, params.databaseId, 'managed-duckdb');
      const page = body.offset === undefined ? {} : { page: { offset: body.offset, limit: body.limit ?? 100 } };
      return relay(parts, {
        databaseId: params.databaseId,
        request: { statements, params: body.params, start: 0, form: { kind: 'ndjson', ...page } },
        contentType: 'application/x-ndjson',
        reply,
        signal,
        user,
        projectId,
      });
    }),
    route(database.deleteManaged, async ({ params }) => {
      await requireType(parts, params.databaseId, 'managed-duckdb');
      await removeDatabase(parts, params.databaseId);
      return { status: 'ok' };
    }),
    route(database.duplicateManaged, async ({ params, user }) => {
      await requireType(parts, params.databaseId, 'managed-duckdb');
      return {
        data: await duplicateDatabase(
          parts,
          params.databaseId,
          user.id,
          isId(params.target) ? { id: params.target } : { name: params.target },
        ),
      };
    }),
  ];
}

async function requireType({ records }: DatabaseParts, databaseId: string, type: DatabaseType): Promise<DatabaseReply> {
  const found = await records.read(databaseId);
  // The project's own database is managed like the others.
  const isSame = found.dbType === type || (found.dbType === 'project' && type === 'managed-duckdb');
  if (!isSame) throw new GromaError('DATABASE_TYPE_UNKNOWN');
  return found;
}

function statementsOf(query: string): SqlStatement[] {
  const statements = splitStatements(query);
  if (statements.length === 0) throw new GromaError('QUERY_EMPTY');
  return statements;
}

/** Sends a page as it is: it need be neither read nor written again. */
function sendPage(reply: Call['reply'], page: Buffer): typeof streamed {
  void reply.header('content-type', 'application/json; charset=utf-8').send(page);
  return streamed;
}

const mostFound = 50;

/** Tables and columns whose names hold a text, in any case. */
function findInSchemas(
  known: { id: string; name: string; schema: DatabaseSchema }[],
  text: string,
): { database_id: string; database_name: string; schema: string; table: string; column?: string }[] {
  const wanted = text.toLowerCase();
  const holds = (name: string): boolean => name.toLowerCase().includes(wanted);
  return known
    .flatMap(({ id, name, schema }) =>
      schema.tables.flatMap((table) => {
        const place = { database_id: id, database_name: name, schema: table.schema, table: table.name };
        return [
          ...(holds(table.name) ? [place] : []),
          ...table.columns.filter((column) => holds(column.name)).map((column) => ({ ...place, column: column.name })),
        ];
      }),
    )
    .slice(0, mostFound);
}
