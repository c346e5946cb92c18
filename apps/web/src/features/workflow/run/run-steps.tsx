import type { InnerStep, LoopItem, WorkflowStep } from '@groma/model';
import { Badge, ErrorState, EyeIcon, IconButton, RotateIcon, SkeletonRows, useInterface } from '@groma/ui';
import type { ReactNode } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { sayMessage } from '../workflows/say-workflow.ts';
import { peekStep } from './peek-step.tsx';
import { RunLosses } from './run-losses.tsx';
import { stepsInOrder } from './step-order.ts';
import { loopStanding, type StepStanding } from './step-standing.ts';
import { stepFacts, stepTones } from './step-words.ts';
import { useRun } from './use-run.ts';

interface RunStepsProps {
  projectId: string;
  workflowId: string;
  runId: string;
  /** Runs the workflow again from a step; null where that can't be done, or the step is no more. */
  runFrom(nodeId: string): (() => void) | null;
}

/** How the steps of a run of a general graph stand, with their data and what they wrote. */
export function RunSteps({ projectId, workflowId, runId, runFrom }: RunStepsProps) {
  const t = useText();
  const { data: run, error, refetch, isRefetching } = useRun(projectId, workflowId, runId);
  if (!run)
    return error ? (
      <ErrorState title={t('workflow.stepsFailed')} onRetry={() => void refetch()} isRetrying={isRefetching}>
        {errorText(error)}
      </ErrorState>
    ) : (
      <SkeletonRows rows={3} />
    );
  const labels = new Map(run.nodes.map(({ id, data }) => [id, data.label]));
  const values = Object.entries(run.values ?? {});
  return (
    <>
      {values.length > 0 && (
        <>
          <h5>{t('workflow.parameters')}</h5>
          <ul>
            {values.map(([name, value]) => (
              <li key={name}>
                <code>{`$${name} = ${String(value)}`}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <h5>{t('workflow.steps')}</h5>
      <ol className="workflow-steps">
        {stepsInOrder(run).map((step) => (
          <StepEntry
            key={step.nodeId}
            step={step}
            name={labels.get(step.nodeId) || step.nodeId}
            onPeek={() =>
              peekStep({ projectId, workflowId, runId, nodeId: step.nodeId }, labels.get(step.nodeId) ?? '')
            }
            onRunFrom={runFrom(step.nodeId)}
            body={step.body?.map((node) => ({
              ...loopStanding(node, { count: step.items?.length ?? 0, isRunning: step.state === 'running' }),
              nodeId: node.nodeId,
              name: labels.get(node.nodeId) || node.nodeId,
            }))}
          >
            {step.inner?.map((each) => (
              <StepEntry
                key={each.nodeId}
                step={each}
                depth={each.depth}
                name={each.label || each.nodeId}
                onPeek={() =>
                  peekStep({ projectId, workflowId, runId, nodeId: `${step.nodeId}/${each.nodeId}` }, each.label)
                }
                onRunFrom={null}
              />
            ))}
          </StepEntry>
        ))}
      </ol>
    </>
  );
}

interface StepEntryProps {
  step: WorkflowStep | InnerStep;
  /** Of a step of a workflow that a step runs as its tool: how far inside it is. */
  depth?: number;
  children?: ReactNode;
  name: string;
  onPeek(): void;
  onRunFrom: (() => void) | null;
  /** What a loop does for each of its files. */
  body?: readonly LoopStep[] | undefined;
}

type LoopStep = StepStanding & { nodeId: string; name: string };

function StepEntry({ step, depth = 0, name, onPeek, onRunFrom, body, children }: StepEntryProps) {
  const t = useText();
  const { locale } = useInterface();
  const hasEnded = step.state !== 'waiting' && step.state !== 'running';
  return (
    <li
      data-state={step.state}
      className={depth > 0 ? 'workflow-step-inner' : undefined}
      data-depth={depth || undefined}
    >
      <div className="workflow-step-head">
        <span className="workflow-run-who" title={name}>
          {name}
        </span>
        <Badge tone={stepTones[step.state]}>{t(`workflow.step.${step.state}`)}</Badge>
        {step.result !== null && (
          <IconButton size="s" label={t('workflow.peek', { name })} icon={<EyeIcon />} onClick={onPeek} />
        )}
        {hasEnded && onRunFrom && (
          <IconButton size="s" label={t('workflow.runFrom', { name })} icon={<RotateIcon />} onClick={onRunFrom} />
        )}
      </div>
      <div className="workflow-quiet">{stepFacts(step, t, locale)}</div>
      {step.message !== null && <p>{sayMessage(step.message)}</p>}
      {step.files.map((path) => (
        <code key={path}>{path}</code>
      ))}
      {step.remarks && <RunLosses remarks={step.remarks} />}
      {body && body.length > 0 && <LoopBody body={body} />}
      {'items' in step && step.items && <LoopItems items={step.items} />}
      {children && <ol className="workflow-steps">{children}</ol>}
    </li>
  );
}

/** The steps of a loop: how many files have passed each. */
function LoopBody({ body }: { body: readonly LoopStep[] }) {
  const t = useText();
  const { locale } = useInterface();
  return (
    <ol className="workflow-steps">
      {body.map((each) => (
        <li key={each.nodeId} data-state={each.state} className="workflow-step-inner" data-depth={1}>
          <div className="workflow-step-head">
            <span className="workflow-run-who" title={each.name}>
              {each.name}
            </span>
            <Badge tone={stepTones[each.state]}>{t(`workflow.step.${each.state}`)}</Badge>
          </div>
          <div className="workflow-quiet">{stepFacts(each, t, locale)}</div>
        </li>
      ))}
    </ol>
  );
}

/** The files of a loop: how many are done, and each with its rows or why it failed. */
function LoopItems({ items }: { items: readonly LoopItem[] }) {
  const t = useText();
  const { locale } = useInterface();
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <details>
      <summary className="workflow-quiet">{t('workflow.filesDone', { done, count: items.length })}</summary>
      <ul className="workflow-steps">
        {items.map((item) => (
          <li key={item.path} data-state={item.state}>
            <div className="workflow-step-head">
              <code className="workflow-run-who" title={item.path}>
                {item.path.slice(item.path.lastIndexOf('/') + 1)}
              </code>
              <Badge tone={stepTones[item.state]}>{t(`workflow.step.${item.state}`)}</Badge>
            </div>
            <div className="workflow-quiet">{stepFacts(item, t, locale)}</div>
            {item.message !== null && <p>{sayMessage(item.message)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
