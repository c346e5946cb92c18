import { useChat } from '@ai-sdk/react';
import { GromaError } from '@groma/model';
import { Badge, Button, CopyIcon, ErrorState, Note, SkeletonRows, toast, Truncated } from '@groma/ui';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useCan, useSession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { act } from '../../../registry/menu-entry.ts';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../message/message-list.tsx';
import { chatSession } from '../session/chat-session.ts';
import { useAnalystMode } from '../session/chat-store.ts';
import { useThreads } from './thread-calls.ts';
import { threadCommands } from './thread-commands.ts';
import { ThreadMenu } from './thread-list.tsx';
import './thread-view.css';

/** A conversation: its messages, and where it goes on. One that others share goes on in a copy. */
export function ThreadView({
  projectId,
  threadId,
  hasNoModel,
}: {
  projectId: string;
  threadId: string;
  hasNoModel: boolean;
}) {
  const t = useText();
  const me = useSession();
  const session = useMemo(() => chatSession(projectId, threadId), [projectId, threadId]);
  const state = useStore(session.store);
  const { status } = useChat({ chat: session.chat, throttle: statusMs });
  const { data: threads } = useThreads(projectId);
  const { chosen } = useChosenModel();
  const { isAnalyst } = useAnalystMode();
  const mayChange = useCan('update', 'notebook');
  const thread = threads?.find(({ id }) => id === threadId) ?? state.thread;
  const agent = thread?.agent ?? null;
  const isOwn = agent === null && (thread === null || thread.owner.id === me.id);
  // What agents write comes by no stream of this page.
  const version = agent === null ? null : thread?.updated_at;
  useEffect(() => void session.load(), [session, version]);
  const isBusy = status === 'submitted' || status === 'streaming' || state.isAway;
  const selectedLLM = chosen?.id;
  const settings = useMemo(
    () => ({ selectedLLM, isAnalyst: mayChange && isAnalyst }),
    [selectedLLM, mayChange, isAnalyst],
  );
  if (state.status === 'failed')
    return (
      <ErrorState title={t('chat.threadFailed')} onRetry={() => void session.load()}>
        {state.failure}
      </ErrorState>
    );
  if (state.status === 'loading' && session.chat.messages.length === 0)
    return <SkeletonRows rows={6} withIcon={false} />;
  const name = thread && thread.title !== '' ? thread.title : t('chat.untitled');
  const lastId = (): string | null => state.thread?.leaf ?? null;
  return (
    <>
      <div className="gaia-thread-bar">
        <Truncated text={name} />
        {agent !== null && <Badge>{t('chat.agent')}</Badge>}
        {agent === null && thread?.is_shared && <Badge>{isOwn ? t('chat.isShared') : thread.owner.username}</Badge>}
        {threads && <ThreadMenu threadId={threadId} name={name} />}
      </div>
      <MessageList
        projectId={projectId}
        session={session}
        state={state}
        isOwn={isOwn}
        agent={agent}
        settings={settings}
      />
      {isOwn && hasNoModel && <Note kind="info">{errorText(new GromaError('NO_MODEL'))}</Note>}
      {isOwn && !hasNoModel && (
        <Composer
          isBusy={isBusy}
          onSend={(question) => {
            // It is in the chat from now on, taken or not.
            void session.ask(question, lastId());
            return Promise.resolve(true);
          }}
          onStop={() => {
            session.stop().catch((error: unknown) => toast.error(errorText(error)));
          }}
        />
      )}
      {!isOwn && (
        <div className="gaia-foreign">
          <p>
            {t(agent === null ? 'chat.foreign' : 'chat.agentText', {
              agent: agent ?? '',
              name: thread?.owner.username ?? '',
            })}
          </p>
          <Button size="s" icon={<CopyIcon />} onClick={() => act(threadCommands.copy, { threadId })}>
            {t('chat.continueCopy')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Here only whether it is busy counts, which is told at once. */
const statusMs = 1_000;
