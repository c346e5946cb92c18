import { newGeneralNode, workflowParameter, type WorkflowStep, type WorkflowValue } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { dialogStore } from '../../../registry/dialog.ts';
import { askRunValues } from './ask-run-values.tsx';
import { RunSteps } from './run-steps.tsx';

const place = { x: 0, y: 0 };
const step = (nodeId: string, more: Partial<WorkflowStep>): WorkflowStep => ({
  nodeId,
  state: 'done',
  rows: null,
  files: [],
  layer: null,
  result: null,
  startedAt: null,
  milliseconds: null,
  message: null,
  ...more,
});
const run = {
  id: 'run',
  requestedByUserId: 'u',
  requestedByUsername: 'ann',
  requestedByEmail: '',
  status: 'error',
  message: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  nodes: [
    newGeneralNode('data', 'from', place, { label: 'Fields', reference: 'layer:m/l' }),
    newGeneralNode('tool', 'far', place, { label: 'Margin', tool: 'buffer' }),
    newGeneralNode('save', 'save', place, { label: 'Saved', to: 'file', path: '/data/x.geojson' }),
  ],
  edges: [],
  values: { far: 5 },
  steps: [
    step('from', { state: 'reused', rows: 1_234, result: 'layer:m/l', milliseconds: 400 }),
    step('far', { state: 'failed', message: 'This tool needs polygons.' }),
    step('save', { state: 'skipped' }),
  ],
};
const rows = {
  columns: [
    { name: 'name', type: 'text' },
    { name: 'geometry', type: 'geometry' },
  ],
  rows: [['Rába', { type: 'Point', coordinates: [1, 2] }]],
  count: 1_234,
  geometryTypes: ['point'],
  bbox: null,
};

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
});
beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json({ data: address.includes('/rows') ? rows : run })),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  dialogStore.setState({ dialogs: [] });
  vi.unstubAllGlobals();
});

/** The dialogs that were opened, as the shell shows them. */
function Dialogs() {
  const dialogs = dialogStore((state) => state.dialogs);
  return dialogs.map(({ key, Component, isOpen }) => <Component key={key} opened={isOpen} onClose={() => undefined} />);
}

function show(runFrom: (nodeId: string) => (() => void) | null = () => null): void {
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <RunSteps projectId="project" workflowId="w" runId="run" runFrom={runFrom} />
        <Dialogs />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

test('[WFL-198] the history of a general run says of each step how it stands, what it gave and why it failed', async () => {
  const from: string[] = [];
  show((nodeId) => (nodeId === 'save' ? null : () => from.push(nodeId)));
  const [first, second, third] = await screen.findAllByRole('listitem').then((all) => all.slice(-3));
  expect(first!.textContent).toContain('FieldsReused');
  expect(first!.textContent).toContain('Rows: 1,234 · 0.4s');
  expect(second!.textContent).toContain('Failed');
  expect(second!.textContent).toContain('This tool needs polygons.');
  expect(third!.textContent).toContain('Skipped');
  expect(screen.getByText('$far = 5').tagName).toBe('CODE');
  fireEvent.click(within(second!).getByRole('button', { name: 'Run again from “Margin”' }));
  expect(from).toEqual(['far']);
  expect(within(third!).queryByRole('button')).toBeNull();
});

test('[WFL-198] the first rows of what a step gave are shown, of a geometry its type', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Look at the data of “Fields”' }));
  await screen.findByText('Rows shown: 1 of 1,234');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['name', 'geometry']);
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Rába', 'Point']);
});

test('[WFL-199] a run asks for the values of parameters, and does not begin without one that is required', async () => {
  const given: Record<string, WorkflowValue>[] = [];
  show();
  askRunValues(
    [
      workflowParameter.parse({ name: 'far', type: 'number', required: true }),
      workflowParameter.parse({ name: 'what', type: 'text', default: 'roads' }),
    ],
    (values) => given.push(values),
  );
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Run Workflow' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('“far” needs a value of its type.');
  expect(given).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('far'), { target: { value: '12' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Run Workflow' }));
  expect(given).toEqual([{ far: 12, what: 'roads' }]);
});

test('[WFL-202] the steps of a workflow that a step runs show under it, with their data', async () => {
  const inner = { ...step('cut', { rows: 7, result: 'result:1' }), label: 'Cut', depth: 1 };
  const steps = [step('far', { inner: [inner, { ...inner, nodeId: 'cut/deep', label: 'Deep', depth: 2 }] })];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ data: address.includes('/rows') ? rows : { ...run, steps } }));
  });
  show();
  const outer = (await screen.findByText('Margin')).closest('li')!;
  expect(within(outer).getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(within(outer).getByRole('button', { name: 'Look at the data of “Deep”' }));
  await vi.waitFor(() => expect(asked.some((address) => address.includes('far%2Fcut%2Fdeep/rows'))).toBe(true));
});

test('[WFL-206] the files of a loop are listed with their rows, or why they failed', async () => {
  const items = [
    { path: '/data/in/a.csv', state: 'done', rows: 4, milliseconds: 200, message: null },
    { path: '/data/in/b.csv', state: 'failed', rows: null, milliseconds: 100, message: 'It is broken.' },
  ];
  const steps = [{ ...step('far', { message: '1 of 2 files failed' }), items }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: { ...run, steps } })));
  show();
  const outer = (await screen.findByText('Margin')).closest('li')!;
  expect(outer.textContent).toContain('1 of 2 files failed');
  expect(within(outer).getByText('Files done: 1 of 2')).toBeTruthy();
  const [first, second] = within(outer).getAllByRole('listitem', { hidden: true });
  expect(first!.textContent).toContain('a.csvDoneRows: 4');
  expect(second!.textContent).toContain('It is broken.');
});
