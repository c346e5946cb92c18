import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import {
  addToWorkflow,
  byStarter,
  newId,
  readWorkflowGraph,
  renewBlockData,
  withNewIds,
  type NewIds,
  type NotebookId,
  type ProjectId,
  type UserId,
  type WorkflowNode,
  type WorkflowParameter,
} from '@groma/model';
import * as Y from 'yjs';
import { z } from 'zod';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { documents, layers, maps, notebooks, projects, workflows } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationKind,
  type OperationProgress,
} from '../../../platform/operation/operation-kind.ts';
import { copyProjectOrigins } from '../../../platform/origin/project-origins.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { createProject } from '../create-project.ts';
import { duplicateKind, forget, note, removeFiles } from '../delete-project.ts';
import { copyFiles, listFiles } from './copy-files.ts';
import { copySceneSources } from './copy-scene-sources.ts';
import { copyTools, newQueryIds } from './copy-tools.ts';

type Query = Parameters<Parameters<Platform['database']['query']['transaction']>[0]>[0];

/** What duplicating needs of other nouns; handed in by main. */
export interface DuplicateNeeds {
  /** Copies the snapshots of a map; the records are made later, in one transaction with all others. */
  copyMap(
    mapId: string,
    options: { signal: AbortSignal; onBytes: (bytes: number) => void },
  ): Promise<{
    id: string;
    /** Ids of the copied layers by those of the originals. */
    ids: ReadonlyMap<string, string>;
    insert(query: Query, about: { projectId: string }): Promise<void>;
    discard(): Promise<void>;
  }>;
  /** Makes a document the copy of a notebook, with its outputs and nothing running. */
  fillNotebookCopy(copy: Y.Doc, original: Y.Doc): void;
  /** Gives a copy what the notebook keeps beside its document; what no notebook names goes away by itself. */
  copyNotebookOutputs(fromId: string, toId: string): Promise<void>;
  /** Bytes of a project's managed databases. */
  databaseBytes(projectId: ProjectId): Promise<number>;
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
      keepIds: (ids: Record<string, string>) => Promise<void>;
      signal: AbortSignal;
    },
  ): Promise<{ bytes: number; insert(query: Query): Promise<void> }>;
}

/** Bytes that a notebook counts for beside files and snapshots, when progress is told. */
const notebookWeight = 200_000;
/** What is left for the transaction at the end. */
const copyingShare = 98;
const longestName = 120;
const longestTitle = 255;
/**
 * Duplicates that one person may begin, and that are made at once: until it is whole, a copy stands on the disk beside
 * what is counted.
 */
const duplicateLimit = { tries: 30, windowSeconds: 3_600 };
const slots = new Semaphore(2);

/** What is copied and into what; the id of the copy is chosen before, so that every attempt makes the same one. */
interface Duplicating {
  projectId: ProjectId;
  copyId: ProjectId;
  user: Pick<User, 'id'>;
  name: string;
}

/** Ids of copied databases by those of their originals. */
interface DuplicateCheckpoint {
  databases: Record<string, string>;
}

export type DuplicateOperation = OperationKind<Duplicating, void, DuplicateCheckpoint>;
type DuplicateContext = OperationContext<void, DuplicateCheckpoint>;

/**
 * Duplicates as people see them. The copy is seen when it is whole: its records come in one transaction with the end of
 * the operation, and what was copied for it before is taken away when there is none.
 */
export function defineDuplicate(platform: Platform, needs: DuplicateNeeds): DuplicateOperation {
  return defineOperation({
    name: duplicateKind,
    policy: byStarter('duplicate', 'project'),
    input: z.object({
      projectId: z.custom<ProjectId>(),
      copyId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>() }),
      name: z.string(),
    }),
    run: (duplicating, context) =>
      slots.run(context.signal, async () => {
        if (context.attempt > 1) await removeFiles(platform, duplicating.copyId);
        await copyAll(platform, needs, duplicating, context);
      }),
    clear: ({ copyId }) => removeFiles(platform, copyId),
  });
}

/**
 * Begins to copy a project with its files, maps, notebooks, workflows, databases, people's tools and the origins of
 * what was made into the tenant of whoever asks; what refers to any of these refers to the copies then. Not copied are
 * its shares, levels of access, trash, machine and operations.
 * @throws GromaError NO_PLAN, PROJECT_LIMIT, TOO_MANY_ATTEMPTS before anything is copied.
 */
export async function duplicateProject(
  platform: Platform,
  kind: DuplicateOperation,
  asked: { projectId: ProjectId; user: User; name: string | undefined },
): Promise<{ operation_id: string; project_id: string }> {
  const { projectId, user } = asked;
  const [original] = await platform.database.query
    .select({ name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId));
  const name = asked.name ?? `${(original?.name ?? '').slice(0, longestName - 5)} copy`;
  await countAttempt(platform.database, `duplicate:${user.id}`, duplicateLimit);
  await requirePlace(platform, user);
  const copyId = newId<'project'>();
  const subject = original?.name ?? '';
  const operationId = await platform.operations.start(
    kind,
    { projectId, userId: user.id, title: `Duplicate ${subject}`.slice(0, longestTitle), subject, subtitle: name },
    { projectId, copyId, user: { id: user.id }, name },
  );
  return { operation_id: operationId, project_id: copyId };
}

/**
 * Asks whether there is place for one more, and for its files where they are known, as making it will ask again at the
 * end.
 */
