import {
  commentLimit,
  commentRecords,
  GromaError,
  markComment,
  newId,
  readThreads,
  threadRecords,
  threadsDocumentId,
  unmarkComments,
  type CommentThread,
  type FullThread,
  type ProjectId,
} from '@groma/model';
import type { ThreadMessage, ThreadReply } from '@groma/protocol';
import type * as Y from 'yjs';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import { changeComment, putComment, type Speaker } from './change-comment.ts';

interface ThreadParts {
  documents: LiveDocuments;
  /** @throws GromaError NOTEBOOK_NOT_FOUND, NOT_FOUND */
  projectOf(notebookId: string): Promise<ProjectId>;
}

type Made = Omit<ThreadReply, 'status'>;

/**
 * The comments of all notebooks. Each notebook's threads are a live document of their own that nobody but this class
 * writes: whoever may read the notebook follows it, and whoever may comment asks for changes, which are checked here.
 */
export class NotebookThreads {
  readonly #parts: ThreadParts;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
  }

  /** Makes the document of the threads where there is none yet. */
  async ensure(notebookId: string): Promise<void> {
    const { documents, projectOf } = this.#parts;
    await documents.create(threadsDocumentId(notebookId), () => undefined);
    // The notebook may have been deleted meanwhile, with a document that was not there yet.
    await projectOf(notebookId).catch(async (error: unknown) => {
      await this.delete(notebookId);
      throw error;
    });
  }

  async list(notebookId: string): Promise<FullThread[]> {
    await this.ensure(notebookId);
    return readThreads(await this.#parts.documents.read(threadsDocumentId(notebookId)));
  }

  /**
   * Does what somebody asks for, on disk when it resolves.
   * @throws GromaError NOT_FOUND, FORBIDDEN, BAD_INPUT, COMMENT_PLACE_GONE.
   */
  async handle(notebookId: string, speaker: Speaker, message: ThreadMessage): Promise<Made> {
    if (message.type === 'Create_Thread') return this.#create(notebookId, speaker, message);
    if (message.type === 'Delete_Thread') return this.#deleteThread(notebookId, speaker, message.threadId);
    const made = await this.#edit(notebookId, (doc) => changeThread(doc, speaker, message));
    if (made.isEmptied) await this.#unmark(notebookId, made.threadId);
    return { threadId: made.threadId, ...(made.commentId !== undefined && { commentId: made.commentId }) };
  }

  async delete(notebookId: string): Promise<void> {
    await this.#parts.documents.delete(threadsDocumentId(notebookId));
  }

  async #create(
    notebookId: string,
    speaker: Speaker,
    { text, places }: Extract<ThreadMessage, { type: 'Create_Thread' }>,
  ): Promise<Made> {
    const threadId = newId();
    const refuseFull = (doc: Y.Doc): void => {
      if (threadRecords(doc).size >= commentLimit.threads)
        throw new GromaError('BAD_INPUT', { detail: `A notebook has at most ${commentLimit.threads} threads.` });
    };
    await this.#edit(notebookId, refuseFull);
    // The mark first: one without a thread is not to be seen, a thread without its mark would have lost its place.
    const quote = await this.#editText(notebookId, (doc) => markComment(doc, places, threadId));
    return this.#edit(notebookId, (doc) => {
      refuseFull(doc);
      const thread: CommentThread = {
        id: threadId,
        createdAt: new Date().toISOString(),
        userId: speaker.id,
        quote,
        resolvedAt: null,
        resolvedBy: null,
      };
      threadRecords(doc).set(threadId, thread);
      return { threadId, commentId: putComment(doc, speaker, threadId, text) };
    });
  }

  async #deleteThread(notebookId: string, speaker: Speaker, threadId: string): Promise<Made> {
    await this.#edit(notebookId, (doc) => {
      const thread = threadOf(doc, threadId);
      const comments = [...commentRecords(doc).values()].filter((comment) => comment.threadId === threadId);
      const isOwn = thread.userId === speaker.id && comments.every(({ userId }) => userId === speaker.id);
      if (!isOwn && !speaker.isEditor) throw new GromaError('FORBIDDEN', { action: 'delete', subject: 'thread' });
      for (const { id } of comments) commentRecords(doc).delete(id);
      threadRecords(doc).delete(threadId);
    });
    await this.#unmark(notebookId, threadId);
    return { threadId };
  }

  async #unmark(notebookId: string, threadId: string): Promise<void> {
    await this.#editText(notebookId, (doc) => {
      unmarkComments(doc, threadId);
    });
  }

  async #edit<Result>(notebookId: string, edit: (doc: Y.Doc) => Result): Promise<Result> {
    await this.ensure(notebookId);
    return this.#write(threadsDocumentId(notebookId), edit);
  }

  #editText<Result>(notebookId: string, edit: (doc: Y.Doc) => Result): Promise<Result> {
    return this.#write(notebookId, edit);
  }

  /** What an edit refuses it refuses before it writes anything. */
  async #write<Result>(documentId: string, edit: (doc: Y.Doc) => Result): Promise<Result> {
    const { document, release } = await this.#parts.documents.open(documentId);
    try {
      let result: Result;
      document.transact((doc) => {
        result = edit(doc);
      });
      await document.whenSaved();
      return result!;
    } finally {
      release();
    }
  }
}

type ThreadChange = Exclude<ThreadMessage, { type: 'Create_Thread' | 'Delete_Thread' }>;

function changeThread(doc: Y.Doc, speaker: Speaker, message: ThreadChange): Made & { isEmptied?: boolean } {
  switch (message.type) {
    case 'Add_Comment': {
      const thread = threadOf(doc, message.threadId);
      const commentId = putComment(doc, speaker, thread.id, message.text);
      // Whoever answers has not done with it.
      if (thread.resolvedAt !== null)
        threadRecords(doc).set(thread.id, { ...thread, resolvedAt: null, resolvedBy: null });
      return { threadId: thread.id, commentId };
    }
    case 'Resolve_Thread':
    case 'Unresolve_Thread': {
      const thread = threadOf(doc, message.threadId);
      const isResolved = message.type === 'Resolve_Thread';
      if (isResolved !== (thread.resolvedAt !== null)) {
        threadRecords(doc).set(thread.id, {
          ...thread,
          resolvedAt: isResolved ? new Date().toISOString() : null,
          resolvedBy: isResolved ? speaker.id : null,
        });
      }
      return { threadId: thread.id };
    }
    default:
      return changeComment(doc, speaker, message);
  }
}

function threadOf(doc: Y.Doc, threadId: string): CommentThread {
  const thread = threadRecords(doc).get(threadId);
  if (!thread) throw new GromaError('NOT_FOUND', { noun: 'thread' });
  return thread;
}
