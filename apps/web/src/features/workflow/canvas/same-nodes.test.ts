import { expect, test } from 'vitest';
import type { FlowNode } from './flow-node.tsx';
import { sameNodes } from './same-nodes.ts';

const drawn = (id: string, x: number): FlowNode => ({
  id,
  type: 'step',
  position: { x, y: 0 },
  data: { isNamed: false, problem: null, step: null, inputs: [], outputs: ['out'] },
});

test('[WFL-196] a node that has not changed stays the same object when another moves', () => {
  const keep = sameNodes();
  const [first, second] = keep([drawn('a', 0), drawn('b', 0)]);
  const [again, moved] = keep([drawn('a', 0), drawn('b', 5)]);
  expect(again).toBe(first);
  expect(moved).not.toBe(second);
  expect(moved!.position.x).toBe(5);
  const list = keep([drawn('a', 0), drawn('b', 5)]);
  expect(keep([drawn('a', 0), drawn('b', 5)])).toBe(list);
});
