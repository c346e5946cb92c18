import { and, eq, gt, lt, sql } from '../database/drizzle.ts';
import { formatFileSize, GromaError, type Plan, type ProjectId } from '@groma/model';
import type { Database } from '../database/database.ts';
import { recordsNow, recordsNowPlus } from '../database/record-clock.ts';
import { fileReservations, fileUsage, projects, tenants } from '../database/tables/index.ts';
import type { Log } from '../log.ts';
import type { ProjectSize } from './file-store.ts';
import type { StorageSettings } from './storage-settings.ts';

interface Used {
  bytes: number;
  limit: number | null;
}
export interface Usage {
  project: Used & { files: number; trashBytes: number };
  tenant: Used;
}
type Query = Pick<Database['query'], 'select' | 'execute'>;

const gigabyte = 1024 ** 3;
/** How long room is kept for what does not come. */
const keptMs = 24 * 60 * 60 * 1000;
/** Pause before a project is counted again, in which more may happen to it. */
const settleMs = 500;

/**
 * How many bytes the files of projects and tenants take up, and may. What the server adds is added to the count at
 * once, under a lock on the tenant; what it takes away, and what code writes, is found by counting again. So the count
 * is never behind the server's own writing, and room is refused before bytes are taken.
 */
export class Allowance {
  readonly #database: Database;
  readonly #settings: StorageSettings;
  readonly #count: (projectId: ProjectId) => Promise<ProjectSize>;
  readonly #log: Log;
  readonly #counting = new Map<ProjectId, Promise<void>>();
  readonly #stale = new Map<ProjectId, NodeJS.Timeout>();
  #isClosed = false;

  constructor({
    database,
    settings,
    count,
    log,
  }: {
    database: Database;
    settings: StorageSettings;
    count: (projectId: ProjectId) => Promise<ProjectSize>;
    log: Log;
  }) {
    this.#database = database;
    this.#settings = settings;
    this.#count = count;
    this.#log = log;
  }

