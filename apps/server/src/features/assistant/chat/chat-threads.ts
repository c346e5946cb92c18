import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from '../../../platform/database/drizzle.ts';
import { GromaError, keptError, mostThreadAttachmentMegabytes, newId, type ProjectId, type UserId } from '@groma/model';
import type { ChatMessageReply, ChatThreadReply, SentAttachment } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { storable, storableText } from '../../../platform/database/storable.ts';
import { chatChanges, chatMessages, chatPieces, chatThreads, users } from '../../../platform/database/tables/index.ts';

type Queries = Database['query'];
/** The same, or within a transaction. */
type Reading = Pick<Queries, 'select' | 'insert' | 'update'>;
export type ThreadRow = typeof chatThreads.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;

/** Whose thread in which project. */
export interface Asker {
  projectId: ProjectId;
  userId: UserId;
}

/** Until its first question. */
const noTitle = '';
const mostTitle = 60;

/** Own threads and shared ones of a project, last used first. An agent's is listed once it has proposed something. */
export async function listThreads(query: Queries, { projectId, userId }: Asker): Promise<ChatThreadReply[]> {
  const rows = await threadsWhere(
    query,
    and(
      eq(chatThreads.projectId, projectId),
      or(eq(chatThreads.userId, userId), eq(chatThreads.isShared, true)),
      or(isNull(chatThreads.agent), isNotNull(chatThreads.leaf)),
    ),
  );
  return rows.map(threadReply);
}

/** A thread that a person may read: an own or a shared one. @throws GromaError NOT_FOUND */
export async function readableThread(query: Queries, asker: Asker, threadId: string): Promise<ChatThreadReply> {
  const [row] = await threadsWhere(
    query,
    and(eq(chatThreads.id, threadId), eq(chatThreads.projectId, asker.projectId)),
  );
  if (!row || (row.thread.userId !== asker.userId && !row.thread.isShared))
    throw new GromaError('NOT_FOUND', { noun: 'conversation' });
  return threadReply(row);
}

/** A thread of the person's own. @throws GromaError NOT_FOUND, FORBIDDEN for one that is only shared with them */
export async function ownThread(query: Queries, asker: Asker, threadId: string): Promise<ChatThreadReply> {
  const thread = await readableThread(query, asker, threadId);
  if (thread.owner.id !== asker.userId) throw new GromaError('FORBIDDEN');
  return thread;
}

/**
 * A thread of the person's own with the assistant, in which questions are asked.
 * @throws GromaError as `ownThread`; BAD_INPUT for one in which an agent proposes changes
 */
export async function ownConversation(query: Queries, asker: Asker, threadId: string): Promise<ChatThreadReply> {
  const thread = await ownThread(query, asker, threadId);
  if (thread.agent !== null)
    throw new GromaError('BAD_INPUT', { detail: 'An agent writes here. Go on in a copy of this conversation.' });
  return thread;
}

export async function createThread(
  { query }: Pick<Database, 'query'>,
  asker: Asker,
  {
    title = noTitle,
    copyOf,
    leaf,
  }: { title?: string | undefined; copyOf?: string | undefined; leaf?: string | undefined },
): Promise<ChatThreadReply> {
  const source = copyOf === undefined ? undefined : await readableThread(query, asker, copyOf);
  const id = newId();
  const copied = source ? branchOf(await readMessages(query, source.id), leaf ?? source.leaf) : [];
  await query.transaction(async (within) => {
    await within.insert(chatThreads).values({
      id,
      ...asker,
      title: source ? source.title : title,
      leaf: copied.at(-1)?.id ?? null,
    });
    if (copied.length > 0)
      await within.insert(chatMessages).values(
        copied.map(({ ordinal: _ordinal, state, prompt, ...message }) => ({
          ...message,
          threadId: id,
          // What waits for somebody's consent waits for theirs, in their thread.
          state: state === 'complete' || state === 'failed' ? state : ('stopped' as const),
          writtenUntil: null,
          // What was sent is of who asked: it may hold what only they may read. What was spent was spent once.
          prompt: source?.owner.id === asker.userId ? prompt : null,
          inputTokens: 0,
          outputTokens: 0,
        })),
      );
  });
  return readableThread(query, asker, id);
}

export async function changeThread(
  query: Queries,
  threadId: string,
  change: Partial<Pick<ThreadRow, 'title' | 'isShared' | 'allowedTools' | 'leaf'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await query.update(chatThreads).set(change).where(eq(chatThreads.id, threadId));
}

export async function deleteThread(query: Queries, threadId: string): Promise<void> {
  await query.delete(chatThreads).where(eq(chatThreads.id, threadId));
}

/** All messages of a thread, oldest first. */
export async function readMessages(query: Queries, threadId: string): Promise<MessageRow[]> {
  return query
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
    .orderBy(asc(chatMessages.ordinal));
}

