import { notebook } from '@groma/protocol';
import { isAllowed } from '../../../platform/access/project-access.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { NotebookThreads } from './notebook-threads.ts';
import type { ThreadReads } from './thread-reads.ts';

/** Calls that read comments, and note what has been read. */
export function commentRoutes(threads: NotebookThreads, reads: ThreadReads): Route[] {
  return [
    route(notebook.listThreads, async ({ params }) => ({ data: await threads.list(params.notebookId) })),
    route(notebook.listReadThreads, async ({ params, user }) => ({
      data: await reads.list(params.notebookId, user.id),
    })),
    route(notebook.markThreadsRead, async ({ params: { notebookId }, user, body }) => {
      const known = new Set((await threads.list(notebookId)).map(({ id }) => id));
      await reads.mark(
        notebookId,
        user.id,
        [...new Set(body.threadIds)].filter((id) => known.has(id)),
      );
      return { data: await reads.list(notebookId, user.id) };
    }),
  ];
}

/** Posts about comments. They are answered where the live documents are. */
export function commentRoomRoutes(threads: NotebookThreads, reads: ThreadReads): Route[] {
  return [
    route(notebook.postToThreads, async ({ params: { notebookId }, user, projectAccess, body }) => {
      const speaker = {
        id: user.id,
        username: user.username,
        isEditor: isAllowed(projectAccess, 'update', 'notebook'),
      };
      const made = await threads.handle(notebookId, speaker, body);
      if (body.type === 'Delete_Thread') await reads.forget(notebookId, [made.threadId]);
      return { status: 'ok' as const, ...made };
    }),
  ];
}
