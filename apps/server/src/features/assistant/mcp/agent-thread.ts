import { and, desc, eq, sql } from '../../../platform/database/drizzle.ts';
import { newId, type ProjectId } from '@groma/model';
import { storable } from '../../../platform/database/storable.ts';
import { chatChanges, chatMessages, chatThreads } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { TokenBearer } from '../../../platform/session/access-tokens.ts';
import { logAgentCall } from '../log/assistant-log.ts';
import { loggedArguments } from '../log/logged-calls.ts';

/** Where the changes of a call are noted: the conversation of its token in the project, and a message of it. */
export interface AgentPlace {
  threadId: string;
  messageId: string;
}

/** Calls that follow each other within this time are one change-set. */
const sameSetMinutes = 10;
const mostCalls = 100;
/** Characters of a text among the parameters that are kept: the whole of it is in the change. */
const mostKept = 2_000;

/**
 * The message to which a call of an agent adds its changes: the last one, while it is new or has changes that nobody
 * has decided, so that later calls build on earlier ones; else one that is still to be made.
 */
export async function beginCall({ database: { query } }: Platform, bearer: TokenBearer, projectId: ProjectId) {
  const threadId = await threadOf(query, bearer, projectId);
  const open = query.$count(
    chatChanges,
    and(
      eq(chatChanges.threadId, chatMessages.threadId),
      eq(chatChanges.messageId, chatMessages.id),
      eq(chatChanges.state, 'proposed'),
    ),
  );
  const [last] = await query
    .select({
      id: chatMessages.id,
      goesOn: sql<boolean>`jsonb_array_length(${chatMessages.parts}) < ${mostCalls} AND
        (${chatMessages.createdAt} > now() - make_interval(mins => ${sameSetMinutes}) OR ${open} > 0)`,
    })
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
    .orderBy(desc(chatMessages.ordinal))
    .limit(1);
  return { threadId, messageId: last?.goesOn ? last.id : newId() };
}

/** Adds a call that has changed or proposed something to its message, as a step of it. */
export async function noteCall(
  { database: { query } }: Platform,
  { rights, user, name: agent }: TokenBearer,
  { projectId, threadId, messageId }: AgentPlace & { projectId: ProjectId },
  { name, input, output }: { name: string; input: object; output: unknown },
): Promise<void> {
  const part = {
    type: 'dynamic-tool',
    toolName: name,
    toolCallId: newId(),
    state: 'output-available',
    input: shortened(input),
    output,
  };
  await query.transaction(async (within) => {
    const [thread] = await within
      .select({ leaf: chatThreads.leaf })
      .from(chatThreads)
      .where(eq(chatThreads.id, threadId))
      .for('update');
    const by = { projectId, threadId, messageId, userId: user.id, username: user.username };
    await logAgentCall(
      within,
      { ...by, agent, isAnalyst: rights.scope === 'write' },
      { tool: name, arguments: loggedArguments(input), consent: 'free', outcome: 'done' },
    );
    if (!thread) return;
    await within
      .insert(chatMessages)
      .values({
        threadId,
        id: messageId,
        parent: thread.leaf,
        role: 'assistant',
        parts: storable([part]),
        state: 'complete',
        isAnalyst: rights.scope === 'write',
      })
      .onConflictDoUpdate({
        target: [chatMessages.threadId, chatMessages.id],
        set: { parts: sql`${chatMessages.parts} || excluded.parts` },
      });
    await within
      .update(chatThreads)
      .set({ leaf: messageId, updatedAt: sql`now()` })
      .where(eq(chatThreads.id, threadId));
  });
}

/** The conversation of a token in a project. Everyone there reads it, and those who may edit decide. */
async function threadOf(
  query: Platform['database']['query'],
  { id: tokenId, name, user }: TokenBearer,
  projectId: ProjectId,
): Promise<string> {
  await query
    .insert(chatThreads)
    .values({ id: newId(), projectId, userId: user.id, title: name, agent: name, tokenId, isShared: true })
    .onConflictDoNothing({ target: [chatThreads.projectId, chatThreads.tokenId] });
  const [thread] = await query
    .select({ id: chatThreads.id })
    .from(chatThreads)
    .where(and(eq(chatThreads.projectId, projectId), eq(chatThreads.tokenId, tokenId)));
  return thread!.id;
}

/** Parameters with long texts cut. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > mostKept ? `${value.slice(0, mostKept)}…` : value;
  if (Array.isArray(value)) return value.slice(0, mostCalls).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
