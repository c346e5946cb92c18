import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, lte, or, sql } from '../../../platform/database/drizzle.ts';
import type { DataPath, ProjectId, UserId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { recordsNow, recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { fileLocks, projects } from '../../../platform/database/tables/index.ts';
import { DriveRefusal } from './drive-refusal.ts';

/** A lock of a network drive. It keeps other drives from a change, and nobody else. */
export interface DriveLock {
  /** Its name in headers, a URI. */
  token: string;
  path: string;
  /** Whether it holds for all that is below, too. */
  isDeep: boolean;
  isExclusive: boolean;
  /** Who has it, as XML in the words of their program. */
  owner: string;
  userId: string;
  seconds: number;
  expiresAt: Date;
}

type NewDriveLock = Omit<DriveLock, 'token' | 'expiresAt' | 'userId'> & { userId: UserId };

/** What is about to change. */
export interface Changed {
  path: DataPath;
  /** Whether all that is below changes, too: it is moved, removed or replaced. */
  isDeep?: boolean;
  /** Whether its name comes into its folder or goes from there. */
  isName?: boolean;
}

/** Locks of a project at once. */
const mostLocks = 1_000;

export class DriveLocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of a project that have not expired. */
  list(projectId: ProjectId): Promise<DriveLock[]> {
    return this.#database.query
      .select()
      .from(fileLocks)
      .where(and(eq(fileLocks.projectId, projectId), gt(fileLocks.expiresAt, recordsNow)));
  }

  /** @throws DriveRefusal where another lock excludes it, or there are too many */
  async take(projectId: ProjectId, wanted: NewDriveLock): Promise<DriveLock> {
    return this.#database.query.transaction(async (change) => {
      // Two that are wanted at once are looked at one after the other.
      await change.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update');
      await change.delete(fileLocks).where(lte(fileLocks.expiresAt, recordsNow));
      const there = await change.select().from(fileLocks).where(eq(fileLocks.projectId, projectId));
      const other = there.find(
        (each) =>
          (each.isExclusive || wanted.isExclusive) &&
          (covers(each, wanted.path) || (wanted.isDeep && isBelow(each.path, wanted.path))),
      );
      if (other) throw new DriveRefusal(423, '<D:no-conflicting-lock/>');
      if (there.length >= mostLocks) throw new DriveRefusal(507);
      const [taken] = await change
        .insert(fileLocks)
        .values({
          ...wanted,
          projectId,
          token: `urn:uuid:${randomUUID()}`,
          expiresAt: recordsNowPlus(wanted.seconds * 1_000),
        })
        .returning();
      return taken!;
    });
  }

  /** Has a lock last so many seconds from now; undefined where it is not there any more. */
  async prolong(projectId: ProjectId, token: string, seconds: number): Promise<DriveLock | undefined> {
    const [prolonged] = await this.#database.query
      .update(fileLocks)
      .set({ seconds, expiresAt: recordsNowPlus(seconds * 1_000) })
      .where(and(eq(fileLocks.projectId, projectId), eq(fileLocks.token, token), gt(fileLocks.expiresAt, recordsNow)))
      .returning();
    return prolonged;
  }

  async end(projectId: ProjectId, tokens: readonly string[]): Promise<void> {
    if (tokens.length > 0)
      await this.#database.query
        .delete(fileLocks)
        .where(and(eq(fileLocks.projectId, projectId), inArray(fileLocks.token, [...tokens])));
  }

  /** Ends the locks of what is no more under its path. */
  async endBelow(projectId: ProjectId, path: DataPath): Promise<void> {
    await this.#database.query
      .delete(fileLocks)
      .where(
        and(
          eq(fileLocks.projectId, projectId),
          or(eq(fileLocks.path, path), sql`starts_with(${fileLocks.path}, ${`${path}/`})`),
        ),
      );
  }
}

/** Whether a lock holds for a path. */
export function covers({ path, isDeep }: Pick<DriveLock, 'path' | 'isDeep'>, at: string): boolean {
  return path === at || (isDeep && isBelow(at, path));
}

/**
 * Refuses a change of what is locked, unless the caller names a lock of theirs on each thing that is.
 * @throws DriveRefusal
 */
export function requireUnlocked(
  locks: readonly DriveLock[],
  changes: readonly Changed[],
  named: ReadonlySet<string>,
  userId: string,
): void {
  const met = locks.filter((lock) =>
    changes.some(
      ({ path, isDeep = false, isName = false }) =>
        covers(lock, path) || (isDeep && isBelow(lock.path, path)) || (isName && lock.path === folderOf(path)),
    ),
  );
  const open = new Set(met.filter((lock) => named.has(lock.token) && lock.userId === userId).map(({ path }) => path));
  if (met.some(({ path }) => !open.has(path))) throw new DriveRefusal(423, '<D:lock-token-submitted/>');
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
