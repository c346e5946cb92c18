import {
  checkGraph,
  GromaError,
  mostWorkflowDepth,
  nodesOf,
  parseProjectToolId,
  settledValues,
  type FindWorkflowTool,
  type ProjectId,
  type WorkflowGraph,
  type WorkflowTool,
  type WorkflowValue,
  type WorkflowValues,
} from '@groma/model';
import type { WorkflowNeeds } from './workflow-needs.ts';

/** Finds the tools of the toolbox, those of a graph that people of the project offer, and what these use themselves. */
export async function toolsOf(
  { findTool, findProjectTool }: Pick<WorkflowNeeds, 'findTool' | 'findProjectTool'>,
  projectId: ProjectId,
  graph: WorkflowGraph,
): Promise<FindWorkflowTool> {
  const found = new Map<string, WorkflowTool>();
  let wanted = nodesOf(graph, 'tool').map(({ data }) => data.tool);
  for (let depth = 0; depth <= mostWorkflowDepth && wanted.length > 0; depth += 1) {
    const used: string[] = [];
    for (const id of new Set(wanted)) {
      const own = found.has(id) || !parseProjectToolId(id) ? undefined : await findProjectTool(projectId, id);
      if (!own) continue;
      found.set(id, own.definition);
      used.push(...(own.definition.uses ?? []));
    }
    wanted = used;
  }
  return (id) => findTool(id) ?? found.get(id);
}

/**
 * The values of the parameters of a general graph that can be run.
 * @throws GromaError WORKFLOW_NOT_READY with all that is wrong, BAD_INPUT
 */
export function requireGeneral(
  graph: WorkflowGraph,
  context: { findTool: FindWorkflowTool; workflow: { id: string; name: string } },
  { given, againFrom }: { given: Readonly<Record<string, WorkflowValue>>; againFrom: string | undefined },
): WorkflowValues {
  const parameters = graph.parameters ?? [];
  const unknown = Object.keys(given).find((name) => !parameters.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new GromaError('BAD_INPUT', { detail: `values: there is no parameter “${unknown}”.` });
  if (againFrom !== undefined && !graph.nodes.some(({ id }) => id === againFrom))
    throw new GromaError('BAD_INPUT', { detail: `again_from: there is no node “${againFrom}”.` });
  const labels = new Map(graph.nodes.map(({ id, data }) => [id, data.label]));
  const errors = checkGraph(graph, { ...context, given }).filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    const said = errors.map(({ resourceId, message }) =>
      resourceId === null ? message : `${labels.get(resourceId) ?? resourceId}: ${message}`,
    );
    throw new GromaError('WORKFLOW_NOT_READY', { detail: said.join('; ') });
  }
  return settledValues(parameters, given);
}