/** @throws GromaError NOT_FOUND */
export async function readMessage(query: Reading, threadId: string, messageId: string): Promise<MessageRow> {
  const [row] = await query
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId)));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'message' });
  return row;
}

/** The messages from the first one to a leaf. */
export function branchOf(messages: readonly MessageRow[], leaf: string | null): MessageRow[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: MessageRow[] = [];
  const seen = new Set<string>();
  for (let at = leaf; at !== null && !seen.has(at);) {
    seen.add(at);
    const message = byId.get(at);
    if (!message) break;
    branch.unshift(message);
    at = message.parent;
  }
  return branch;
}

/** A person's message as they send it; its page chooses the id. */
export interface NewQuestion {
  id: string;
  parent: string | null;
  text: string;
  attachments: SentAttachment[];
  isAnalyst: boolean;
}

/**
 * Adds a person's message to a thread, which is called by its first one.
 * @throws GromaError NOT_FOUND for its parent, BAD_INPUT where its id is taken, ATTACHMENTS_FULL
 */
export async function addQuestion(query: Reading, thread: ChatThreadReply, question: NewQuestion): Promise<void> {
  const { id, parent, text, attachments, isAnalyst } = question;
  if (parent !== null) await readMessage(query, thread.id, parent);
  if (attachments.length > 0) await requireRoom(query, thread.id, attachments);
  const added = await query
    .insert(chatMessages)
    .values({
      threadId: thread.id,
      id,
      parent,
      role: 'user',
      parts: [{ type: 'text', text: storableText(text) }],
      attachments: storable(attachments),
      state: 'complete',
      isAnalyst,
    })
    .onConflictDoNothing()
    .returning({ id: chatMessages.id });
  if (added.length === 0) throw new GromaError('BAD_INPUT', { detail: `There is a message “${id}” already.` });
  const title = thread.title === noTitle ? storableText(titleOf(text)) : thread.title;
  await query
    .update(chatThreads)
    .set({ leaf: id, title, updatedAt: sql`now()` })
    .where(eq(chatThreads.id, thread.id));
}

/** @throws GromaError ATTACHMENTS_FULL */
async function requireRoom(query: Reading, threadId: string, more: readonly SentAttachment[]): Promise<void> {
  const [kept] = await query
    .select({ bytes: sql<number>`coalesce(sum(pg_column_size(${chatMessages.attachments})), 0)`.mapWith(Number) })
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId));
  const bytes = (kept?.bytes ?? 0) + more.reduce((sum, { url }) => sum + url.length, 0);
  if (bytes > mostThreadAttachmentMegabytes * 1_000_000)
    throw new GromaError('ATTACHMENTS_FULL', { limit: mostThreadAttachmentMegabytes });
}

function titleOf(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line === '' ? noTitle : line.length > mostTitle ? `${line.slice(0, mostTitle).trimEnd()}…` : line;
}

/** Forgets the pieces of an answer that is whole. */
export async function dropPieces(query: Queries, threadId: string, messageId: string): Promise<void> {
  await query.delete(chatPieces).where(and(eq(chatPieces.threadId, threadId), eq(chatPieces.messageId, messageId)));
}

export function messageReply(row: MessageRow): ChatMessageReply {
  const reason = keptError(row.error);
  return {
    id: row.id,
    parent: row.parent,
    role: row.role,
    parts: row.parts,
    attachments: row.attachments as SentAttachment[],
    model: row.model,
    state: row.state,
    error: reason ? reason.message : row.error,
    reason: reason && { code: reason.code, details: reason.details },
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    has_prompt: row.prompt !== null,
    is_analyst: row.isAnalyst,
    created_at: row.createdAt.toISOString(),
  };
}

async function threadsWhere(query: Queries, where: SQL | undefined): Promise<ThreadWithFacts[]> {
  return query
    .select({
      thread: chatThreads,
      username: users.username,
      open: query.$count(chatChanges, and(eq(chatChanges.threadId, chatThreads.id), eq(chatChanges.state, 'proposed'))),
    })
    .from(chatThreads)
    .innerJoin(users, eq(users.id, chatThreads.userId))
    .where(where)
    .orderBy(desc(chatThreads.updatedAt));
}

interface ThreadWithFacts {
  thread: ThreadRow;
  username: string;
  /** Changes that wait for a person. */
  open: number;
}

function threadReply({ thread, username, open }: ThreadWithFacts): ChatThreadReply {
  return {
    id: thread.id,
    title: thread.title,
    owner: { id: thread.userId, username },
    agent: thread.agent,
    open_changes: open,
    is_shared: thread.isShared,
    allowed_tools: thread.allowedTools,
    leaf: thread.leaf,
    created_at: thread.createdAt.toISOString(),
    updated_at: thread.updatedAt.toISOString(),
  };
}
