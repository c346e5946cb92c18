import { conversionsBetween, workflowFormat, type WorkflowDataType } from './format-table.ts';
import { isOutputFolder, pathProblems, splitExcludedPaths, splitIncludedPaths } from './path-list.ts';
import { nodesOf, type WorkflowGraph, type WorkflowNodeOf, type WorkflowNodeType } from './workflow-graph.ts';
import { englishText, workflowText, type WorkflowText } from './workflow-texts.ts';

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

/**
 * What is wrong with a workflow. `resourceId` is the node; null for the graph as a whole. Only errors stop a run.
 * `message` is the English of the specification, `key` and `values` are the same for whoever says it in another
 * language.
 */
export interface WorkflowIssue extends WorkflowText {
  id: string;
  type: WorkflowIssueType;
  level: 'error' | 'warning';
  message: string;
  resourceId: string | null;
}

interface Finding {
  text: WorkflowText;
  resourceId?: string;
  level?: 'warning';
}

type Rule = (graph: WorkflowGraph) => readonly Finding[];

const rules: Record<WorkflowIssueType, Rule> = {
  'node-count': (graph) =>
    (['input', 'output', 'conversion'] as const).every((type) => nodesOf(graph, type).length === 1)
      ? []
      : [{ text: workflowText('issue.nodeCount') }],
  'connection-count': (graph) =>
    graph.edges.length === 2 && hasEdge(graph, 'input', 'conversion') && hasEdge(graph, 'conversion', 'output')
      ? []
      : [{ text: workflowText('issue.connectionCount') }],
  'input-with-incoming': (graph) =>
    nodesOf(graph, 'input')
      .filter(({ id }) => graph.edges.some(({ target }) => target === id))
      .map(({ id, data }) => ({ resourceId: id, text: workflowText('issue.inputWithIncoming', { name: data.label }) })),
  'output-with-outgoing': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ id }) => graph.edges.some(({ source }) => source === id))
      .map(({ id, data }) => ({
        resourceId: id,
        text: workflowText('issue.outputWithOutgoing', { name: data.label }),
      })),
  'include-paths': (graph) => nodesOf(graph, 'input').flatMap(checkIncludedPaths),
  'exclude-paths': (graph) =>
    nodesOf(graph, 'input').flatMap(({ id, data }) =>
      pathProblems(splitExcludedPaths(data.excludePath), data.dataType, data.format).map((problem) => ({
        resourceId: id,
        text: workflowText('issue.excludePaths', { problem }),
      })),
    ),
  'output-format': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ data }) => !data.format)
      .map(({ id }) => ({ resourceId: id, text: workflowText('issue.outputFormat') })),
  'output-folder': (graph) =>
    nodesOf(graph, 'output')
      .filter(({ data }) => !isOutputFolder(data.path))
      .map(({ id }) => ({
        resourceId: id,
        text: workflowText('issue.outputFolder'),
      })),
  conversion: (graph) => nodesOf(graph, 'conversion').flatMap(checkConversion),
  cycle: (graph) => {
    const cycle = findCycle(graph);
    if (!cycle) return [];
    const labels = cycle.map((id) => graph.nodes.find((node) => node.id === id)?.data.label ?? id);
    return [{ text: workflowText('issue.cycle', { nodes: labels.join(' → ') }), resourceId: cycle[0]! }];
  },
  unconnected: ({ nodes, edges }) =>
    nodes
      .filter(({ id, type }) => type !== 'input' && !edges.some(({ source, target }) => source === id || target === id))
      .map(({ id, data }) => ({
        level: 'warning',
        resourceId: id,
        text: workflowText('issue.unconnected', { name: data.label }),
      })),
};

/**
 * Checks a basic workflow (002 §5). A rule that crashes is told to `onCrash` and skipped; the others still hold
 * (WFL-101).
 */
export function checkWorkflow(
  graph: WorkflowGraph,
  onCrash: (type: WorkflowIssueType, error: unknown) => void = () => undefined,
): WorkflowIssue[] {
  return workflowIssueTypes.flatMap((type) => {
    try {
      return rules[type](graph).map(({ text, resourceId = null, level }, at): WorkflowIssue => {
        const id = `${type}-${resourceId ?? 'graph'}-${at}`;
        return { id, type, level: level ?? 'error', message: englishText(text), ...text, resourceId };
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
  if (paths.length === 0) return [{ resourceId: id, text: workflowText('issue.includeRequired') }];
  return pathProblems(paths, data.dataType, data.format).map((problem) => ({
    resourceId: id,
    text: workflowText('issue.includePaths', { problem }),
  }));
}

function checkConversion({ id: resourceId, data }: WorkflowNodeOf<'conversion'>): Finding[] {
  const { inputType, outputType, inputFormat, outputFormat } = data;
  if (!inputType || !outputType) return [{ resourceId, text: workflowText('issue.types') }];
  if (inputType !== 'any' && (!inputFormat || !outputFormat))
    return [{ resourceId, text: workflowText('issue.formats') }];
  if (inputType !== 'any' && !isAllowedConversion(inputType, outputType)) {
    const [from, to] = [workflowText(`type.${inputType}`), workflowText(`type.${outputType}`)];
    return [{ resourceId, text: workflowText('issue.unsupported', { from, to }) }];
  }
  const refusal = refusalOf(inputFormat, outputFormat);
  if (refusal !== null) return [{ resourceId, text: refusal }];
  if (inputType === outputType && inputFormat === outputFormat && outputFormat) {
    const format = workflowFormat(outputType, outputFormat)?.name ?? outputFormat;
    return [{ resourceId, level: 'warning', text: workflowText('issue.sameFormat', { format }) }];
  }
  return [];
}

/** Whether data of one kind can become data of another. */
export function isAllowedConversion(from: WorkflowDataType, to: WorkflowDataType): boolean {
  return from === to || conversionsBetween.some((pair) => pair[0] === from && pair[1] === to);
}

function refusalOf(from: string | null, to: string | null): WorkflowText | null {
  if (from !== 'b3dm' && from !== 'pnts') return null;
  if (to === '3dtiles') return workflowText('issue.subset', { format: from.toUpperCase() });
  return to === 'i3s' ? workflowText('issue.toI3s') : null;
}

/**
 * The ids of nodes around a cycle, the first again at the end; null without one. Works through any number of nodes
 * without recursion.
 */
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
