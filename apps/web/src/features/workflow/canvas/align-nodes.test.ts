import { newGeneralNode } from '@groma/model';
import { expect, test } from 'vitest';
import { alignNodes, type Alignment } from './align-nodes.ts';

const node = (id: string, x: number, y: number) => newGeneralNode('note', id, { x, y }, { label: id });
const nodes = [node('b', 10, 50), node('a', 0, 100), node('c', 100, 0)];
const places = (how: Alignment) => [...alignNodes(nodes, how)].toSorted().map(([id, { x, y }]) => `${id} ${x} ${y}`);

test('[WFL-208] selected nodes are put in a column or a row, or with even spaces between them', () => {
  expect(places('column')).toEqual(['a 0 100', 'b 0 50', 'c 0 0']);
  expect(places('row')).toEqual(['a 0 0', 'b 10 0', 'c 100 0']);
  expect(places('across')).toEqual(['a 0 100', 'b 50 50', 'c 100 0']);
  expect(places('down')).toEqual(['a 0 100', 'b 10 50', 'c 100 0']);
  expect([...alignNodes([], 'across')]).toEqual([]);
});
