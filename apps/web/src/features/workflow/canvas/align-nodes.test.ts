import { newGeneralNode } from '@groma/model';
import { expect, test } from 'vitest';
import { alignments, alignNodes, leastToAlign, type Alignment } from './align-nodes.ts';

const node = (id: string, x: number, y: number) => newGeneralNode('note', id, { x, y }, { label: id });
const nodes = [node('b', 10, 50), node('a', 0, 100), node('c', 100, 0)];
const places = (how: Alignment) => [...alignNodes(nodes, how)].toSorted().map(([id, { x, y }]) => `${id} ${x} ${y}`);

test('[WFL-208] selected nodes are put at an edge or the middle of all, or with even spaces between them', () => {
  expect(places('left')).toEqual(['a 0 100', 'b 0 50', 'c 0 0']);
  expect(places('centre')).toEqual(['a 50 100', 'b 50 50', 'c 50 0']);
  expect(places('right')).toEqual(['a 100 100', 'b 100 50', 'c 100 0']);
  expect(places('top')).toEqual(['a 0 0', 'b 10 0', 'c 100 0']);
  expect(places('middle')).toEqual(['a 0 50', 'b 10 50', 'c 100 50']);
  expect(places('bottom')).toEqual(['a 0 100', 'b 10 100', 'c 100 100']);
  expect(places('across')).toEqual(['a 0 100', 'b 50 50', 'c 100 0']);
  expect(places('down')).toEqual(['a 0 100', 'b 10 50', 'c 100 0']);
  expect([...alignNodes([], 'across')]).toEqual([]);
  expect(alignments.filter((how) => leastToAlign(how) === 3)).toEqual(['across', 'down']);
});
