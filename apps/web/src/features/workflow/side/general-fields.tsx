import { savedEndings, type WorkflowNode, type WorkflowNodeOf, type WorkflowParameter } from '@groma/model';
import { map } from '@groma/protocol';
import { NumberField, Segmented, SelectField, TextField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';
import { BoundField } from './bound-field.tsx';
import { WrittenArea, WrittenField } from '../../../platform/live-text/written-field.tsx';

export interface FieldsProps<Type extends WorkflowNode['type']> {
  node: WorkflowNodeOf<Type>;
  parameters: readonly WorkflowParameter[];
  isEditable: boolean;
  change: (changes: Readonly<Record<string, unknown>>, shown?: Readonly<Record<string, string>>) => void;
}

/** Data that a workflow can begin with. */
const dataKinds = ['layer', 'file', 'table', 'image', 'result'] as const;

export function DataFields({ node: { data }, parameters, isEditable, change }: FieldsProps<'data'>) {
  const t = useText();
  const { id: projectId } = useProject();
  return (
    <>
      <BoundField
        label={t('workflow.reference')}
        value={data.reference}
        parameters={parameters.filter(({ type }) => type === 'resource')}
        isEditable={isEditable}
        own=""
        onChange={(reference) => change({ reference })}
      >
        <fieldset className="workflow-fields" disabled={!isEditable}>
          <ResourceField
            projectId={projectId}
            kinds={dataKinds}
            label={t('workflow.reference')}
            value={typeof data.reference === 'string' && data.reference !== '' ? data.reference : null}
            onChange={(reference) => change({ reference: reference ?? '' })}
          />
        </fieldset>
      </BoundField>
      <WrittenField
        label={t('workflow.inputName')}
        hint={t('workflow.inputNameHint')}
        maxLength={63}
        value={data.input}
        readOnly={!isEditable}
        onWrite={(input, before) => change({ input }, { input: before })}
      />
    </>
  );
}

export function QueryFields({
  node: { data },
  isEditable,
  change,
  tables,
}: FieldsProps<'query'> & { tables: readonly string[] }) {
  const t = useText();
  return (
    <>
      <WrittenArea
        label={t('workflow.kind.query')}
        hint={t('workflow.queryHint')}
        className="workflow-code"
        rows={8}
        maxLength={100_000}
        value={data.query}
        readOnly={!isEditable}
        spellCheck={false}
        onWrite={(query, before) => change({ query }, { query: before })}
      />
      {tables.length > 0 && <p className="workflow-quiet">{t('workflow.tables', { names: tables.join(', ') })}</p>}
    </>
  );
}

const operators = ['=', '!=', '<', '<=', '>', '>='] as const;

export function ConditionFields({ node: { data }, parameters, isEditable, change }: FieldsProps<'condition'>) {
  const t = useText();
  const subject = data.subject === 'count' ? null : data.subject.$parameter;
  const type = subject === null ? 'number' : (parameters.find(({ name }) => name === subject)?.type ?? 'text');
  return (
    <>
      <SelectField
        label={t('workflow.subject')}
        options={[
          { value: ' count', label: t('workflow.featureCount') },
          ...parameters.map(({ name }) => ({ value: name, label: `$${name}` })),
        ]}
        value={subject ?? ' count'}
        disabled={!isEditable}
        onChange={(chosen) => change({ subject: chosen === ' count' ? 'count' : { $parameter: chosen } })}
      />
      <SelectField
        label={t('workflow.operator')}
        options={[...operators]}
        value={data.operator}
        disabled={!isEditable}
        onChange={(operator) => change({ operator })}
      />
      <BoundField
        label={t('workflow.value')}
        value={data.value}
        parameters={parameters}
        isEditable={isEditable}
        own={type === 'number' ? 0 : ''}
        onChange={(value) => change({ value })}
      >
        {type === 'number' ? (
          <NumberField
            label={t('workflow.value')}
            value={typeof data.value === 'number' ? data.value : null}
            disabled={!isEditable}
            onChange={(value) => value !== null && change({ value })}
          />
        ) : (
          <TextField
            label={t('workflow.value')}
            maxLength={1_000}
            value={String(typeof data.value === 'object' ? '' : data.value)}
            readOnly={!isEditable}
            onChange={({ currentTarget: { value } }) =>
              change({
                value: type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value,
              })
            }
          />
        )}
      </BoundField>
    </>
  );
}

export function SaveFields({ node: { data }, parameters, isEditable, change }: FieldsProps<'save'>) {
  const t = useText();
  const { id: projectId } = useProject();
  const maps = useQuery({
    queryKey: ['workflow-maps', projectId],
    queryFn: async () => (await api.call(map.listMaps, { params: { projectId } })).data,
  });
  const ofText = { parameters, isEditable, own: '' };
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  const path = words(data.path);
  return (
    <>
      <Segmented
        label={t('workflow.saveTo')}
        size="s"
        fullWidth
        value={data.to}
        options={[
          { value: 'layer', label: t('workflow.saveLayer'), disabled: !isEditable },
          { value: 'file', label: t('workflow.saveFile'), disabled: !isEditable },
          { value: 'result', label: t('workflow.saveResult'), disabled: !isEditable },
        ]}
        onChange={(to) => change({ to })}
      />
      {data.to === 'result' ? (
        <p className="workflow-quiet">{t('workflow.saveResultHint')}</p>
      ) : data.to === 'layer' ? (
        <>
          <BoundField
            {...ofText}
            label={t('workflow.map')}
            value={data.map}
            onChange={(chosen) => change({ map: chosen })}
          >
            <SelectField
              label={t('workflow.map')}
              options={(maps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={words(data.map) || null}
              placeholder={t('workflow.chooseMap')}
              disabled={!isEditable}
              onChange={(chosen) => change({ map: chosen })}
            />
          </BoundField>
          <BoundField
            {...ofText}
            label={t('workflow.layerName')}
            value={data.name}
            onChange={(name) => change({ name })}
          >
            <WrittenField
              label={t('workflow.layerName')}
              hint={t('workflow.layerNameHint')}
              maxLength={255}
              value={words(data.name)}
              readOnly={!isEditable}
              onWrite={(name, before) => change({ name }, { name: before })}
            />
          </BoundField>
        </>
      ) : (
        <BoundField
          {...ofText}
          label={t('workflow.filePath')}
          value={data.path}
          onChange={(chosen) => change({ path: chosen })}
        >
          <WrittenField
            label={t('workflow.filePath')}
            hint={t('workflow.filePathHint', { endings: [...savedEndings, '.tif'].join(', ') })}
            maxLength={1_000}
            value={path}
            readOnly={!isEditable}
            onWrite={(typed, before) => change({ path: typed }, { path: before })}
          />
        </BoundField>
      )}
    </>
  );
}

export function NoteFields({ node: { data }, isEditable, change }: Omit<FieldsProps<'note'>, 'parameters'>) {
  const t = useText();
  return (
    <WrittenArea
      label={t('workflow.noteText')}
      rows={6}
      maxLength={10_000}
      value={data.text}
      readOnly={!isEditable}
      onWrite={(text, before) => change({ text }, { text: before })}
    />
  );
}
