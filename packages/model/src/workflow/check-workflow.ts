import { conversionsBetween, workflowDataTypeNames, workflowFormat, type WorkflowDataType } from './format-table.ts';
import { isOutputFolder, pathProblems, splitExcludedPaths, splitIncludedPaths } from './path-list.ts';
import { nodesOf, type WorkflowGraph, type WorkflowNodeOf, type WorkflowNodeType } from './workflow-graph.ts';

/** The rules of a basic workflow, as the `type` of the issues they find. */
const workflowIssueTypes = [
  'node-count',
  'connection-count',
  'input-with-incoming',
  'output-with-outgoing',
  'include-paths',
  'exclude-paths',
  'output-format',
  'output-folder',
  'conversion',
  'cycle',
  'unconnected',
] as const;
export type WorkflowIssueType = (typeof workflowIssueTypes)[number];

/** What is wrong with a workflow. `resourceId` is the node; null for the graph as a whole. Only errors stop a run. */
export interface WorkflowIssue {
  id: string;
  type: WorkflowIssueType;
  level: 'error' | 'warning';
  message: string;
  resourceId: string | null;
}

interface Finding {
  message: string;
  resourceId?: string;
  level?: 'warning';
}

type Rule = (graph: WorkflowGraph) => readonly Finding[];

const rules: Record<WorkflowIssueType, Rule> = {
  'node-count': (graph) =>
    (['input', 'output', 'conversion'] as const).every((type) => nodesOf(graph, type).length === 1)
      ? []
      : [{ message: 'Need exactly 1 input, 1 output, and 1 conversion node for now' }],
  'connection-count': (graph) =>
    graph.edges.length === 2 && hasEdge(graph, 'input', 'conversion') && hasEdge(graph, 'conversion', 'output')
      ? []
      : [{ message: 'Need input to conversion and conversion to output connections' }],
  'input-with-incoming': (graph) =>
    nodesOf(graph, 'input')
      .filter(({ id }) => graph.edges.some(({ target }) => target === id))
      .map(({ id, data }) => ({ resourceId: id, message: `Input "${data.label}" cannot have incoming connections` })),
  'output-with-outgoing': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ id }) => graph.edges.some(({ source }) => source === id))
      .map(({ id, data }) => ({ resourceId: id, message: `Output "${data.label}" cannot have outgoing connections` })),
  'include-paths': (graph) => nodesOf(graph, 'input').flatMap(checkIncludedPaths),
  'exclude-paths': (graph) =>
    nodesOf(graph, 'input').flatMap(({ id, data }) =>
      pathProblems(splitExcludedPaths(data.excludePath), data.dataType, data.format).map((problem) => ({
        resourceId: id,
        message: `Exclude paths: ${problem}`,
      })),
    ),
  'output-format': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ data }) => !data.format)
      .map(({ id }) => ({ resourceId: id, message: 'Output format is required' })),
  'output-folder': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ data }) => !isOutputFolder(data.path))
      .map(({ id }) => ({
        resourceId: id,
        message: 'Output folder path must start with /data/, end with /, and cannot have consecutive slashes',
      })),
  conversion: (graph) => nodesOf(graph, 'conversion').flatMap(checkConversion),
  cycle: (graph) => {
    const cycle = findCycle(graph);
    if (!cycle) return [];
    const labels = cycle.map((id) => graph.nodes.find((node) => node.id === id)?.data.label ?? id);
    return [{ message: `Circular dependency detected: ${labels.join(' → ')}`, resourceId: cycle[0]! }];
  },
  unconnected: ({ nodes, edges }) =>
    nodes
      .filter(({ id, type }) => type !== 'input' && !edges.some(({ source, target }) => source === id || target === id))
      .map(({ id, data }) => ({ level: 'warning', resourceId: id, message: `Node "${data.label}" is not connected` })),
};

/**
 * Checks a basic workflow (002 §5). A rule that crashes is told to `onCrash` and skipped; the others still hold (WFL-101).
 */
