import {
  parameterOf,
  parseProjectToolId,
  workflowFormat,
  workflowText,
  type WorkflowDataType,
  type WorkflowNode,
} from '@groma/model';
import {
  AlertTriangleIcon,
  DatabaseIcon,
  FileExportIcon,
  FolderOpenIcon,
  Stack2Icon,
  FileImportIcon,
  GitForkIcon,
  LayersIntersectIcon,
  SitemapIcon,
  Terminal2Icon,
  ToolsIcon,
  TransformIcon,
  TypographyIcon,
  useInterface,
} from '@groma/ui';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { createContext, memo, use } from 'react';
import { useText, type Text } from '../../../platform/text.ts';
import { findKnownTool } from '../../../registry/own-tools.ts';
import { toolWords } from '../../../registry/tool-words.ts';
import { useGraphNode } from '../graph/use-graph.ts';
import type { StepStanding } from '../run/step-standing.ts';
import { stepFacts } from '../run/step-words.ts';
import { sayPort } from '../workflows/say-port.ts';
import { sayText } from '../workflows/say-workflow.ts';

/** Size of every node in pixels of the canvas. */
export const nodeSize = { width: 208, height: 68 };

/**
 * What React Flow is told of a node: what it draws wires and ports by. What is written in a node it is not told, since
 * it looks at all nodes and wires again for each change of one; `useGraphNode` has that. `inputs` and `outputs` are the
 * names of the ports; a node with one on a side does not show its name.
 */
export type FlowNode = Node<
  {
    /** Whether wires name its ports. */
    isNamed: boolean;
    problem: 'error' | 'warning' | null;
    inputs: readonly string[];
    outputs: readonly string[];
    /** How it stands in the newest run of a general graph. */
    step: StepStanding | null;
  },
  'step'
>;

export const nodeIcons = {
  input: FileImportIcon,
  conversion: TransformIcon,
  output: FileExportIcon,
  data: LayersIntersectIcon,
  tool: ToolsIcon,
  files: FolderOpenIcon,
  collect: Stack2Icon,
  query: Terminal2Icon,
  condition: GitForkIcon,
  merge: SitemapIcon,
  save: DatabaseIcon,
  note: TypographyIcon,
} as const;

/** Pixels across of the circle of a port. */
const handleSize = 12;

/** Where the ports of a node are: wires end there whatever is drawn. */
export function handlesOf({ isNamed, inputs, outputs }: FlowNode['data']): NonNullable<FlowNode['handles']> {
  const side = (names: readonly string[], type: 'source' | 'target') =>
    names.map((name, at) => ({
      id: isNamed ? name : null,
      type,
      position: type === 'target' ? Position.Left : Position.Right,
      x: (type === 'target' ? 0 : nodeSize.width) - handleSize / 2,
      y: ((at + 0.5) / names.length) * nodeSize.height - handleSize / 2,
      width: handleSize,
      height: handleSize,
    }));
  return [...side(inputs, 'target'), ...side(outputs, 'source')];
}

/** How much of a node is drawn: far away its label alone, farther nothing that could be read. */
type Detail = 'full' | 'label' | 'shape';
export const DetailContext = createContext<Detail>('full');

/** What can be read at a zoom. */
export function detailAt(zoom: number): Detail {
  if (zoom >= 0.4) return 'full';
  return zoom >= 0.2 ? 'label' : 'shape';
}

/** One node on the canvas: its kind, its label, what it reads or writes, and its ports; from afar less. */
export const FlowNodeView = memo(function FlowNodeView({ id, data, selected }: NodeProps<FlowNode>) {
  const shown = use(DetailContext);
  const node = useGraphNode(id);
  if (!node) return null;
  const drawn = { node, data, selected };
  return shown === 'full' ? <FullNode {...drawn} /> : <FarNode {...drawn} shown={shown} />;
});

interface DrawnNode {
  node: WorkflowNode;
  data: FlowNode['data'];
  selected: boolean;
}

/** A node from afar. Its ports cannot be used: hundreds of them would look at each move of the canvas. */
function FarNode({ node, data, selected, shown }: DrawnNode & { shown: Detail }) {
  const { problem, step } = data;
  const t = useText();
  return (
    <div
      className="workflow-node"
      data-kind={node.type}
      data-selected={selected || undefined}
      data-problem={problem}
      data-detail={shown}
      data-state={step?.state}
    >
      {shown === 'label' && (
        <span className="workflow-node-label">{node.data.label || t(`workflow.kind.${node.type}`)}</span>
      )}
      <FarPorts data={data} />
    </div>
  );
}

