import type { FlowNode } from './flow-node.tsx';

/** Keeps a node that has not changed the same object, so that only what has changed is drawn anew. */
export function sameNodes(): (nodes: FlowNode[]) => FlowNode[] {
  let before: ReadonlyMap<string, { node: FlowNode; text: string }> = new Map();
  return (nodes) => {
    const now = nodes.map((node) => {
      const text = JSON.stringify(node);
      const last = before.get(node.id);
      return last?.text === text ? last : { node, text };
    });
    before = new Map(now.map((each) => [each.node.id, each]));
    return now.map(({ node }) => node);
  };
}
