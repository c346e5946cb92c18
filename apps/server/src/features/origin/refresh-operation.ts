import { eq } from '../../platform/database/drizzle.ts';
import { setTimeout as wait } from 'node:timers/promises';
import {
  byStarter,
  GromaError,
  isFinalStatus,
  newId,
  type OperationId,
  type OperationRemark,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import { operations } from '../../platform/database/tables/index.ts';
import { defineOperation, type OperationContext, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { MadeAgain, RunsAgain, WantedAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCurrentOrigins, type Asking, type CurrentOrigin, type OriginParts } from './current-origins.ts';
import { referenceOfThing } from './origin-thing.ts';
import { isOutdated, outdatedInOrder, reasonToLeave, type LeftReason } from './outdated.ts';

const lookMs = 1_000;

interface WantedRefresh {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  /** Null for the whole project. */
  mapId: string | null;
}

/** What has been made again, and the operation that makes the next one. */
interface RefreshCheckpoint {
  done: string[];
  next: OperationId | null;
}

interface Refreshed {
  /** References of what was made again, in that order. */
  done: string[];
}

export type Refresh = OperationKind<WantedRefresh, Refreshed, RefreshCheckpoint>;

/** What is out of date of a map or a project, each after what it was made of. */
export async function outdatedOf(
  parts: OriginParts,
  asking: Asking,
  mapId: WantedRefresh['mapId'],
): Promise<CurrentOrigin[]> {
  const isWanted = ({ thing }: CurrentOrigin): boolean =>
    mapId === null || (!('path' in thing) && thing.mapId === mapId);
  return outdatedInOrder(await readCurrentOrigins(parts, asking), isWanted);
}

/**
 * Makes one thing again, by what made it.
 * @throws GromaError as that, BAD_INPUT for what a notebook has made, LAYER_GONE
 */
export function makeAgain(again: RunsAgain, wanted: WantedAgain, caller: AbortSignal): Promise<MadeAgain> {
  const { origin } = wanted;
  if (origin.kind === 'notebook')
    throw new GromaError('BAD_INPUT', { detail: `A notebook has made “${origin.name}”. Run its block again there.` });
  if (origin.kind === 'workflow')
    throw new GromaError('BAD_INPUT', { detail: `A workflow has made “${origin.name}”. Run the workflow again.` });
  const gone = origin.inputs.find(({ current, version }) => current === null && version !== null);
  if (gone) throw new GromaError('LAYER_GONE', { name: gone.sourceName });
  return again[origin.kind](wanted, caller);
}

/**
 * Makes everything again that is out of date, one after the other in the order of dependence, each by an operation of
 * its own. It stops at a failure, and says what was left.
 */
export function defineRefresh(parts: OriginParts): Refresh {
  return defineOperation({
    name: 'refresh',
    policy: byStarter('update', 'map'),
    concurrency: { all: 2, ofGroup: 1 },
    input: z.object({
      projectId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>(), username: z.string() }),
      mapId: z.string().nullable(),
    }),
    run: (wanted, context) => refresh(parts, wanted, context),
  });
}

async function refresh(
  parts: OriginParts,
  wanted: WantedRefresh,
  { checkpoint, signal, keep, report }: OperationContext<Refreshed, RefreshCheckpoint>,
): Promise<Refreshed> {
  const { platform, again } = parts;
  const { projectId, user, mapId } = wanted;
  const asking = { projectId, userId: user.id };
  const done = [...(checkpoint?.done ?? [])];
  // What the attempt before has begun goes on without it.
  if (checkpoint?.next) await ended(platform, checkpoint.next, signal);
  const plan = await outdatedOf(parts, asking, mapId);
  const left: { name: string; reason: LeftReason }[] = [];
  for (const [at, { thing, name }] of plan.entries()) {
    signal.throwIfAborted();
    const [origin] = await readCurrentOrigins(parts, asking, { thing });
    // It was made again meanwhile, or what it was made of was left.
    if (!origin || !isOutdated(origin)) continue;
    const reason = reasonToLeave(origin);
    if (reason) {
      left.push({ name, reason });
      continue;
    }
    report({ progress: (at / plan.length) * 100, subTask: name });
    const next = newId<'operation'>();
    await keep({ done, next });
    try {
      await makeAgain(again, { origin, projectId, user, operationId: next }, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof GromaError) || error.code === 'CANCELED') throw error;
      const rest = plan.slice(at + 1).map((each) => each.name);
      report({ remarks: [...remarksOf(left), remarkOf(name, error.message, rest)] });
      return { done };
    }
    done.push(referenceOfThing(thing));
    await keep({ done, next: null });
  }
  report({ remarks: remarksOf(left) });
  return { done };
}

/** Waits for the end of an operation, however it ends. */
async function ended({ database: { query } }: Platform, id: OperationId, signal: AbortSignal): Promise<void> {
  for (;;) {
    const [row] = await query.select({ status: operations.status }).from(operations).where(eq(operations.id, id));
    if (!row || isFinalStatus(row.status)) return;
    await wait(lookMs, undefined, { signal });
  }
}

const reasons: Readonly<Record<LeftReason, string>> = {
  notebook: 'a notebook has made it',
  workflow: 'a workflow has made it',
  gone: 'something that it was made of is gone',
  withdrawn: 'its tool is offered no more',
  written: 'it has been changed by hand',
};

function remarksOf(left: readonly { name: string; reason: LeftReason }[]): OperationRemark[] {
  return left.map(({ name, reason }) => ({ kind: 'import', text: `“${name}” was left as it is: ${reasons[reason]}.` }));
}

function remarkOf(name: string, message: string, rest: readonly string[]): OperationRemark {
  const not = rest.length === 0 ? '' : ` Not begun: ${rest.map((each) => `“${each}”`).join(', ')}.`;
  return { kind: 'import', text: `“${name}” could not be made again: ${message}${not}` };
}
