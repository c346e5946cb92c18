import { GromaError } from '@groma/model';
import { notebook, type ThreadMessage, type ThreadReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { encodeRelativePosition } from 'yjs';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import type { PendingThread } from './comment-store.ts';

/** Asks the server for a change of the comments. What it refuses is said; null then. */
export async function postComment(notebookId: string, body: ThreadMessage): Promise<ThreadReply | null> {
  try {
    return await api.call(notebook.postToThreads, { params: { notebookId }, body });
  } catch (error) {
    toast.error(error instanceof GromaError ? errorText(error) : t('notebook.comment.failed'), {
      id: 'comment-failed',
    });
    return null;
  }
}

/** The message that begins a thread about a text. */
export function threadAbout({ places }: PendingThread, text: string): ThreadMessage {
  const encode = (position: Parameters<typeof encodeRelativePosition>[0]) =>
    btoa(String.fromCharCode(...encodeRelativePosition(position)));
  return {
    type: 'Create_Thread',
    text,
    places: places.map(({ start, end }) => ({ start: encode(start), end: encode(end) })),
  };
}
