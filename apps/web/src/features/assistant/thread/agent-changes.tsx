import { Button, Note } from '@groma/ui';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openThread } from '../session/chat-store.ts';
import { useThreads } from './thread-calls.ts';
import './agent-changes.css';

/** Says that agents propose changes to the workspace, and leads to the newest of them, for who may decide. */
export function AgentChanges({ projectId, openId }: { projectId: string; openId: string | null }) {
  const t = useText();
  const mayDecide = useCan('update', 'project');
  const { data } = useThreads(projectId);
  const waiting =
    data?.filter(({ id, agent, open_changes: open }) => agent !== null && open > 0 && id !== openId) ?? [];
  const [newest] = waiting;
  if (!mayDecide || !newest) return null;
  const number = waiting.reduce((sum, { open_changes: open }) => sum + open, 0);
  return (
    <div className="gaia-agents">
      <Note
        kind="info"
        action={
          <Button size="s" onClick={() => openThread(projectId, newest.id)}>
            {t('chat.review')}
          </Button>
        }
      >
        {t('chat.agentChanges', { number })}
      </Note>
    </div>
  );
}
