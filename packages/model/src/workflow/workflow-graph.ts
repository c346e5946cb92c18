import { z } from 'zod';
import { conversionOptions } from './conversion-options.ts';
import { workflowDataTypes } from './format-table.ts';
import type { WorkflowParameter } from './workflow-parameter.ts';

/** Endings of the files that results can be saved as. */
export const savedEndings = ['.geojson', '.csv', '.parquet', '.gpkg', '.fgb', '.kml', '.zip'] as const;

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
  /** How rasters are written. */
  options: conversionOptions.optional(),
});

/** How a field takes its value from a parameter of the workflow. */
const bound = z.strictObject({ $parameter: z.string().max(100) });

/** The data of the kinds of nodes that make a workflow a general one. */
const dataNodeData = z.object({
  label,
  /**
   * A name or reference of data: `layer:World/roads`, `file:/data/x.csv`, `table:…`, `image:…`; empty where nothing is
   * chosen yet.
   */
  reference: z.union([z.string().max(2_000), bound]).default(''),
  /** Its name as an input of the workflow as a tool; empty where it is none. */
  input: z.string().max(100).default(''),
});
const toolNodeData = z.object({
  label,
  tool: z.string().max(200),
  /** Values of the tool's fields by name; inputs that are connected need none. */
  parameters: z.record(z.string().max(100), z.unknown()).default({}),
});
/** Files that are taken one at a time, up to the node that collects what comes of them. */
const filesNodeData = z.object({
  label,
  /** A folder, `/data/in/`, or a pattern, `/data/in/*.gpkg`. */
  pattern: z.union([z.string().max(1_000), bound]).default(''),
  /** How many are carried out at once. */
  atOnce: z.int().min(1).max(4).default(2),
});
const collectNodeData = z.object({
  label,
  /** Whether the results become one, or each a file under the name of the one that it was made of. */
  to: z.enum(['merge', 'files']).default('merge'),
  /** Of the files: `/data/out/`. */
  folder: z.union([z.string().max(1_000), bound]).default(''),
  /** Of the files, which says the format. */
  ending: z.enum(savedEndings).default('.gpkg'),
});
const queryNodeData = z.object({ label, query: z.string().max(100_000).default('') });
const conditionNodeData = z.object({
  label,
  /** The number of features that come in, or a parameter. */
  subject: z.union([z.literal('count'), bound]).default('count'),
  operator: z.enum(['=', '!=', '<', '<=', '>', '>=']).default('>'),
  value: z.union([z.number(), z.string().max(1_000), z.boolean(), bound]).default(0),
});
const saveNodeData = z.object({
  label,
  /** A `result` is written nowhere: whoever runs the workflow as a tool gets it. */
  to: z.enum(['layer', 'file', 'result']).default('layer'),
  /** The id of the map that gets the layer. */
  map: z.union([z.string().max(200), bound]).default(''),
  /** Of the layer; empty for the label of what is saved. */
  name: z.union([z.string().max(255), bound]).default(''),
  /** Of the file: `/data/x.parquet`, whose ending says the format. A taken name gets a number. */
  path: z.union([z.string().max(1_000), bound]).default(''),
});

export const workflowNode = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('input'), data: inputNodeData }),
  z.object({ ...common, type: z.literal('output'), data: outputNodeData }),
  z.object({ ...common, type: z.literal('conversion'), data: conversionNodeData }),
  z.object({ ...common, type: z.literal('data'), data: dataNodeData }),
  z.object({ ...common, type: z.literal('tool'), data: toolNodeData }),
  z.object({ ...common, type: z.literal('files'), data: filesNodeData }),
  z.object({ ...common, type: z.literal('collect'), data: collectNodeData }),
  z.object({ ...common, type: z.literal('query'), data: queryNodeData }),
  z.object({ ...common, type: z.literal('condition'), data: conditionNodeData }),
  z.object({ ...common, type: z.literal('merge'), data: z.object({ label }) }),
  z.object({ ...common, type: z.literal('save'), data: saveNodeData }),
  z.object({ ...common, type: z.literal('note'), data: z.object({ label, text: z.string().max(10_000).default('') }) }),
]);
export type WorkflowNode = z.output<typeof workflowNode>;
/** The kinds of a basic workflow. */
export type WorkflowNodeType = 'input' | 'output' | 'conversion';
/** The kinds that make a workflow a general one. */
export type GeneralNodeType = Exclude<WorkflowNode['type'], WorkflowNodeType>;
export type WorkflowNodeOf<Type extends WorkflowNode['type']> = Extract<WorkflowNode, { type: Type }>;

export const workflowEdge = z.object({
  id: z.string().min(1).max(100),
  source: z.string(),
  target: z.string(),
  /** The ports it joins, by name; basic nodes have one on each side and name none. */
  sourceHandle: z.string().max(200).nullish(),
  targetHandle: z.string().max(200).nullish(),
  type: z.string().max(40).default('default'),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type WorkflowEdge = z.output<typeof workflowEdge>;

export interface WorkflowGraph {
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
  /** Of a general workflow. */
  parameters?: readonly WorkflowParameter[] | undefined;
}

const basicTypes: ReadonlySet<WorkflowNode['type']> = new Set<WorkflowNodeType>(['input', 'output', 'conversion']);

/** Whether a node is one of the three kinds of basic workflows. */
export function isBasicNode(node: WorkflowNode): node is WorkflowNodeOf<WorkflowNodeType> {
  return basicTypes.has(node.type);
}

/** Kinds of workflows: basic ones convert files, general ones have steps of any kind. */
export type WorkflowKind = 'basic' | 'general';

/** `basic` while a workflow has inputs, conversions and outputs only; any other node makes it `general`. */
export function workflowKind({ nodes }: Pick<WorkflowGraph, 'nodes'>): WorkflowKind {
  return nodes.every(isBasicNode) ? 'basic' : 'general';
}

export function nodesOf<Type extends WorkflowNode['type']>(
  { nodes }: Pick<WorkflowGraph, 'nodes'>,
  type: Type,
): WorkflowNodeOf<Type>[] {
  return nodes.filter((node): node is WorkflowNodeOf<Type> => node.type === type);
}
