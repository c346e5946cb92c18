/**
 * The import cycles of a graph, one for each group of files that reach each other.
 *
 * @param {Map<string, string[]>} graph file → files it imports
 * @returns {string[][]} each a shortest round trip, first file not repeated at the end, groups in a steady order
 */
export function findImportCycles(graph) {
  return stronglyConnected(graph)
    .filter((group) => group.length > 1 || graph.get(group[0])?.includes(group[0]))
    .map((group) => shortestCycle(graph, new Set(group)))
    .sort((left, right) => left[0].localeCompare(right[0]));
}

/** Tarjan, "Depth-first search and linear graph algorithms" (1972). */
function stronglyConnected(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const onStack = new Set();
  const groups = [];

  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) === order.get(node)) groups.push(popGroup(stack, onStack, node));
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}

function popGroup(stack, onStack, node) {
  const group = [];
  for (;;) {
    const member = stack.pop();
    onStack.delete(member);
    group.push(member);
    if (member === node) return group;
  }
}

function shortestCycle(graph, group) {
  const start = [...group].sort()[0];
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(cameFrom, start, node);
      if (!group.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return [start];
}

function pathTo(cameFrom, start, end) {
  const path = [end];
  while (path[0] !== start) path.unshift(cameFrom.get(path[0]));
  return path;
}
