import { and, asc, eq, sql } from '../../../platform/database/drizzle.ts';
import {
  GromaError,
  isDatabaseType,
  isId,
  newId,
  type DatabaseSchema,
  type DatabaseType,
  type ProjectId,
} from '@groma/model';
import {
  database as endpoints,
  type DatabaseReply,
  type MotherduckConnection,
  type PostgresConnection,
} from '@groma/protocol';
import type { z } from 'zod';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { databases, projects } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { projectDatabaseId } from './project-database-id.ts';
import { SecretBox } from './secret-box.ts';

type Row = typeof databases.$inferSelect;
export type Query = Pick<Platform['database']['query'], 'insert'>;
/** A copy of a database for another project, which has no record yet. */
export interface DatabaseCopy extends Pick<Row, 'id' | 'name' | 'type' | 'connection'> {
  originalId: string;
}

/** How a database is reached, with its secret. */
export type Connection =
  | { type: 'managed-duckdb' }
  | { type: 'project' }
  | ({ type: 'postgres' } & PostgresConnection)
  | ({ type: 'motherduck' } & MotherduckConnection);
export interface DatabaseRecord {
  id: string;
  projectId: ProjectId;
  name: string;
  type: DatabaseType;
  connection: Connection;
  knownSchema: DatabaseSchema | null;
}

/** What the database of a project is called where no language is known. */
const ownName = 'This project';
const mostTypes = 10_000;

