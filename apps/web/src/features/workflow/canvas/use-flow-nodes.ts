import { indexOfGraph, isBasicNode, type WorkflowGraph, type WorkflowNode } from '@groma/model';
import { useDebouncedValue } from '@groma/ui';
import { useMemo, useState } from 'react';
import { portNames } from '../graph/graph-context.ts';
import type { WorkflowIssueOf } from '../graph/use-graph.ts';
import type { StepStanding } from '../run/step-standing.ts';
import { handlesOf, nodeSize, type FlowNode } from './flow-node.tsx';
import { sameNodes } from './same-nodes.ts';

/** Milliseconds after the last key until screen readers are told another name. */
export const namePauseMs = 300;

/**
 * The nodes as React Flow has them: the same list while people only write in nodes. What a drag changes in each frame
 * is laid over what the graph says.
 */
export function useFlowNodes(
  graph: WorkflowGraph,
  issues: readonly WorkflowIssueOf[],
  steps: ReadonlyMap<string, StepStanding>,
  dragged: ReadonlyMap<string, { x: number; y: number }>,
  selected: ReadonlySet<string>,
): FlowNode[] {
  const [keepDrawn] = useState(sameNodes);
  const [keepSame] = useState(sameNodes);
  const [named] = useDebouncedValue(graph, namePauseMs);
  const drawNode = useMemo(() => nodeDrawer(graph.edges, issues, steps), [graph.edges, issues, steps]);
  const drawn = useMemo(() => {
    const names = indexOfGraph(named).nodes;
    return keepDrawn(graph.nodes.map((node) => drawNode(node, (names.get(node.id) ?? node).data.label)));
  }, [graph.nodes, named, drawNode, keepDrawn]);
  return useMemo(
    () =>
      keepSame(
        drawn.map((node) => {
          const position = dragged.get(node.id);
          const isSelected = selected.has(node.id);
          return position || isSelected ? { ...node, position: position ?? node.position, selected: isSelected } : node;
        }),
      ),
    [drawn, dragged, selected, keepSame],
  );
}

/** Makes what React Flow has of a node, once for each node as it is. */
function nodeDrawer(
  edges: WorkflowGraph['edges'],
  issues: readonly WorkflowIssueOf[],
  steps: ReadonlyMap<string, StepStanding>,
): (node: WorkflowNode, name: string) => FlowNode {
  const problems = new Map<string, 'error' | 'warning'>();
  for (const { resourceId, level } of issues)
    if (resourceId !== null && (level === 'error' || !problems.has(resourceId))) problems.set(resourceId, level);
  const known = new WeakMap<WorkflowNode, FlowNode>();
  return (node, name) => {
    const last = known.get(node);
    if (last?.ariaLabel === name) return last;
    const data = {
      isNamed: !isBasicNode(node),
      problem: problems.get(node.id) ?? null,
      step: steps.get(node.id) ?? null,
      ...portNames({ edges }, node),
    };
    const drawn: FlowNode = {
      id: node.id,
      type: 'step',
      position: node.position,
      data,
      selected: false,
      ariaLabel: name,
      handles: handlesOf(data),
      measured: nodeSize,
      ...nodeSize,
    };
    known.set(node, drawn);
    return drawn;
  };
}
