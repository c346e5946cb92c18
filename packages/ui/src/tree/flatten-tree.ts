import type { TreeNode, TreeRow } from './tree-node.ts';

/** The rows of a nested model in the order they are drawn; only children of expanded nodes appear. */
export function flattenTree<Node extends TreeNode<Node>>(
  nodes: readonly Node[],
  expanded: ReadonlySet<string>,
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const visit = (siblings: readonly Node[], depth: number, parentId: string | null) => {
    siblings.forEach((node, index) => {
      const isExpandable = node.isExpandable ?? node.children !== undefined;
      const isExpanded = isExpandable && expanded.has(node.id);
      rows.push({ node, depth, parentId, position: index + 1, siblings: siblings.length, isExpandable, isExpanded });
      if (isExpanded && node.children) visit(node.children, depth + 1, node.id);
    });
  };
  visit(nodes, 0, null);
  return rows;
}