/** The databases of projects as they are known here. */
export class DatabaseRecords {
  readonly #platform: Platform;
  readonly #box: SecretBox;
  readonly #types = new Map<string, DatabaseType>();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#box = new SecretBox(platform.config.secret);
  }

  /** The project's own database first, which is made when it is first listed; then the others by name. */
  async list(projectId: ProjectId): Promise<DatabaseReply[]> {
    const found = await this.listMade(projectId);
    if (found[0]?.dbType === 'project') return found;
    await this.#makeOwn(projectId);
    return this.listMade(projectId);
  }

  /** Those that are there. */
  async listMade(projectId: ProjectId): Promise<DatabaseReply[]> {
    const rows = await this.#query
      .select()
      .from(databases)
      .where(eq(databases.projectId, projectId))
      .orderBy(sql`${databases.type} <> 'project'`, asc(databases.name), asc(databases.createdAt));
    return rows.map(present);
  }

  /** Several may do it at once: one of them does. */
  async #makeOwn(projectId: ProjectId): Promise<void> {
    const [project] = await this.#query
      .select({ creatorId: projects.creatorId })
      .from(projects)
      .where(eq(projects.id, projectId));
    if (!project) return;
    await this.#query
      .insert(databases)
      .values({ id: this.#ownIdOf(projectId), projectId, name: ownName, type: 'project', creatorId: project.creatorId })
      .onConflictDoNothing();
  }

  #ownIdOf(projectId: ProjectId): string {
    return projectDatabaseId(this.#platform.config.secret, projectId);
  }

  /** @throws GromaError BAD_INPUT for the database that each project has one of. */
  async requireOrdinary(id: string): Promise<void> {
    if ((await this.#row(id)).type === 'project')
      throw new GromaError('BAD_INPUT', {
        detail: `The database “${ownName}” belongs to its project: it can’t be renamed, copied or deleted.`,
      });
  }

  /** What copies of a project's databases would be: without secrets, which are not even opened. */
  async copiesOf(
    projectId: ProjectId,
    copyId: ProjectId,
    ids: Readonly<Record<string, string>>,
  ): Promise<DatabaseCopy[]> {
    const rows = await this.#query
      .select()
      .from(databases)
      .where(eq(databases.projectId, projectId))
      .orderBy(asc(databases.createdAt));
    return rows.map(({ id: originalId, name, type, connection }) => ({
      originalId,
      id: type === 'project' ? this.#ownIdOf(copyId) : (ids[originalId] ?? newId<'database'>()),
      name,
      type,
      connection,
    }));
  }

  async insertCopies(
    query: Query,
    copies: readonly DatabaseCopy[],
    { projectId, creatorId }: { projectId: ProjectId; creatorId: string },
  ): Promise<void> {
    for (const { id, name, type, connection } of copies)
      await query
        .insert(databases)
        .values({ id, projectId, name, type, creatorId, connection, credentials: null })
        .onConflictDoNothing();
  }

  /** What is known of the tables of a project's databases, without asking them. */
  async listKnown(
    projectId: ProjectId,
  ): Promise<{ id: string; name: string; type: DatabaseType; schema: DatabaseSchema }[]> {
    const rows = await this.#query
      .select({ id: databases.id, name: databases.name, type: databases.type, schema: databases.knownSchema })
      .from(databases)
      .where(eq(databases.projectId, projectId))
      .orderBy(asc(databases.name));
    return rows.flatMap(({ schema, type, ...rest }) =>
      schema ? [{ ...rest, type: type as DatabaseType, schema: schema as DatabaseSchema }] : [],
    );
  }

  /** What a database is, which never changes. @throws GromaError NOT_FOUND. */
  async typeOf(id: string): Promise<DatabaseType> {
    const known = this.#types.get(id);
    if (known) return known;
    const type = (await this.#row(id)).type as DatabaseType;
    if (this.#types.size >= mostTypes) this.#types.clear();
    this.#types.set(id, type);
    return type;
  }

  async read(id: string): Promise<DatabaseReply> {
    return present(await this.#row(id));
  }

  /** @throws GromaError NOT_FOUND, BAD_INPUT where the secret cannot be opened any more. */
  async open(id: string): Promise<DatabaseRecord> {
    const row = await this.#row(id);
    const secret = this.#secretOf(row);
    if (row.credentials !== null && secret === undefined) throw lostSecret();
    return {
      id: row.id,
      projectId: row.projectId as ProjectId,
      name: row.name,
      type: row.type as DatabaseType,
      connection: connectionOf(row, secret),
      knownSchema: row.knownSchema as DatabaseSchema | null,
    };
  }

  /** @throws GromaError BAD_INPUT, DATABASE_TYPE_UNKNOWN, DATABASE_EXISTS. */
  async create(
    projectId: ProjectId,
    creatorId: string,
    {
      id = newId<'database'>(),
      name,
      type,
      connection,
    }: { id?: string; name: string; type: string; connection?: unknown },
  ): Promise<DatabaseReply> {
    const parsed = parseConnection(type, connection);
    const [row] = await this.#query
      .insert(databases)
      .values({ id, projectId, name, type, creatorId, ...this.#kept(id, parsed) })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new GromaError('DATABASE_EXISTS', { name: id });
    await this.#tell(projectId);
    return present(row);
  }

  async changeConnection(id: string, said: unknown): Promise<DatabaseReply> {
    const before = await this.#row(id);
    if (before.type === 'managed-duckdb' || before.type === 'project')
      throw new GromaError('BAD_INPUT', { detail: 'A managed database has no connection to change.' });
    const secret = this.#secretOf(before);
    const parsed = parseConnection(before.type, withKeptSecret(said, connectionOf(before, secret)));
    // Left out, it would stay what cannot be opened.
    if (before.credentials !== null && secret === undefined && secretIn(parsed) === undefined) throw lostSecret();
    const [row] = await this.#query
      .update(databases)
      .set({ ...this.#kept(id, parsed), updatedAt: recordsNow })
      .where(eq(databases.id, id))
      .returning();
    await this.#tell(before.projectId);
    return present(row!);
  }

  async rename(id: string, name: string): Promise<DatabaseReply> {
    await this.requireOrdinary(id);
    const [row] = await this.#query
      .update(databases)
      .set({ name, updatedAt: recordsNow })
      .where(eq(databases.id, id))
      .returning();
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'database' });
    await this.#tell(row.projectId);
    return present(row);
  }

  async delete(id: string): Promise<void> {
    const [row] = await this.#query.delete(databases).where(eq(databases.id, id)).returning();
    if (row) await this.#tell(row.projectId);
  }

  async keepSchema(id: string, schema: DatabaseSchema): Promise<void> {
    // Without rows: they are the person's who asked, and search needs names only.
    const known = {
      ...schema,
      functions: undefined,
      connected: undefined,
      tables: schema.tables.map((table) => ({ ...table, previewRows: null })),
    };
    await this.#query.update(databases).set({ knownSchema: known }).where(eq(databases.id, id));
  }

  /** Whether a name or id is of a database of this project. */
  async has(projectId: ProjectId, id: string): Promise<boolean> {
    const rows = isId(id)
      ? await this.#query
          .select({ id: databases.id })
          .from(databases)
          .where(and(eq(databases.id, id), eq(databases.projectId, projectId)))
      : [];
    return rows.length > 0;
  }

  get #query(): Platform['database']['query'] {
    return this.#platform.database.query;
  }

  async #row(id: string): Promise<Row> {
    const [row] = isId(id) ? await this.#query.select().from(databases).where(eq(databases.id, id)) : [];
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'database' });
    return row;
  }

  #kept(id: string, parsed: Connection): { connection: object | null; credentials: string | null } {
    if (parsed.type === 'managed-duckdb' || parsed.type === 'project') return { connection: null, credentials: null };
    const { type: _type, ...rest } = parsed;
    const secret = secretIn(parsed);
    const { password: _password, token: _token, ...open } = rest as Record<string, unknown>;
    return { connection: open, credentials: secret === undefined || secret === '' ? null : this.#box.lock(secret, id) };
  }

  /** Undefined where there is none, and where it was kept with another key. */
  #secretOf({ credentials, id }: Row): string | undefined {
    return credentials === null ? undefined : this.#box.unlock(credentials, id);
  }

  #tell(projectId: string): Promise<void> {
    return this.#platform.bus.publish('databases-changed', { projectId });
  }
}

function secretIn(connection: Connection): string | undefined {
  if (connection.type === 'postgres') return connection.password;
  return connection.type === 'motherduck' ? connection.token : undefined;
}

function lostSecret(): GromaError {
  return new GromaError('BAD_INPUT', {
    detail: 'The password of this database was kept with another key. Enter it again.',
  });
}

/** Reads what somebody says of a connection. @throws GromaError BAD_INPUT, DATABASE_TYPE_UNKNOWN. */
export function parseConnection(type: string, said: unknown): Connection {
  if (!isDatabaseType(type)) throw new GromaError('DATABASE_TYPE_UNKNOWN');
  if (type === 'managed-duckdb') return { type };
  if (type === 'postgres') return { type, ...readAs(endpoints.postgresConnection, said) };
  return { type, ...readAs(endpoints.motherduckConnection, said) };
}

function readAs<T>(schema: z.ZodType<T>, said: unknown): T {
  const read = schema.safeParse(said ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new GromaError('BAD_INPUT', { detail: `connection.${issue?.path.join('.')}: ${issue?.message}` });
}

/** A kept secret goes only where it went before: to another server it is not sent unless it is entered again. */
function withKeptSecret(said: unknown, before: Connection): unknown {
  if (typeof said !== 'object' || said === null) return said;
  const own = said as Record<string, unknown>;
  if (before.type === 'postgres') {
    const isSame =
      own['host'] === before.host &&
      Number(own['port'] ?? 5432) === before.port &&
      own['user'] === before.user &&
      !weaker(own['tls'], before.tls);
    return { ...(isSame && { password: before.password, certificate: before.certificate }), ...own };
  }
  return before.type === 'motherduck' ? { token: before.token, ...own } : own;
}

const strength = ['disable', 'prefer', 'require', 'verify-full'];
function weaker(tls: unknown, before: string): boolean {
  return strength.indexOf(String(tls ?? 'prefer')) < strength.indexOf(before);
}

function connectionOf(row: Row, secret: string | undefined): Connection {
  const open = (row.connection ?? {}) as object;
  if (row.type === 'postgres')
    return { type: 'postgres', ...(open as PostgresConnection), ...(secret !== undefined && { password: secret }) };
  if (row.type === 'motherduck')
    return { type: 'motherduck', ...(open as MotherduckConnection), ...(secret !== undefined && { token: secret }) };
  return { type: row.type === 'project' ? 'project' : 'managed-duckdb' };
}

function present(row: Row): DatabaseReply {
  const open = row.connection as Partial<PostgresConnection> | null;
  const connection = open && {
    ...(open.host !== undefined && { host: open.host, port: open.port, user: open.user, tls: open.tls }),
    database: open.database,
    hasPassword: row.credentials !== null,
  };
  return {
    id: row.id,
    name: row.name,
    project_id: row.projectId,
    dbType: row.type as DatabaseType,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    connection,
  };
}
