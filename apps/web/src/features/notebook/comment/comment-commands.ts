import { confirm, TrashIcon } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';

const calls = () => import('./comment-calls.ts');

const deleteComment = defineCommand({
  id: 'notebook.delete-comment',
  title: 'notebook.comment.delete',
  icon: TrashIcon,
  danger: true,
  isHidden: true,
  argument: async () => (await import('../notebooks/notebook-arguments.ts')).commentArgument,
  run: async ({ notebookId, commentId }) => {
    const isSure = await askToDelete('notebook.comment.deleteTitle', t('notebook.comment.deleteBody'));
    if (isSure) await (await calls()).postComment(notebookId, { type: 'Delete_Comment', commentId });
  },
});

const deleteThread = defineCommand({
  id: 'notebook.delete-thread',
  title: 'notebook.comment.deleteThread',
  icon: TrashIcon,
  danger: true,
  isHidden: true,
  argument: async () => (await import('../notebooks/notebook-arguments.ts')).threadArgument,
  run: async ({ notebookId, threadId, count }) => {
    const isSure = await askToDelete(
      'notebook.comment.deleteThreadTitle',
      t('notebook.comment.deleteThreadBody', { count }),
    );
    if (isSure) await (await calls()).postComment(notebookId, { type: 'Delete_Thread', threadId });
  },
});

function askToDelete(title: string, body: string): Promise<boolean> {
  return confirm({
    title: t(title),
    body,
    confirmLabel: t('notebook.delete'),
    cancelLabel: t('notebook.cancel'),
    danger: true,
  });
}

/** What is done to comments. */
export const commentCommands = { deleteComment, deleteThread };
