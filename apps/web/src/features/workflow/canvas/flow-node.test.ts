import { expect, test } from 'vitest';
import { detailAt, handlesOf, nodeSize } from './flow-node.tsx';

test('[WFL-221] from afar a node has its label alone, farther nothing to read; wires end at the same places', () => {
  expect([1, 0.4, 0.39, 0.2, 0.19].map(detailAt)).toEqual(['full', 'full', 'label', 'label', 'shape']);
  const ports = handlesOf({ isNamed: true, problem: null, step: null, inputs: ['in'], outputs: ['yes', 'no'] });
  expect(ports.map(({ id, type, x, y, width = 0, height = 0 }) => [id, type, x + width / 2, y + height / 2])).toEqual([
    ['in', 'target', 0, nodeSize.height / 2],
    ['yes', 'source', nodeSize.width, nodeSize.height / 4],
    ['no', 'source', nodeSize.width, (nodeSize.height * 3) / 4],
  ]);
});
