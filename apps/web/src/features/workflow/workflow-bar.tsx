import type { WorkflowNodeType } from '@groma/model';
import type { LiveState } from '@groma/protocol';
import {
  AlertTriangleIcon,
  AvatarGroup,
  Button,
  CircleCheckIcon,
  Menu,
  PlayerPlayIcon,
  PlusIcon,
  Tooltip,
  Truncated,
} from '@groma/ui';
import { memo } from 'react';
import { useText } from '../../platform/text.ts';
import type { WorkflowIssueOf } from './graph/use-graph.ts';
import { ButtonOfCommand } from '../../registry/command-button.tsx';
import { menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { alignments } from './canvas/align-nodes.ts';
import type { PresentPerson } from './canvas/people.ts';
import { sayText } from './workflows/say-workflow.ts';
import { alignCommands } from './workflows/align-commands.ts';
import { workflowCommands } from './workflows/workflow-commands.ts';

interface WorkflowBarProps {
  workflowId: string;
  name: string;
  state: LiveState;
  people: readonly PresentPerson[];
  issues: readonly WorkflowIssueOf[];
  isEditable: boolean;
  isSubmitting: boolean;
  onArrange(): void;
  onResetView(): void;
  onRun(): void;
}

const kinds: readonly WorkflowNodeType[] = ['input', 'conversion', 'output'];

/**
 * The bar of a workflow: name, saving, who is here, what can be added, what is wrong, and running it (WFL-001 to
 * WFL-008).
 */
export function WorkflowBar({ name, state, ...controls }: WorkflowBarProps) {
  const t = useText();
  return (
    <header className="workflow-bar">
      <Truncated text={name} className="workflow-name" />
      <span className="workflow-saving" role="status" data-bad={isBad(state) || undefined}>
        {t(`workflow.saving.${savingOf(state)}`)}
      </span>
      <span className="workflow-bar-space" />
      <BarControls {...controls} />
    </header>
  );
}

/** All of the bar that does not change with each letter that is saved. */
const BarControls = memo(function BarControls(props: Omit<WorkflowBarProps, 'name' | 'state'>) {
  const { workflowId, people, issues, isEditable, isSubmitting, onArrange, onResetView, onRun } = props;
  const t = useText();
  const hasErrors = issues.some(({ level }) => level === 'error');
  return (
    <>
      {people.length > 0 && <AvatarGroup size="s" people={once(people)} label={t('workflow.peopleHere')} />}
      {isEditable && (
        <Menu
          items={menuOf([
            ...kinds.map((type) => menuEntry(workflowCommands.addNode, { workflowId, type }, { key: type })),
            menuEntry(workflowCommands.findNode, { workflowId }),
          ])}
          target={
            <Button size="s" icon={<PlusIcon size={14} />}>
              {t('workflow.addNode')}
            </Button>
          }
        />
      )}
      {isEditable && (
        <Button size="s" onClick={onArrange}>
          {t('workflow.arrange')}
        </Button>
      )}
      {isEditable && (
        <Menu
          items={menuOf(alignments.map((how) => menuEntry(alignCommands[how], undefined)))}
          target={<Button size="s">{t('workflow.align')}</Button>}
        />
      )}
      <Button size="s" onClick={onResetView}>
        {t('workflow.resetView')}
      </Button>
      <ButtonOfCommand id="template.publish" argument={{ type: 'WORKFLOW', id: workflowId }} />
      <IssueCounter issues={issues} />
      {isEditable && (
        <Button
          size="s"
          className="g-button-run"
          icon={<PlayerPlayIcon size={14} />}
          disabled={isSubmitting || hasErrors}
          onClick={onRun}
        >
          {t(isSubmitting ? 'workflow.initializing' : 'workflow.run')}
        </Button>
      )}
    </>
  );
});

/** How much is wrong; the tooltip says what (WFL-005). */
function IssueCounter({ issues }: { issues: readonly WorkflowIssueOf[] }) {
  const t = useText();
  const hasErrors = issues.some(({ level }) => level === 'error');
  const list =
    issues.length === 0 ? (
      t('workflow.noIssues')
    ) : (
      <ul className="workflow-issues">
        {issues.map((issue) => (
          <li key={issue.id}>{sayText(issue)}</li>
        ))}
      </ul>
    );
  return (
    <Tooltip label={list} multiline>
      <button
        type="button"
        className="workflow-issue-count"
        data-level={hasErrors ? 'error' : issues.length > 0 ? 'warning' : undefined}
      >
        {issues.length === 0 ? <CircleCheckIcon size={14} /> : <AlertTriangleIcon size={14} />}
        {t('workflow.issues', { number: issues.length })}
      </button>
    </Tooltip>
  );
}

/** Somebody with several windows counts once. */
function once(people: readonly PresentPerson[]): { id: string; name: string }[] {
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

/** What may be said of saving: only what the server has acknowledged counts as saved. */
function savingOf({ connection, saved, isKept, refusal, synced, canWrite }: LiveState) {
  if (refusal !== null && !saved) return 'refused';
  if (connection === 'disconnected' || connection === 'refused') return saved ? 'offline' : isKept ? 'kept' : 'notKept';
  if (!saved) return 'saving';
  return synced && !canWrite ? 'readOnly' : 'on';
}

function isBad(state: LiveState): boolean {
  return ['refused', 'offline', 'kept', 'notKept'].includes(savingOf(state));
}
