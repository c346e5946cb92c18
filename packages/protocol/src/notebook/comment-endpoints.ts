import { commentLimit, isEmoji, ofResource, type FullThread } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byNotebook = z.object({ notebookId: z.string() });
const byBoth = byNotebook.extend({ projectId: z.string() });
const place = { in: 'params', name: 'notebookId' } as const;

const text = z.string().trim().min(1).max(commentLimit.characters);
const threadId = z.string().max(64);
const commentId = z.string().max(64);
const emoji = z.string().max(64).refine(isEmoji, 'This is not one emoji.');
const position = z.string().max(200);
const repeated = { notebookId: z.string().optional(), projectId: z.string().optional() };

/**
 * Posts about the comments of a notebook. Who speaks is taken from the session. A comment is edited by its author alone
 * and deleted by its author or an editor; a thread is deleted by an editor, or by its author while nobody else has
 * spoken in it. `places` are the ends of each marked piece of text, as Yjs relative positions in base64.
 */
const threadMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Create_Thread'),
    text,
    places: z
      .array(z.object({ start: position, end: position }))
      .min(1)
      .max(commentLimit.places),
    ...repeated,
  }),
  z.object({ type: z.literal('Add_Comment'), threadId, text, ...repeated }),
  z.object({ type: z.literal('Edit_Comment'), commentId, text, ...repeated }),
  z.object({ type: z.literal('Delete_Comment'), commentId, ...repeated }),
  z.object({ type: z.literal('Delete_Thread'), threadId, ...repeated }),
  z.object({ type: z.literal('Resolve_Thread'), threadId, ...repeated }),
  z.object({ type: z.literal('Unresolve_Thread'), threadId, ...repeated }),
  z.object({ type: z.literal('Add_Reaction'), commentId, emoji, ...repeated }),
  z.object({ type: z.literal('Remove_Reaction'), commentId, emoji, ...repeated }),
]);
export type ThreadMessage = z.output<typeof threadMessage>;

/** The thread and, where one was made or changed, the comment. */
const threadReply = z.object({ status: z.literal('ok'), threadId: z.string(), commentId: z.string().optional() });
export type ThreadReply = z.output<typeof threadReply>;

export const postToThreads = defineEndpoint({
  id: 'postToThreads',
  method: 'POST',
  path: '/parties/threads/:notebookId',
  summary: 'Comment on a notebook: threads, replies, reactions, resolving.',
  policy: ofResource('notebook', 'comment', place),
  params: byNotebook,
  bodyBytes: 512 * 1024,
  body: threadMessage,
  reply: threadReply,
});

export const listThreads = defineEndpoint({
  id: 'listThreads',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/threads',
  summary: 'The threads of a notebook with their comments, the oldest first.',
  policy: ofResource('notebook', 'read', place),
  params: byBoth,
  reply: z.object({ data: z.array(z.custom<FullThread>((value) => typeof value === 'object' && value !== null)) }),
});

export const listReadThreads = defineEndpoint({
  id: 'listReadThreads',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/threads/read',
  summary: 'When the user last read each thread, by its id; ISO 8601.',
  policy: ofResource('notebook', 'read', place),
  params: byBoth,
  reply: z.object({ data: z.record(z.string(), z.string()) }),
});

export const markThreadsRead = defineEndpoint({
  id: 'markThreadsRead',
  method: 'PUT',
  path: '/api/notebooks/:notebookId/projects/:projectId/threads/read',
  summary: 'Note that the user has read threads up to now. Nobody else is told.',
  policy: ofResource('notebook', 'read', place),
  params: byBoth,
  body: z.object({ threadIds: z.array(threadId).max(commentLimit.threads) }),
  reply: z.object({ data: z.record(z.string(), z.string()) }),
});