async function requirePlace(
  platform: Platform,
  user: Pick<User, 'id'>,
  takes?: (transaction: Query, id: ProjectId) => Promise<void>,
): Promise<void> {
  const undo = new Error('asked only');
  const fill = async (transaction: Query, id: ProjectId): Promise<void> => {
    await takes?.(transaction, id);
    throw undo;
  };
  await createProject(platform, user, 'asked only', { id: newId<'project'>(), fill }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

async function copyAll(
  platform: Platform,
  needs: DuplicateNeeds,
  { projectId, copyId, user, name }: Duplicating,
  { signal, report, checkpoint, keep, complete }: DuplicateContext,
): Promise<void> {
  const {
    files,
    allowance,
    database: { query },
  } = platform;
  const mapRows = await query.select({ id: maps.id, name: maps.name }).from(maps).where(eq(maps.projectId, projectId));
  const notebookRows = await query.select().from(notebooks).where(eq(notebooks.projectId, projectId));
  const workflowRows = await query.select().from(workflows).where(eq(workflows.projectId, projectId));
  const listed = await listFiles(files, projectId);
  const fileBytes = listed.reduce((sum, { isDir, bytes }) => sum + (isDir ? 0 : bytes), 0);
  const expectedBytes = await needs.databaseBytes(projectId);
  const takes = (transaction: Query, id: ProjectId, databaseBytes = expectedBytes) =>
    allowance.takeAtBirth(
      transaction,
      id,
      { bytes: fileBytes + databaseBytes, files: listed.filter(({ isDir }) => !isDir).length },
      name,
    );
  await requirePlace(platform, user, takes);
  await files.requireSpace(fileBytes + expectedBytes, name);
  const progress = new Progress(
    fileBytes +
      expectedBytes +
      (await snapshotBytes(
        platform,
        mapRows.map(({ id }) => id),
      )) +
      notebookRows.length * notebookWeight,
    report,
  );
  const copies: Awaited<ReturnType<DuplicateNeeds['copyMap']>>[] = [];
  let kept = checkpoint ?? { databases: {} };
  await note(platform, copyId);
  try {
    await copyFiles(files, projectId, copyId, listed, {
      signal,
      onBytes: (bytes, path) => {
        progress.add(bytes, path);
      },
    });
    for (const map of mapRows) {
      progress.add(0, map.name);
      copies.push(
        await needs.copyMap(map.id, {
          signal,
          onBytes: (bytes) => {
            progress.add(bytes, map.name);
          },
        }),
      );
    }
    const databases = await needs.copyDatabases(projectId, copyId, {
      userId: user.id,
      ids: kept.databases,
      keepIds: (ids) => keep((kept = { databases: ids })),
      signal,
    });
    progress.add(databases.bytes, name);
    const ids = new Map([
      ...mapRows.map(({ id }, at): [string, string] => [id, copies[at]!.id]),
      ...copies.flatMap((copy) => [...copy.ids]),
      ...Object.entries(kept.databases),
      ...(await newQueryIds(query, projectId)),
      ...[...notebookRows, ...workflowRows].map(({ id }): [string, string] => [id, crypto.randomUUID()]),
    ]);
    const states: { id: NotebookId; row: typeof notebooks.$inferSelect; state: Uint8Array }[] = [];
    for (const row of notebookRows) {
      signal.throwIfAborted();
      const id = ids.get(row.id) as NotebookId;
      await needs.copyNotebookOutputs(row.id, id);
      states.push({ id, row, state: await notebookState(platform, needs, row.id, ids) });
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
        await copySceneSources(transaction, { from: projectId, to: copyId, userId: user.id });
        await copyTools(transaction, { from: projectId, to: copyId, ids, creatorId: user.id });
        await copyProjectOrigins(transaction, files, { from: projectId, to: copyId, ids });
        await complete(transaction, undefined);
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

async function notebookState(
  { documents: live }: Platform,
  needs: DuplicateNeeds,
  notebookId: string,
  ids: NewIds,
): Promise<Uint8Array> {
  const original = await live.read(notebookId);
  const copy = new Y.Doc();
  needs.fillNotebookCopy(copy, original);
  renewBlockData(copy, ids);
  const state = Y.encodeStateAsUpdate(copy);
  original.destroy();
  copy.destroy();
  return state;
}

/** The graph of a workflow as it is now, of the copies of its data, in a document without the history of edits. */
async function workflowState({ documents: live }: Platform, workflowId: string, ids: NewIds): Promise<Uint8Array> {
  const original = await live.read(workflowId);
  const copy = new Y.Doc();
  const { nodes, edges, parameters = [] } = readWorkflowGraph(original);
  addToWorkflow(copy, {
    nodes: nodes.map((node) => ({ ...node, data: withNewIds(node.data, ids) }) as WorkflowNode),
    edges,
    parameters: parameters.map((each) => ({ ...each, default: withNewIds(each.default, ids) }) as WorkflowParameter),
  });
  const state = Y.encodeStateAsUpdate(copy);
  original.destroy();
  copy.destroy();
  return state;
}

/** Tells how far the copying is, by bytes. */
class Progress {
  readonly #whole: number;
  readonly #report: (progress: OperationProgress) => void;
  #done = 0;

  constructor(whole: number, report: (progress: OperationProgress) => void) {
    this.#whole = Math.max(1, whole);
    this.#report = report;
  }

  add(bytes: number, subTask: string): void {
    this.#done += bytes;
    this.#report({ progress: Math.min(copyingShare, (this.#done / this.#whole) * copyingShare), subTask });
  }
}
