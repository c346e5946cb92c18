import { newGeneralNode, waitingStep } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { dialogStore } from '../../../registry/dialog.ts';
import { RunHistory } from './run-history.tsx';

const run = (id: string, radius: number, more: object) => ({
  id,
  requestedByUserId: 'u',
  requestedByUsername: 'ann',
  requestedByEmail: '',
  status: 'success',
  message: '',
  createdAt: `2026-01-01T00:00:0${radius}Z`,
  updatedAt: '2026-01-01T00:00:00Z',
  nodes: [newGeneralNode('tool', 'far', { x: 0, y: 0 }, { label: 'Margin', tool: 'buffer', parameters: { radius } })],
  edges: [],
  values: { far: radius },
  steps: [{ ...waitingStep('far'), ...more }],
});
const runs = [
  run('later', 7, { state: 'reused', rows: 12, milliseconds: 10 }),
  run('earlier', 5, { state: 'done', rows: 11, milliseconds: 900 }),
];

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json({ data: runs.find(({ id }) => address.endsWith(`/runs/${id}`)) ?? runs })),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  dialogStore.setState({ dialogs: [] });
});

function Dialogs() {
  const dialogs = dialogStore((state) => state.dialogs);
  return dialogs.map(({ key, Component, isOpen }) => <Component key={key} opened={isOpen} onClose={() => undefined} />);
}

test('[WFL-169] two runs of the history are shown side by side, the earlier one first', async () => {
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <RunHistory projectId="project" workflowId="workflow" isEditable={false} runFrom={() => null} />
        <Dialogs />
      </QueryClientProvider>
    </GromaProvider>,
  );
  const [first] = await screen.findAllByText('Compare');
  fireEvent.click(first!);
  expect(screen.getByText('Don’t compare')).toBeDefined();
  fireEvent.click(screen.getByText('Compare with the chosen run'));
  const table = await screen.findByRole('table');
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells[0]).toEqual(['', 'Earlier run', 'Later run']);
  expect(cells.slice(2)).toEqual([
    ['$far', '5', '7'],
    ['Margin', expect.stringMatching(/^Done Rows: 11/) as string, expect.stringMatching(/^Reused Rows: 12/) as string],
  ]);
  expect(screen.getByText('Changed: Margin (radius)')).toBeDefined();
});
