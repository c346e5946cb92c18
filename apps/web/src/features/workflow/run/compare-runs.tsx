import type { WorkflowStep } from '@groma/model';
import type { WorkflowRun } from '@groma/protocol';
import { Badge, Button, Dialog, ErrorState, SkeletonRows, useInterface } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { momentIn } from '../start/say-start.ts';
import { compareRuns, type GraphDifference } from './run-differences.ts';
import { stepFacts, stepTones } from './step-words.ts';
import { useRun, type RunWithSteps } from './use-run.ts';

interface ComparedRuns {
  place: { projectId: string; workflowId: string };
  runs: readonly [WorkflowRun, WorkflowRun];
}

/** Shows two runs of a workflow side by side, the earlier one first. */
export function showComparison(compared: ComparedRuns): void {
  openDialog((props) => <ComparisonDialog {...props} {...compared} />);
}

function ComparisonDialog({ opened, onClose, place: { projectId, workflowId }, runs }: DialogHostProps & ComparedRuns) {
  const t = useText();
  const [earlier, later] = runs.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const before = useRun(projectId, workflowId, earlier!.id);
  const after = useRun(projectId, workflowId, later!.id);
  const failed = [before, after].find(({ error, data }) => error && !data);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('workflow.compareTitle')}
      size="xl"
      foot={<Button onClick={onClose}>{t('workflow.close')}</Button>}
    >
      {failed && (
        <ErrorState
          title={t('workflow.stepsFailed')}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isRefetching}
        >
          {errorText(failed.error)}
        </ErrorState>
      )}
      {!failed && !(before.data && after.data) && <SkeletonRows rows={5} />}
      {before.data && after.data && <Comparison before={before.data} after={after.data} />}
    </Dialog>
  );
}

function Comparison({ before, after }: { before: RunWithSteps; after: RunWithSteps }) {
  const t = useText();
  const { locale } = useInterface();
  const { graph, values, steps } = compareRuns(before, after);
  return (
    <div className="workflow-comparison">
      <div className="workflow-peek" tabIndex={0} role="group" aria-label={t('workflow.compareTitle')}>
        <table>
          <thead>
            <tr>
              <td />
              {[before, after].map((run, at) => (
                <th key={run.id} scope="col">
                  {t(at === 0 ? 'workflow.earlierRun' : 'workflow.laterRun')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('workflow.runWhen')}</th>
              {[before, after].map((run) => (
                <td key={run.id}>
                  {momentIn(locale, run.createdAt)} <Badge>{t(`workflow.status.${run.status}`)}</Badge>
                </td>
              ))}
            </tr>
            {values.map(({ name, before: was, after: is }) => (
              <tr key={`value ${name}`} data-differs={was !== is || undefined}>
                <th scope="row">${name}</th>
                <td>{was}</td>
                <td>{is}</td>
              </tr>
            ))}
            {steps.map(({ id, name, before: was, after: is }) => (
              <tr key={`step ${id}`} data-differs={outcomeOf(was) !== outcomeOf(is) || undefined}>
                <th scope="row">{name}</th>
                <StepCell step={was} />
                <StepCell step={is} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h4>{t('workflow.graphDifferences')}</h4>
      {graph.length === 0 && <p className="workflow-quiet">{t('workflow.graphSame')}</p>}
      <ul>
        {graph.map((difference) => (
          <DifferenceLine key={JSON.stringify(difference)} difference={difference} />
        ))}
      </ul>
    </div>
  );
}

/** How long a step took is no difference. */
function outcomeOf(step: WorkflowStep | undefined): string {
  return JSON.stringify(step && [step.state, step.rows, step.files, step.message]);
}

function StepCell({ step }: { step: WorkflowStep | undefined }) {
  const t = useText();
  const { locale } = useInterface();
  if (!step) return <td>—</td>;
  return (
    <td>
      <Badge tone={stepTones[step.state]}>{t(`workflow.step.${step.state}`)}</Badge>{' '}
      <span className="workflow-quiet">{stepFacts(step, t, locale)}</span>
    </td>
  );
}

function DifferenceLine({ difference }: { difference: GraphDifference }) {
  const t = useText();
  const { kind, name } = difference;
  return (
    <li>
      {kind === 'changed'
        ? t('workflow.graphChanged', { name, fields: difference.fields.join(', ') })
        : t(`workflow.graph.${kind}`, { name })}
    </li>
  );
}
