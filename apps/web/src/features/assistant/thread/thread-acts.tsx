import type { ChatThreadReply } from '@groma/protocol';
import { confirm } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import { chatSession, dropChatSession } from '../session/chat-session.ts';
import { openThread } from '../session/chat-store.ts';
import { changeThread, createThread, deleteThread } from './thread-calls.ts';

/** What a conversation is called; one without a question has no name yet. */
export function threadTitle({ title }: Pick<ChatThreadReply, 'title'>): string {
  return title === '' ? t('chat.untitled') : title;
}

/** Asks for another name of a conversation. */
export function askThreadName(projectId: string, thread: ChatThreadReply): void {
  const name = threadTitle(thread);
  openDialog((props) => (
    <KeptRenameDialog
      place={`chat-name.${thread.id}`}
      {...props}
      name={name}
      pattern={/\S/}
      onConfirm={async (title) => {
        if (title !== name) await changeAndShow(projectId, thread, { title });
      }}
      texts={{
        title: t('chat.renameTitle', { name }),
        label: t('chat.name'),
        invalid: t('chat.nameEmpty'),
      }}
    />
  ));
}

export function shareThread(projectId: string, thread: ChatThreadReply): Promise<void> {
  return changeAndShow(projectId, thread, { is_shared: !thread.is_shared });
}

async function changeAndShow(
  projectId: string,
  { id }: ChatThreadReply,
  change: { title?: string; is_shared?: boolean },
): Promise<void> {
  await changeThread(projectId, id, change);
  const { store } = chatSession(projectId, id);
  store.setState(({ thread }) => ({ thread: thread && { ...thread, ...change } }));
}

/** Goes on with a conversation in a copy of one's own. */
export async function continueCopy(projectId: string, { id, leaf }: ChatThreadReply): Promise<void> {
  const made = await createThread(projectId, { id, leaf });
  openThread(projectId, made.id);
}

export async function askDeleteThread(projectId: string, thread: ChatThreadReply): Promise<void> {
  const isSure = await confirm({
    title: t('chat.deleteTitle', { name: threadTitle(thread) }),
    body: t('chat.deleteText'),
    confirmLabel: t('chat.delete'),
    danger: true,
  });
  if (!isSure) return;
  await deleteThread(projectId, thread.id);
  dropChatSession(thread.id);
  openThread(projectId, null);
}
