import { workflowParameter, type WorkflowGraph } from '@groma/model';
import type { WorkflowStartInfo } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { dialogStore } from '../../../registry/dialog.ts';
import { StartsSection } from './starts-section.tsx';

const start = (more: Partial<WorkflowStartInfo>): WorkflowStartInfo => ({
  id: 'start',
  kind: 'schedule',
  user_id: 'u',
  username: 'ann',
  values: {},
  cron: '0 6 * * 1-5',
  time_zone: 'Europe/Berlin',
  next_times: ['2026-11-30T05:00:00.000Z'],
  watched: null,
  path: null,
  last_at: null,
  last_run_id: null,
  is_paused: false,
  problem: null,
  ...more,
});
const hook = start({
  id: 'hook',
  kind: 'webhook',
  cron: null,
  time_zone: null,
  next_times: [],
  path: '/api/workflows/hooks/hook',
});
const graph: WorkflowGraph = {
  nodes: [],
  edges: [],
  parameters: [workflowParameter.parse({ name: 'far', type: 'number', default: 5 })],
};
let starts: WorkflowStartInfo[];
let sent: { method: string; address: string; body: unknown }[];

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
});
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') sent.push({ method, address, body: typeof body === 'string' ? JSON.parse(body) : null });
    return Promise.resolve(
      Response.json(
        method === 'POST' ? { data: hook, secret: 'a-secret' } : { data: method === 'GET' ? starts : hook },
      ),
    );
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  dialogStore.setState({ dialogs: [] });
});

function Dialogs() {
  const dialogs = dialogStore((state) => state.dialogs);
  return dialogs.map(({ key, Component, isOpen }) => <Component key={key} opened={isOpen} onClose={() => undefined} />);
}

function show(isEditable = true): void {
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <StartsSection projectId="project" workflowId="workflow" graph={graph} isEditable={isEditable} />
        <Dialogs />
      </QueryClientProvider>
    </GromaProvider>,
  );
}

test('[WFL-163, WFL-167] starts say their next times, whose rights they have, and why they are paused', async () => {
  starts = [
    start({}),
    {
      ...hook,
      is_paused: true,
      next_times: [],
      problem: { code: 'FORBIDDEN', message: 'x', details: { action: 'update', subject: 'workflow' } },
    },
  ];
  show(false);
  expect(await screen.findByText('0 6 * * 1-5 (Europe/Berlin)')).toBeDefined();
  const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date('2026-11-30T05:00:00Z'),
  );
  expect(screen.getByText(shown).getAttribute('datetime')).toBe('2026-11-30T05:00:00.000Z');
  expect(screen.getAllByText('Runs with the rights of ann.')).toHaveLength(2);
  expect(screen.getByText('Paused')).toBeDefined();
  expect(screen.getByText(/not allowed|may not|can’t/i)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add start' })).toBeNull();
});

test('[WFL-165] a new webhook shows its secret once', async () => {
  starts = [];
  show();
  expect(await screen.findByText('This workflow starts only when someone runs it.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Add start' }));
  const kind = await screen.findByRole('combobox', { name: 'Start by' });
  fireEvent.click(kind);
  const list = await vi.waitFor(() => document.getElementById(kind.getAttribute('aria-controls')!)!);
  fireEvent.click(within(list).getByText('Webhook'));
  fireEvent.click(screen.getAllByRole('button', { name: 'Add start' }).at(-1)!);
  expect(await screen.findByText('a-secret')).toBeDefined();
  expect(sent).toEqual([
    { method: 'POST', address: expect.stringContaining('/starts') as string, body: { kind: 'webhook', values: {} } },
  ]);
});

test('[WFL-167] a start is paused from its entry', async () => {
  starts = [start({})];
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  await vi.waitFor(() => expect(sent[0]).toMatchObject({ method: 'PATCH', body: { is_paused: true } }));
});
