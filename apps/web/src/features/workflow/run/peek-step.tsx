import { workflow } from '@groma/protocol';
import { Button, Dialog, ErrorState, SkeletonRows, useInterface } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

interface StepPlace {
  projectId: string;
  workflowId: string;
  runId: string;
  nodeId: string;
}

/** Rows that are shown of what a step gives. */
const shownRows = 100;

/** Shows the first rows of what a step of a run has given. */
export function peekStep(place: StepPlace, name: string): void {
  openDialog((props) => <PeekDialog {...props} place={place} name={name} />);
}

function PeekDialog({ opened, onClose, place, name }: DialogHostProps & { place: StepPlace; name: string }) {
  const t = useText();
  const { locale } = useInterface();
  const { data, error, refetch, isRefetching } = useQuery({
    queryKey: ['workflow-step-rows', place],
    queryFn: async () =>
      (await api.call(workflow.peekWorkflowStep, { params: { ...place }, query: { limit: shownRows } })).data,
  });
  const number = new Intl.NumberFormat(locale);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('workflow.peekTitle', { name })}
      foot={<Button onClick={onClose}>{t('workflow.close')}</Button>}
    >
      {!data && error && (
        <ErrorState title={t('workflow.peekFailed')} onRetry={() => void refetch()} isRetrying={isRefetching}>
          {errorText(error)}
        </ErrorState>
      )}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && (
        <>
          <p className="workflow-quiet">
            {t('workflow.peekShown', { shown: number.format(data.rows.length), count: number.format(data.count) })}
          </p>
          <div className="workflow-peek" tabIndex={0} role="group" aria-label={t('workflow.peekTitle', { name })}>
            <table>
              <thead>
                <tr>
                  {data.columns.map((column) => (
                    <th key={column.name} scope="col" title={column.type}>
                      {column.name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row, at) => (
                  <tr key={at}>
                    {row.map((value, column) => (
                      <td key={column} data-number={typeof value === 'number' || undefined}>
                        {cellText(value)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** A value in a cell: of a geometry its type, of anything nested its JSON. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  return typeof type === 'string' && coordinates !== undefined ? type : JSON.stringify(value);
}
