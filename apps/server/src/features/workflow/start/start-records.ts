import { and, asc, eq } from '../../../platform/database/drizzle.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  formatResource,
  GromaError,
  mostWorkflowStarts,
  newId,
  parseExistingPath,
  parseResource,
  type ProjectId,
  type UserId,
  type WorkflowValues,
} from '@groma/model';
import type { BodyOf, workflowStart, WorkflowStartInfo } from '@groma/protocol';
import { users, workflowStarts } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WorkflowNeeds } from '../workflow-needs.ts';
import { timesAfter } from './start-times.ts';

export type StartRow = typeof workflowStarts.$inferSelect;

/** Whose workflow it is about, and who asks. */
interface StartPlace {
  projectId: ProjectId;
  workflowId: string;
  userId: UserId;
}

/** Times of a schedule that are told ahead. */
const shownTimes = 3;

/** The starts of workflows, and what is told of them. */
export class WorkflowStarts {
  readonly #platform: Platform;
  readonly #needs: Pick<WorkflowNeeds, 'settle' | 'steps'>;

  constructor(platform: Platform, needs: Pick<WorkflowNeeds, 'settle' | 'steps'>) {
    this.#platform = platform;
    this.#needs = needs;
  }

  async list(workflowId: string): Promise<WorkflowStartInfo[]> {
    const rows = await this.#query
      .select({ start: workflowStarts, username: users.username })
      .from(workflowStarts)
      .innerJoin(users, eq(users.id, workflowStarts.userId))
      .where(eq(workflowStarts.workflowId, workflowId))
      .orderBy(asc(workflowStarts.createdAt), asc(workflowStarts.id));
    return rows.map(({ start, username }) => present(start, username));
  }

