import { newGeneralNode, newWorkflowEdge, waitingStep, type WorkflowStep } from '@groma/model';
import { expect, test } from 'vitest';
import { compareRuns } from './run-differences.ts';

const place = { x: 0, y: 0 };
const data = newGeneralNode('data', 'data', place, { label: 'Fields', reference: 'layer:m/l' });
const buffer = (radius: number, x = 0) =>
  newGeneralNode('tool', 'far', { x, y: 0 }, { label: 'Margin', tool: 'buffer', parameters: { radius } });
const note = newGeneralNode('note', 'note', place, { label: 'Why', text: 'x' });
const save = newGeneralNode('save', 'save', { x: 800, y: 0 }, { label: 'Saved', to: 'file', path: '/data/x.geojson' });
const step = (nodeId: string, more: Partial<WorkflowStep>): WorkflowStep => ({ ...waitingStep(nodeId), ...more });

test('[WFL-169] two runs are compared by their graphs, values and steps; where a node stands is no difference', () => {
  const before = {
    nodes: [data, buffer(5), note],
    edges: [newWorkflowEdge('data', 'far', 1)],
    values: { far: 5 },
    steps: [step('data', { state: 'done', rows: 3 }), step('far', { state: 'done', rows: 3 })],
  };
  const after = {
    nodes: [data, buffer(9, 400), save],
    edges: [newWorkflowEdge('data', 'far', 2), newWorkflowEdge('far', 'save', 3)],
    values: { far: 5, wide: true },
    steps: [
      step('save', { state: 'skipped' }),
      step('far', { state: 'failed' }),
      step('data', { state: 'reused', rows: 3 }),
    ],
  };
  const { graph, values, steps } = compareRuns(before, after);
  expect(graph).toEqual([
    { kind: 'added', name: 'Saved' },
    { kind: 'removed', name: 'Why' },
    { kind: 'changed', name: 'Margin', fields: ['radius'] },
    { kind: 'connected', name: 'Margin → Saved' },
  ]);
  expect(values).toEqual([
    { name: 'far', before: '5', after: '5' },
    { name: 'wide', before: undefined, after: 'true' },
  ]);
  expect(steps.map(({ name, before: was, after: is }) => [name, was?.state, is?.state])).toEqual([
    ['Fields', 'done', 'reused'],
    ['Margin', 'done', 'failed'],
    ['Saved', undefined, 'skipped'],
  ]);
  expect(compareRuns(before, { ...before, nodes: [data, buffer(5, 900), note] }).graph).toEqual([]);
});
