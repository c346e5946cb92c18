import type { FlowNode } from './flow-node.tsx';

/**
 * Keeps a node that has not changed the same object, so that only what has changed is drawn anew; where none has, the
 * list too, so that React Flow looks at nothing.
 */
export function sameNodes(): (nodes: FlowNode[]) => FlowNode[] {
  let before: ReadonlyMap<string, FlowNode> = new Map();
  let list: FlowNode[] = [];
  return (nodes) => {
    const now = nodes.map((node) => {
      const last = before.get(node.id);
      return last && isSame(last, node) ? last : node;
    });
    if (now.length === list.length && now.every((node, at) => node === list[at])) return list;
    before = new Map(now.map((node) => [node.id, node]));
    list = now;
    return now;
  };
}

/** Compared by what can differ: as text a graph of 500 nodes takes as long as a frame has. */
function isSame(one: FlowNode, other: FlowNode): boolean {
  if (one === other) return true;
  const [was, will] = [one.data, other.data];
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.selected === other.selected &&
    one.ariaLabel === other.ariaLabel &&
    was.isNamed === will.isNamed &&
    was.problem === will.problem &&
    isAlike(was.inputs, will.inputs) &&
    isAlike(was.outputs, will.outputs) &&
    isAlike(was.step, will.step)
  );
}

function isAlike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
