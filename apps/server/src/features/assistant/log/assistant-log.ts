import { and, asc, desc, eq, gte, lt, sql } from '../../../platform/database/drizzle.ts';
import { assistantLogDays, type LoggedCall, type LoggedChange, type MessageState, type ProjectId } from '@groma/model';
import type { LogEntryReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { storable } from '../../../platform/database/storable.ts';
import { assistantLog } from '../../../platform/database/tables/index.ts';

type Queries = Database['query'];
/** The same, or within a transaction. */
type Writing = Pick<Queries, 'insert' | 'update'>;

interface Answer {
  threadId: string;
  messageId: string;
}

interface By {
  projectId: string;
  threadId: string;
  userId: string;
  username: string;
}

/** Notes that an answer has begun, in the transaction that begins it. */
export async function logBegin(
  query: Writing,
  { messageId, ...by }: By & Answer & { model: string; isAnalyst: boolean },
): Promise<void> {
  await query.insert(assistantLog).values({ ...by, messageId, state: 'writing' });
}

/** Notes that an answer goes on. */
export async function logAgain(query: Writing, answer: Answer): Promise<void> {
  await query.update(assistantLog).set({ state: 'writing' }).where(ofAnswer(answer));
}

/** Notes how an answer has gone. One that has ended already stays as it was noted. */
export async function logAnswer(
  query: Writing,
  answer: Answer,
  gone: { state: MessageState; calls: LoggedCall[]; inputTokens?: number; outputTokens?: number },
): Promise<void> {
  await query
    .update(assistantLog)
    .set(gone)
    .where(and(ofAnswer(answer), eq(assistantLog.state, 'writing')));
}

/** Notes a call of an agent as one more of its message. */
export async function logAgentCall(
  query: Writing,
  { messageId, ...by }: By & Answer & { agent: string; isAnalyst: boolean },
  call: LoggedCall,
): Promise<void> {
  await query
    .insert(assistantLog)
    .values({ ...by, messageId, state: 'complete', calls: [call] })
    .onConflictDoUpdate({
      target: [assistantLog.threadId, assistantLog.messageId],
      set: { calls: sql`${assistantLog.calls} || excluded.calls` },
    });
}

/** Notes what somebody has decided about changes. */
export async function logDecision(query: Writing, by: By, changes: readonly LoggedChange[]): Promise<void> {
  if (changes.length > 0)
    await query.insert(assistantLog).values({ ...by, state: 'complete', changes: storable([...changes]) });
}

interface LogAsked {
  before?: number | undefined;
  limit: number;
  username?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Whoever is in the log of a project, by name. */
export async function readLoggedPeople(query: Queries, projectId: ProjectId): Promise<string[]> {
  const rows = await query
    .selectDistinct({ username: assistantLog.username })
    .from(assistantLog)
    .where(eq(assistantLog.projectId, projectId))
    .orderBy(asc(assistantLog.username));
  return rows.map(({ username }) => username);
}

/** The entries before one, newest first. */
export async function readLog(
  query: Queries,
  projectId: ProjectId,
  { before, limit, username, from, until }: LogAsked,
): Promise<LogEntryReply[]> {
  const rows = await query
    .select()
    .from(assistantLog)
    .where(
      and(
        eq(assistantLog.projectId, projectId),
        before === undefined ? undefined : lt(assistantLog.id, before),
        username === undefined ? undefined : eq(assistantLog.username, username),
        from === undefined ? undefined : gte(assistantLog.createdAt, new Date(from)),
        until === undefined ? undefined : lt(assistantLog.createdAt, new Date(until)),
      ),
    )
    .orderBy(desc(assistantLog.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    thread: row.threadId,
    message: row.messageId,
    username: row.username,
    agent: row.agent,
    model: row.model,
    state: row.state,
    is_analyst: row.isAnalyst,
    calls: row.calls,
    changes: row.changes,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    created_at: row.createdAt.toISOString(),
  }));
}

/** Takes away what is older than the log is kept. */
export async function sweepLog(query: Queries): Promise<void> {
  await query
    .delete(assistantLog)
    .where(lt(assistantLog.createdAt, sql`now() - make_interval(days => ${assistantLogDays})`));
}

function ofAnswer({ threadId, messageId }: Answer) {
  return and(eq(assistantLog.threadId, threadId), eq(assistantLog.messageId, messageId));
}
