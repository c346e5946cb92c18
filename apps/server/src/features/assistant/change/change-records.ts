import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, or } from '../../../platform/database/drizzle.ts';
import {
  GromaError,
  newId,
  type ChangeKind,
  type ErrorCode,
  type ErrorDetails,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { ChatChangeReply } from '@groma/protocol';
import { storable } from '../../../platform/database/storable.ts';
import { chatChanges, chatMessages, chatThreads } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ChangeRow } from './change-row.ts';

/** A change that a turn wants to make. */
export interface NewChange {
  kind: ChangeKind;
  title: string;
  target: Record<string, string>;
  before: unknown;
  after: unknown;
  language?: string | null;
}

type Place = Pick<ChangeRow, 'threadId' | 'messageId'>;

/** Notes changes as proposed, in their order. Code that is to be checked is `CHECKING` first (AIA-045). */
export async function recordChanges(
  { database }: Platform,
  place: Place,
  changes: readonly NewChange[],
  isChecked: boolean,
): Promise<ChangeRow[]> {
  if (changes.length === 0) return [];
  const rows = await database.query
    .insert(chatChanges)
    .values(
      changes.map((change) => ({
        ...storable(change),
        ...place,
        id: newId(),
        state: 'proposed' as const,
        check: isChecked && change.language === 'python' ? ('CHECKING' as const) : null,
      })),
    )
    .returning();
  return rows.toSorted((one, other) => one.ordinal - other.ordinal);
}

/** What a turn has proposed so far and nobody has decided, oldest first. */
export function openChanges({ database }: Platform, { threadId, messageId }: Place): Promise<ChangeRow[]> {
  return database.query
    .select()
    .from(chatChanges)
    .where(
      and(eq(chatChanges.threadId, threadId), eq(chatChanges.messageId, messageId), eq(chatChanges.state, 'proposed')),
    )
    .orderBy(asc(chatChanges.ordinal));
}

/** Changes of a conversation by their ids, oldest first. */
export function changesOf({ database }: Platform, threadId: string, ids: readonly string[]): Promise<ChangeRow[]> {
  return database.query
    .select()
    .from(chatChanges)
    .where(and(eq(chatChanges.threadId, threadId), inArray(chatChanges.id, [...ids])))
    .orderBy(asc(chatChanges.ordinal));
}

/** Who wants the changes of a conversation: the assistant, or an agent by the name of its token. */
export async function assistantOf({ database }: Platform, threadId: string): Promise<string> {
  const [thread] = await database.query
    .select({ agent: chatThreads.agent })
    .from(chatThreads)
    .where(eq(chatThreads.id, threadId));
  return thread?.agent ?? 'GAIA';
}

/** Writes how a change stands, if it still stands as `from` says. */
export async function settleChange(
  { database }: Platform,
  change: Pick<ChangeRow, 'id' | 'state'>,
  values: Partial<Omit<ChangeRow, 'id' | 'ordinal'>>,
): Promise<void> {
  await database.query
    .update(chatChanges)
    .set(storable(values))
    .where(and(eq(chatChanges.id, change.id), eq(chatChanges.state, change.state)));
}

/** Forgets changes that are proposed no more; what has been decided meanwhile stays. */
export async function dropChanges({ database }: Platform, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await database.query
      .delete(chatChanges)
      .where(and(inArray(chatChanges.id, [...ids]), eq(chatChanges.state, 'proposed')));
}

/**
 * That nobody accepts what they have not seen: while a turn is being written it may still make its changes others.
 * @throws GromaError TURN_RUNNING
 */
export async function requireWritten({ database }: Platform, threadId: string, ids: readonly string[]): Promise<void> {
  const [writing] = await database.query
    .select({ id: chatChanges.id })
    .from(chatChanges)
    .innerJoin(chatMessages, eq(chatMessages.id, chatChanges.messageId))
    .where(
      and(
        eq(chatChanges.threadId, threadId),
        inArray(chatChanges.id, [...ids]),
        eq(chatChanges.state, 'proposed'),
        eq(chatMessages.state, 'writing'),
      ),
    )
    .limit(1);
  if (writing) throw new GromaError('TURN_RUNNING');
}

/**
 * That a person may see a conversation: their own, or one that is shared in the project. `mustDecide`: that its changes
 * are theirs to decide, which are those of their own, and what agents propose to the whole workspace.
 * @throws GromaError NOT_FOUND
 */
export async function requireThread(
  { database }: Platform,
  asked: { projectId: ProjectId; threadId: string; userId: UserId },
  mustDecide: boolean,
): Promise<void> {
  const isOwn = eq(chatThreads.userId, asked.userId);
  const [row] = await database.query
    .select({ id: chatThreads.id })
    .from(chatThreads)
    .where(
      and(
        eq(chatThreads.id, asked.threadId),
        eq(chatThreads.projectId, asked.projectId),
        or(isOwn, and(eq(chatThreads.isShared, true), mustDecide ? isNotNull(chatThreads.agent) : undefined)),
      ),
    );
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'conversation' });
}

/** Changes of a conversation as they travel, oldest first. */
export async function listRows(
  { database }: Platform,
  threadId: string,
  messageId?: string,
): Promise<ChatChangeReply[]> {
  const rows = await database.query
    .select()
    .from(chatChanges)
    .where(
      and(
        eq(chatChanges.threadId, threadId),
        messageId === undefined ? undefined : eq(chatChanges.messageId, messageId),
      ),
    )
    .orderBy(asc(chatChanges.ordinal));
  return rows.map(presentChange);
}

/** Names what a change does, by what stands in the records. */
export function revisionOf({ before, after, target }: ChangeRow): string {
  return createHash('sha256')
    .update(JSON.stringify([target, before, after]))
    .digest('base64url')
    .slice(0, 22);
}

export function presentChange(row: ChangeRow): ChatChangeReply {
  const { id, kind, title, target, before, after, language, state, check } = row;
  const error = readError(row.problem);
  return {
    id,
    message: row.messageId,
    kind,
    title,
    target,
    before,
    after,
    language,
    state,
    revision: revisionOf(row),
    check,
    problem: error ? error.message : row.problem,
    error: error && { code: error.code, details: error.details as Record<string, string | number> },
    created_at: row.createdAt.toISOString(),
  };
}

/** How an error is kept as the problem of a change. */
export function errorText({ code, details }: GromaError): string {
  return JSON.stringify({ code, details });
}

function readError(problem: string | null): GromaError | null {
  if (!problem?.startsWith('{"code":')) return null;
  const { code, details } = JSON.parse(problem) as { code: ErrorCode; details: ErrorDetails };
  return new GromaError(code, details);
}
