import { CopyIcon, PencilIcon, PlusIcon, ShareIcon, ShieldLockIcon, SparklesIcon, toast, TrashIcon } from '@groma/ui';
import type { ChatThreadReply } from '@groma/protocol';
import { queryClient } from '../../../platform/api.ts';
import { readProject, sessionStore } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { addToGaia, type NewAttachment } from '../../../registry/gaia-attachments.ts';
import { openThread } from '../session/chat-store.ts';

const acts = () => import('./thread-acts.tsx');
const threadArgument = async () => (await import('./thread-arguments.ts')).threadArgument;

interface OfThread {
  threadId: string;
}

/** A conversation that is listed; undefined where it is not known. */
function find({ threadId }: OfThread): ChatThreadReply | undefined {
  const projectId = readProject()?.id ?? '';
  return queryClient.getQueryData<ChatThreadReply[]>(['chat-threads', projectId])?.find(({ id }) => id === threadId);
}
const isOwn = (its: OfThread): boolean => {
  const thread = find(its);
  return thread !== undefined && thread.owner.id === sessionStore.getState().user?.id;
};

const show = defineCommand({
  id: 'assistant.show',
  title: 'chat.show',
  icon: SparklesIcon,
  shortcut: 'Ctrl+Shift+G',
  isEnabled: () => readProject() !== null,
  run: async () => {
    openDrawer('gaia-chat');
    (await import('../composer/focus-composer.ts')).focusComposer();
  },
});

const begin = defineCommand({
  id: 'assistant.new-conversation',
  title: 'chat.new',
  icon: PlusIcon,
  isEnabled: () => readProject() !== null,
  run: async () => {
    openThread(readProject()?.id ?? '', null);
    openDrawer('gaia-chat');
    (await import('../composer/focus-composer.ts')).focusComposer();
  },
});

const rename = defineCommand({
  id: 'assistant.rename-conversation',
  title: 'chat.rename',
  icon: PencilIcon,
  isHidden: true,
  argument: threadArgument,
  isEnabled: isOwn,
  run: async (its) => {
    const thread = find(its);
    if (thread) (await acts()).askThreadName(readProject()!.id, thread);
  },
});

const share = defineCommand({
  id: 'assistant.share-conversation',
  title: 'chat.share',
  icon: ShareIcon,
  isHidden: true,
  argument: threadArgument,
  titleOf: (its) => t(find(its)?.is_shared ? 'chat.unshare' : 'chat.share'),
  isEnabled: isOwn,
  run: async (its) => {
    const thread = find(its);
    if (!thread) return;
    await (await acts()).shareThread(readProject()!.id, thread);
    toast.success(t(thread.is_shared ? 'chat.unshared' : 'chat.shared'));
  },
});

const copy = defineCommand({
  id: 'assistant.copy-conversation',
  title: 'chat.continueCopy',
  icon: CopyIcon,
  isHidden: true,
  argument: threadArgument,
  isEnabled: (its) => find(its) !== undefined,
  run: async (its) => {
    const thread = find(its);
    if (thread) await (await acts()).continueCopy(readProject()!.id, thread);
  },
});

const allowed = defineCommand({
  id: 'assistant.allowed-tools',
  title: 'chat.allowedTools',
  icon: ShieldLockIcon,
  isHidden: true,
  argument: threadArgument,
  isEnabled: (its) => isOwn(its) && (find(its)?.allowed_tools.length ?? 0) > 0,
  run: async (its) => {
    (await import('./allowed-tools.tsx')).showAllowedTools(readProject()!.id, its.threadId);
  },
});

const remove = defineCommand({
  id: 'assistant.delete-conversation',
  title: 'chat.delete',
  icon: TrashIcon,
  danger: true,
  isHidden: true,
  argument: threadArgument,
  isEnabled: isOwn,
  run: async (its) => {
    const thread = find(its);
    if (thread) await (await acts()).askDeleteThread(readProject()!.id, thread);
  },
});

/** Menus of other features offer it by its id. */
const add = defineCommand<NewAttachment>({
  id: 'assistant.add',
  title: 'chat.addToGaia',
  icon: SparklesIcon,
  isHidden: true,
  argument: async () => (await import('./thread-arguments.ts')).attachmentArgument as never,
  isEnabled: () => readProject() !== null,
  run: (attachment) => {
    if (addToGaia(attachment) === null) toast.info(t('chat.tooMany'));
  },
});

/** What is done with conversations, from the list, the chat and the palette. */
export const threadCommands = { show, begin, rename, share, copy, allowed, remove, add };
