import {
  boundValue,
  englishOfGeneral,
  generalText,
  givenWorkflow,
  GromaError,
  inputFields,
  mostWorkflowDepth,
  parameterSchema,
  parseProjectToolId,
  workflowToolOutputs,
  type ToolParameters,
  type WorkflowNodeOf,
  type WorkflowTool,
  type WorkflowValues,
} from '@groma/model';
import { requireGeneral, toolsOf } from './check-run.ts';
import { rowsOf } from './carry-out-step.ts';
import type { CourseParts, GraphCheckpoint, InnerRun, PathEntry } from './course-parts.ts';
import type { CarriedStep, TakenByStep } from './run-graph.ts';

/**
 * Reads the workflow that is the tool of a step, and checks it with what it is given.
 * @throws GromaError NOT_FOUND for one that is offered no longer, WORKFLOW_NOT_READY, BAD_INPUT naming the parameter
 */
export async function beginInner(
  parts: CourseParts,
  {
    node,
    taken,
    values,
    path,
  }: {
    node: WorkflowNodeOf<'tool'>;
    taken: readonly TakenByStep[];
    values: WorkflowValues;
    path: readonly PathEntry[];
  },
): Promise<InnerRun> {
  const { needs, caller } = parts;
  const found = await needs.findProjectTool(caller.projectId, node.data.tool);
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  const [first] = inputFields(found.definition);
  const wired = Object.fromEntries(taken.map((each) => [each.port ?? first?.name ?? '', rowsOf(each)]));
  const own = Object.entries(node.data.parameters).flatMap(([name, field]) => {
    const value = boundValue(field, values);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const given = { ...Object.fromEntries(own), ...wired };
  return beginWorkflow(parts, { tool: node.data.tool, definition: found.definition, given, path, wired });
}

/** The same for a workflow of which it is known what it is given. `wired` are inputs that are settled already. */
export async function beginWorkflow(
  { needs, readGraph, caller }: CourseParts,
  {
    tool,
    definition,
    given,
    path,
    wired,
  }: {
    tool: string;
    definition: WorkflowTool;
    given: Readonly<Record<string, unknown>>;
    path: readonly PathEntry[];
    wired: Readonly<Record<string, string>>;
  },
): Promise<InnerRun> {
  requireNesting(path, { id: tool, name: definition.name });
  const { projectId, user, signal } = caller;
  const parameters = { ...checked(definition, given) };
  for (const { name, type } of definition.fields) {
    const value = parameters[name];
    if (type === 'data' && typeof value === 'string' && value !== '' && wired[name] === undefined)
      parameters[name] = await needs.settle({ projectId, userId: user.id }, value, signal);
  }
  const workflowId = parseProjectToolId(tool)!.id;
  const whole = await readGraph(workflowId);
  const { graph, values } = givenWorkflow(whole, parameters);
  const findTool = await toolsOf(needs, projectId, graph);
  const settledValues = requireGeneral(
    graph,
    { findTool, workflow: { id: workflowId, name: definition.name } },
    { given: values, againFrom: undefined },
  );
  const settled = graph.nodes.filter((node) => node.type === 'data' && parameters[node.data.input] !== undefined);
  return {
    tool,
    name: definition.name,
    nodes: graph.nodes,
    edges: graph.edges,
    values: settledValues,
    given: parameters,
    settled: settled.map(({ id }) => id),
    outputs: workflowToolOutputs(whole),
  };
}

/** @throws GromaError BAD_INPUT naming the parameter */
function checked(definition: WorkflowTool, given: Readonly<Record<string, unknown>>): ToolParameters {
  const { success, data, error } = parameterSchema(definition).safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new GromaError('BAD_INPUT', { detail: `${issue!.path.join('.')}: ${issue!.message}` });
}

/** Workflows may have come to use each other since the run began. @throws GromaError WORKFLOW_NOT_READY */
function requireNesting(path: readonly PathEntry[], own: PathEntry): void {
  const at = path.findIndex(({ id }) => id === own.id);
  if (at === -1 && path.length < mostWorkflowDepth) return;
  const names = [...path.slice(Math.max(0, at)), own].map(({ name }) => name).join(' → ');
  const text =
    at === -1
      ? generalText('general.toolDepth', { most: mostWorkflowDepth, names })
      : generalText('general.toolCircle', { names });
  throw new GromaError('WORKFLOW_NOT_READY', { detail: englishOfGeneral(text) });
}

/** What a workflow that has run as a tool gives: what its saves took, by name, and files that it converted. */
export function givenByInner(run: InnerRun, { steps, made }: GraphCheckpoint): CarriedStep {
  const outputs = run.outputs.map(({ name, nodeId }) => [name, made[nodeId]?.reference ?? null] as const);
  const files = [...new Set(steps.flatMap((step) => step.files))];
  const first = steps.find(({ nodeId }) => nodeId === run.outputs[0]?.nodeId);
  const working = steps.filter(({ nodeId, state }) => {
    const type = run.nodes.find(({ id }) => id === nodeId)?.type;
    return type !== 'data' && type !== 'input' && state !== 'skipped';
  });
  return {
    reference: outputs[0]?.[1] ?? null,
    outputs: Object.fromEntries(outputs),
    rows: first?.rows ?? null,
    files,
    paths: files,
    sources: run.outputs.flatMap(({ nodeId }) => made[nodeId]?.sources ?? []),
    tools: [{ tool: run.tool, parameters: run.given }],
    isReused: working.length > 0 && working.every(({ state }) => state === 'reused'),
  };
}
