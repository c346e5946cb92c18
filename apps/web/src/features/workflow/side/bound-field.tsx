import { parameterOf, type WorkflowParameter } from '@groma/model';
import { SelectField } from '@groma/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';

interface BoundFieldProps {
  label: string;
  value: unknown;
  parameters: readonly WorkflowParameter[];
  isEditable: boolean;
  /** The value of the field itself when it is no longer bound. */
  own: unknown;
  onChange: (value: unknown) => void;
  children: ReactNode;
}

/** Stands for a value of the field's own. */
const ownValue = ' own';

/** A field that may take its value from a parameter of the workflow, where there are such. */
export function BoundField({ label, value, parameters, isEditable, own, onChange, children }: BoundFieldProps) {
  const t = useText();
  const bound = parameterOf(value);
  if (bound === null && (parameters.length === 0 || !isEditable)) return children;
  const names = parameters.map(({ name }) => ({ value: name, label: `$${name}` }));
  const options =
    bound === null || names.some((each) => each.value === bound)
      ? names
      : [...names, { value: bound, label: `$${bound}` }];
  const choose = (name: string) => onChange(name === ownValue ? own : { $parameter: name });
  if (bound !== null)
    return (
      <SelectField
        size="s"
        label={label}
        hint={t('workflow.fromParameter')}
        options={[{ value: ownValue, label: t('workflow.ownValue') }, ...options]}
        value={bound}
        disabled={!isEditable}
        onChange={choose}
      />
    );
  return (
    <div className="workflow-bound">
      {children}
      <SelectField
        size="s"
        aria-label={t('workflow.bindField', { name: label })}
        placeholder={t('workflow.bind')}
        options={options}
        value={null}
        onChange={choose}
      />
    </div>
  );
}
