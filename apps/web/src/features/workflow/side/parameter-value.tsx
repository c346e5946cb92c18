import type { WorkflowParameter, WorkflowValue } from '@groma/model';
import { Check, NumberField, SelectField, TextField } from '@groma/ui';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';

interface ParameterValueProps {
  label: string;
  parameter: WorkflowParameter;
  value: WorkflowValue | null;
  /** The list of a choice also offers none. */
  mayBeNone?: boolean;
  onChange: (value: WorkflowValue | null) => void;
}

/** Stands for no value in a list. */
const none = ' none';

/** The field of a value of a parameter, by its type. Where nothing is proposed, a boolean is chosen, not ticked. */
export function ParameterValue({ label, parameter, value, mayBeNone = false, onChange }: ParameterValueProps) {
  const { type, choices } = parameter;
  const t = useText();
  const { id: projectId } = useProject();
  switch (type) {
    case 'number':
      return (
        <NumberField size="s" label={label} value={typeof value === 'number' ? value : null} onChange={onChange} />
      );
    case 'boolean':
      if (mayBeNone || parameter.default === null)
        return (
          <SelectField
            size="s"
            label={label}
            options={[
              ...(mayBeNone ? [{ value: none, label: t('workflow.noValue') }] : []),
              { value: 'yes', label: t('workflow.port.yes') },
              { value: 'no', label: t('workflow.port.no') },
            ]}
            value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : mayBeNone ? none : null}
            placeholder={t('workflow.noValue')}
            onChange={(chosen) => onChange(chosen === none ? null : chosen === 'yes')}
          />
        );
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
          options={[
            ...(mayBeNone ? [{ value: none, label: t('workflow.noValue') }] : []),
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          value={typeof value === 'string' ? value : mayBeNone ? none : null}
          placeholder={t('workflow.noValue')}
          onChange={(chosen) => onChange(chosen === none ? null : chosen)}
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
