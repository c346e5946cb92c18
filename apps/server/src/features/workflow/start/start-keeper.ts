import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from '../../../platform/database/drizzle.ts';
import {
  GromaError,
  newId,
  parseLayerReference,
  parseResource,
  type ProjectId,
  type UserId,
  type WorkflowValue,
} from '@groma/model';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { recordsNow, recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { operations, users, workflowRuns, workflows, workflowStarts } from '../../../platform/database/tables/index.ts';
import { isWithoutDatabase } from '../../../platform/database/without-database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginRun, type RunBeginner } from '../begin-run.ts';
import type { WorkflowRecords } from '../workflow-records.ts';
import type { StartRow } from './start-records.ts';
import { timesAfter } from './start-times.ts';

/** How often it looks for what is due. */
const lookMs = 1_000;
/** How often it looks at everything that is watched: code writes files that nobody tells of. */
const lookAllMs = 60_000;
/** A run begins once its data has been left alone for so long, or has been changed all the while for the longest. */
const quietMs = 3_000;
const longestChangeMs = 60_000;
/** After so long another process begins the run that one has claimed. */
const claimMs = 60_000;
const mostAtOnce = 20;
/** A start by changes that begins more runs than this is paused: it may be part of a circle over several workflows. */
const runLimit = { tries: 100, windowSeconds: 3_600 };

/** Its time has come, or another process has claimed it and not begun it. */
const isDue = and(
  eq(workflowStarts.isPaused, false),
  or(
    and(isNull(workflowStarts.dueRun), lte(workflowStarts.nextAt, recordsNow)),
    and(isNotNull(workflowStarts.dueRun), lt(workflowStarts.claimedUntil, recordsNow)),
  ),
);

interface KeeperParts {
  beginner: RunBeginner;
  records: WorkflowRecords;
}

interface Watched {
  start: StartRow;
  projectId: ProjectId;
}

/**
 * Begins the runs that nobody begins by hand. Rows are claimed under a lock, and a run has its id before it begins, so
 * that several processes, and one that is killed in between, begin it once.
 */
export class StartKeeper {
  readonly #parts: KeeperParts;
  readonly #platform: Platform;
  readonly #closing = new AbortController();
  /** Layers and projects in which something has changed since it looked; what a stop has missed is in neither. */
  #layers = new Set<string>();
  #projects = new Set<string>();
  #isAllDue = true;
  #lookedAllAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#platform = parts.beginner.platform;
  }

  /** Looks from now on, in a process with the jobs service. */
  start(): void {
    const { bus, config, log } = this.#platform;
    if (!config.services.has('jobs')) return;
    bus.subscribe('map-changed', ({ layerId }: { layerId?: string }) => {
      if (layerId !== undefined) this.#layers.add(layerId);
    });
    bus.subscribe('files-changed', ({ projectId }: { projectId: string }) => {
      this.#projects.add(projectId);
    });
    bus.subscribe('bus-reconnected', () => {
      this.#isAllDue = true;
    });
    const look = (): void => {
      this.#looking = this.#look()
        .catch((error: unknown) => {
          if (!isWithoutDatabase(error)) log.error('Starts of workflows were not looked for.', { error });
        })
        .finally(() => {
          if (!this.#closing.signal.aborted) this.#timer = setTimeout(look, lookMs);
        });
    };
    look();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  /**
   * Begins a run of a start now, with its values and others over them.
   * @throws GromaError why it does not begin; a start whose person has lost the right is paused
   */
  async begin(
    start: StartRow,
    runId: string,
    { values, isTriedAgain }: { values?: Record<string, WorkflowValue>; isTriedAgain?: boolean } = {},
  ): Promise<void> {
    const { beginner, records } = this.#parts;
    const { access, database } = this.#platform;
    const userId = start.userId as UserId;
    const workflow = await records.read(start.workflowId);
    const projectId = workflow.project_id as ProjectId;
    const [user] = await database.query
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, start.userId));
    const granted = await access
      .require(userId, projectId, 'update', 'workflow')
      .then(async (found) => {
        if (start.kind === 'change') await countAttempt(database, `workflow-start:${start.id}`, runLimit);
        return found;
      })
      .catch(async (error: unknown) => {
        if (error instanceof GromaError) await this.#note(start.id, { isPaused: true, error });
        throw error;
      });
    await beginRun(beginner, {
      id: runId,
      workflow,
      projectId,
      access: granted,
      user: { id: userId, username: user?.username ?? '' },
      graph: await records.readGraph(start.workflowId),
      values: { ...start.values, ...values },
      start: { id: start.id, kind: start.kind },
      isTriedAgain,
      signal: this.#closing.signal,
    });
    await this.#begun(start, runId);
  }

  async #look(): Promise<void> {
    await this.#lookAtData();
    if (!(await this.#isAnyDue())) return;
    await this.#tellOwnApart();
    for (const start of await this.#claim()) {
      if (this.#closing.signal.aborted) return;
      await this.#beginClaimed(start);
    }
  }

  /** One statement each second tells that there is nothing to do. */
  async #isAnyDue(): Promise<boolean> {
    const [due] = await this.#platform.database.query
      .select({ id: workflowStarts.id })
      .from(workflowStarts)
      .where(or(eq(workflowStarts.awaitsEnd, true), isDue))
      .limit(1);
    return due !== undefined;
  }

  /**
   * A run that may have changed what begins it is over: how it stands now begins no other one. Other runs have changed
   * nothing of it, so what others have changed meanwhile counts.
   */
  async #tellOwnApart(): Promise<void> {
    const { query } = this.#platform.database;
    const ended = await query
      .select({ start: workflowStarts, projectId: workflows.projectId, nodes: workflowRuns.nodes })
      .from(workflowStarts)
      .innerJoin(workflows, eq(workflows.id, workflowStarts.workflowId))
      .leftJoin(workflowRuns, eq(workflowRuns.id, workflowStarts.lastRun))
      .where(and(eq(workflowStarts.awaitsEnd, true), this.#isFree()));
    for (const { start, projectId, nodes } of ended) {
      const mayHaveChanged = nodes?.some(
        (node) => node.type === 'tool' && /^(notebook|workflow):/.test(node.data.tool),
      );
      const version = mayHaveChanged ? await this.#versionOf({ start, projectId: projectId as ProjectId }) : undefined;
      await query
        .update(workflowStarts)
        .set({ awaitsEnd: false, ...(version !== undefined && { watchedVersion: version }) })
        .where(and(eq(workflowStarts.id, start.id), eq(workflowStarts.lastRun, start.lastRun!)));
      this.#projects.add(projectId);
    }
  }

  /** The last run of a start is over. */
  #isFree() {
    const open = this.#platform.database.query
      .select({ id: operations.id })
      .from(operations)
      .where(and(eq(operations.id, workflowStarts.lastRun), inArray(operations.status, ['Pending', 'In Progress'])));
    return notExists(open);
  }

  /** Finds which of the watched layers and files have changed. */
  async #lookAtData(): Promise<void> {
    if (performance.now() - this.#lookedAllAt > lookAllMs) this.#isAllDue = true;
    const [layers, projects, isAll] = [this.#layers, this.#projects, this.#isAllDue];
    if (!isAll && layers.size === 0 && projects.size === 0) return;
    [this.#layers, this.#projects, this.#isAllDue] = [new Set(), new Set(), false];
    if (isAll) this.#lookedAllAt = performance.now();
    try {
      for (const each of await this.#watched()) {
        const layerId = parseLayerReference(each.start.watched!)?.layerId;
        const isMeant = isAll || projects.has(each.projectId) || (layerId !== undefined && layers.has(layerId));
        if (isMeant) await this.#compare(each);
      }
    } catch (error) {
      this.#isAllDue = true;
      throw error;
    }
  }

  async #watched(): Promise<Watched[]> {
    const rows = await this.#platform.database.query
      .select({ start: workflowStarts, projectId: workflows.projectId })
      .from(workflowStarts)
      .innerJoin(workflows, eq(workflows.id, workflowStarts.workflowId))
      .where(
        and(eq(workflowStarts.kind, 'change'), eq(workflowStarts.isPaused, false), eq(workflowStarts.awaitsEnd, false)),
      );
    return rows.map(({ start, projectId }) => ({ start, projectId: projectId as ProjectId }));
  }

  #versionOf({ start, projectId }: Watched): Promise<string | null> {
    const { needs } = this.#parts.beginner;
    return needs.steps.version({ projectId, userId: start.userId as UserId }, start.watched!);
  }

  /** Puts a run off until what has changed is left alone. What is gone begins none. */
  async #compare(watched: Watched): Promise<void> {
    const { start } = watched;
    const version = await this.#versionOf(watched);
    if (version === start.watchedVersion) return;
    const isWatched = parseResource(start.watched!) !== null && version !== null;
    const since = sql`coalesce(${workflowStarts.changedSince}, now())`;
    await this.#platform.database.query
      .update(workflowStarts)
      .set({
        watchedVersion: version,
        ...(isWatched && {
          changedSince: since,
          nextAt: sql`least(${recordsNowPlus(quietMs)}, ${since} + make_interval(secs => ${longestChangeMs / 1_000}))`,
        }),
      })
      .where(and(eq(workflowStarts.id, start.id), sql`${workflowStarts.watchedVersion} IS DISTINCT FROM ${version}`));
  }

  /** Takes what is due, and what another process has taken and not begun. While its last run goes on, a start waits. */
  #claim(): Promise<StartRow[]> {
    return this.#platform.database.query.transaction(async (transaction) => {
      const due = await transaction
        .select({ start: workflowStarts, now: sql<string>`now()` })
        .from(workflowStarts)
        .where(and(isDue, this.#isFree()))
        .orderBy(asc(workflowStarts.nextAt))
        .limit(mostAtOnce)
        .for('update', { skipLocked: true });
      const claimed: StartRow[] = [];
      for (const { start, now } of due) {
        const { cron, timeZone, dueRun } = start;
        const nextAt = dueRun === null ? null : start.nextAt;
        const isTimed = dueRun === null && cron !== null && timeZone !== null;
        const [row] = await transaction
          .update(workflowStarts)
          .set({
            dueRun: dueRun ?? newId<'operation'>(),
            claimedUntil: recordsNowPlus(claimMs),
            changedSince: null,
            // From now on: what was missed meanwhile is made up for by this one run.
            nextAt: isTimed ? timesAfter({ cron, timeZone }, new Date(now), 1)[0]! : nextAt,
          })
          .where(eq(workflowStarts.id, start.id))
          .returning();
        claimed.push({ ...row!, dueRun: row!.dueRun });
      }
      return claimed;
    });
  }

  async #beginClaimed(start: StartRow): Promise<void> {
    const { log, database } = this.#platform;
    const runId = start.dueRun!;
    const [there] = await database.query.select({ id: operations.id }).from(operations).where(eq(operations.id, runId));
    if (there) return this.#begun(start, runId);
    try {
      await this.begin(start, runId, { isTriedAgain: true });
    } catch (error) {
      // It is claimed again once PostgreSQL is back.
      if (isWithoutDatabase(error) || this.#closing.signal.aborted) return;
      if (!(error instanceof GromaError)) log.error('A start of a workflow failed.', { start: start.id, error });
      const said = error instanceof GromaError ? error : new GromaError('INTERNAL', { reference: start.id });
      await this.#note(start.id, { error: said });
      await this.#release(start);
    }
  }

  /** A run has begun: it is the last one, and nothing is wrong. */
  async #begun(start: StartRow, runId: string): Promise<void> {
    await this.#platform.database.query
      .update(workflowStarts)
      .set({
        dueRun: sql`nullif(${workflowStarts.dueRun}, ${runId})`,
        lastRun: runId,
        lastAt: recordsNow,
        awaitsEnd: start.kind === 'change',
        problem: null,
      })
      .where(eq(workflowStarts.id, start.id));
    await this.#tell(start.workflowId);
  }

  async #release(start: StartRow): Promise<void> {
    await this.#platform.database.query
      .update(workflowStarts)
      .set({ dueRun: null })
      .where(and(eq(workflowStarts.id, start.id), eq(workflowStarts.dueRun, start.dueRun!)));
    await this.#tell(start.workflowId);
  }

  async #note(id: string, { isPaused, error: { code, details } }: { isPaused?: true; error: GromaError }) {
    await this.#platform.database.query
      .update(workflowStarts)
      .set({ problem: { code, details: { ...details } }, ...(isPaused && { isPaused }) })
      .where(eq(workflowStarts.id, id));
  }

  async #tell(workflowId: string): Promise<void> {
    const projectId = await this.#platform.access.projectOf('workflow', workflowId).catch(() => null);
    if (projectId) await this.#platform.bus.publish('workflow-runs-changed', { workflowId, projectId });
  }
}
