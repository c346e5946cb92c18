import {
  addToWorkflow,
  checkGraph,
  findTool,
  GromaError,
  newGeneralNode,
  newId,
  newWorkflowNode,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setToolParameter,
  setWorkflowParameter,
  workflowNode,
  workflowParameterTypes,
  type GeneralNodeType,
  type WorkflowGraph,
  type WorkflowNodeType,
} from '@groma/model';
import * as Y from 'yjs';
import { z } from 'zod';

const nodeTypes = [
  'input',
  'conversion',
  'output',
  'data',
  'tool',
  'files',
  'collect',
  'query',
  'condition',
  'merge',
  'save',
  'note',
] as const;
const id = z.string().min(1).max(100);
const port = z.string().max(200).optional();

/** One step of building a graph. */
export const graphStep = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('add'),
    id: id.describe('A new id, by which later steps name it.'),
    type: z.enum(nodeTypes),
    label: z.string().max(200),
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe(
        'By type. data: reference. tool: tool, parameters. query: query (SQL; inputs are named by their labels). ' +
          'save: to (layer, file, result), map, name, path. condition: operator, value. input: includePath, dataType, ' +
          'format. conversion: inputType, inputFormat, outputType, outputFormat. output: path, dataType, format.',
      ),
  }),
  z.object({ do: z.literal('set'), node: id, data: z.record(z.string(), z.unknown()) }),
  z.object({ do: z.literal('remove'), node: id }),
  z.object({ do: z.literal('connect'), from: id, to: id, from_port: port, to_port: port }),
  z.object({ do: z.literal('disconnect'), from: id, to: id }),
  z.object({
    do: z.literal('parameter'),
    name: z.string().max(100),
    type: z.enum(workflowParameterTypes).optional().describe('Left out: the parameter goes.'),
    default: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
    choices: z.array(z.string().max(200)).max(200).optional(),
  }),
]);
export type GraphStep = z.output<typeof graphStep>;

/** Pixels of the canvas between a node and the next. */
const stepWidth = 300;
const basic: ReadonlySet<string> = new Set<WorkflowNodeType>(['input', 'conversion', 'output']);

/** A document that holds a graph. */
export function draftOf(graph: WorkflowGraph): Y.Doc {
  const doc = new Y.Doc();
  addToWorkflow(doc, graph);
  return doc;
}

/** The graph that steps make of a document. @throws GromaError BAD_INPUT for a step that cannot be */
export function takeSteps(doc: Y.Doc, steps: readonly GraphStep[]): WorkflowGraph {
  for (const step of steps) takeStep(doc, step);
  return readWorkflowGraph(doc);
}

/** What would stop a run of a graph, as sentences. Tools that people of the project offer are not looked at. */
export function problemsOf(graph: WorkflowGraph): string[] {
  const labels = new Map(graph.nodes.map((node) => [node.id, node.data.label]));
  return checkGraph(graph, { findTool })
    .filter(({ level }) => level === 'error')
    .map(({ resourceId, message }) => (resourceId === null ? message : `${labels.get(resourceId) ?? ''}: ${message}`));
}

function takeStep(doc: Y.Doc, step: GraphStep): void {
  const { nodes, edges } = readWorkflowGraph(doc);
  const known = (wanted: string): void => {
    if (!nodes.some((node) => node.id === wanted))
      throw badStep(`there is no node ${wanted}. The nodes are ${nodes.map((node) => node.id).join(', ')}.`);
  };
  switch (step.do) {
    case 'add': {
      if (nodes.some((node) => node.id === step.id)) throw badStep(`there is a node ${step.id} already.`);
      const x = Math.max(40 - stepWidth, ...nodes.map(({ position }) => position.x)) + stepWidth;
      const made = newNode(step, { x, y: 120 });
      const { success, data, error } = workflowNode.safeParse(made);
      if (!success) throw badStep(`node ${step.id}: ${z.prettifyError(error)}`);
      return addToWorkflow(doc, { nodes: [data], edges: [] });
    }
    case 'set': {
      known(step.node);
      const { parameters, ...fields } = step.data as { parameters?: Record<string, unknown> };
      setNodeData(doc, step.node, fields);
      for (const [name, value] of Object.entries(parameters ?? {}))
        setToolParameter(doc, step.node, name, value ?? undefined);
      // What does not fit is left out of the graph.
      if (!readWorkflowGraph(doc).nodes.some((node) => node.id === step.node))
        throw badStep(`node ${step.node} cannot have these values.`);
      return;
    }
    case 'remove':
      known(step.node);
      return removeFromWorkflow(doc, { nodes: [step.node] });
    case 'connect': {
      known(step.from);
      known(step.to);
      const ports = { sourceHandle: step.from_port ?? null, targetHandle: step.to_port ?? null };
      const edge = { id: newId(), source: step.from, target: step.to, ...ports, type: 'default', data: {} };
      return addToWorkflow(doc, { nodes: [], edges: [edge] });
    }
    case 'disconnect': {
      const found = edges.filter(({ source, target }) => source === step.from && target === step.to);
      if (found.length === 0) throw badStep(`nothing connects ${step.from} with ${step.to}.`);
      return removeFromWorkflow(doc, { edges: found.map((edge) => edge.id) });
    }
    case 'parameter': {
      const { name, type, choices = [] } = step;
      if (type === undefined) return setWorkflowParameter(doc, name, null);
      return setWorkflowParameter(doc, name, { type, default: step.default ?? null, choices });
    }
    default:
      step satisfies never;
  }
}

function newNode(step: Extract<GraphStep, { do: 'add' }>, position: { x: number; y: number }): unknown {
  const { type, label, data } = step;
  if (!basic.has(type)) return newGeneralNode(type as GeneralNodeType, step.id, position, { ...data, label });
  const made = newWorkflowNode(type as WorkflowNodeType, step.id, position, label);
  return { ...made, data: { ...made.data, ...data } };
}

function badStep(detail: string): GromaError {
  return new GromaError('BAD_INPUT', { detail });
}
