import { workflowKind } from '@groma/model';
import { workflow, type WorkflowRun } from '@groma/protocol';
import {
  Badge,
  Button,
  confirm,
  ErrorState,
  IconButton,
  LayoutColumnsIcon,
  ProgressBar,
  RefreshIcon,
  SkeletonRows,
  toast,
  TrashIcon,
  useInterface,
} from '@groma/ui';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { timeAgo } from '../../../platform/time-ago.ts';
import { sayMessage } from '../workflows/say-workflow.ts';
import { detailOf } from '../canvas/flow-node.tsx';
import { showComparison } from './compare-runs.tsx';
import { RunLosses } from './run-losses.tsx';
import { RunSteps } from './run-steps.tsx';
import { pollTracker, useTracker } from './run-tracker.ts';
import { useRuns } from './use-runs.ts';

interface RunHistoryProps {
  projectId: string;
  workflowId: string;
  isEditable: boolean;
  /** Runs the workflow again from a step; null where that can't be done, or the step is no more. */
  runFrom(nodeId: string): (() => void) | null;
}

/** The newest runs, and how far the one is that was begun here (WFL-016). */
export function RunHistory({ projectId, workflowId, isEditable, runFrom }: RunHistoryProps) {
  const t = useText();
  const { data, error, refetch, isRefetching, dataUpdatedAt } = useRuns(projectId, workflowId);
  const [chosen, setChosen] = useState<WorkflowRun | null>(null);
  return (
    <section className="workflow-history" aria-label={t('workflow.history')}>
      <h4>{t('workflow.history')}</h4>
      <TrackerRow workflowId={workflowId} runs={data ?? []} />
      {error && !data && (
        <ErrorState title={t('workflow.historyFailed')} onRetry={() => void refetch()} isRetrying={isRefetching}>
          {errorText(error)}
        </ErrorState>
      )}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.length === 0 && <p className="workflow-quiet">{t('workflow.noRuns')}</p>}
      {data?.map((run) => (
        <RunEntry
          key={run.id}
          run={run}
          now={dataUpdatedAt}
          place={{ projectId, workflowId }}
          runFrom={runFrom}
          comparison={chosen === null ? 'none' : chosen.id === run.id ? 'chosen' : 'other'}
          onCompare={() => {
            setChosen(chosen === null ? run : null);
            if (chosen !== null && chosen.id !== run.id)
              showComparison({ place: { projectId, workflowId }, runs: [chosen, run] });
          }}
          onDelete={isEditable ? () => void deleteRun(run.id) : null}
        />
      ))}
    </section>
  );

  async function deleteRun(runId: string): Promise<void> {
    const isSure = await confirm({
      title: t('workflow.deleteRunTitle'),
      body: t('workflow.deleteRunBody'),
      confirmLabel: t('workflow.deleteRun'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.call(workflow.deleteWorkflowRun, { params: { projectId, workflowId, runId } });
      await refetch();
    } catch (failure) {
      toast.error(errorText(failure));
    }
  }
}

/** How far the run is that was begun in this window; the button asks at once (WFL-062). */
function TrackerRow({ workflowId, runs }: { workflowId: string; runs: readonly WorkflowRun[] }) {
  const t = useText();
  const tracker = useTracker(workflowId);
  const { operationId, status } = tracker ?? {};
  // The history is told of the end before the next question is due.
  const hasEnded = runs.some((run) => run.id === operationId && (run.status === 'success' || run.status === 'error'));
  useEffect(() => {
    if (hasEnded && operationId !== undefined && status === 'In Progress') void pollTracker(workflowId, operationId);
  }, [hasEnded, operationId, status, workflowId]);
  if (!tracker) return null;
  const isOpen = tracker.status === 'In Progress';
  const subtitle = sayMessage(tracker.subtitle);
  return (
    <div className="workflow-tracker" role="status">
      <span>{subtitle}</span>
      {isOpen && (
        <>
          <IconButton
            size="s"
            label={t('workflow.refresh')}
            icon={<RefreshIcon />}
            onClick={() => void pollTracker(workflowId, tracker.operationId)}
          />
          <ProgressBar value={tracker.progress} label={subtitle} />
        </>
      )}
    </div>
  );
}

const tones = { success: 'green', error: 'red', submitted: 'blue', started: 'blue' } as const;

const comparisons = {
  none: 'workflow.compareRun',
  chosen: 'workflow.compareCancel',
  other: 'workflow.compareWith',
} as const;

interface RunEntryProps {
  run: WorkflowRun;
  /** When the history was read, in milliseconds since 1970. */
  now: number;
  place: { projectId: string; workflowId: string };
  runFrom: RunHistoryProps['runFrom'];
  /** Whether a run is chosen to be compared with another one, and whether it is this one. */
  comparison: keyof typeof comparisons;
  onCompare(): void;
  onDelete: (() => void) | null;
}

function RunEntry({ run, now, place, runFrom, comparison, onCompare, onDelete }: RunEntryProps) {
  const t = useText();
  const { locale } = useInterface();
  const nameOf = (id: string) => run.nodes.find((node) => node.id === id)?.data.label ?? id;
  const [isOpen, setOpen] = useState(false);
  const isGeneral = workflowKind(run) === 'general';
  return (
    <details className="workflow-run" data-status={run.status} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Badge tone={tones[run.status]}>{t(`workflow.status.${run.status}`)}</Badge>
        <span className="workflow-run-who">{run.requestedByUsername}</span>
        {run.start && <span className="workflow-quiet">{t(`workflow.startKind.${run.start.kind}`)}</span>}
        <time dateTime={run.createdAt}>{timeAgo(new Date(run.createdAt), new Date(now), locale)}</time>
      </summary>
      {run.message !== '' && <p>{sayMessage(run.message)}</p>}
      {isOpen && isGeneral && <RunSteps {...place} runId={run.id} runFrom={runFrom} />}
      {!isGeneral && run.remarks && <RunLosses remarks={run.remarks} />}
      {!isGeneral && (
        <>
          <h5>{t('workflow.nodes')}</h5>
          <ul>
            {run.nodes.map((node) => (
              <li key={node.id}>
                {node.data.label} <span className="workflow-quiet">{detailOf(node, t)}</span>
                {node.type === 'input' && <code>{node.data.includePath}</code>}
              </li>
            ))}
          </ul>
          <h5>{t('workflow.connections')}</h5>
          <ul>
            {run.edges.map(({ id, source, target }) => (
              <li key={id}>
                {nameOf(source)} → {nameOf(target)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="workflow-run-acts">
        <Button size="s" icon={<LayoutColumnsIcon size={14} />} onClick={onCompare}>
          {t(comparisons[comparison])}
        </Button>
        {onDelete && (
          <Button size="s" icon={<TrashIcon size={14} />} onClick={onDelete}>
            {t('workflow.deleteRun')}
          </Button>
        )}
      </div>
    </details>
  );
}
