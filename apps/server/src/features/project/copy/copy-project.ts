import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { and, eq, inArray, isNotNull, isNull } from '../../../platform/database/drizzle.ts';
import { newId, type NewIds, type NotebookId, type ProjectId } from '@groma/model';
import type * as Y from 'yjs';
import { documents, layers, maps, notebooks, workflows } from '../../../platform/database/tables/index.ts';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';
import { copyProjectOrigins } from '../../../platform/origin/project-origins.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { listFiles } from '../../../platform/storage/list-files.ts';
import { createProject } from '../create-project.ts';
import { forget, note, removeFiles } from '../delete-project.ts';
import { notebookState, workflowState } from './copy-documents.ts';
import { copyFiles } from './copy-files.ts';
import { CopyProgress } from './copy-progress.ts';
import { compositesIn, copySceneSources } from './copy-scene-sources.ts';
import type { CopySelection } from './copy-selection.ts';
import { copyTools, newQueryIds } from './copy-tools.ts';

export type Query = Parameters<Parameters<Platform['database']['query']['transaction']>[0]>[0];

/** What copying needs of other nouns; handed in by main. */
export interface CopyNeeds {
  /** Copies the snapshots of a map; the records are made later, in one transaction with all others. */
  copyMap(
    mapId: string,
    options: {
      signal: AbortSignal;
      onBytes: (bytes: number) => void;
      only?: ReadonlySet<string> | undefined;
      isForOthers?: boolean | undefined;
    },
  ): Promise<{
    id: string;
    /** Ids of the copied layers by those of the originals. */
    ids: ReadonlyMap<string, string>;
    insert(query: Query, about: { projectId: string }): Promise<void>;
    discard(): Promise<void>;
  }>;
  /** Makes a document the copy of a notebook, with its outputs and nothing running. */
  fillNotebookCopy(copy: Y.Doc, original: Y.Doc): void;
  /** Gives a copy what it names of what the notebook keeps beside its document; it goes with the copy by itself. */
  copyNotebookOutputs(fromId: string, toId: string, copy: Y.Doc): Promise<void>;
  /** Bytes of a project's packages. */
  packageBytes(projectId: ProjectId): Promise<number>;
  /** Gives the copy the packages, which notebooks import. */
  copyPackages(from: ProjectId, to: ProjectId, signal: AbortSignal): Promise<void>;
  /** Bytes of a project's managed databases, or of some of them. */
  databaseBytes(projectId: ProjectId, only?: ReadonlySet<string>): Promise<number>;
  /**
   * Copies the managed databases; the records are made later, those of connections without their passwords, for the
   * copy may belong to others.
   */
  copyDatabases(
    from: ProjectId,
    to: ProjectId,
    asked: {
      userId: string;
      /** Ids that an attempt before has given to the copies, by those of the originals. */
      ids: Record<string, string>;
      only?: ReadonlySet<string> | undefined;
      keepIds: (ids: Record<string, string>) => Promise<void>;
      signal: AbortSignal;
    },
  ): Promise<{ bytes: number; insert(query: Query): Promise<void> }>;
}

/** What is copied and into what; the id of the copy is chosen before, so that every attempt makes the same one. */
export interface Copying {
  projectId: ProjectId;
  copyId: ProjectId;
  user: Pick<User, 'id'>;
  name: string;
  /** What is copied; all where it is left out. */
  selection?: CopySelection | undefined;
  /** Makes the frozen project of this template, in the tenant of the original: nothing in it says who made what. */
  frozen?: { publishedAs: string; tenantId: string; scratchFor?: string | undefined } | undefined;
  /** Ends the copying in the transaction that makes the project. `ids` has the new ids of what was copied. */
  end(transaction: Query, ids: NewIds): Promise<void>;
}

/** Ids of copied databases by those of their originals. */
export interface CopyCheckpoint {
  databases: Record<string, string>;
}

export type CopyContext = Pick<
  OperationContext<unknown, CopyCheckpoint>,
  'signal' | 'report' | 'checkpoint' | 'keep' | 'attempt'
>;

/** Bytes that a notebook counts for beside files and snapshots, when progress is told. */
const notebookWeight = 200_000;

