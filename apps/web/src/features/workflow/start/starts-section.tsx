import { workflowKind, type WorkflowGraph, type WorkflowParameter } from '@groma/model';
import { workflowStart, type WorkflowStartInfo } from '@groma/protocol';
import {
  Badge,
  Button,
  confirm,
  CopyButton,
  ErrorState,
  IconButton,
  Note,
  PencilIcon,
  PlayerPauseIcon,
  PlayerPlayIcon,
  PlusIcon,
  RefreshIcon,
  SkeletonRows,
  toast,
  TrashIcon,
  useInterface,
} from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { askStart } from './ask-start.tsx';
import { momentIn, startProblem, startSubject } from './say-start.ts';
import { showSecret } from './show-secret.tsx';
import { refreshStarts, useStarts } from './use-starts.ts';

interface StartsSectionProps {
  projectId: string;
  workflowId: string;
  graph: WorkflowGraph;
  isEditable: boolean;
}

/** What starts the workflow without anybody there: schedules, webhooks, changes of layers and files. */
export function StartsSection({ projectId, workflowId, graph, isEditable }: StartsSectionProps) {
  const t = useText();
  const { data, error, refetch, isRefetching } = useStarts(projectId, workflowId);
  const parameters = workflowKind(graph) === 'general' ? (graph.parameters ?? []) : [];
  const place = { projectId, workflowId };
  return (
    <section aria-label={t('workflow.starts')}>
      <h4>{t('workflow.starts')}</h4>
      {error && !data && (
        <ErrorState title={t('workflow.startsFailed')} onRetry={() => void refetch()} isRetrying={isRefetching}>
          {errorText(error)}
        </ErrorState>
      )}
      {!data && !error && <SkeletonRows rows={1} />}
      {data?.length === 0 && <p className="workflow-quiet">{t('workflow.noStarts')}</p>}
      {data?.map((start) => (
        <StartEntry key={start.id} start={start} place={place} parameters={parameters} isEditable={isEditable} />
      ))}
      {isEditable && (
        <div className="workflow-new-start">
          <Button size="s" icon={<PlusIcon size={14} />} onClick={() => askStart({ place, parameters, start: null })}>
            {t('workflow.addStart')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface StartEntryProps {
  start: WorkflowStartInfo;
  place: { projectId: string; workflowId: string };
  parameters: readonly WorkflowParameter[];
  isEditable: boolean;
}

function StartEntry({ start, place, parameters, isEditable }: StartEntryProps) {
  const t = useText();
  const { locale } = useInterface();
  const { kind, username, next_times: next, last_at: last, is_paused: isPaused, path } = start;
  const problem = startProblem(start);
  return (
    <details className="workflow-run">
      <summary>
        <Badge tone={isPaused ? 'neutral' : problem === null ? 'green' : 'red'}>
          {t(`workflow.startKind.${kind}`)}
        </Badge>
        <span className="workflow-run-who">{startSubject(start)}</span>
        {isPaused && <span className="workflow-quiet">{t('workflow.paused')}</span>}
      </summary>
      {problem !== null && <Note kind="warning">{problem}</Note>}
      {path !== null && (
        <div className="workflow-start-address">
          <code>{location.origin + path}</code>
          <CopyButton size="s" label={t('workflow.copyAddress')} text={location.origin + path} />
        </div>
      )}
      {next.length > 0 && (
        <>
          <h5>{t('workflow.nextTimes')}</h5>
          <ul>
            {next.map((time) => (
              <li key={time}>
                <time dateTime={time}>{momentIn(locale, time)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="workflow-quiet">{t('workflow.startRights', { name: username })}</p>
      {last !== null && <p className="workflow-quiet">{t('workflow.lastStart', { time: momentIn(locale, last) })}</p>}
      {isEditable && <StartActions start={start} place={place} parameters={parameters} />}
    </details>
  );
}

function StartActions({ start, place, parameters }: Omit<StartEntryProps, 'isEditable'>) {
  const t = useText();
  const params = { ...place, startId: start.id };
  return (
    <div className="workflow-start-actions">
      <IconButton
        size="s"
        label={t(start.is_paused ? 'workflow.resumeStart' : 'workflow.pauseStart')}
        icon={start.is_paused ? <PlayerPlayIcon /> : <PlayerPauseIcon />}
        onClick={() =>
          void act(() => api.call(workflowStart.changeWorkflowStart, { params, body: { is_paused: !start.is_paused } }))
        }
      />
      <IconButton
        size="s"
        label={t('workflow.editStart')}
        icon={<PencilIcon />}
        onClick={() => askStart({ place, parameters, start })}
      />
      {start.kind === 'webhook' && (
        <IconButton size="s" label={t('workflow.newSecret')} icon={<RefreshIcon />} onClick={() => void rotate()} />
      )}
      <IconButton size="s" label={t('workflow.deleteStart')} icon={<TrashIcon />} onClick={() => void remove()} />
    </div>
  );

  async function act(call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } catch (failure) {
      toast.error(errorText(failure));
    }
    await refreshStarts(place.workflowId);
  }

  async function rotate(): Promise<void> {
    const isSure = await confirm({
      title: t('workflow.newSecret'),
      body: t('workflow.newSecretBody'),
      confirmLabel: t('workflow.newSecret'),
      danger: true,
    });
    if (isSure)
      await act(async () => {
        const { secret } = await api.call(workflowStart.rotateWorkflowSecret, { params });
        showSecret({ path: start.path!, secret });
      });
  }

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: t('workflow.deleteStartTitle'),
      body: t('workflow.deleteStartBody'),
      confirmLabel: t('workflow.deleteStart'),
      danger: true,
    });
    if (isSure) await act(() => api.call(workflowStart.deleteWorkflowStart, { params }));
  }
}
