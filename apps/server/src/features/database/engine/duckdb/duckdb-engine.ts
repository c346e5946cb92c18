import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import {
  quoteIdentifier,
  type DatabaseExtensions,
  type DatabaseSchema,
  type DatabaseType,
  type SqlFunction,
} from '@groma/model';
import { SqlError, type Engine, type EngineSession, type EngineSettings, type TableReference } from '../engine.ts';
import { asDuckdbError } from './duckdb-error.ts';
import { readDuckdbSchema, readExtensions } from './duckdb-schema.ts';
import { DuckdbSession } from './duckdb-session.ts';
import { FileViews } from './file-views.ts';
import { longNamesOf } from './long-names.ts';
import { ProjectViews } from './project-views.ts';
import { loadSpatial, spatialFunctions } from './spatial.ts';
import { TextFiles } from './text-files.ts';
import { WritingSession } from './writing-session.ts';

type ManagedSettings = Extract<EngineSettings, { type: 'managed-duckdb' }>;
type MotherduckSettings = Extract<EngineSettings, { type: 'motherduck' }>;

/** The catalog that the file of a managed database is known by. */
const ownCatalog = 'database';

interface Catalogs {
  database: DatabaseType;
  own: string;
  files?: string;
  extensions: DatabaseExtensions;
  textFiles?: TextFiles | null;
  project?: { views: ProjectViews; functions: SqlFunction[]; temporaryFolder: string } | undefined;
}

/**
 * How long its close waits for statements that are stopped; the server ends a process that takes longer than five
 * seconds.
 */
const restTurns = 60;
const restMs = 50;

const safeOptions = {
  autoinstall_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_persistent_secrets: 'false',
  errors_as_json: 'true',
};

/**
 * Opens the file of a managed database. What could reach outside is switched off before the first statement of a
 * person, and cannot be switched on again.
 */
