import {
  isBasicNode,
  workflowFormat,
  workflowText,
  type WorkflowDataType,
  type WorkflowNode,
} from '@groma/model';
import { AlertTriangleIcon, FileExportIcon, FileImportIcon, TransformIcon } from '@groma/ui';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useText } from '../../../platform/text.ts';
import { sayText } from '../workflows/say-workflow.ts';

/** Size of every node in pixels of the canvas. */
export const nodeSize = { width: 208, height: 68 };

export type FlowNode = Node<{ node: WorkflowNode; problem: 'error' | 'warning' | null }, 'step'>;

const icons = { input: FileImportIcon, conversion: TransformIcon, output: FileExportIcon };

/** One node on the canvas: its kind, its label, and what it reads or writes. */
export const FlowNodeView = memo(function FlowNodeView({ data: { node, problem }, selected }: NodeProps<FlowNode>) {
  const t = useText();
  const Icon = isBasicNode(node) ? icons[node.type] : TransformIcon;
  return (
    <div className="workflow-node" data-kind={node.type} data-selected={selected || undefined} data-problem={problem}>
      {node.type !== 'input' && <Handle type="target" position={Position.Left} />}
      <span className="workflow-node-icon">
        <Icon size={18} />
      </span>
      <span className="workflow-node-text">
        <span className="workflow-node-label" title={node.data.label}>
          {node.data.label || t(`workflow.kind.${node.type}`)}
        </span>
        <span className="workflow-node-detail" title={detailOf(node)}>
          {detailOf(node)}
        </span>
      </span>
      {problem && <AlertTriangleIcon className="workflow-node-problem" size={14} />}
      {node.type !== 'output' && <Handle type="source" position={Position.Right} />}
    </div>
  );
});

/** What a node is about, in a line. */
export function detailOf(node: WorkflowNode): string {
  if (!isBasicNode(node)) return '';
  if (node.type !== 'conversion') return formatText(node.data.dataType, node.data.format);
  const { inputType, inputFormat, outputType, outputFormat } = node.data;
  return `${formatText(inputType, inputFormat)} → ${formatText(outputType, outputFormat)}`;
}

function formatText(type: WorkflowDataType | null, format: string | null): string {
  if (!type) return '?';
  return workflowFormat(type, format)?.name ?? sayText(workflowText(`type.${type}`));
}
