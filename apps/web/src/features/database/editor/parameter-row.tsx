import { TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

interface ParameterRowProps {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange(name: string, value: string): void;
  onExecute(): void;
}

/** Fields for the parameters of the SQL; their values are kept with it. */
export function ParameterRow({ names, values, onChange, onExecute }: ParameterRowProps) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <div className="sql-parameters" role="group" aria-label={t('database.parameters')}>
      {names.map((name) => (
        <label key={name}>
          <code>${name}</code>
          <TextField
            size="s"
            value={values[name] ?? ''}
            placeholder={t('database.null')}
            aria-label={t('database.parameter', { name })}
            onChange={(event) => onChange(name, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                onExecute();
              }
            }}
          />
        </label>
      ))}
      <small>{t('database.parameterHint')}</small>
    </div>
  );
}
