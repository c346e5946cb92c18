import {
  AvatarGroup,
  Button,
  DownloadIcon,
  IconButton,
  LinkIcon,
  Menu,
  PlayerPlayIcon,
  PlayerStopIcon,
  XIcon,
  type MenuEntry,
} from '@groma/ui';
import type { LiveDocument } from '../../../platform/live.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { CommentButton } from '../comment/comment-button.tsx';
import type { Comments } from '../comment/use-comments.ts';
import { downloadNotebook } from '../drawer/download-notebook.ts';
import type { Runs } from '../run/use-runs.ts';
import { KernelState } from './kernel-state.tsx';
import { NameField } from './name-field.tsx';
import { SavingMark } from './saving-mark.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { usePresence } from './use-presence.ts';

interface NotebookBarProps {
  notebookId: string;
  projectId: string;
  name: string;
  live: LiveDocument;
  runs: Runs;
  comments: Comments;
  isRunning: boolean;
  isEditable: boolean;
  onRunAll(): void;
}

/** The bar of a notebook: name, kernel, saving, who is here, and what concerns all blocks (NBK-002 to NBK-008). */
export function NotebookBar({
  notebookId,
  projectId,
  name,
  live,
  runs,
  comments,
  isRunning,
  isEditable,
  onRunAll,
}: NotebookBarProps) {
  const t = useText();
  const people = usePresence(live.connection.awareness);
  const mayPublish = useCan('publish', 'notebook');
  const downloads: MenuEntry[] = (['ipynb', 'py', 'html'] as const).map((form) => ({
    key: form,
    label: t(`notebook.form.${form}`),
    onSelect: () => {
      void downloadNotebook(projectId, { id: notebookId, name }, form);
    },
  }));
  const share = () =>
    openDialog((props) => <ShareDialog {...props} projectId={projectId} notebookId={notebookId} name={name} />);
  return (
    <header className="notebook-bar">
      <NameField projectId={projectId} notebookId={notebookId} name={name} isEditable={isEditable} />
      {live.state.synced && (
        <KernelState
          machine={runs.machine}
          isCreating={runs.isCreatingKernel}
          onRestart={
            isEditable
              ? () => {
                  void runs.restart();
                }
              : undefined
          }
          onRestartAndRun={
            isEditable
              ? () => {
                  void runs.restart().then((isDone) => {
                    if (isDone) onRunAll();
                  });
                }
              : undefined
          }
        />
      )}
      <SavingMark state={live.state} />
      <span className="notebook-bar-space" />
      {people.length > 0 && <AvatarGroup size="s" people={people} label={t('notebook.peopleHere')} />}
      <CommentButton comments={comments} />
      <Menu
        items={downloads}
        position="bottom-end"
        target={<IconButton label={t('notebook.downloadAs')} icon={<DownloadIcon />} />}
      />
      {mayPublish && <IconButton label={t('notebook.share.open')} icon={<LinkIcon />} onClick={share} />}
      {isEditable && live.state.synced && (
        <>
          {isRunning ? (
            <Button size="s" icon={<PlayerStopIcon size={14} />} onClick={runs.stopAll}>
              {t('notebook.stopAll')}
            </Button>
          ) : (
            <Button size="s" icon={<XIcon size={14} />} onClick={runs.clearAll}>
              {t('notebook.clearAll')}
            </Button>
          )}
          <Button
            size="s"
            className="g-button-run"
            icon={<PlayerPlayIcon size={14} />}
            loading={runs.isCreatingKernel}
            onClick={onRunAll}
          >
            {t('notebook.runAll')}
          </Button>
        </>
      )}
    </header>
  );
}
