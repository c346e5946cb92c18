import type { ToolParameters } from '../tool/parameter-schema.ts';
import { parseProjectToolId } from '../tool/project-tool.ts';
import type { ToolField } from '../tool/tool-definition.ts';
import { generalText, type GeneralText } from './general-texts.ts';
import { nodesOf, workflowKind, type WorkflowGraph, type WorkflowNode, type WorkflowNodeOf } from './workflow-graph.ts';
import {
  isParameterName,
  type WorkflowParameter,
  type WorkflowValue,
  type WorkflowValues,
} from './workflow-parameter.ts';
import type { FindWorkflowTool } from './workflow-ports.ts';

/** How many workflows can be inside one another, the outermost included. */
export const mostWorkflowDepth = 5;

/** What a workflow gives as a tool: the rows that the node of this id saves. */
export interface WorkflowOutput {
  name: string;
  nodeId: string;
}

/** Whether a workflow can be a tool: it is a general one, and gives something. */
export function canBeTool(graph: WorkflowGraph): boolean {
  return workflowKind(graph) === 'general' && nodesOf(graph, 'save').length + nodesOf(graph, 'output').length > 0;
}

/**
 * The form of a workflow that is a tool: data nodes that are inputs, by their names, then its parameters in order. What
 * is required and has no default has none in the form either.
 */
export function workflowToolFields(graph: WorkflowGraph): ToolField[] {
  const inputs = inputNodes(graph).map(({ data: { input, label, reference } }): ToolField => {
    const known = typeof reference === 'string' && reference !== '' ? reference : null;
    // What takes its data from a parameter does without any other.
    const isNeeded = reference === '';
    return { name: input, label, type: 'data', default: known, isInput: true, ...(isNeeded && { isRequired: true }) };
  });
  const fields = new Map(inputs.map((field) => [field.name, field]));
  for (const parameter of graph.parameters ?? [])
    if (isParameterName(parameter.name) && !fields.has(parameter.name)) fields.set(parameter.name, fieldOf(parameter));
  return [...fields.values()];
}

/** The data nodes of a graph that are inputs of it as a tool, by their names. */
function inputNodes(graph: WorkflowGraph): WorkflowNodeOf<'data'>[] {
  return nodesOf(graph, 'data')
    .filter(({ data: { input } }) => isParameterName(input))
    .sort((one, other) => (one.data.input < other.data.input ? -1 : 1));
}

function fieldOf({ name, type, default: proposed, required, choices }: WorkflowParameter): ToolField {
  const named = { name, label: name };
  const needed = required && proposed === null ? { isRequired: true as const } : {};
  switch (type) {
    case 'number':
      return { ...named, ...needed, type: 'number', default: typeof proposed === 'number' ? proposed : null };
    case 'boolean':
      return { ...named, ...needed, type: 'boolean', default: typeof proposed === 'boolean' ? proposed : null };
    case 'resource':
      return { ...named, ...needed, type: 'data', default: typeof proposed === 'string' ? proposed : null };
    case 'choice': {
      const options = [...new Set(choices)];
      if (options.length === 0) return { ...named, ...needed, type: 'string', default: '' };
      const chosen = options.find((option) => option === proposed) ?? '';
      return {
        ...named,
        ...(required && chosen === '' && { isRequired: true }),
        type: 'select',
        default: chosen,
        options,
      };
    }
    case 'text':
      return { ...named, ...needed, type: 'string', default: typeof proposed === 'string' ? proposed : '' };
  }
}

/** What a workflow gives as a tool, by the labels of its saves; of two of one label the second gets a number. */
export function workflowToolOutputs(graph: WorkflowGraph): WorkflowOutput[] {
  const taken = new Set<string>();
  const saves = nodesOf(graph, 'save').sort(
    ({ position: one }, { position: other }) => one.y - other.y || one.x - other.x,
  );
  return saves.map(({ id, data: { label } }) => {
    const wanted = label.trim() || 'result';
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
    taken.add(name);
    return { name, nodeId: id };
  });
}

/** Ids of the tools of people that a graph uses. */
export function workflowToolUses(graph: Pick<WorkflowGraph, 'nodes'>): string[] {
  return [...new Set(nodesOf(graph, 'tool').map(({ data }) => data.tool))]
    .filter((id) => parseProjectToolId(id))
    .sort();
}

/** A workflow as it runs as a tool, and what its fields were given. */
export interface GivenWorkflow {
  graph: WorkflowGraph;
  values: WorkflowValues;
}

/**
 * A workflow as it runs as a tool: its inputs stand for the data that they were given, and what it saves goes to who
 * runs it. `parameters` are the values of its fields; a field without a value leaves what the workflow has itself.
 */
export function givenWorkflow(graph: WorkflowGraph, parameters: ToolParameters): GivenWorkflow {
  const nodes = graph.nodes.map((node): WorkflowNode => {
    if (node.type === 'save') return { ...node, data: { ...node.data, to: 'result' } };
    if (node.type !== 'data') return node;
    const reference = isParameterName(node.data.input) ? parameters[node.data.input] : undefined;
    return typeof reference === 'string' && reference !== '' ? { ...node, data: { ...node.data, reference } } : node;
  });
  const values = (graph.parameters ?? []).flatMap(({ name }): [string, WorkflowValue][] => {
    const value = parameters[name];
    // An empty text is none, as in the form of a run.
    const isGiven =
      typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
    return isGiven ? [[name, value]] : [];
  });
  return { graph: { ...graph, nodes }, values: Object.fromEntries(values) };
}

/**
 * Why a tool cannot stand in a workflow: a circle of workflows that use each other, or too many inside one another.
 * Null where nothing is wrong. `own` is the workflow itself, whose tools are those of its graph.
 */
export function nestingProblem(
  own: { id: string; name: string },
  toolId: string,
  findTool: FindWorkflowTool,
): GeneralText | null {
  const names = (ids: readonly string[]) =>
    ids.map((id) => (id === own.id ? own.name : (findTool(id)?.name ?? id))).join(' → ');
  const settled = new Set<string>();
  const look = (id: string, path: readonly string[]): GeneralText | null => {
    if (path.includes(id))
      return generalText('general.toolCircle', { names: names([...path.slice(path.indexOf(id)), id]) });
    const way = [...path, id];
    if (parseProjectToolId(id)?.kind !== 'workflow') return null;
    if (way.length > mostWorkflowDepth)
      return generalText('general.toolDepth', { most: mostWorkflowDepth, names: names(way) });
    // What was looked at so deep or deeper is right from here on as well.
    const key = `${way.length} ${id}`;
    if (settled.has(key)) return null;
    for (const used of findTool(id)?.uses ?? []) {
      const problem = look(used, way);
      if (problem) return problem;
    }
    settled.add(key);
    return null;
  };
  return look(toolId, [own.id]);
}
