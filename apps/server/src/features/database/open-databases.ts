import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GromaError, type DatabaseSchema, type ProjectId, type TableFilter, type TableSort } from '@groma/model';
import { checkSandbox } from '../../platform/kernel/sandbox.ts';
import { missingOfNetwork } from '../../platform/sandbox/private-network.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedSql, type DatabaseLaunch, type DatabaseProcess } from './process/database-process.ts';
import { DatabasePool } from './process/database-pool.ts';
import { bytesOf, copyDatabaseFiles, databaseFile, listDatabaseFiles } from './copy-database-files.ts';
import type { ProjectTables } from './project/project-tables.ts';
import type { ProjectRelations } from './project/project-relations.ts';
import { spatialExtension } from './project/spatial-extension.ts';
import { connectedTables } from './project/connected-tables.ts';
import { withLayers } from './project/with-layers.ts';
import type { Connection, DatabaseRecords } from './record/database-records.ts';

/** Room for temporary files where nothing limits a project. */
const unlimitedBytes = 64 * 1_024 ** 3;
/** Schemas that are held with their first rows. */
const mostSchemas = 100;
/** Folders that a database's process sees under these names. */
const inside = {
  own: '/database',
  files: '/data',
  temporary: '/database/temporary',
  extensions: '/extensions',
  layers: '/layers',
  spatial: '/spatial.duckdb_extension',
} as const;

/** Databases as they can be asked: each by a process of its own, started when it is needed. */
export class OpenDatabases {
  readonly #platform: Platform;
  readonly #records: DatabaseRecords;
  readonly #relations: ProjectRelations;
  readonly #tables: ProjectTables;
  readonly #pool: DatabasePool;
  /** Schemas as last read, with the first rows of tables, which are written nowhere. */
  readonly #schemas = new Map<string, DatabaseSchema>();
  #sandbox: Promise<boolean> | undefined;

