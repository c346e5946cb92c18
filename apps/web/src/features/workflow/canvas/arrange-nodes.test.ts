import { newWorkflowEdge, newWorkflowNode } from '@groma/model';
import { expect, test } from 'vitest';
import { arrangeNodes } from './arrange-nodes.ts';

test('[WFL-150] nodes are arranged from left to right in the order of their connections, none over another, also around a cycle', () => {
  const nodes = ['c', 'a', 'b', 'alone'].map((id) => newWorkflowNode('conversion', id, { x: 0, y: 0 }));
  const edges = [newWorkflowEdge('a', 'b', 1), newWorkflowEdge('b', 'c', 2)];
  const places = arrangeNodes({ nodes, edges });
  expect(['a', 'b', 'c'].map((id) => places.get(id)!.x).every((x, at, all) => at === 0 || x > all[at - 1]! + 208)).toBe(
    true,
  );
  expect(arrangeNodes({ nodes, edges: [...edges, newWorkflowEdge('c', 'a', 3)] }).size).toBe(4);
});
