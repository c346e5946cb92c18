import {
  isParameterName,
  setWorkflowParameter,
  workflowText,
  workflowParameterTypes,
  type WorkflowParameter,
  type WorkflowParameterType,
} from '@groma/model';
import { Button, Check, IconButton, PlusIcon, SelectField, TextField, TrashIcon } from '@groma/ui';
import { useState } from 'react';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { sayText } from '../workflows/say-workflow.ts';
import { ParameterValue } from './parameter-value.tsx';

interface ParametersEditorProps {
  doc: Y.Doc;
  parameters: readonly WorkflowParameter[];
  isEditable: boolean;
}

/** What the workflow asks for when it is run. */
export function ParametersEditor({ doc, parameters, isEditable }: ParametersEditorProps) {
  const t = useText();
  return (
    <section className="workflow-parameters" aria-label={t('workflow.parameters')}>
      <h4>{t('workflow.parameters')}</h4>
      {parameters.length === 0 && <p className="workflow-quiet">{t('workflow.noParameters')}</p>}
      {parameters.map((parameter) => (
        <ParameterEntry
          key={parameter.name}
          parameter={parameter}
          isEditable={isEditable}
          onChange={(changes) => setWorkflowParameter(doc, parameter.name, changes)}
        />
      ))}
      {isEditable && <NewParameter doc={doc} parameters={parameters} />}
    </section>
  );
}

interface ParameterEntryProps {
  parameter: WorkflowParameter;
  isEditable: boolean;
  /** Null takes it away. */
  onChange: (changes: Partial<WorkflowParameter> | null) => void;
}

function ParameterEntry({ parameter, isEditable, onChange }: ParameterEntryProps) {
  const t = useText();
  const { name, type, required, choices } = parameter;
  return (
    <details className="workflow-run">
      <summary>
        <span className="workflow-run-who">${name}</span>
        <span className="workflow-quiet">{t(`workflow.parameterType.${type}`)}</span>
      </summary>
      <fieldset className="workflow-fields" disabled={!isEditable}>
        <SelectField<WorkflowParameterType>
          size="s"
          label={t('workflow.parameterKind')}
          options={workflowParameterTypes.map((value) => ({ value, label: t(`workflow.parameterType.${value}`) }))}
          value={type}
          onChange={(chosen) => onChange({ type: chosen, default: null })}
        />
        {type === 'choice' && <ChoicesField choices={choices} onChange={(listed) => onChange({ choices: listed })} />}
        <ParameterValue
          label={t('workflow.defaultValue')}
          parameter={parameter}
          value={parameter.default}
          mayBeNone
          onChange={(value) => onChange({ default: value })}
        />
        <Check checked={required} disabled={!isEditable} onChange={(checked) => onChange({ required: checked })}>
          {t('workflow.required')}
        </Check>
        {isEditable && (
          <IconButton
            size="s"
            label={t('workflow.deleteParameter', { name })}
            icon={<TrashIcon />}
            onClick={() => onChange(null)}
          />
        )}
      </fieldset>
    </details>
  );
}

interface ChoicesFieldProps {
  choices: readonly string[];
  onChange: (choices: string[]) => void;
}

/** The text stays as it is typed while it stands for the choices: a comma at its end is the beginning of the next. */
function ChoicesField({ choices, onChange }: ChoicesFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const isTyped = choicesOf(typed).join('\n') === choices.join('\n');
  return (
    <TextField
      size="s"
      label={t('workflow.choices')}
      hint={t('workflow.choicesHint')}
      value={isTyped ? typed : choices.join(', ')}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(choicesOf(value));
      }}
    />
  );
}

function choicesOf(typed: string): string[] {
  return typed
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
}

function NewParameter({ doc, parameters }: Pick<ParametersEditorProps, 'doc' | 'parameters'>) {
  const t = useText();
  const [name, setName] = useState('');
  const problem = !isParameterName(name)
    ? sayText(workflowText('general.parameterName', { parameter: name }))
    : parameters.some((each) => each.name === name)
      ? t('workflow.parameterTaken', { name })
      : null;
  return (
    <form
      className="workflow-new-parameter"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== null) return;
        const order = Math.max(0, ...parameters.map((each) => each.order)) + 1;
        setWorkflowParameter(doc, name, { type: 'number', default: null, required: false, choices: [], order });
        setName('');
      }}
    >
      <TextField
        size="s"
        label={t('workflow.newParameter')}
        value={name}
        maxLength={63}
        error={name === '' ? undefined : (problem ?? undefined)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="s" icon={<PlusIcon size={14} />} disabled={problem !== null}>
        {t('workflow.addParameter')}
      </Button>
    </form>
  );
}