export function checkWorkflow(
  graph: WorkflowGraph,
  onCrash: (type: WorkflowIssueType, error: unknown) => void = () => undefined,
): WorkflowIssue[] {
  return workflowIssueTypes.flatMap((type) => {
    try {
      return rules[type](graph).map(({ message, resourceId = null, level }, at): WorkflowIssue => {
        const id = `${type}-${resourceId ?? 'graph'}-${at}`;
        return { id, type, level: level ?? 'error', message, resourceId };
      });
    } catch (error) {
      onCrash(type, error);
      return [];
    }
  });
}

function hasEdge({ nodes, edges }: WorkflowGraph, from: WorkflowNodeType, to: WorkflowNodeType): boolean {
  const typeOf = (id: string) => nodes.find((node) => node.id === id)?.type;
  return edges.some(({ source, target }) => typeOf(source) === from && typeOf(target) === to);
}

function checkIncludedPaths({ id, data }: WorkflowNodeOf<'input'>): Finding[] {
  const paths = splitIncludedPaths(data.includePath);
  if (paths.length === 0) return [{ resourceId: id, message: 'Include paths are required and cannot be empty' }];
  return pathProblems(paths, data.dataType, data.format).map((problem) => ({
    resourceId: id,
    message: `Include paths: ${problem}`,
  }));
}

function checkConversion({ id: resourceId, data }: WorkflowNodeOf<'conversion'>): Finding[] {
  const { inputType, outputType, inputFormat, outputFormat } = data;
  if (!inputType || !outputType) return [{ resourceId, message: 'Input and output type are required' }];
  if (inputType !== 'any' && (!inputFormat || !outputFormat))
    return [{ resourceId, message: 'Input and output format are required' }];
  if (inputType !== 'any' && !isAllowedConversion(inputType, outputType)) {
    const [from, to] = [workflowDataTypeNames[inputType], workflowDataTypeNames[outputType]];
    return [{ resourceId, message: `Unsupported conversion: ${from} → ${to}` }];
  }
  const refusal = refusalOf(inputFormat, outputFormat);
  if (refusal !== null) return [{ resourceId, message: refusal }];
  if (inputType === outputType && inputFormat === outputFormat && outputFormat) {
    const name = workflowFormat(outputType, outputFormat)?.name ?? outputFormat;
    return [{ resourceId, level: 'warning', message: `Same input and output format detected: ${name}` }];
  }
  return [];
}

/** Whether data of one kind can become data of another. */
export function isAllowedConversion(from: WorkflowDataType, to: WorkflowDataType): boolean {
  return from === to || conversionsBetween.some((pair) => pair[0] === from && pair[1] === to);
}

function refusalOf(from: string | null, to: string | null): string | null {
  if (from !== 'b3dm' && from !== 'pnts') return null;
  if (to === '3dtiles') return `${from.toUpperCase()} format is already a subset of 3D Tiles 1.0`;
  return to === 'i3s' ? 'I3S format is not supported for conversion from B3DM or PNTS' : null;
}

/** The ids of nodes around a cycle, the first again at the end; null without one. Works through any number of nodes without recursion. */
export function findCycle({ nodes, edges }: WorkflowGraph): string[] | null {
  const next = new Map<string, string[]>();
  for (const { source, target } of edges) next.set(source, [...(next.get(source) ?? []), target]);
  const done = new Set<string>();
  for (const { id: start } of nodes) {
    if (done.has(start)) continue;
    const path = [{ id: start, at: 0 }];
    const onPath = new Set([start]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const follower = next.get(top.id)?.[top.at++];
      if (follower === undefined) {
        path.pop();
        onPath.delete(top.id);
        done.add(top.id);
      } else if (onPath.has(follower)) {
        const ids = path.map(({ id }) => id);
        return [...ids.slice(ids.indexOf(follower)), follower];
      } else if (!done.has(follower)) {
        path.push({ id: follower, at: 0 });
        onPath.add(follower);
      }
    }
  }
  return null;
}
