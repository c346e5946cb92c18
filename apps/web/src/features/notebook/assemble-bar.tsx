import { AvatarGroup, Button, DownloadIcon, IconButton, Menu, PlayerPlayIcon, PlayerStopIcon, XIcon } from '@groma/ui';
import type { LiveDocument } from '../../platform/live.ts';
import { useText } from '../../platform/text.ts';
import { ButtonOfCommand, CommandButton } from '../../registry/command-button.tsx';
import { act } from '../../registry/menu-entry.ts';
import { CommentButton } from './comment/comment-button.tsx';
import type { Comments } from './comment/use-comments.ts';
import { downloadEntries } from './notebooks/download-entries.ts';
import { OutlineButton } from './outline/outline-button.tsx';
import type { OutlineStore } from './outline/outline-store.ts';
import { NameField } from './panel/name-field.tsx';
import { SavingMark } from './panel/saving-mark.tsx';
import { share } from './panel/share-command.ts';
import { usePresence } from './panel/use-presence.ts';
import { KernelState } from './run/kernel-state.tsx';
import { runCommands } from './run/run-commands.ts';
import type { Runs } from './run/use-runs.ts';

interface NotebookBarProps {
  notebookId: string;
  projectId: string;
  name: string;
  live: LiveDocument;
  runs: Runs;
  comments: Comments;
  outline: OutlineStore;
  isRunning: boolean;
  isEditable: boolean;
}

/** The bar of a notebook: name, kernel, saving, who is here, and what concerns all blocks (NBK-002 to NBK-008). */
export function NotebookBar({
  notebookId,
  projectId,
  name,
  live,
  runs,
  comments,
  outline,
  isRunning,
  isEditable,
}: NotebookBarProps) {
  const t = useText();
  const people = usePresence(live.connection.awareness);
  return (
    <header className="notebook-bar">
      <NameField projectId={projectId} notebookId={notebookId} name={name} isEditable={isEditable} />
      {live.state.synced && (
        <KernelState
          machine={runs.machine}
          preparing={runs.preparing}
          notebookId={notebookId}
          mayRestart={isEditable}
        />
      )}
      <SavingMark state={live.state} />
      <span className="notebook-bar-space" />
      {people.length > 0 && <AvatarGroup size="s" people={people} label={t('notebook.peopleHere')} />}
      <OutlineButton store={outline} />
      <CommentButton comments={comments} />
      <Menu
        items={downloadEntries(notebookId)}
        position="bottom-end"
        target={<IconButton label={t('notebook.downloadAs')} icon={<DownloadIcon />} />}
      />
      <CommandButton command={share} argument={{ notebookId }} />
      <ButtonOfCommand id="template.publish" argument={{ type: 'NOTEBOOK', id: notebookId }} />
      {isEditable && live.state.synced && (
        <>
          {isRunning ? (
            <Button
              size="s"
              icon={<PlayerStopIcon size={14} />}
              onClick={() => act(runCommands.stopAll, { notebookId })}
            >
              {t('notebook.stopAll')}
            </Button>
          ) : (
            <Button size="s" icon={<XIcon size={14} />} onClick={() => act(runCommands.clearAll, { notebookId })}>
              {t('notebook.clearAll')}
            </Button>
          )}
          <Button
            size="s"
            className="g-button-run"
            icon={<PlayerPlayIcon size={14} />}
            loading={runs.preparing !== null}
            onClick={() => act(runCommands.runAll, { notebookId })}
          >
            {t('notebook.runAll')}
          </Button>
        </>
      )}
    </header>
  );
}
