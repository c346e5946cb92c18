import {
  firstFormat,
  indexOfGraph,
  isAllowedConversion,
  isBasicNode,
  isOutputFolder,
  offeredFormats,
  removeFromWorkflow,
  setNodeData,
  withPaths,
  workflowDataTypes,
  type WorkflowDataType,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowNodeOf,
  type WorkflowParameter,
} from '@groma/model';
import { Button, IconButton, Note, SelectField, TextField, TrashIcon, useDebouncedValue, XIcon } from '@groma/ui';
import { memo, useState } from 'react';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import type { WorkflowIssueOf } from '../graph/use-graph.ts';
import { canConnect, connectNodes } from '../graph/connect-nodes.ts';
import { graphContext, portNames } from '../graph/graph-context.ts';
import { sayPort } from '../workflows/say-port.ts';
import { ConditionFields, DataFields, NoteFields, QueryFields, SaveFields } from './general-fields.tsx';
import { CollectFields, FilesFields } from './loop-fields.tsx';
import { RasterOptions } from './raster-options.tsx';
import { ToolFields } from './tool-fields.tsx';
import { sayText } from '../workflows/say-workflow.ts';
import { PathDropZone } from './path-drop-zone.tsx';
import { WrittenArea, WrittenField } from '../../../platform/live-text/written-field.tsx';

interface NodeEditorProps {
  doc: Y.Doc;
  graph: WorkflowGraph;
  node: WorkflowNode;
  issues: readonly WorkflowIssueOf[];
  isEditable: boolean;
}

type Change = (changes: Readonly<Record<string, unknown>>, shown?: Readonly<Record<string, string>>) => void;
interface FieldsProps<Type extends WorkflowNode['type']> {
  node: WorkflowNodeOf<Type>;
  change: Change;
  isEditable: boolean;
}

const noParameters: readonly WorkflowParameter[] = [];

/** What can be said of the selected node: its fields, where it leads, and what is wrong with it. */
export function NodeEditor({ doc, graph, node, issues, isEditable }: NodeEditorProps) {
  const t = useText();
  const change: Change = (changes, shown) => setNodeData(doc, node.id, changes, shown);
  const settled = useSettled(graph);
  const parameters = graph.parameters ?? noParameters;
  const general = { parameters, isEditable, change };
  const tables = graph.edges.flatMap(({ target, targetHandle }) => (target === node.id ? [targetHandle ?? ''] : []));
  return (
    <div className="workflow-editor">
      <h3>{t(`workflow.kind.${node.type}`)}</h3>
      <WrittenField
        label={t('workflow.label')}
        value={node.data.label}
        maxLength={200}
        readOnly={!isEditable}
        onWrite={(label, before) => change({ label }, { label: before })}
      />
      {node.type === 'input' && <InputFields node={node} change={change} isEditable={isEditable} />}
      {node.type === 'output' && <OutputFields node={node} change={change} isEditable={isEditable} />}
      {node.type === 'conversion' && <ConversionFields node={node} change={change} isEditable={isEditable} />}
      {node.type === 'data' && <DataFields {...general} node={node} />}
      {node.type === 'tool' && <ToolFields doc={doc} node={node} parameters={parameters} isEditable={isEditable} />}
      {node.type === 'files' && <FilesFields {...general} node={node} />}
      {node.type === 'collect' && <CollectFields {...general} node={node} />}
      {node.type === 'query' && <QueryFields {...general} node={node} tables={tables} />}
      {node.type === 'condition' && <ConditionFields {...general} node={node} />}
      {node.type === 'save' && <SaveFields {...general} node={node} />}
      {node.type === 'note' && <NoteFields {...general} node={node} />}
      <LeadsTo doc={doc} graph={settled} nodeId={node.id} isEditable={isEditable} />
      {issues
        .filter(({ resourceId }) => resourceId === node.id)
        .map((issue) => (
          <Note key={issue.id} kind={issue.level === 'error' ? 'error' : 'warning'}>
            {sayText(issue)}
          </Note>
        ))}
      {isEditable && (
        <Button size="s" icon={<TrashIcon size={14} />} onClick={() => removeFromWorkflow(doc, { nodes: [node.id] })}>
          {t('workflow.deleteNode')}
        </Button>
      )}
    </div>
  );
}

