import type { AllowedTool } from '@groma/model';
import { Dialog, EmptyState, IconButton, Note, ShieldLockIcon, TrashIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { toolTitle } from '../session/tool-title.ts';
import { changeThread, useThreads } from './thread-calls.ts';
import './allowed-tools.css';

/** Shows what a conversation may do without asking, to take it back. */
export function showAllowedTools(projectId: string, threadId: string): void {
  openDialog((props) => <AllowedTools {...props} projectId={projectId} threadId={threadId} />);
}

function AllowedTools({
  opened,
  onClose,
  projectId,
  threadId,
}: DialogHostProps & { projectId: string; threadId: string }) {
  const t = useText();
  const { data } = useThreads(projectId);
  const [failure, setFailure] = useState<string | null>(null);
  const allowed = data?.find(({ id }) => id === threadId)?.allowed_tools ?? [];
  const takeBack = async ({ key }: AllowedTool) => {
    setFailure(null);
    const keys = allowed.flatMap((each) => (each.key === key ? [] : [each.key]));
    await changeThread(projectId, threadId, { allowed_tools: keys }).catch((error: unknown) =>
      setFailure(errorText(error)),
    );
  };
  const titleOf = ({ tool, on, name }: AllowedTool) => {
    const title = toolTitle(tool, t);
    if (on === 'layer' || on === 'file') return t(`chat.allowedFor.${on}`, { tool: title });
    return `${title}: ${name}`;
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('chat.allowedTools')}>
      {failure !== null && <Note kind="error">{failure}</Note>}
      {allowed.length === 0 && <EmptyState icon={<ShieldLockIcon size={18} />} title={t('chat.nothingAllowed')} />}
      {allowed.length > 0 && (
        <ul className="gaia-allowed">
          {allowed.map((each) => (
            <li key={each.key}>
              <span dir="auto">{titleOf(each)}</span>
              <IconButton
                size="s"
                label={t('chat.takeBack', { tool: titleOf(each) })}
                icon={<TrashIcon />}
                onClick={() => void takeBack(each)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
