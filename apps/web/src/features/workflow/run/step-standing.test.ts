import { waitingStep, type LoopNode, type WorkflowStep } from '@groma/model';
import { expect, test } from 'vitest';
import { standings } from './step-standing.ts';

const node = (nodeId: string, more: Partial<LoopNode>): LoopNode => ({
  nodeId,
  running: 0,
  done: 0,
  reused: 0,
  failed: 0,
  skipped: 0,
  rows: null,
  ...more,
});
const item = { path: '/data/a.csv', state: 'waiting', rows: null, milliseconds: null, message: null } as const;
const loop = (state: WorkflowStep['state'], body: LoopNode[]): WorkflowStep => ({
  ...waitingStep('each'),
  state,
  items: [item, item, item],
  body,
});
const stateOf = (steps: WorkflowStep[], id: string) => {
  const { state, rows, passed } = standings(steps).get(id)!;
  return [state, rows, passed];
};

test('[WFL-210] nodes within a loop stand as its files do: running until all have passed, then as they ended', () => {
  const files = (done: number) => ({ done, count: 3 });
  expect(stateOf([loop('running', [node('a', { running: 2 })])], 'a')).toEqual(['running', null, files(0)]);
  // Between two files it runs on.
  expect(stateOf([loop('running', [node('a', { done: 1, rows: 4 })])], 'a')).toEqual(['running', 4, files(1)]);
  expect(stateOf([loop('running', [node('a', {})])], 'a')).toEqual(['waiting', null, files(0)]);
  expect(stateOf([loop('running', [node('a', { done: 2, reused: 1 })])], 'a')).toEqual(['done', null, files(3)]);
  expect(stateOf([loop('done', [node('a', { done: 2, failed: 1 })])], 'a')).toEqual(['done', null, files(2)]);
  expect(stateOf([loop('done', [node('a', { reused: 3 })])], 'a')).toEqual(['reused', null, files(3)]);
  expect(stateOf([loop('failed', [node('a', { failed: 3 })])], 'a')).toEqual(['failed', null, files(0)]);
  expect(stateOf([loop('failed', [node('a', { skipped: 3 })])], 'a')).toEqual(['skipped', null, files(0)]);
});