function InputFields({ node: { data }, change, isEditable }: FieldsProps<'input'>) {
  const t = useText();
  return (
    <>
      <WrittenArea
        label={t('workflow.includePaths')}
        hint={t('workflow.includeHint')}
        value={data.includePath}
        maxLength={100_000}
        rows={3}
        readOnly={!isEditable}
        onWrite={(includePath, before) => change({ includePath }, { includePath: before })}
      />
      {isEditable && <PathDropZone onPaths={(paths) => change({ includePath: withPaths(data.includePath, paths) })} />}
      <WrittenArea
        label={t('workflow.excludePaths')}
        hint={t('workflow.excludeHint')}
        value={data.excludePath}
        maxLength={100_000}
        rows={2}
        readOnly={!isEditable}
        onWrite={(excludePath, before) => change({ excludePath }, { excludePath: before })}
      />
      <TypeAndFormat
        direction="input"
        type={data.dataType}
        format={data.format}
        isEditable={isEditable}
        labels={['workflow.dataType', 'workflow.format']}
        onType={(dataType) => change({ dataType, format: firstFormat(dataType, 'input') })}
        onFormat={(format) => change({ format })}
      />
    </>
  );
}

function OutputFields({ node: { data }, change, isEditable }: FieldsProps<'output'>) {
  const t = useText();
  // What is not a folder yet stays in the field until it is one (WFL-085).
  const [draft, setDraft] = useState<string | null>(null);
  const path = draft ?? data.path;
  return (
    <>
      <TextField
        label={t('workflow.outputFolder')}
        value={path}
        maxLength={4_096}
        readOnly={!isEditable}
        error={isOutputFolder(path) ? undefined : t('workflow.folderHint')}
        hint={t(path === '' ? 'workflow.folderEmptyHint' : 'workflow.folderHint')}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setDraft(isOutputFolder(typed) ? null : typed);
          if (isOutputFolder(typed)) change({ path: typed });
        }}
      />
      <TypeAndFormat
        direction="output"
        type={data.dataType}
        format={data.format}
        isEditable={isEditable}
        labels={['workflow.dataType', 'workflow.format']}
        onType={(dataType) => change({ dataType, format: firstFormat(dataType, 'output') })}
        onFormat={(format) => change({ format })}
      />
    </>
  );
}

function ConversionFields({ node: { data }, change, isEditable }: FieldsProps<'conversion'>) {
  const isValid = (from: WorkflowDataType | null, to: WorkflowDataType | null) =>
    from !== null && to !== null && (from === 'any' || isAllowedConversion(from, to));
  return (
    <>
      <TypeAndFormat
        direction="input"
        type={data.inputType}
        format={data.inputFormat}
        isEditable={isEditable}
        labels={['workflow.inputType', 'workflow.inputFormat']}
        onType={(inputType) =>
          change({
            inputType,
            inputFormat: firstFormat(inputType, 'input'),
            isValid: isValid(inputType, data.outputType),
          })
        }
        onFormat={(inputFormat) => change({ inputFormat })}
      />
      <TypeAndFormat
        direction="output"
        type={data.outputType}
        format={data.outputFormat}
        isEditable={isEditable}
        labels={['workflow.outputType', 'workflow.outputFormat']}
        onType={(outputType) =>
          change({
            outputType,
            outputFormat: firstFormat(outputType, 'output'),
            isValid: isValid(data.inputType, outputType),
          })
        }
        onFormat={(outputFormat) => change({ outputFormat })}
      />
      {data.outputType === 'raster' && <RasterOptions data={data} isEditable={isEditable} change={change} />}
    </>
  );
}

interface TypeAndFormatProps {
  direction: 'input' | 'output';
  type: WorkflowDataType | null;
  format: string | null;
  isEditable: boolean;
  labels: readonly [type: string, format: string];
  onType(type: WorkflowDataType): void;
  onFormat(format: string): void;
}

