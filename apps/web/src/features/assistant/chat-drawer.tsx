import { Button, EmptyState, HistoryIcon, IconButton, PlusIcon, SkeletonRows, SparklesIcon } from '@groma/ui';
import { useState, type DragEvent } from 'react';
import { errorText } from '../../platform/api.ts';
import { DrawerHeader } from '../../platform/frame/drawer-header.tsx';
import { useChosenModel } from '../../platform/language-model/use-models.ts';
import { useCan, useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { DrawerProps } from '../../registry/drawer.ts';
import { GromaError } from '@groma/model';
import { act } from '../../registry/menu-entry.ts';
import { mayTake, takeDrop } from './composer/take-drop.ts';
import { showLog } from './log/show-log.ts';
import { openThread, useOpenThread } from './session/chat-store.ts';
import { NewChat } from './thread/new-chat.tsx';
import { AgentChanges } from './thread/agent-changes.tsx';
import { threadCommands } from './thread/thread-commands.ts';
import { ThreadList } from './thread/thread-list.tsx';
import { ThreadView } from './thread/thread-view.tsx';
import './chat-drawer.css';

/** The chat with the assistant (AIA-001): the list of conversations, or the one that is open. */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const threadId = useOpenThread(projectId);
  const [isListing, setListing] = useState(false);
  const [isOver, setOver] = useState(false);
  const { chosen, isReady } = useChosenModel();
  const hasNoModel = isReady && !chosen;
  const mayAudit = useCan('audit', 'project');
  const over = (event: DragEvent) => {
    if (!mayTake(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <div
      className="gaia"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!mayTake(event.dataTransfer)) return;
        event.preventDefault();
        takeDrop(event.dataTransfer);
      }}
    >
      <DrawerHeader title={t('chat.title')} onClose={close}>
        <IconButton
          label={t('chat.conversations')}
          icon={<HistoryIcon />}
          active={isListing}
          onClick={() => setListing(!isListing)}
        />
        <IconButton
          label={t('chat.new')}
          icon={<PlusIcon />}
          onClick={() => {
            setListing(false);
            act(threadCommands.begin, undefined);
          }}
        />
      </DrawerHeader>
      {!isListing && <AgentChanges projectId={projectId} openId={threadId} />}
      {isListing && mayAudit && (
        <Button size="s" variant="quiet" icon={<HistoryIcon />} onClick={() => act(showLog, undefined)}>
          {t('chat.log.title')}
        </Button>
      )}
      {isListing ? (
        <ThreadList
          projectId={projectId}
          openId={threadId}
          onOpen={(id) => {
            openThread(projectId, id);
            setListing(false);
          }}
        />
      ) : threadId !== null ? (
        <ThreadView key={threadId} projectId={projectId} threadId={threadId} hasNoModel={hasNoModel} />
      ) : hasNoModel ? (
        <NoModel />
      ) : isReady ? (
        <NewChat key={projectId} projectId={projectId} />
      ) : (
        <SkeletonRows rows={4} withIcon={false} />
      )}
      {isOver && <div className="gaia-drop">{t('chat.dropHere')}</div>}
    </div>
  );
}

/** Names of settings of the server, any of which bring models. */
const modelSettings = [
  'GROMA_MODEL_URL',
  'GROMA_MODELS',
  'GROMA_OPENAI_KEY',
  'GROMA_ANTHROPIC_KEY',
  'GROMA_GOOGLE_KEY',
  'GROMA_XAI_KEY',
];

/** There is nothing to ask: what to set, for those who can (AIA-062). */
function NoModel() {
  const t = useText();
  return (
    <div className="gaia-no-model">
      <EmptyState icon={<SparklesIcon size={18} />} title={errorText(new GromaError('NO_MODEL'))}>
        {t('chat.whatToSet')}
        {modelSettings.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </EmptyState>
    </div>
  );
}
