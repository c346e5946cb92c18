import { workflowStartKinds, type WorkflowParameter, type WorkflowStartKind, type WorkflowValue } from '@groma/model';
import { workflowStart, type WorkflowStartInfo } from '@groma/protocol';
import { Button, Dialog, SelectField, TextField } from '@groma/ui';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';
import { ParameterValue } from '../side/parameter-value.tsx';
import { showSecret } from './show-secret.tsx';
import { refreshStarts } from './use-starts.ts';

interface WantedStart {
  place: { projectId: string; workflowId: string };
  parameters: readonly WorkflowParameter[];
  /** The one that is edited; null for a new one. */
  start: WorkflowStartInfo | null;
}

/** Asks when a workflow is to start by itself, and with which values of its parameters. */
export function askStart(wanted: WantedStart): void {
  openDialog((props) => <StartDialog {...props} {...wanted} />);
}

const usualCrons = { hourly: '0 * * * *', daily: '0 6 * * *', weekdays: '0 6 * * 1-5', weekly: '0 6 * * 1' } as const;
type OftenName = keyof typeof usualCrons | 'own';
const oftenNames: readonly OftenName[] = ['hourly', 'daily', 'weekdays', 'weekly', 'own'];

function StartDialog({ opened, onClose, place, parameters, start }: DialogHostProps & WantedStart) {
  const t = useText();
  const [kind, setKind] = useState<WorkflowStartKind>(start?.kind ?? 'schedule');
  const [cron, setCron] = useState(start?.cron ?? usualCrons.daily);
  const [zone, setZone] = useState(start?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [watched, setWatched] = useState<string | null>(start?.watched ?? null);
  const [values, setValues] = useState<Readonly<Record<string, WorkflowValue>>>(start?.values ?? {});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(start ? 'workflow.editStart' : 'workflow.addStart')}
      onSubmit={() => void send()}
      foot={
        <>
          <Button onClick={onClose}>{t('workflow.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSending}>
            {t(start ? 'workflow.saveStart' : 'workflow.addStart')}
          </Button>
        </>
      }
    >
      <div className="workflow-fields">
        {!start && (
          <SelectField<WorkflowStartKind>
            label={t('workflow.startBy')}
            options={workflowStartKinds.map((value) => ({ value, label: t(`workflow.startKind.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        )}
        <p className="workflow-quiet">{t(`workflow.startHint.${kind}`)}</p>
        {kind === 'schedule' && <ScheduleFields cron={cron} zone={zone} onCron={setCron} onZone={setZone} />}
        {kind === 'change' && (
          <ResourceField
            projectId={place.projectId}
            kinds={['layer', 'file']}
            label={t('workflow.watched')}
            value={watched}
            onChange={setWatched}
          />
        )}
        {parameters.map((parameter) => (
          <ParameterValue
            key={parameter.name}
            label={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? parameter.default}
            mayBeNone={!parameter.required && parameter.default === null}
            onChange={(value) => setValues((before) => withValue(before, parameter.name, value))}
          />
        ))}
        {problem !== null && (
          <p className="workflow-wrong" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );

  async function send(): Promise<void> {
    if (kind === 'change' && watched === null) {
      setProblem(t('workflow.watchedMissing'));
      return;
    }
    setSending(true);
    try {
      if (start) await change(start.id);
      else await create();
      onClose();
      await refreshStarts(place.workflowId);
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setSending(false);
    }
  }

  async function create(): Promise<void> {
    const own =
      kind === 'schedule'
        ? { kind, cron, time_zone: zone }
        : kind === 'change'
          ? { kind, watched: watched! }
          : { kind: 'webhook' as const };
    const made = await api.call(workflowStart.createWorkflowStart, { params: place, body: { ...own, values } });
    if (made.secret !== null) showSecret({ path: made.data.path!, secret: made.secret });
  }

  async function change(startId: string): Promise<void> {
    await api.call(workflowStart.changeWorkflowStart, {
      params: { ...place, startId },
      body: {
        values,
        ...(kind === 'schedule' && { cron, time_zone: zone }),
        ...(kind === 'change' && { watched: watched! }),
      },
    });
  }
}

interface ScheduleFieldsProps {
  cron: string;
  zone: string;
  onCron(cron: string): void;
  onZone(zone: string): void;
}

function ScheduleFields({ cron, zone, onCron, onZone }: ScheduleFieldsProps) {
  const t = useText();
  const usual = oftenNames.find((name) => name !== 'own' && usualCrons[name] === cron) ?? 'own';
  return (
    <>
      <SelectField<OftenName>
        label={t('workflow.howOften')}
        options={oftenNames.map((value) => ({ value, label: t(`workflow.often.${value}`) }))}
        value={usual}
        onChange={(name) => {
          if (name !== 'own') onCron(usualCrons[name]);
        }}
      />
      <TextField
        label={t('workflow.cron')}
        hint={t('workflow.cronHint')}
        value={cron}
        dir="ltr"
        maxLength={200}
        onChange={(event) => onCron(event.currentTarget.value)}
      />
      <SelectField
        label={t('workflow.timeZone')}
        options={[...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        value={zone}
        searchable
        onChange={onZone}
      />
    </>
  );
}

/** Values without one that stands for none. */
function withValue(
  values: Readonly<Record<string, WorkflowValue>>,
  name: string,
  value: WorkflowValue | null,
): Readonly<Record<string, WorkflowValue>> {
  const { [name]: _before, ...others } = values;
  return value === null ? others : { ...others, [name]: value };
}