  /**
   * Keeps room for so many bytes under an id; under one that has some already it becomes so many, unless it is more.
   * @throws GromaError QUOTA_EXCEEDED.
   */
  async reserve(projectId: ProjectId, id: string, bytes: number, name: string): Promise<void> {
    await this.#ensureCounted(projectId);
    await this.#database.query.transaction(async (query) => {
      const before = await usageOf(query, this.#settings, projectId, { locks: true, but: id });
      if (!before) return;
      refuseMore(before, bytes, name);
      const expiresAt = recordsNowPlus(keptMs);
      // Never less: who says another total of an upload that is under way must not free its room.
      await query
        .insert(fileReservations)
        .values({ id, projectId, bytes, expiresAt })
        .onConflictDoUpdate({
          target: fileReservations.id,
          set: { bytes: sql`greatest(${fileReservations.bytes}, ${bytes})`, expiresAt },
        });
    });
  }

  /** Counts what came in the place of the room kept for it. */
  async take(projectId: ProjectId, id: string, bytes: number, files: number): Promise<void> {
    await this.#database.query.transaction(async (query) => {
      const gone = await query
        .delete(fileReservations)
        .where(eq(fileReservations.id, id))
        .returning({ id: fileReservations.id });
      // Asked again, it has been counted already.
      if (gone.length > 0)
        await query
          .update(fileUsage)
          .set({
            bytes: sql`${fileUsage.bytes} + ${bytes}`,
            files: sql`${fileUsage.files} + ${files}`,
            changes: sql`${fileUsage.changes} + 1`,
          })
          .where(eq(fileUsage.projectId, projectId));
    });
  }

  /**
   * Counts what a project holds from its first moment, in the transaction that makes it.
   * @throws GromaError QUOTA_EXCEEDED.
   */
  async takeAtBirth(
    query: Pick<Database['query'], 'select' | 'execute' | 'insert'>,
    projectId: ProjectId,
    { bytes, files }: { bytes: number; files: number },
    name: string,
  ): Promise<void> {
    const before = await usageOf(query, this.#settings, projectId, { locks: true });
    if (before) refuseMore(before, bytes, name);
    await query.insert(fileUsage).values({ projectId, bytes, trashBytes: 0, files });
  }

  async release(id: string): Promise<void> {
    await this.#database.query.delete(fileReservations).where(eq(fileReservations.id, id));
  }

  /** Undefined when there is no such project. */
  async usage(projectId: ProjectId): Promise<Usage | undefined> {
    await this.#ensureCounted(projectId);
    return usageOf(this.#database.query, this.#settings, projectId, { locks: false });
  }

  /** Says that something went or was written by code: it is counted again in a while. */
  changed(projectId: ProjectId): void {
    if (this.#isClosed || this.#stale.has(projectId)) return;
    const timer = setTimeout(() => {
      this.#stale.delete(projectId);
      this.recount(projectId).catch((error: unknown) => {
        this.#log.error('The files of a project were not counted.', { projectId, error });
      });
    }, settleMs);
    timer.unref();
    this.#stale.set(projectId, timer);
  }

  /** Counts all files of a project now. */
  recount(projectId: ProjectId): Promise<void> {
    const running =
      this.#counting.get(projectId) ??
      this.#recount(projectId).finally(() => {
        this.#counting.delete(projectId);
      });
    this.#counting.set(projectId, running);
    return running;
  }

  /** Counts every project, and forgets room that nobody came for. */
  async recountAll(): Promise<void> {
    await this.#database.query.delete(fileReservations).where(lt(fileReservations.expiresAt, recordsNow));
    for (const { id } of await this.#database.query.select({ id: projects.id }).from(projects))
      await this.recount(id as ProjectId);
  }

  /** Waits for what is being counted, and counts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#stale.values()) clearTimeout(timer);
    await Promise.allSettled(this.#counting.values());
  }

  async #ensureCounted(projectId: ProjectId): Promise<void> {
    const [row] = await this.#database.query
      .select({ id: fileUsage.projectId })
      .from(fileUsage)
      .where(eq(fileUsage.projectId, projectId));
    if (!row) await this.recount(projectId);
  }

  async #recount(projectId: ProjectId): Promise<void> {
    const { query } = this.#database;
    for (let attempt = 0; attempt < 3; attempt++) {
      const [row] = await query
        .select({ changes: fileUsage.changes })
        .from(fileUsage)
        .where(eq(fileUsage.projectId, projectId));
      const size = await this.#count(projectId);
      if (!row) {
        // By a query that asks for the project: it may be gone by now.
        await this.#database.pool.query(
          `INSERT INTO file_usage (project_id, bytes, trash_bytes, files) SELECT id, $2, $3, $4 FROM projects WHERE id = $1 ON CONFLICT DO NOTHING`,
          [projectId, size.bytes, size.trashBytes, size.files],
        );
        return;
      }
      const written = await query
        .update(fileUsage)
        .set({ ...size, countedAt: recordsNow })
        .where(and(eq(fileUsage.projectId, projectId), eq(fileUsage.changes, row.changes)))
        .returning({ id: fileUsage.projectId });
      if (written.length > 0) return;
    }
    // Busy: what was added meanwhile is in the old count, and the next quiet moment corrects it.
    this.changed(projectId);
  }
}

/** @throws GromaError QUOTA_EXCEEDED. */
function refuseMore({ project, tenant }: Usage, bytes: number, name: string): void {
  for (const [scope, { bytes: used, limit }] of [
    ['workspace', project],
    ['tenant', tenant],
  ] as const) {
    if (limit !== null && used + bytes > limit)
      throw new GromaError('QUOTA_EXCEEDED', { name, scope, limit: formatFileSize(limit), used: formatFileSize(used) });
  }
}

async function usageOf(
  query: Query,
  settings: StorageSettings,
  projectId: ProjectId,
  { locks, but = '' }: { locks: boolean; but?: string },
): Promise<Usage | undefined> {
  const found = query
    .select({ tenantId: tenants.id, plan: tenants.plan })
    .from(tenants)
    .innerJoin(projects, eq(projects.tenantId, tenants.id))
    .where(eq(projects.id, projectId));
  const [tenant] = await (locks ? found.for('no key update', { of: tenants }) : found);
  if (!tenant) return undefined;
  const kept = query
    .select({ projectId: fileReservations.projectId, bytes: sql<string>`sum(${fileReservations.bytes})`.as('kept') })
    .from(fileReservations)
    .where(and(gt(fileReservations.expiresAt, recordsNow), sql`${fileReservations.id} <> ${but}`))
    .groupBy(fileReservations.projectId)
    .as('kept');
  const rows = await query
    .select({
      id: projects.id,
      bytes: fileUsage.bytes,
      trashBytes: fileUsage.trashBytes,
      files: fileUsage.files,
      kept: kept.bytes,
    })
    .from(projects)
    .leftJoin(fileUsage, eq(fileUsage.projectId, projects.id))
    .leftJoin(kept, eq(kept.projectId, projects.id))
    .where(eq(projects.tenantId, tenant.tenantId));
  const bytesOf = (row: (typeof rows)[number]) => (row.bytes ?? 0) + Number(row.kept ?? 0);
  const own = rows.find(({ id }) => id === projectId);
  if (!own) return undefined;
  const limits = limitsOf(tenant.plan, settings);
  return {
    project: { bytes: bytesOf(own), limit: limits.project, files: own.files ?? 0, trashBytes: own.trashBytes ?? 0 },
    tenant: { bytes: rows.reduce((sum, row) => sum + bytesOf(row), 0), limit: limits.tenant },
  };
}

/** What a plan says, else what the settings do. */
function limitsOf(
  plan: Plan | null,
  { projectBytes, tenantBytes }: StorageSettings,
): { project: number | null; tenant: number | null } {
  const { project_storage_gb: project, tenant_storage_gb: tenant } = plan?.features ?? {};
  return {
    project: project === undefined ? projectBytes : project * gigabyte,
    tenant: tenant === undefined ? tenantBytes : tenant * gigabyte,
  };
}
