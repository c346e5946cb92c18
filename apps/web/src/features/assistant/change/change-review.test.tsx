import type { ChatChangeReply, MachineReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { ChangeReview } from './change-review.tsx';

const change = (id: string, rest: Partial<ChatChangeReply> = {}): ChatChangeReply => ({
  id,
  message: 'm',
  kind: 'style',
  title: `Layer ${id}`,
  target: { map: 'map', layer: id },
  before: { lineWidth: 1, visible: true },
  after: { lineWidth: 4, visible: false },
  language: null,
  state: 'proposed',
  check: null,
  problem: null,
  error: null,
  revision: 'first',
  created_at: '2026-11-28T00:00:00.000Z',
  ...rest,
});

/** What the server has and was asked, as far as it goes over the network. */
let kept: ChatChangeReply[];
let decided: { ids: string[]; action: string; revisions: Record<string, string> }[];
let isAway: boolean;
beforeEach(() => {
  [kept, decided, isAway] = [[], [], false];
  vi.stubGlobal('fetch', (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (isAway) return Promise.reject(new TypeError('Failed to fetch'));
    if (method === 'GET') return Promise.resolve(Response.json({ data: kept }));
    const asked = JSON.parse(body as string) as (typeof decided)[number];
    decided.push(asked);
    const states = { apply: 'applied', refuse: 'refused', revert: 'reverted' } as const;
    kept = kept.map((each) =>
      asked.ids.includes(each.id) ? { ...each, state: states[asked.action as keyof typeof states] } : each,
    );
    return Promise.resolve(Response.json({ data: kept.filter(({ id }) => asked.ids.includes(id)) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const draw = (props: { mayDecide?: boolean; isWriting?: boolean } = {}) => (
  <QueryClientProvider client={queryClient}>
    <GromaProvider>
      <ChangeReview projectId="p" threadId="t" messageId="m" {...props} />
    </GromaProvider>
  </QueryClientProvider>
);

test('[AIA-103] a change is accepted by itself, and the rest all at once; what was done can be reverted', async () => {
  kept = [change('one'), change('two'), change('three')];
  render(draw());
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse Layer one' }));
  await waitFor(() => expect(screen.getByText('Refused')).toBeTruthy());
  // The keyboard is still at the change whose buttons have gone.
  expect(document.activeElement?.textContent).toContain('Layer one');
  fireEvent.click(screen.getByRole('button', { name: 'Accept all' }));
  await waitFor(() => expect(screen.getAllByText('Applied')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Revert all' }));
  await waitFor(() => expect(screen.getAllByText('Reverted')).toHaveLength(2));
  expect(decided).toEqual([
    { ids: ['one'], action: 'refuse', revisions: { one: 'first' } },
    { ids: ['two', 'three'], action: 'apply', revisions: { two: 'first', three: 'first' } },
    { ids: ['two', 'three'], action: 'revert', revisions: { two: 'first', three: 'first' } },
  ]);
});

test('[AIA-103] before and after of each property are shown, and why a decision failed, in words', async () => {
  kept = [
    change('one', {
      problem: 'something in English',
      error: { code: 'CHANGE_CONFLICT', details: { name: 'Rivers' } },
    }),
    change('made', { kind: 'created', title: 'Floods', state: 'applied', before: null, after: { kind: 'map' } }),
  ];
  render(draw());
  const [item] = await screen.findAllByRole('listitem');
  const width = within(item!).getByText('Line width').parentElement!;
  expect(width.textContent).toBe('Line width14');
  expect(item!.textContent).toContain('“Rivers” has been changed since, in the same place.');
  // What is new stays until somebody deletes it by hand.
  expect(screen.queryByRole('button', { name: /^Revert/ })).toBeNull();
});

test('[AIA-103] who may only look decides nothing, and a turn without changes shows nothing', async () => {
  kept = [change('one')];
  const { container, rerender } = render(draw({ mayDecide: false }));
  await screen.findByText('Layer one');
  expect(screen.queryByRole('button', { name: /Accept|Refuse/ })).toBeNull();
  kept = [];
  await queryClient.invalidateQueries();
  rerender(draw({ mayDecide: false }));
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});

test('[AIA-051] the changes are asked for once more when the turn has been written', async () => {
  kept = [change('one')];
  const { rerender } = render(draw({ isWriting: true }));
  await screen.findByText('Layer one');
  kept = [change('one'), change('two')];
  rerender(draw({ isWriting: false }));
  expect(await screen.findByText('Layer two')).toBeTruthy();
});

test('[AIA-103] changes that cannot be loaded say so, and can be asked for again', async () => {
  isAway = true;
  kept = [change('one')];
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  render(draw());
  await screen.findByText('Couldn’t load the changes');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: /retry|again/i }));
  expect(await screen.findByText('Layer one')).toBeTruthy();
});

const runningMachine: MachineReply = {
  projectId: 'p',
  profileId: 'small',
  status: 'Accessible',
  startedAt: null,
  uptime: null,
  cpuPercent: null,
  memoryGb: null,
  memoryLimitGb: null,
  activeKernels: [],
  problem: null,
  kernels: [],
};

test('[AIA-095] proposed code is tried beside its diff, and what it gives is shown; nothing is decided by it', async () => {
  kept = [change('one', { kind: 'cell', before: 'a = 1', after: 'a = 2', language: 'python', title: 'Analysis [1]' })];
  const answers = [
    Response.json({ code: 'MACHINE_NOT_ACCESSIBLE', message: 'x' }, { status: 409 }),
    Response.json({ data: runningMachine }),
    Response.json({ data: { id: 'c', number: 3, state: 'error', output: 'ValueError: no' } }),
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json({ data: kept }));
    asked.push(url.replace(/^.*\/api/, ''));
    return Promise.resolve(answers.shift());
  });
  render(draw());
  fireEvent.click(await screen.findByRole('button', { name: 'Try out code: Analysis [1]' }));
  await screen.findByText('Tried: error in code cell 3');
  expect(screen.getByText('ValueError: no')).toBeTruthy();
  expect(screen.getByText('Proposed')).toBeTruthy();
  cleanup();
  render(draw({ mayDecide: false }));
  await screen.findByText('Proposed');
  expect(screen.queryByRole('button', { name: 'Try out code: Analysis [1]' })).toBe(null);
});

test('[AIA-093] what changes of a workflow is a list of its nodes with their fields, and of its connections', async () => {
  const node = (id: string, label: string, data: object) => ({
    id,
    type: 'tool',
    position: { x: 0, y: 0 },
    data: { label, tool: 'buffer', ...data },
  });
  kept = [
    change('one', {
      kind: 'workflow',
      title: 'Corridors',
      before: { nodes: [node('a', 'Wide', { parameters: { radius: 10 } })], edges: [] },
      after: {
        nodes: [node('a', 'Wide', { parameters: { radius: 25 } }), node('b', 'Middle', { tool: 'centroid' })],
        edges: [{ id: 'e', source: 'a', target: 'b', type: 'default', data: {} }],
      },
    }),
  ];
  render(draw());
  await screen.findByText('Connection: Wide → Middle');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    'Wide Editedradius1025',
    'Middle (tool) Addedtoolcentroid',
    'Connection: Wide → Middle Added',
  ]);
});

test('[AIA-166] a filter of a layer says which values are drawn, before and after', async () => {
  const red = [200, 0, 0];
  const ofBasin = { kind: 'categorised', column: 'basin', colorMap: 'viridis', isReversed: false };
  const categories = [
    { value: 'Rhine', color: red },
    { value: null, color: red },
    { value: 'Po', color: red, isHidden: true },
  ];
  kept = [
    change('one', {
      before: { symbology: { kind: 'single' } },
      after: { symbology: { ...ofBasin, categories, other: null } },
    }),
  ];
  render(draw({ mayDecide: true }));
  const row = await screen.findByText(/basin · Rhine, /);
  expect(row.textContent).not.toContain('Po');
});