/**
 * Asks whether there is place for one more, and for its files where they are known, as making it will ask again at the
 * end.
 * @throws GromaError NO_PLAN, PLAN_EXPIRED, PROJECT_LIMIT, QUOTA_EXCEEDED.
 */
export async function requirePlace(
  platform: Platform,
  user: Pick<User, 'id'>,
  frozen?: Copying['frozen'],
  takes?: (transaction: Query, id: ProjectId) => Promise<void>,
): Promise<void> {
  const undo = new Error('asked only');
  const fill = async (transaction: Query, id: ProjectId): Promise<void> => {
    await takes?.(transaction, id);
    throw undo;
  };
  const id = newId<'project'>();
  await createProject(platform, user, 'asked only', { id, fill, ...frozen }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

/**
 * Copies a project, or what is selected of it, with the origins of what was made and the tools of people; what refers
 * to any of these refers to the copies then. Its records come in one transaction; where there is none, what was copied
 * before is taken away.
 * @throws GromaError as `requirePlace`, DATABASE_BUSY, DISK_FULL; what `end` throws; the signal's reason.
 */
export async function copyProject(
  platform: Platform,
  needs: CopyNeeds,
  { projectId, copyId, user, name, selection, frozen, end }: Copying,
  { signal, report, checkpoint, keep }: CopyContext,
): Promise<void> {
  const {
    files,
    allowance,
    database: { query },
  } = platform;
  const isChosen = ({ id }: { id: string }, chosen?: { has(id: string): boolean }) => chosen?.has(id) ?? true;
  const mapRows = (
    await query.select({ id: maps.id, name: maps.name }).from(maps).where(eq(maps.projectId, projectId))
  ).filter((row) => isChosen(row, selection?.maps));
  const notebookRows = (await query.select().from(notebooks).where(eq(notebooks.projectId, projectId))).filter((row) =>
    isChosen(row, selection?.notebooks),
  );
  const workflowRows = (await query.select().from(workflows).where(eq(workflows.projectId, projectId))).filter((row) =>
    isChosen(row, selection?.workflows),
  );
  const listed = chosenFiles(await listFiles(files, projectId), selection);
  const fileBytes = listed.reduce((sum, { isDir, bytes }) => sum + (isDir ? 0 : bytes), 0);
  const expectedBytes = await needs.databaseBytes(projectId, selection?.databases);
  // What is copied of a notebook runs with the packages that it ran with.
  const packageBytes = notebookRows.length === 0 ? 0 : await needs.packageBytes(projectId);
  const takes = (transaction: Query, id: ProjectId, databaseBytes = expectedBytes) =>
    allowance.takeAtBirth(
      transaction,
      id,
      { bytes: fileBytes + packageBytes + databaseBytes, files: listed.filter(({ isDir }) => !isDir).length },
      name,
    );
  await requirePlace(platform, user, frozen, takes);
  await files.requireSpace(fileBytes + expectedBytes, name);
  const progress = new CopyProgress(
    fileBytes +
      expectedBytes +
      (await snapshotBytes(
        platform,
        mapRows.map(({ id }) => id),
      )) +
      notebookRows.length * notebookWeight,
    report,
  );
  const copies: Awaited<ReturnType<CopyNeeds['copyMap']>>[] = [];
  let kept = checkpoint ?? { databases: {} };
  await note(platform, copyId);
  try {
    await copyFiles(files, projectId, copyId, listed, {
      signal,
      onBytes: (bytes, path) => {
        progress.add(bytes, path);
      },
    });
    if (packageBytes > 0) await needs.copyPackages(projectId, copyId, signal);
    for (const map of mapRows) {
      progress.add(0, map.name);
      copies.push(
        await needs.copyMap(map.id, {
          signal,
          only: selection?.maps.get(map.id) ?? undefined,
          isForOthers: frozen !== undefined,
          onBytes: (bytes) => {
            progress.add(bytes, map.name);
          },
        }),
      );
    }
    const databases = await needs.copyDatabases(projectId, copyId, {
      userId: user.id,
      ids: kept.databases,
      only: selection?.databases,
      keepIds: (ids) => keep((kept = { databases: ids })),
      signal,
    });
    progress.add(databases.bytes, name);
    const ids = new Map([
      ...mapRows.map(({ id }, at): [string, string] => [id, copies[at]!.id]),
      ...copies.flatMap((copy) => [...copy.ids]),
      ...Object.entries(kept.databases),
      ...(await newQueryIds(query, projectId, selection?.databases)),
      ...[...notebookRows, ...workflowRows].map(({ id }): [string, string] => [id, randomUUID()]),
    ]);
    const states: { id: NotebookId; row: typeof notebooks.$inferSelect; state: Uint8Array }[] = [];
    for (const row of notebookRows) {
      signal.throwIfAborted();
      const id = ids.get(row.id) as NotebookId;
      states.push({ id, row, state: await notebookState(platform, needs, row.id, id, ids) });
      progress.add(notebookWeight, row.name);
    }
    const graphs: { id: string; name: string; state: Uint8Array }[] = [];
    for (const { id, name: workflowName } of workflowRows) {
      signal.throwIfAborted();
      graphs.push({ id: ids.get(id)!, name: workflowName, state: await workflowState(platform, id, ids) });
    }
    signal.throwIfAborted();
    await createProject(platform, user, name, {
      id: copyId,
      ...frozen,
      async fill(transaction) {
        await takes(transaction, copyId, databases.bytes);
        await databases.insert(transaction);
        for (const copy of copies) await copy.insert(transaction, { projectId: copyId });
        for (const { id, row, state } of states) {
          await transaction.insert(documents).values({ id, generation: randomUUID(), snapshot: state });
          await transaction.insert(notebooks).values({ id, projectId: copyId, name: row.name, creatorId: user.id });
        }
        for (const { id, name: workflowName, state } of graphs) {
          await transaction.insert(documents).values({ id, generation: randomUUID(), snapshot: state });
          await transaction.insert(workflows).values({ id, projectId: copyId, name: workflowName, creatorId: user.id });
        }
        await copySceneSources(transaction, {
          from: projectId,
          to: copyId,
          userId: frozen ? null : user.id,
          composites: selection?.isWhole === false ? await compositesIn(transaction, copyId) : undefined,
        });
        await copyTools(transaction, { from: projectId, to: copyId, ids, creatorId: user.id });
        await copyProjectOrigins(transaction, files, {
          from: projectId,
          to: copyId,
          ids,
          isClosed: frozen !== undefined,
        });
        await end(transaction, ids);
      },
    });
  } catch (error) {
    // The answer to a commit may have been lost, or another process may be making the copy by now: then nothing is
    // taken away. What really is left goes with the next attempt, or by its note at the next start.
    const isOurs = await keep(kept).then(
      () => true,
      () => false,
    );
    if (isOurs) {
      for (const copy of copies) await copy.discard();
      await removeFiles(platform, copyId);
    }
    throw error;
  }
  // What was written to the original meanwhile may have been copied too.
  allowance.changed(copyId);
  // A note that stays is dropped at the next start: the project has its record.
  await forget(platform, copyId).catch((error: unknown) => {
    platform.log.error('A note was left behind.', { error });
  });
}

/** The chosen files with the folders they are in. */
function chosenFiles(listed: readonly StoredFile[], selection: CopySelection | undefined): readonly StoredFile[] {
  if (!selection) return listed;
  const around = new Set<string>();
  for (const path of selection.files)
    for (let folder = dirname(path); folder !== '/' && !around.has(folder); folder = dirname(folder))
      around.add(folder);
  return listed.filter(({ path, isDir }) =>
    isDir ? selection.isWhole || around.has(path) : selection.files.has(path),
  );
}

/** Bytes of all snapshots of some maps. */
async function snapshotBytes({ database: { query }, blobs }: Platform, mapIds: string[]): Promise<number> {
  const rows =
    mapIds.length === 0
      ? []
      : await query
          .select({ key: layers.snapshotKey })
          .from(layers)
          .where(and(inArray(layers.mapId, mapIds), isNotNull(layers.snapshotKey), isNull(layers.deletedAt)));
  const keys = (await Promise.all(rows.map(({ key }) => blobs.list(`${key}/`)))).flat();
  const sizes = await Promise.all(keys.map((key) => blobs.size(key)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
