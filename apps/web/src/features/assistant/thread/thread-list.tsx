import {
  Badge,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  DotsIcon,
  SkeletonRows,
  SparklesIcon,
  useInterface,
} from '@groma/ui';
import type { ChatThreadReply } from '@groma/protocol';
import { errorText } from '../../../platform/api.ts';
import { useSession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { timeAgo } from '../../../platform/time-ago.ts';
import { line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { useThreads } from './thread-calls.ts';
import { threadCommands } from './thread-commands.ts';
import './thread-list.css';

/** Own conversations and those that others share, last used first. */
export function ThreadList({
  projectId,
  openId,
  onOpen,
}: {
  projectId: string;
  openId: string | null;
  onOpen: (threadId: string) => void;
}) {
  const t = useText();
  const { data, error, refetch, isFetching, dataUpdatedAt } = useThreads(projectId);
  if (error && !data)
    return (
      <ErrorState title={t('chat.listFailed')} isRetrying={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={5} withIcon={false} />;
  if (data.length === 0)
    return (
      <EmptyState icon={<SparklesIcon size={18} />} title={t('chat.noConversations')}>
        {t('chat.noConversationsText')}
      </EmptyState>
    );
  return (
    <ul className="gaia-threads" aria-label={t('chat.conversations')}>
      {data.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} now={dataUpdatedAt} isOpen={thread.id === openId} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function ThreadRow({
  thread,
  now,
  isOpen,
  onOpen,
}: {
  thread: ChatThreadReply;
  /** When the list was read, in milliseconds since 1970. */
  now: number;
  isOpen: boolean;
  onOpen: (threadId: string) => void;
}) {
  const t = useText();
  const me = useSession();
  const { locale } = useInterface();
  const { id, title, owner, is_shared: isShared, agent, open_changes: open, updated_at: updatedAt } = thread;
  const name = title === '' ? t('chat.untitled') : title;
  return (
    <li data-open={isOpen || undefined}>
      <button type="button" aria-current={isOpen || undefined} title={name} onClick={() => onOpen(id)}>
        <b dir="auto">{name}</b>
        <small>
          {owner.id === me.id ? '' : `${owner.username} · `}
          {timeAgo(new Date(updatedAt), new Date(now), locale)}
        </small>
      </button>
      {agent !== null && open > 0 && (
        <Badge tone="blue">
          <span aria-hidden="true">{open}</span>
          <span className="g-visually-hidden">{t('chat.agentChanges', { number: open })}</span>
        </Badge>
      )}
      {(agent !== null || isShared) && <Badge>{t(agent === null ? 'chat.isShared' : 'chat.agent')}</Badge>}
      <ThreadMenu threadId={id} name={name} />
    </li>
  );
}

/** What can be done with a conversation. */
export function ThreadMenu({ threadId, name }: { threadId: string; name: string }) {
  const t = useText();
  const its = { threadId };
  return (
    <Menu
      position="bottom-end"
      target={<IconButton size="s" label={t('chat.more', { name })} icon={<DotsIcon />} />}
      items={menuOf([
        menuEntry(threadCommands.rename, its),
        menuEntry(threadCommands.share, its),
        menuEntry(threadCommands.copy, its),
        menuEntry(threadCommands.allowed, its),
        line('line'),
        menuEntry(threadCommands.remove, its),
      ])}
    />
  );
}
