import { appLimits, appModes, type AppSetting } from '@groma/model';
import { NumberField, SelectField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';

type Limit = keyof typeof appLimits;

/** What stands there when an author first lets readers run a notebook. */
const usual = {
  run_seconds: appLimits.run_seconds.usual,
  idle_minutes: appLimits.idle_minutes.usual,
  sessions: appLimits.sessions.usual,
};

interface AppFieldsProps {
  app: AppSetting | null;
  /** The version is out: how it may be run does not change any more. */
  isFixed: boolean;
  onChange(app: AppSetting | null): void;
}

/** Whether and how readers of a notebook may run it (PUB-118). */
export function AppFields({ app, isFixed, onChange }: AppFieldsProps) {
  const t = useText();
  const mode = app?.mode ?? 'off';
  const field = (name: Limit, label: string) => (
    <LimitField
      key={`${name} ${app?.[name]}`}
      label={t(`template.app.${label}`)}
      limit={name}
      value={app?.[name] ?? usual[name]}
      isDisabled={isFixed}
      onChange={(value) => onChange(app && { ...app, [name]: value })}
    />
  );
  return (
    <>
      <SelectField
        label={t('template.app.label')}
        hint={t(`template.app.hint.${isFixed ? 'fixed' : mode}`)}
        value={mode}
        allowDeselect={false}
        disabled={isFixed}
        onChange={(next) => onChange(next === 'off' ? null : { ...usual, ...app, mode: next })}
        options={(['off', ...appModes] as const).map((value) => ({ value, label: t(`template.app.${value}`) }))}
      />
      {app && (
        <div className="publish-app">
          {field('run_seconds', 'runSeconds')}
          {field('idle_minutes', 'idleMinutes')}
          {app.mode === 'own' && field('sessions', 'sessions')}
        </div>
      )}
    </>
  );
}

interface LimitFieldProps {
  label: string;
  limit: Limit;
  value: number;
  isDisabled: boolean;
  onChange(value: number): void;
}

/** A number that is taken, within its ends, when the field is left. */
function LimitField({ label, limit, value, isDisabled, onChange }: LimitFieldProps) {
  const [draft, setDraft] = useState<number | null>(value);
  const { least, most } = appLimits[limit];
  const take = () => {
    const wanted = draft === null ? value : Math.round(Math.min(most, Math.max(least, draft)));
    setDraft(wanted);
    if (wanted !== value) onChange(wanted);
  };
  return (
    <NumberField
      label={label}
      value={draft}
      min={least}
      max={most}
      step={1}
      disabled={isDisabled}
      hideControls={false}
      onChange={setDraft}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
