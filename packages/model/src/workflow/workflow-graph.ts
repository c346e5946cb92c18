import { z } from 'zod';
import { workflowDataTypes } from './format-table.ts';

const dataType = z.enum(workflowDataTypes);
const format = z.string().max(40).nullable();
const label = z.string().max(200);
const position = z.object({ x: z.number(), y: z.number() });
const common = { id: z.string().min(1).max(100), position };

/** The data of the three kinds of nodes of a basic workflow (WFL-027 to WFL-029). */
const inputNodeData = z.object({
  label,
  includePath: z.string().max(100_000),
  excludePath: z.string().max(100_000).default(''),
  dataType,
  format,
});
const outputNodeData = z.object({ label, path: z.string().max(4_096).default(''), dataType, format });
const conversionNodeData = z.object({
  label,
  inputType: dataType.nullable(),
  outputType: dataType.nullable(),
  inputFormat: format,
  outputFormat: format,
  isValid: z.boolean().default(true),
});

export const workflowNode = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('input'), data: inputNodeData }),
  z.object({ ...common, type: z.literal('output'), data: outputNodeData }),
  z.object({ ...common, type: z.literal('conversion'), data: conversionNodeData }),
]);
export type WorkflowNode = z.output<typeof workflowNode>;
export type WorkflowNodeType = WorkflowNode['type'];
export type WorkflowNodeOf<Type extends WorkflowNodeType> = Extract<WorkflowNode, { type: Type }>;

export const workflowEdge = z.object({
  id: z.string().min(1).max(100),
  source: z.string(),
  target: z.string(),
  type: z.string().max(40).default('default'),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type WorkflowEdge = z.output<typeof workflowEdge>;

export interface WorkflowGraph {
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
}

export function nodesOf<Type extends WorkflowNodeType>(
  { nodes }: Pick<WorkflowGraph, 'nodes'>,
  type: Type,
): WorkflowNodeOf<Type>[] {
  return nodes.filter((node): node is WorkflowNodeOf<Type> => node.type === type);
}
