import { and, desc, eq, inArray, lt, notExists, sql, type SQL } from '../../platform/database/drizzle.ts';
import {
  GromaError,
  mostWorkflowRuns,
  type WorkflowGraph,
  type WorkflowStartKind,
  type OperationRemark,
  type WorkflowStep,
  type WorkflowValues,
} from '@groma/model';
import type { WorkflowRun } from '@groma/protocol';
import { addressFor, type ProjectAccess } from '../../platform/access/project-access.ts';
import { recordsNow, recordsNowPlus } from '../../platform/database/record-clock.ts';
import { operations, users, workflowRuns, workflows } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Who asks for the history. */
interface Asking {
  access: ProjectAccess;
  userId: string;
}

/** A run whose operation is not there after so long was never begun: the server stopped in between. */
const longestSubmitMs = 120_000;
const unknown = 'unknown';
const submitFailed = 'Failed to submit workflow';

/**
 * The history of workflows. A run is written down before its operation begins. How it ends is taken from the operation
 * when that is told to have ended, and whenever somebody reads the history, so that no stop of a server leaves a run
 * open (WFL-054).
 */
export class WorkflowRuns {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.bus.subscribe('operation-ended', ({ id }: { id: string }) => {
      void this.#settle(eq(workflowRuns.id, id)).catch((error: unknown) => {
        platform.log.error('The end of a run was not noted.', { id, error });
      });
    });
  }

  /** The newest runs first. Addresses are shown to those who may see them. */
  async list(workflowId: string, limit: number, { access, userId }: Asking): Promise<WorkflowRun[]> {
    await this.#settle(eq(workflowRuns.workflowId, workflowId));
    const rows = await this.#select()
      .where(eq(workflowRuns.workflowId, workflowId))
      .orderBy(desc(workflowRuns.createdAt), desc(workflowRuns.id))
      .limit(limit);
    return rows.map((row) => present(row, access, userId));
  }

  /**
   * Writes a run down, begins its conversion and answers both. A run that can't begin stays in the history as an error.
   * @throws GromaError BAD_INPUT for an id that was used, and what `begin` throws
   */
  async begin(
    { id, workflowId, graph, values, steps, start, isTriedAgain }: BegunRun,
    { access, userId }: Asking,
    begin: () => Promise<string[]>,
  ): Promise<{ run: WorkflowRun; paths: string[] }> {
    const { query } = this.#platform.database;
    const [made] = await query
      .insert(workflowRuns)
      .values({
        id,
        workflowId,
        userId,
        nodes: [...graph.nodes],
        edges: [...graph.edges],
        ...(start && { start }),
        ...(steps && { parameters: [...(graph.parameters ?? [])], values: values ?? {}, steps }),
      })
      .onConflictDoNothing()
      .returning({ id: workflowRuns.id });
    if (!made && !isTriedAgain)
      throw new GromaError('BAD_INPUT', { detail: 'operation_id: there is a run of that id already.' });
    if (!made) await this.#reopen(id);
    try {
      await this.#dropOld(workflowId);
      const paths = await begin();
      await this.#update(and(eq(workflowRuns.id, id), eq(workflowRuns.status, 'submitted')), { status: 'started' });
      const [row] = await this.#select().where(eq(workflowRuns.id, id));
      return { run: present(row!, access, userId), paths };
    } catch (error) {
      await this.#update(and(eq(workflowRuns.id, id), inArray(workflowRuns.status, ['submitted', 'started'])), {
        status: 'error',
        message: submitFailed,
      });
      throw error;
    } finally {
      await this.#tell([workflowId]);
    }
  }

  /** One run with its steps. @throws GromaError NOT_FOUND */
  async read(
    workflowId: string,
    runId: string,
    { access, userId }: Asking,
  ): Promise<WorkflowRun & { steps: WorkflowStep[] }> {
    const meant = and(eq(workflowRuns.id, runId), eq(workflowRuns.workflowId, workflowId))!;
    await this.#settle(meant);
    const [found] = await this.#select().where(meant);
    if (!found) throw new GromaError('NOT_FOUND', { noun: 'run' });
    const isOpen = found.run.status === 'submitted' || found.run.status === 'started';
    const steps = (found.run.steps ?? []).map((step) =>
      !isOpen && (step.state === 'running' || step.state === 'waiting') ? { ...step, state: 'skipped' as const } : step,
    );
    return { ...present(found, access, userId), steps };
  }

  /** Writes how the steps of a run stand, and tells who looks at it. */
  async noteSteps(workflowId: string, runId: string, steps: readonly WorkflowStep[]): Promise<void> {
    await this.#platform.database.query
      .update(workflowRuns)
      .set({ steps: structuredClone([...steps]) })
      .where(eq(workflowRuns.id, runId));
    await this.#tell([workflowId]);
  }

  /** @throws GromaError NOT_FOUND */
  async delete(workflowId: string, runId: string): Promise<void> {
    const [gone] = await this.#platform.database.query
      .delete(workflowRuns)
      .where(and(eq(workflowRuns.id, runId), eq(workflowRuns.workflowId, workflowId)))
      .returning({ id: workflowRuns.id });
    if (!gone) throw new GromaError('NOT_FOUND', { noun: 'run' });
    await this.#tell([workflowId]);
  }

  #select() {
    return this.#platform.database.query
      .select({ run: workflowRuns, username: users.username, email: users.email, remarks: operations.remarks })
      .from(workflowRuns)
      .leftJoin(operations, eq(operations.id, workflowRuns.id))
      .leftJoin(users, eq(users.id, workflowRuns.userId))
      .$dynamic();
  }

  /** Takes over the ends of operations for the runs that are meant. */
  async #settle(meant: SQL): Promise<void> {
    const { query } = this.#platform.database;
    const isOpen = inArray(workflowRuns.status, ['submitted', 'started']);
    const ended = await query
      .update(workflowRuns)
      .set({
        status: sql`CASE ${operations.status} WHEN 'Completed' THEN 'success' ELSE 'error' END`,
        message: sql`CASE ${operations.status} WHEN 'Completed' THEN CASE WHEN ${workflowRuns.steps} IS NULL THEN 'Conversion completed successfully' ELSE 'Workflow completed successfully' END WHEN 'Canceled' THEN 'The operation was canceled.' ELSE coalesce(nullif(${operations.failedMessage}, ''), 'Workflow failed') END`,
        updatedAt: recordsNow,
      })
      .from(operations)
      .where(
        and(
          meant,
          isOpen,
          eq(operations.id, workflowRuns.id),
          inArray(operations.status, ['Completed', 'Failed', 'Canceled']),
        ),
      )
      .returning({ workflowId: workflowRuns.workflowId });
    const unbegun = await query
      .update(workflowRuns)
      .set({ status: 'error', message: submitFailed, updatedAt: recordsNow })
      .where(
        and(
          meant,
          isOpen,
          lt(workflowRuns.updatedAt, recordsNowPlus(-longestSubmitMs)),
          notExists(query.select().from(operations).where(eq(operations.id, workflowRuns.id))),
        ),
      )
      .returning({ workflowId: workflowRuns.workflowId });
    await this.#tell([...ended, ...unbegun].map(({ workflowId }) => workflowId));
  }

  /** A run whose process was killed before its operation began. */
  async #reopen(id: string): Promise<void> {
    await this.#platform.database.query
      .update(workflowRuns)
      .set({ status: 'submitted', message: '', updatedAt: recordsNow })
      .where(eq(workflowRuns.id, id));
  }

  async #update(which: SQL | undefined, change: { status: 'started' | 'error'; message?: string }): Promise<void> {
    await this.#platform.database.query
      .update(workflowRuns)
      .set({ ...change, updatedAt: recordsNow })
      .where(which);
  }

  /** Keeps the newest runs that a history may have (WFL-036). */
  async #dropOld(workflowId: string): Promise<void> {
    const { query } = this.#platform.database;
    const old = query
      .select({ id: workflowRuns.id })
      .from(workflowRuns)
      .where(eq(workflowRuns.workflowId, workflowId))
      .orderBy(desc(workflowRuns.createdAt), desc(workflowRuns.id))
      .offset(mostWorkflowRuns);
    await query.delete(workflowRuns).where(inArray(workflowRuns.id, old));
  }

  async #tell(workflowIds: readonly string[]): Promise<void> {
    if (workflowIds.length === 0) return;
    const rows = await this.#platform.database.query
      .select({ workflowId: workflows.id, projectId: workflows.projectId })
      .from(workflows)
      .where(inArray(workflows.id, [...new Set(workflowIds)]));
    for (const row of rows) await this.#platform.bus.publish('workflow-runs-changed', row);
  }
}

