import { and, eq, gt, lt, sql } from '../database/drizzle.ts';
import { GromaError, limit, verifyPlan, type ChatModel } from '@groma/model';
import type { Database } from '../database/database.ts';
import { projects, proQueries, tenants } from '../database/tables/index.ts';

/** What an organisation has of Pro queries in the month of a moment. */
interface ProQueriesLeft {
  left: number;
  limit: number;
  /** The first day of the next month, when counting begins anew. */
  until: Date;
}

/** Gives a counted query back, once. */
export type TakeBack = () => Promise<void>;

/**
 * Counts one question to a Pro model against the plan of the project's organisation; Free models count nothing
 * (AIA-023). The caller takes it back where the model has answered nothing.
 * @throws GromaError PRO_QUERIES_SPENT.
 */
export async function countProQuery(
  { query }: Pick<Database, 'query'>,
  projectId: string,
  { isPro }: Pick<ChatModel, 'isPro'>,
  now = new Date(),
): Promise<TakeBack> {
  if (!isPro) return () => Promise.resolve();
  const { tenantId, allowed } = await allowanceOf({ query }, projectId, now);
  const month = monthOf(now);
  const spent = () => new GromaError('PRO_QUERIES_SPENT', { limit: allowed, date: dayOf(nextMonth(now)) });
  if (allowed === 0) throw spent();
  // One statement counts and asks: of two at once for the last query one gets no row.
  const counted = await query
    .insert(proQueries)
    .values({ tenantId, month, used: 1 })
    .onConflictDoUpdate({
      target: [proQueries.tenantId, proQueries.month],
      set: { used: sql`${proQueries.used} + 1` },
      setWhere: lt(proQueries.used, allowed),
    })
    .returning({ used: proQueries.used });
  if (counted.length === 0) throw spent();
  let isTakenBack = false;
  return async () => {
    if (isTakenBack) return;
    isTakenBack = true;
    await query
      .update(proQueries)
      .set({ used: sql`${proQueries.used} - 1` })
      .where(and(eq(proQueries.tenantId, tenantId), eq(proQueries.month, month), gt(proQueries.used, 0)));
  };
}

/**
 * Asks a question that counts once; where asking fails before anything was answered it does not count.
 * @throws GromaError PRO_QUERIES_SPENT, and whatever asking throws.
 */
export async function asProQuery<Answer>(
  database: Pick<Database, 'query'>,
  projectId: string,
  model: Pick<ChatModel, 'isPro'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const takeBack = await countProQuery(database, projectId, model);
  try {
    return await ask();
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/** What is left of the month's Pro queries of a project's organisation. @throws GromaError NOT_FOUND. */
export async function readProQueries(
  { query }: Pick<Database, 'query'>,
  projectId: string,
  now = new Date(),
): Promise<ProQueriesLeft> {
  const { tenantId, allowed } = await allowanceOf({ query }, projectId, now);
  const [row] = await query
    .select({ used: proQueries.used })
    .from(proQueries)
    .where(and(eq(proQueries.tenantId, tenantId), eq(proQueries.month, monthOf(now))));
  return { left: Math.max(0, allowed - (row?.used ?? 0)), limit: allowed, until: nextMonth(now) };
}

/** Queries that a project's organisation may ask in a month: none without a plan, or after its end. */
async function allowanceOf(
  { query }: Pick<Database, 'query'>,
  projectId: string,
  now: Date,
): Promise<{ tenantId: string; allowed: number }> {
  const [row] = await query
    .select({ tenantId: tenants.id, plan: tenants.plan, planEndsAt: tenants.planEndsAt })
    .from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId))
    .where(eq(projects.id, projectId));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'workspace' });
  const { tenantId, plan, planEndsAt } = row;
  const isActive = verifyPlan(plan, planEndsAt, now) === 'NO_ERROR';
  return { tenantId, allowed: isActive ? (plan?.features.gaia_pro_queries ?? limit.defaultProQueries) : 0 };
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
/** A month in UTC, as `2026-11`. */
const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);
const nextMonth = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
