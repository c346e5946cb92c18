import { indexOfGraph, type WorkflowGraph } from '@groma/model';
import { useDebouncedValue } from '@groma/ui';
import type { Edge } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { namePauseMs } from './use-flow-nodes.ts';

/** The connections as React Flow has them, named by what they connect; what has not changed stays the same. */
export function useFlowEdges(graph: WorkflowGraph, selected: ReadonlySet<string>): Edge[] {
  const t = useText();
  const [keepSame] = useState(sameEdges);
  const [named] = useDebouncedValue(graph, namePauseMs);
  return useMemo(() => {
    const { nodes } = indexOfGraph(named);
    const nameOf = (id: string): string => nodes.get(id)?.data.label ?? '';
    return keepSame(
      graph.edges.map(({ data: _data, ...edge }) => ({
        ...edge,
        selected: selected.has(edge.id),
        ariaLabel: t('workflow.connection', { from: nameOf(edge.source), to: nameOf(edge.target) }),
      })),
    );
  }, [graph.edges, named, selected, keepSame, t]);
}

function sameEdges(): (edges: Edge[]) => Edge[] {
  let list: Edge[] = [];
  return (edges) => {
    const before = new Map(list.map((edge) => [edge.id, edge]));
    const now = edges.map((edge) => {
      const last = before.get(edge.id);
      return last && isSame(last, edge) ? last : edge;
    });
    if (now.length !== list.length || now.some((edge, at) => edge !== list[at])) list = now;
    return list;
  };
}

function isSame(one: Edge, other: Edge): boolean {
  return (
    one.source === other.source &&
    one.target === other.target &&
    one.sourceHandle === other.sourceHandle &&
    one.targetHandle === other.targetHandle &&
    one.selected === other.selected &&
    one.ariaLabel === other.ariaLabel
  );
}