  constructor(
    platform: Platform,
    records: DatabaseRecords,
    { relations, tables }: { relations: ProjectRelations; tables: ProjectTables },
  ) {
    this.#platform = platform;
    this.#records = records;
    this.#relations = relations;
    this.#tables = tables;
    this.#pool = new DatabasePool(platform.log, {
      idleMs: platform.config.databases.idleMs,
      most: platform.config.databases.processes,
    });
  }

  /**
   * @throws GromaError NOT_FOUND, DATABASE_BUSY, DATABASES_BUSY, DATABASE_STOPPED, SQL_FAILED where it cannot be
   * reached.
   */
  async use(databaseId: string): Promise<DatabaseProcess> {
    return this.#pool.use(databaseId, async () => {
      const record = await this.#records.open(databaseId);
      return this.#launch(record.id, record.projectId, record.connection);
    });
  }

  /** @throws GromaError NOT_FOUND, DATABASE_BUSY, DATABASES_BUSY, SCHEMA_FAILED with the reason. */
  async schema(databaseId: string): Promise<DatabaseSchema> {
    try {
      const schema = await this.#readSchema(databaseId);
      this.#schemas.delete(databaseId);
      this.#schemas.set(databaseId, schema);
      for (const oldest of [...this.#schemas.keys()].slice(0, -mostSchemas)) this.#schemas.delete(oldest);
      await this.#records.keepSchema(databaseId, schema).catch((error: unknown) => {
        this.#platform.log.error('A schema was not kept.', { databaseId, error });
      });
      return schema;
    } catch (error) {
      if (error instanceof GromaError && ['NOT_FOUND', 'DATABASE_BUSY', 'DATABASES_BUSY'].includes(error.code))
        throw error;
      throw new GromaError('SCHEMA_FAILED', { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  /** What others run may end the process; the next one can be asked as well. */
  async #readSchema(databaseId: string): Promise<DatabaseSchema> {
    const process = await this.use(databaseId);
    const schema = await process.ask<DatabaseSchema>('/schema', {}).catch(async (error: unknown) => {
      if (!(error instanceof GromaError) || error.code !== 'DATABASE_STOPPED') throw error;
      return (await this.use(databaseId)).ask<DatabaseSchema>('/schema', {});
    });
    if ((await this.#records.typeOf(databaseId)) !== 'project') return schema;
    const { projectId } = await this.#records.open(databaseId);
    const known = await this.#records.listKnown(projectId);
    return { ...withLayers(schema, await this.#tables.describe(projectId)), connected: connectedTables(known) };
  }

  /**
   * The schema with first rows as last read, else read now, else as it is known of before; what changed since may be
   * missing.
   * @throws GromaError SCHEMA_FAILED.
   */
  async knownSchema(databaseId: string): Promise<DatabaseSchema> {
    const held = this.#schemas.get(databaseId);
    if (held) return held;
    const { knownSchema } = await this.#records.open(databaseId);
    return this.schema(databaseId).catch((error: unknown) => {
      if (knownSchema) return knownSchema;
      throw error;
    });
  }

  /** Somebody has changed what is in a database. */
  forgetSchema(databaseId: string): void {
    this.#schemas.delete(databaseId);
  }

  /** A query for a part of a table that is found by place; undefined where the table has to be read. */
  async pageQuery(
    databaseId: string,
    table: {
      catalog?: string | undefined;
      schema: string | undefined;
      table: string;
      filter: TableFilter[];
      sort: TableSort[];
    },
    page: { offset: number; limit: number },
  ): Promise<{ sql: string; total: number | null } | undefined> {
    return (
      (await (
        await this.use(databaseId)
      ).ask<{ sql: string; total: number | null } | null>('/page', { table, page })) ?? undefined
    );
  }

  /** Tries a connection that is not kept. */
  async test(projectId: ProjectId, connection: Connection, signal: AbortSignal): Promise<string> {
    if (connection.type === 'managed-duckdb' || connection.type === 'project') return 'DuckDB';
    signal.throwIfAborted();
    const id = `test-${crypto.randomUUID()}`;
    const process = await this.#pool.use(id, () => this.#launch(id, projectId, connection));
    try {
      return (await process.ask<{ version: string }>('/version', {}, signal)).version;
    } finally {
      await this.#pool.stop(id);
    }
  }

  /** The database's process is started anew by the next question. */
  stop(databaseId: string): Promise<void> {
    this.#schemas.delete(databaseId);
    return this.#pool.stop(databaseId);
  }

  /** Deletes the file of a managed database. */
  async removeFile(projectId: ProjectId, databaseId: string): Promise<void> {
    await this.stop(databaseId);
    await rm(join(await this.#platform.files.databaseFolder(projectId), databaseId), { recursive: true, force: true });
    this.#platform.allowance.changed(projectId);
  }

  /**
   * Copies a managed database within its project. It rests meanwhile: what runs in it is waited for, who comes waits.
   * @throws GromaError DATABASE_BUSY, QUOTA_EXCEEDED, DISK_FULL.
   */
  async copyFile(projectId: ProjectId, from: string, to: string, name: string): Promise<void> {
    const folder = await this.#platform.files.databaseFolder(projectId);
    await this.#pool.whileStopped(from, async () => {
      const listed = await listDatabaseFiles(join(folder, from));
      if (listed.length === 0) return;
      await this.#take(projectId, { id: to, bytes: bytesOf(listed), name }, () =>
        copyDatabaseFiles(join(folder, from), join(folder, to), listed, undefined),
      );
    });
  }

  /**
   * Puts a copy of a file of DuckDB where the process of a database finds it, before that is known.
   * @throws GromaError QUOTA_EXCEEDED, DISK_FULL.
   */
  async placeFile(projectId: ProjectId, id: string, { name, file }: { name: string; file: string }): Promise<void> {
    const folder = join(await this.#platform.files.databaseFolder(projectId), id);
    await this.#take(projectId, { id, bytes: (await stat(file)).size, name }, async () => {
      await mkdir(folder, { recursive: true });
      await copyFile(file, join(folder, databaseFile));
    });
  }

  /** Has room kept for the file of a database while it is written. */
  async #take(
    projectId: ProjectId,
    { id, bytes, name }: { id: string; bytes: number; name: string },
    write: () => Promise<void>,
  ): Promise<void> {
    const { files, allowance } = this.#platform;
    await files.requireSpace(bytes, name);
    await allowance.reserve(projectId, id, bytes, name);
    try {
      await write();
      await allowance.take(projectId, id, bytes, 1);
    } catch (error) {
      await allowance.release(id);
      throw error;
    }
  }

  /**
   * Copies a managed database for a project that is being made, and answers how many bytes it has.
   * @throws GromaError DATABASE_BUSY, DISK_FULL.
   */
  async copyInto(
    from: { projectId: ProjectId; id: string },
    to: { projectId: ProjectId; id: string },
    name: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { files } = this.#platform;
    const source = join(await files.databaseFolder(from.projectId), from.id);
    return this.#pool.whileStopped(from.id, async () => {
      signal.throwIfAborted();
      const listed = await listDatabaseFiles(source);
      await files.requireSpace(bytesOf(listed), name);
      if (listed.length === 0) return 0;
      const target = join(await files.databaseFolder(to.projectId), to.id);
      await copyDatabaseFiles(source, target, listed, signal).catch(async (error: unknown) => {
        await rm(target, { recursive: true, force: true });
        throw error;
      });
      return bytesOf(listed);
    });
  }

  /** Bytes of a managed database as it lies on the disk. */
  async bytesOf(projectId: ProjectId, databaseId: string): Promise<number> {
    return bytesOf(await listDatabaseFiles(join(await this.#platform.files.databaseFolder(projectId), databaseId)));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #launch(databaseId: string, projectId: ProjectId, connection: Connection): Promise<DatabaseLaunch> {
    switch (connection.type) {
      case 'managed-duckdb':
        return this.#launchManaged(databaseId, projectId);
      case 'project':
        return this.#launchProject(databaseId, projectId);
      case 'motherduck':
        return this.#launchMotherduck(connection);
      case 'postgres':
        return this.#launchPostgres(connection);
      default:
        return connection satisfies never;
    }
  }

  async #launchManaged(databaseId: string, projectId: ProjectId): Promise<DatabaseLaunch> {
    const {
      files,
      allowance,
      config: {
        databases: { memoryBytes, threads, statementMs },
      },
    } = this.#platform;
    const folder = join(await files.databaseFolder(projectId), databaseId);
    await rm(join(folder, 'temporary'), { recursive: true, force: true });
    await mkdir(join(folder, 'temporary'), { recursive: true });
    const usage = await allowance.usage(projectId);
    const free = Math.min(
      ...[usage?.project, usage?.tenant].map((each) =>
        each && each.limit !== null ? Math.max(0, each.limit - each.bytes) : unlimitedBytes,
      ),
    );
    const own = existsSync(join(folder, databaseFile)) ? (await stat(join(folder, databaseFile))).size : 0;
    const isSandboxed = await this.#hasSandbox();
    const filesFolder = await files.folderOf(projectId);
    return {
      isSandboxed,
      memoryBytes,
      settings: {
        type: 'managed-duckdb',
        file: join(isSandboxed ? inside.own : folder, databaseFile),
        temporaryFolder: isSandboxed ? inside.temporary : join(folder, 'temporary'),
        // Without a sandbox a link below /data would lead anywhere, so nothing there can be read.
        filesFolder: isSandboxed ? inside.files : null,
        memoryBytes,
        threads,
        diskBytes: Math.max(1_048_576, free),
        statementMs,
      },
      grant: {
        network: null,
        writable: [[folder, inside.own]],
        readable: [[filesFolder, inside.files]],
        fileBytes: own + free,
      },
    };
  }

  /** A managed database that sees the layers of its project, and has functions for their geometries. */
  async #launchProject(databaseId: string, projectId: ProjectId): Promise<DatabaseLaunch> {
    const { settings, grant, isSandboxed, memoryBytes } = await this.#launchManaged(databaseId, projectId);
    const layersFolder = await this.#relations.prepareFolder(projectId, databaseId);
    const spatial = spatialExtension(this.#platform.config.databases.extensionsFolder);
    return {
      isSandboxed,
      memoryBytes,
      settings: {
        ...(settings as Extract<DatabaseLaunch['settings'], { type: 'managed-duckdb' }>),
        project: {
          layersFolder: isSandboxed ? inside.layers : layersFolder,
          spatialExtension: isSandboxed ? spatial && inside.spatial : spatial,
        },
      },
      grant: {
        ...grant,
        readable: [
          ...grant.readable,
          [layersFolder, inside.layers],
          ...(spatial ? [[spatial, inside.spatial] as [string, string]] : []),
        ],
      },
    };
  }

  async #launchMotherduck(connection: Extract<Connection, { type: 'motherduck' }>): Promise<DatabaseLaunch> {
    const { memoryBytes, threads, statementMs, motherduckToken } = this.#platform.config.databases;
    const token = connection.token ?? motherduckToken;
    if (token === undefined)
      throw failedSql({
        kind: 'permission',
        detail: 'There is no token for MotherDuck: enter one, or have GROMA_MOTHERDUCK_TOKEN set.',
      });
    if (!(await this.#hasSandbox()))
      throw new GromaError('UNAVAILABLE', {
        part: 'the sandbox program bubblewrap',
        remedy: 'install it to use MotherDuck.',
      });
    const missing = missingOfNetwork();
    if (missing)
      throw new GromaError('UNAVAILABLE', { part: `the program ${missing}`, remedy: 'install it to use MotherDuck.' });
    const extensions = join(this.#platform.config.dataFolder, 'duckdb-extensions');
    await mkdir(extensions, { recursive: true });
    return {
      isSandboxed: true,
      memoryBytes,
      settings: {
        type: 'motherduck',
        database: connection.database,
        token,
        temporaryFolder: '/tmp',
        extensionFolder: inside.extensions,
        memoryBytes,
        threads,
        statementMs,
      },
      grant: {
        network: this.#platform.config.outboundAllowed,
        writable: [[extensions, inside.extensions]],
        readable: [],
      },
    };
  }

  /** The host is looked up here, once, and only addresses that may be reached are handed on. */
  async #launchPostgres({
    host,
    port,
    database,
    user,
    password = '',
    tls,
    certificate,
  }: Extract<Connection, { type: 'postgres' }>): Promise<DatabaseLaunch> {
    const { memoryBytes, statementMs } = this.#platform.config.databases;
    const found = await this.#platform.outbound.addressesOf(host).catch((error: unknown) => {
      if (error instanceof GromaError) throw error;
      throw failedSql({ kind: 'network', detail: `The host "${host}" is not known.` });
    });
    return {
      isSandboxed: false,
      memoryBytes,
      settings: {
        type: 'postgres',
        addresses: found.map(({ address }) => address),
        host,
        port,
        database,
        user,
        password,
        tls,
        certificate,
        statementMs,
      },
      grant: { network: null, writable: [], readable: [] },
    };
  }

  #hasSandbox(): Promise<boolean> {
    this.#sandbox ??= checkSandbox().then(({ isAvailable }) => isAvailable);
    return this.#sandbox;
  }
}
