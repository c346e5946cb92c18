import type { WorkflowNode, WorkflowStep } from '@groma/model';

/** The steps of a run as they stand on the canvas, from left to right. */
export function stepsInOrder({
  nodes,
  steps,
}: {
  nodes: readonly WorkflowNode[];
  steps: readonly WorkflowStep[];
}): WorkflowStep[] {
  const places = new Map(nodes.map(({ id, position }) => [id, position]));
  const place = ({ nodeId }: WorkflowStep) => places.get(nodeId) ?? { x: 0, y: 0 };
  return steps.toSorted((one, other) => place(one).x - place(other).x || place(one).y - place(other).y);
}
