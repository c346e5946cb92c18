import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import { GromaError, keepError, newId } from '@groma/model';
import type { ChatThreadReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { storable, storableText } from '../../../platform/database/storable.ts';
import { chatMessages, chatThreads } from '../../../platform/database/tables/index.ts';
import { logAgain, logAnswer, logBegin } from '../log/assistant-log.ts';
import { loggedCalls } from '../log/logged-calls.ts';
import { addQuestion, dropPieces, type NewQuestion } from './chat-threads.ts';
import { messageOfStream, partsOf, settledParts } from './stored-parts.ts';
import { allPieces, writerDeadline } from './turn-pieces.ts';

type Queries = Database['query'];

/**
 * Adds a message of the assistant that is being written, behind a question, which is added before where it is new. One
 * is written at a time in a thread.
 * @throws GromaError TURN_RUNNING; as `addQuestion`
 */
export async function beginMessage(
  query: Queries,
  projectId: string,
  thread: ChatThreadReply,
  message: { parent: string; model: string; isAnalyst: boolean },
  question?: NewQuestion,
): Promise<string> {
  const { id: threadId } = thread;
  const id = newId();
  await query.transaction(async (within) => {
    await refuseSecond(within, threadId);
    if (question) await addQuestion(within, thread, question);
    await within.insert(chatMessages).values({
      threadId,
      id,
      ...message,
      role: 'assistant',
      parts: [],
      state: 'writing',
      writtenUntil: writerDeadline,
    });
    const { id: userId, username } = thread.owner;
    const { model, isAnalyst } = message;
    await logBegin(within, { projectId, threadId, messageId: id, userId, username, model, isAnalyst });
    await within
      .update(chatThreads)
      .set({ leaf: id, updatedAt: sql`now()` })
      .where(eq(chatThreads.id, threadId));
  });
  return id;
}

/** Goes on with a message that waits for consent, with the answers in its parts. @throws GromaError TURN_RUNNING */
export async function continueMessage(
  query: Queries,
  threadId: string,
  messageId: string,
  parts: Record<string, unknown>[],
  isAnalyst: boolean,
): Promise<void> {
  await query.transaction(async (within) => {
    await refuseSecond(within, threadId);
    const taken = await within
      .update(chatMessages)
      .set({ parts, isAnalyst, state: 'writing', writtenUntil: writerDeadline, stopAskedAt: null })
      .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId), eq(chatMessages.state, 'asking')))
      .returning({ id: chatMessages.id });
    if (taken.length === 0) throw new GromaError('BAD_INPUT', { detail: 'This request has already been answered.' });
    await logAgain(within, { threadId, messageId });
  });
}

type Within = Parameters<Parameters<Queries['transaction']>[0]>[0];

async function refuseSecond(within: Within, threadId: string): Promise<void> {
  // Two at once wait for each other here.
  await within.select({ id: chatThreads.id }).from(chatThreads).where(eq(chatThreads.id, threadId)).for('update');
  const writing = await within
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.threadId, threadId),
        eq(chatMessages.state, 'writing'),
        sql`${chatMessages.writtenUntil} > now()`,
      ),
    );
  if (writing.length > 0) throw new GromaError('TURN_RUNNING');
}

/** Ends a message that nobody has begun to write. */
export async function failMessage(
  query: Queries,
  threadId: string,
  messageId: string,
  error: GromaError | null,
): Promise<void> {
  await query
    .update(chatMessages)
    .set({ state: 'failed', error: error && storableText(keepError(error)), writtenUntil: null })
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId)));
  await logAnswer(query, { threadId, messageId }, { state: 'failed', calls: [] });
}

/**
 * Ends messages whose writer has died, with what there is of them; `evenAlive`: also those that somebody still writes,
 * who then stops.
 */
export async function endDeadMessages(query: Queries, threadId: string, evenAlive = false): Promise<void> {
  const dead = await query
    .select({ id: chatMessages.id, parts: chatMessages.parts })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.threadId, threadId),
        eq(chatMessages.state, 'writing'),
        evenAlive ? undefined : sql`coalesce(${chatMessages.writtenUntil}, to_timestamp(0)) <= now()`,
      ),
    );
  for (const { id, parts } of dead) {
    const place = { threadId, messageId: id };
    const end = async (given: Record<string, unknown>[]) => {
      const settled = storable(settledParts(given));
      await query
        .update(chatMessages)
        .set({
          parts: settled,
          state: 'failed',
          error: keepError(new GromaError('ANSWER_INTERRUPTED')),
          writtenUntil: null,
        })
        .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, id), eq(chatMessages.state, 'writing')));
      await logAnswer(query, place, { state: 'failed', calls: loggedCalls(settled) });
    };
    // What cannot be put together of one answer must not keep people from the others.
    // oxlint-disable-next-line no-await-in-loop
    await allPieces(query, place)
      .then(messageOfStream)
      .then((message) => end(message ? partsOf(message) : parts))
      .catch(() => end(parts));
    // oxlint-disable-next-line no-await-in-loop
    await dropPieces(query, threadId, id);
  }
}