export async function openManaged(settings: ManagedSettings): Promise<Engine> {
  const instance = await DuckDBInstance.create(settings.file, {
    ...safeOptions,
    autoload_known_extensions: 'false',
    memory_limit: `${Math.floor(settings.memoryBytes / 1_048_576)}MiB`,
    threads: String(settings.threads),
    temp_directory: settings.temporaryFolder,
    max_temp_directory_size: `${Math.max(1, Math.floor(settings.diskBytes / 1_048_576))}MiB`,
  });
  const connection = await instance.connect();
  const { project } = settings;
  const isSpatial = project?.spatialExtension
    ? await loadSpatial(connection, project.spatialExtension, settings.temporaryFolder)
    : false;
  const extensions = await readExtensions(connection);
  await connection.run("ATTACH ':memory:' AS files");
  if (project)
    for (const catalog of ['layers', 'tables', 'results']) await connection.run(`ATTACH ':memory:' AS ${catalog}`);
  const readable = [settings.filesFolder, project?.layersFolder].filter((folder) => typeof folder === 'string');
  if (readable.length > 0)
    await connection.run(`SET allowed_directories = [${readable.map((folder) => `'${folder}/'`).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  const textFiles =
    settings.filesFolder === null
      ? null
      : new TextFiles({
          folder: settings.filesFolder,
          temporaryFolder: settings.temporaryFolder,
          mostBytes: settings.diskBytes,
        });
  const views =
    settings.filesFolder !== null && textFiles ? new FileViews(connection, settings.filesFolder, textFiles) : null;
  return createEngine(
    instance,
    connection,
    {
      database: project ? 'project' : 'managed-duckdb',
      own: ownCatalog,
      files: 'files',
      extensions,
      textFiles,
      project: project && {
        views: new ProjectViews(connection, project.layersFolder, views),
        functions: isSpatial ? await spatialFunctions(connection) : [],
        temporaryFolder: settings.temporaryFolder,
      },
    },
    async () => views?.refresh(),
  );
}

/**
 * Attaches a database of MotherDuck. In its mode for services nothing of this machine can be read, installed or set.
 */
export async function openMotherduck(settings: MotherduckSettings): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...safeOptions,
    memory_limit: `${Math.floor(settings.memoryBytes / 1_048_576)}MiB`,
    threads: String(settings.threads),
    temp_directory: settings.temporaryFolder,
    extension_directory: settings.extensionFolder,
  });
  const connection = await instance.connect();
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  const extensions = await readExtensions(connection);
  try {
    await connection.run('INSTALL motherduck');
    await connection.run('LOAD motherduck');
    await connection.run(`SET motherduck_token = ${text(settings.token)}`);
    await connection.run('SET motherduck_saas_mode = true');
    await connection.run(`ATTACH ${text(`md:${settings.database}`)}`);
    await connection.run(`USE ${quoteIdentifier(settings.database)}`);
  } catch (error) {
    instance.closeSync();
    throw unreachable(error, settings.token);
  }
  return createEngine(instance, connection, { database: 'motherduck', own: settings.database, extensions }, () =>
    Promise.resolve(),
  );
}

/** A wrong token is the caller's to mend; everything else on the way there is that MotherDuck cannot be reached. */
function unreachable(error: unknown, token: string): SqlError {
  const { failure } = asDuckdbError(error, '');
  const detail = failure.detail.split('\n')[0]!.replaceAll(token || '\0', '…');
  const isRefused =
    /token|unauthenticated|unauthorized|permission|no database|not exist/i.test(detail) &&
    !/download|connect/i.test(detail);
  return isRefused
    ? new SqlError({ kind: 'permission', detail })
    : new SqlError({ kind: 'network', detail: `Couldn’t reach MotherDuck: ${detail}` });
}

function createEngine(
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  catalogs: Catalogs,
  beforeSchema: () => Promise<void>,
): Engine {
  let reading: Promise<DatabaseSchema> | undefined;
  const sessions = new Set<EngineSession>();
  /** As of the last statement that may have made one. Asked for anew, they take longer than a small query does. */
  let viewTexts: Promise<{ name: string; sql: string }[]> | undefined;
  return {
    async session(relations, ask, mayOnlyRead = false): Promise<EngineSession> {
      const { project } = catalogs;
      if (relations) await project?.views.define(relations);
      const session = new DuckdbSession(await instance.connect(), {
        database: catalogs.database,
        textFiles: catalogs.textFiles ?? null,
        names: longNamesOf(relations ?? []),
        mayOnlyRead,
        onChange: () => {
          viewTexts = undefined;
        },
        onClose: () => {
          sessions.delete(session);
        },
      });
      sessions.add(session);
      if (!project || !ask || mayOnlyRead) return session;
      return new WritingSession(session, {
        ask,
        temporaryFolder: project.temporaryFolder,
        define: (current) => project.views.define(current),
      });
    },
    async schema() {
      // One at a time: they share a connection.
      reading = (reading ?? Promise.resolve())
        .catch(() => undefined)
        .then(async () => {
          await beforeSchema();
          const schema = await readDuckdbSchema(connection, catalogs, catalogs.extensions);
          return catalogs.project ? { ...schema, functions: catalogs.project.functions } : schema;
        });
      return reading;
    },
    async viewTexts() {
      const texts = (viewTexts ??= readViewTexts(connection));
      texts.catch(() => {
        if (viewTexts === texts) viewTexts = undefined;
      });
      return texts;
    },
    async version() {
      return `DuckDB ${String((await connection.runAndReadAll('SELECT version()')).getRowsJson()[0]?.[0])}`;
    },
    async pageQuery(table, page) {
      return pageByPlace(connection, catalogs, table, page);
    },
    async close() {
      // Only when no statement has it open, all that is in its log can go into the file. Else the log stays, and is
      // read by the next start.
      for (const session of sessions) session.cancel();
      for (let turn = 0; sessions.size > 0 && turn < restTurns; turn++)
        await new Promise((resolve) => {
          setTimeout(resolve, restMs);
        });
      await connection.run('CHECKPOINT').catch(() => undefined);
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The views and macros that people have made in their database. */
async function readViewTexts(connection: DuckDBConnection): Promise<{ name: string; sql: string }[]> {
  const found = await connection.runAndReadAll(
    `SELECT view_name AS name, sql FROM duckdb_views() WHERE NOT internal AND database_name = '${ownCatalog}'
      UNION ALL SELECT function_name, macro_definition FROM duckdb_functions() WHERE NOT internal AND macro_definition IS NOT NULL`,
  );
  return found.getRowObjectsJson() as { name: string; sql: string }[];
}

/**
 * Rows of a table that has lost none are numbered from 0 in order, and found by their number without reading those
 * before.
 */
async function pageByPlace(
  connection: DuckDBConnection,
  { own, files }: Catalogs,
  { catalog, schema = 'main', table, filter, sort }: TableReference,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sql: string; total: number } | undefined> {
  if (filter.length > 0 || sort.length > 0 || schema === files || catalog !== undefined) return undefined;
  const name = `${quoteIdentifier(own)}.${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
  const number = async (sql: string): Promise<number> =>
    Number((await connection.runAndReadAll(sql)).getRowsJson()[0]?.[0]);
  try {
    const [catalogText, schemaText, tableText] = [own, schema, table].map((text) => `'${text.replaceAll("'", "''")}'`);
    // The name of its places may be that of a column.
    if (
      (await number(
        `SELECT count(*) FROM duckdb_columns() WHERE database_name = ${catalogText} AND schema_name = ${schemaText} AND table_name = ${tableText} AND column_name ILIKE 'rowid'`,
      )) > 0
    )
      return undefined;
    const total = await number(`SELECT count(*) FROM ${name}`);
    if ((await number(`SELECT count(*) FROM (SELECT rowid FROM ${name} WHERE rowid >= ${total} LIMIT 1)`)) > 0)
      return undefined;
    return { sql: `SELECT * FROM ${name} WHERE rowid >= ${offset} AND rowid < ${offset + limit}`, total };
  } catch {
    // A view has no places.
    return undefined;
  }
}