  /** @throws GromaError BAD_INPUT, NOT_FOUND for data that is not there */
  async create(
    place: StartPlace,
    body: BodyOf<typeof workflowStart.createWorkflowStart>,
    signal: AbortSignal,
  ): Promise<{ data: WorkflowStartInfo; secret: string | null }> {
    const { workflowId, userId } = place;
    const there = await this.#query.$count(workflowStarts, eq(workflowStarts.workflowId, workflowId));
    if (there >= mostWorkflowStarts)
      throw new GromaError('BAD_INPUT', { detail: `A workflow has at most ${mostWorkflowStarts} starts.` });
    const secret = body.kind === 'webhook' ? newSecret() : null;
    const id = newId<'start'>();
    await this.#query.insert(workflowStarts).values({
      id,
      workflowId,
      userId,
      kind: body.kind,
      values: body.values ?? {},
      ...(body.kind === 'schedule' && scheduled({ cron: body.cron, timeZone: body.time_zone })),
      ...(body.kind === 'change' && (await this.#watching(place, body.watched, signal))),
      ...(secret !== null && { secretHash: hashOf(secret) }),
    });
    return { data: await this.#read(workflowId, id), secret };
  }

  /** @throws GromaError NOT_FOUND, BAD_INPUT */
  async change(
    place: StartPlace,
    startId: string,
    body: BodyOf<typeof workflowStart.changeWorkflowStart>,
    signal: AbortSignal,
  ): Promise<WorkflowStartInfo> {
    const { workflowId, userId } = place;
    const row = await this.require(workflowId, startId);
    const { cron = row.cron, time_zone: timeZone = row.timeZone, watched = row.watched, values } = body;
    const isPaused = body.is_paused ?? row.isPaused;
    // What somebody only stops is not theirs.
    const isOnlyPaused = body.is_paused === true && Object.keys(body).length === 1;
    const next =
      row.kind === 'schedule'
        ? scheduled({ cron: cron!, timeZone: timeZone! })
        : row.kind === 'change' && !isPaused
          ? await this.#watching(place, watched!, signal)
          : {};
    await this.#query
      .update(workflowStarts)
      .set({
        ...next,
        ...(values && { values }),
        ...(!isOnlyPaused && { userId, problem: null }),
        isPaused,
        changedSince: null,
        dueRun: null,
        ...(row.kind === 'change' && { nextAt: null }),
      })
      .where(eq(workflowStarts.id, startId));
    return this.#read(workflowId, startId);
  }

  /** The new secret of a webhook. @throws GromaError NOT_FOUND */
  async rotate(workflowId: string, startId: string): Promise<string> {
    const { kind } = await this.require(workflowId, startId);
    if (kind !== 'webhook') throw new GromaError('BAD_INPUT', { detail: 'start: only a webhook has a secret.' });
    const secret = newSecret();
    await this.#query
      .update(workflowStarts)
      .set({ secretHash: hashOf(secret) })
      .where(eq(workflowStarts.id, startId));
    return secret;
  }

  /** @throws GromaError NOT_FOUND */
  async delete(workflowId: string, startId: string): Promise<void> {
    const [gone] = await this.#query
      .delete(workflowStarts)
      .where(ofWorkflow(workflowId, startId))
      .returning({ id: workflowStarts.id });
    if (!gone) throw missing();
  }

  /** @throws GromaError NOT_FOUND */
  async require(workflowId: string, startId: string): Promise<StartRow> {
    const [row] = await this.#query.select().from(workflowStarts).where(ofWorkflow(workflowId, startId));
    if (!row) throw missing();
    return row;
  }

  /**
   * The webhook that a secret opens.
   * @throws GromaError NOT_FOUND, for a wrong secret as for one that is not there
   */
  async requireHook(startId: string, secret: string): Promise<StartRow> {
    const [row] = await this.#query.select().from(workflowStarts).where(eq(workflowStarts.id, startId));
    const wanted = Buffer.from(row?.secretHash ?? hashOf(''), 'hex');
    const isRight = timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), wanted);
    if (!row?.secretHash || !isRight) throw missing();
    return row;
  }

  async #read(workflowId: string, startId: string): Promise<WorkflowStartInfo> {
    const found = (await this.list(workflowId)).find(({ id }) => id === startId);
    if (!found) throw missing();
    return found;
  }

  /** What is noted of a layer or file from whose changes runs are to begin. */
  async #watching({ projectId, userId }: StartPlace, name: string, signal: AbortSignal) {
    const named = parseResource(name);
    if (named?.kind === 'file') {
      // Any file: not only those of data have names.
      const path = parseExistingPath(named.parts[0]!);
      const watched = formatResource({ kind: 'file', parts: [path] });
      const watchedVersion = await this.#needs.steps.version({ projectId, userId }, watched);
      if (watchedVersion === null) throw new GromaError('FILE_NOT_FOUND', { path });
      return { watched, watchedVersion };
    }
    if (named?.kind !== 'layer')
      throw new GromaError('BAD_INPUT', { detail: `watched: “${name}” is no layer and no file.` });
    const watched = await this.#needs.settle({ projectId, userId }, name, signal);
    return { watched, watchedVersion: await this.#needs.steps.version({ projectId, userId }, watched) };
  }

  get #query(): Platform['database']['query'] {
    return this.#platform.database.query;
  }
}

/** @throws GromaError BAD_INPUT */
function scheduled({ cron, timeZone }: { cron: string; timeZone: string }) {
  const [nextAt] = timesAfter({ cron, timeZone }, new Date(), 1);
  return { cron, timeZone, nextAt: nextAt! };
}

function ofWorkflow(workflowId: string, startId: string) {
  return and(eq(workflowStarts.id, startId), eq(workflowStarts.workflowId, workflowId));
}

function missing(): GromaError {
  return new GromaError('NOT_FOUND', { noun: 'start' });
}

/** 256 bits, which nobody finds by trying: a plain hash of it is enough. */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function present(row: StartRow, username: string): WorkflowStartInfo {
  const { id, kind, cron, timeZone, problem, isPaused } = row;
  const isTimed = cron !== null && timeZone !== null && !isPaused;
  return {
    id,
    kind,
    user_id: row.userId,
    username,
    values: row.values satisfies WorkflowValues,
    cron,
    time_zone: timeZone,
    next_times: isTimed ? timesAfter({ cron, timeZone }, new Date(), shownTimes).map((time) => time.toISOString()) : [],
    watched: row.watched,
    path: kind === 'webhook' ? `/api/workflows/hooks/${id}` : null,
    last_at: row.lastAt?.toISOString() ?? null,
    last_run_id: row.lastRun,
    is_paused: isPaused,
    problem: problem && { ...problem, message: new GromaError(problem.code, problem.details).message },
  };
}