function TypeAndFormat({ direction, type, format, isEditable, labels, onType, onFormat }: TypeAndFormatProps) {
  const t = useText();
  const types = workflowDataTypes.filter((each) => direction === 'input' || each !== 'any');
  const formats = type === null ? [] : offeredFormats(type, direction);
  return (
    <>
      <SelectField<WorkflowDataType>
        label={t(labels[0])}
        options={types.map((value) => ({ value, label: t(`workflow-text.type.${value}`) }))}
        value={type}
        disabled={!isEditable}
        onChange={onType}
      />
      <SelectField
        label={t(labels[1])}
        options={formats.map(({ id, name }) => ({ value: id, label: name }))}
        value={format}
        disabled={!isEditable || formats.length === 0}
        placeholder={formats.length === 0 ? t('workflow.detected') : undefined}
        onChange={onFormat}
      />
    </>
  );
}

/** Milliseconds after the last key until names of nodes are read again. */
const namesPauseMs = 300;

/**
 * The graph with the names of its nodes as they were before somebody began to type; its nodes and wires are those that
 * there are.
 */
function useSettled(graph: WorkflowGraph): WorkflowGraph {
  const [settled] = useDebouncedValue(graph, namesPauseMs);
  return settled.edges === graph.edges && settled.nodes.length === graph.nodes.length ? settled : graph;
}

interface LeadsToProps {
  doc: Y.Doc;
  graph: WorkflowGraph;
  nodeId: string;
  isEditable: boolean;
}

/**
 * Where a node leads, for the keyboard as well: connections are made and taken away here without a pointer. All nodes
 * are asked whether they can be one of its ends, so nothing of it is drawn anew for each key.
 */
const LeadsTo = memo(function LeadsTo({ doc, graph, nodeId, isEditable }: LeadsToProps) {
  const t = useText();
  const { nodes, outgoing } = indexOfGraph(graph);
  const node = nodes.get(nodeId);
  if (!node) return null;
  const nameOf = (id: string) => nodes.get(id)?.data.label ?? '';
  const { outputs } = portNames(graph, node);
  const edges = outgoing.get(node.id) ?? [];
  const ends = graph.nodes.flatMap((to) => endsAt(graph, to));
  const context = graphContext();
  return (
    <div className="workflow-leads">
      {edges.map(({ id, target }) => (
        <div key={id} className="workflow-lead">
          <span>{t('workflow.leadsTo', { name: nameOf(target) })}</span>
          {isEditable && (
            <IconButton
              size="s"
              label={t('workflow.disconnect', { name: nameOf(target) })}
              icon={<XIcon />}
              onClick={() => removeFromWorkflow(doc, { edges: [id] })}
            />
          )}
        </div>
      ))}
      {isEditable &&
        outputs.map((output) => {
          const sourceHandle = isBasicNode(node) ? null : output;
          const free = ends.filter(({ target, targetHandle }) =>
            canConnect(graph, node.id, target, { sourceHandle, targetHandle }, context),
          );
          if (free.length === 0) return null;
          return (
            <SelectField
              key={output}
              label={
                outputs.length > 1 ? t('workflow.connectPortTo', { port: sayPort(output) }) : t('workflow.connectTo')
              }
              options={free.map(({ value, label }) => ({ value, label }))}
              value={null}
              placeholder={t('workflow.chooseNode')}
              onChange={(chosen) => {
                const end = free.find(({ value }) => value === chosen)!;
                connectNodes(doc, graph, node.id, end.target, { sourceHandle, targetHandle: end.targetHandle });
              }}
            />
          );
        })}
    </div>
  );
});

/** Where wires can end at a node: at each of its ports, which are named where there are several. */
function endsAt(graph: WorkflowGraph, node: WorkflowNode) {
  const { inputs } = portNames(graph, node);
  const label = node.data.label || node.id;
  return inputs.map((port) => ({
    target: node.id,
    targetHandle: isBasicNode(node) ? null : port,
    value: `${node.id} ${port}`,
    label: inputs.length > 1 ? `${label}: ${sayPort(port)}` : label,
  }));
}