/** A run before its operation begins; of a general graph with its steps and what its parameters are. */
interface BegunRun {
  id: string;
  workflowId: string;
  graph: WorkflowGraph;
  values?: WorkflowValues;
  steps?: WorkflowStep[];
  /** What begins it by itself. */
  start?: { id: string; kind: WorkflowStartKind } | undefined;
  /** It may be there already, without an operation. */
  isTriedAgain?: boolean | undefined;
}

interface Found {
  run: typeof workflowRuns.$inferSelect;
  username: string | null;
  email: string | null;
  /** Of its operation, which people may take off their list. */
  remarks: OperationRemark[] | null;
}

function present({ run, username, email, remarks }: Found, access: ProjectAccess, askedBy: string): WorkflowRun {
  const address = email === null ? '' : addressFor(access, email, run.userId === askedBy);
  return {
    id: run.id,
    requestedByUserId: run.userId ?? unknown,
    requestedByUsername: username ?? unknown,
    requestedByEmail: address === '' ? unknown : address,
    status: run.status,
    message: run.message,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    nodes: run.nodes,
    edges: run.edges,
    ...(run.parameters && { parameters: run.parameters }),
    ...(run.values && { values: run.values }),
    ...(run.start && { start: run.start }),
    ...(remarks && remarks.length > 0 && { remarks }),
  };
}
