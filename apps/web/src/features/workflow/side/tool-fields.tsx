import {
  fieldCounts,
  findTool,
  parseProjectToolId,
  setToolParameter,
  workflowText,
  type ToolDefinition,
  type ToolField,
  type ToolParameters,
  type WorkflowNodeOf,
  type WorkflowParameter,
  type WorkflowText,
} from '@groma/model';
import { Note, TextArea, TextField } from '@groma/ui';
import { memo } from 'react';
import type * as Y from 'yjs';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { findKnownTool } from '../../../registry/own-tools.ts';
import { PlainToolField } from '../../../registry/plain-tool-field.tsx';
import { ResourceField } from '../../../registry/resource-field.tsx';
import { fieldLabel, toolWords } from '../../../registry/tool-words.ts';
import { sayText } from '../workflows/say-workflow.ts';
import { BoundField } from './bound-field.tsx';

/** Kinds of data that have rows. */
const rowKinds = ['layer', 'file', 'table', 'result'] as const;

interface ToolFieldsProps {
  doc: Y.Doc;
  node: WorkflowNodeOf<'tool'>;
  parameters: readonly WorkflowParameter[];
  isEditable: boolean;
}

/** The form of the tool of a node, as its definition has it; each field may take its value from a parameter. */
export const ToolFields = memo(function ToolFields({ doc, node, parameters, isEditable }: ToolFieldsProps) {
  const t = useText();
  const tool = findKnownTool(node.data.tool);
  const own = node.data.parameters as ToolParameters;
  if (!tool) return <Note kind="error">{sayText(missingTool(node))}</Note>;
  return (
    <>
      <p className="workflow-quiet">{toolWords(tool, t).help}</p>
      <fieldset className="workflow-fields" disabled={!isEditable}>
        {tool.fields.map((field) => {
          if (!fieldCounts(field, { ...defaultsOf(tool), ...own })) return null;
          const value = node.data.parameters[field.name];
          const change = (changed: unknown) => setToolParameter(doc, node.id, field.name, changed);
          return (
            <BoundField
              key={field.name}
              label={fieldLabel(field, t)}
              value={value}
              parameters={parameters}
              isEditable={isEditable}
              own={undefined}
              onChange={change}
            >
              <Field
                field={field}
                value={(value ?? field.default) as ToolParameters[string]}
                values={own}
                onChange={change}
              />
            </BoundField>
          );
        })}
      </fieldset>
    </>
  );
}, isSameForm);

/** The label is typed elsewhere; only tools that people have made can become others. */
function isSameForm(one: ToolFieldsProps, other: ToolFieldsProps): boolean {
  const [was, will] = [one.node.data, other.node.data];
  return (
    one.doc === other.doc &&
    one.isEditable === other.isEditable &&
    one.parameters === other.parameters &&
    one.node.id === other.node.id &&
    was.tool === will.tool &&
    findTool(will.tool) !== undefined &&
    JSON.stringify(was.parameters) === JSON.stringify(will.parameters)
  );
}

function missingTool({ data: { tool, label } }: WorkflowNodeOf<'tool'>): WorkflowText {
  return parseProjectToolId(tool)
    ? workflowText('general.toolWithdrawn', { tool: label })
    : workflowText('general.unknownTool', { tool });
}

function defaultsOf({ fields }: Pick<ToolDefinition, 'fields'>): ToolParameters {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

interface FieldProps {
  field: ToolField;
  value: ToolParameters[string];
  values: ToolParameters;
  onChange: (value: ToolParameters[string]) => void;
}

function Field({ field, value, values, onChange }: FieldProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const label = fieldLabel(field, t);
  if (field.type === 'layer' || (field.type === 'data' && field.isInput))
    return (
      <ResourceField
        projectId={projectId}
        kinds={rowKinds}
        none={t('workflow.fromWire')}
        label={label}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
      />
    );
  switch (field.type) {
    case 'image':
      return (
        <ResourceField
          projectId={projectId}
          kinds={['image']}
          none={t('workflow.fromWire')}
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'expression':
      return (
        <TextArea
          label={label}
          rows={2}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'extent':
      return (
        <TextField
          size="s"
          label={label}
          hint={t('workflow.extentHint')}
          value={String(value ?? '')}
          onChange={({ currentTarget: { value: typed } }) => onChange(typed.trim() === '' ? null : typed)}
        />
      );
    default:
      return <PlainToolField projectId={projectId} field={field} value={value} values={values} onChange={onChange} />;
  }
}