/** React Flow measures the ports of each node that comes into sight, and draws no wire to one that it does not find. */
function FarPorts({ data }: { data: FlowNode['data'] }) {
  return handlesOf(data).map(({ id, type, position, x, y, width, height }) => (
    <span
      key={`${type} ${id}`}
      className={`workflow-far-port ${type}`}
      data-handleid={id ?? undefined}
      data-handlepos={position}
      style={{ left: x, top: y, width, height }}
    />
  ));
}

function FullNode({ node, data, selected }: DrawnNode) {
  const { isNamed, problem, inputs, outputs, step } = data;
  const t = useText();
  const Icon = nodeIcons[node.type];
  const detail = detailOf(node, t);
  return (
    <div className="workflow-node" data-kind={node.type} data-selected={selected || undefined} data-problem={problem}>
      <Ports side="target" names={inputs} isNamed={isNamed} />
      <span className="workflow-node-icon">
        <Icon size={18} />
      </span>
      <span className="workflow-node-text">
        <span className="workflow-node-label" title={node.data.label}>
          {node.data.label || t(`workflow.kind.${node.type}`)}
        </span>
        <span className="workflow-node-detail" title={detail}>
          {detail}
        </span>
      </span>
      {problem && <AlertTriangleIcon className="workflow-node-problem" size={14} />}
      <Ports side="source" names={outputs} isNamed={isNamed} />
      {step && step.state !== 'waiting' && <StepLine step={step} />}
    </div>
  );
}

/** Under a node: how it stands in the newest run, and what it gave. */
function StepLine({ step }: { step: StepStanding }) {
  const t = useText();
  const { locale } = useInterface();
  const facts = stepFacts(step, t, locale);
  return (
    <span className="workflow-node-step" data-state={step.state}>
      {t(`workflow.step.${step.state}`)}
      {facts !== '' && ` · ${facts}`}
    </span>
  );
}

function Ports({ side, names, isNamed }: { side: 'source' | 'target'; names: readonly string[]; isNamed: boolean }) {
  return names.map((name, at) => {
    const top = `${((at + 0.5) / names.length) * 100}%`;
    return (
      <Handle
        key={name}
        id={isNamed ? name : undefined}
        type={side}
        position={side === 'target' ? Position.Left : Position.Right}
        style={names.length > 1 ? { top } : undefined}
        title={isNamed ? sayPort(name) : undefined}
      >
        {names.length > 1 && (
          <span className="workflow-port" data-side={side}>
            {sayPort(name)}
          </span>
        )}
      </Handle>
    );
  });
}

/** What a node is about, in a line. */
export function detailOf(node: WorkflowNode, t: Text): string {
  switch (node.type) {
    case 'input':
    case 'output':
      return formatText(node.data.dataType, node.data.format);
    case 'conversion': {
      const { inputType, inputFormat, outputType, outputFormat } = node.data;
      return `${formatText(inputType, inputFormat)} → ${formatText(outputType, outputFormat)}`;
    }
    case 'tool':
      return toolName(node.data.tool, t);
    case 'data':
      return wordOf(node.data.reference);
    case 'query':
      return node.data.query.trim().split('\n')[0]!;
    case 'condition': {
      const { subject, operator, value } = node.data;
      return `${subject === 'count' ? t('workflow.featureCount') : wordOf(subject)} ${operator} ${wordOf(value)}`;
    }
    case 'save':
      return node.data.to === 'file' ? wordOf(node.data.path) : wordOf(node.data.name);
    case 'note':
      return node.data.text;
    case 'files':
      return wordOf(node.data.pattern);
    case 'collect':
      return node.data.to === 'files' ? wordOf(node.data.folder) : '';
    case 'merge':
      return '';
  }
}

/** The id of a tool of people says nothing to anybody. */
function toolName(id: string, t: Text): string {
  const tool = findKnownTool(id);
  if (tool) return toolWords(tool, t).name;
  return parseProjectToolId(id) ? '' : id;
}

/** A value, or the name of the parameter that it is taken from. */
function wordOf(value: unknown): string {
  const parameter = parameterOf(value);
  return parameter === null ? String(value) : `$${parameter}`;
}

function formatText(type: WorkflowDataType | null, format: string | null): string {
  if (!type) return '?';
  return workflowFormat(type, format)?.name ?? sayText(workflowText(`type.${type}`));
}
