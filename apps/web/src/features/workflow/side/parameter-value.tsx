import type { WorkflowParameter, WorkflowValue } from '@groma/model';
import { Check, NumberField, SelectField, TextField } from '@groma/ui';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';

interface ParameterValueProps {
  label: string;
  parameter: WorkflowParameter;
  value: WorkflowValue | null;
  onChange: (value: WorkflowValue | null) => void;
}

/** The field of a value of a parameter, by its type. */
export function ParameterValue({ label, parameter: { type, choices }, value, onChange }: ParameterValueProps) {
  const t = useText();
  const { id: projectId } = useProject();
  switch (type) {
    case 'number':
      return (
        <NumberField size="s" label={label} value={typeof value === 'number' ? value : null} onChange={onChange} />
      );
    case 'boolean':
      return (
        <Check checked={value === true} onChange={onChange}>
          {label}
        </Check>
      );
    case 'choice':
      return (
        <SelectField
          size="s"
          label={label}
          options={choices}
          value={typeof value === 'string' ? value : null}
          placeholder={t('workflow.noValue')}
          onChange={onChange}
        />
      );
    case 'resource':
      return (
        <ResourceField
          projectId={projectId}
          kinds={['layer', 'file', 'table', 'image', 'result']}
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'text':
      return (
        <TextField
          size="s"
          label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
