import type { LogEntryReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { Panel } from './log-panel.tsx';

const entry = (id: number, rest: Partial<LogEntryReply> = {}): LogEntryReply => ({
  id,
  thread: 't',
  message: `m${id}`,
  username: 'ann',
  agent: null,
  model: 'small',
  state: 'complete',
  is_analyst: false,
  calls: [],
  changes: [],
  input_tokens: 0,
  output_tokens: 0,
  created_at: '2026-11-28T10:00:00.000Z',
  ...rest,
});

/** The entries that there are, newest first, and what was asked for. */
let all: LogEntryReply[];
let prices: Record<string, { input: number; output: number }>;
let asked: URLSearchParams[];
let isAway: boolean;
beforeEach(() => {
  [all, prices, asked, isAway] = [[], {}, [], false];
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_OWNER', plan_outcome: 'NO_ERROR' } as never });
  vi.stubGlobal('fetch', (url: string) => {
    if (isAway) return Promise.resolve(Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 }));
    const query = new URL(url, 'http://groma.invalid').searchParams;
    asked.push(query);
    const before = Number(query.get('before') ?? Infinity);
    const username = query.get('username');
    const data = all.filter((each) => each.id < before && (username === null || each.username === username));
    return Promise.resolve(Response.json({ data: data.slice(0, 100), people: ['ann', 'ben'], prices }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <Panel />
      </GromaProvider>
    </QueryClientProvider>,
  );
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('[AIA-165] an entry says who, which model, tools with arguments and consent, tokens and what it cost', async () => {
  prices = { small: { input: 2, output: 8 } };
  const call = { tool: 'run_sql', arguments: '{"sql":"SELECT 1"}', consent: 'free', outcome: 'done' } as const;
  all = [
    entry(3, {
      calls: [call, { ...call, tool: 'buffer', consent: 'allowed', outcome: 'failed' }],
      state: 'failed',
      input_tokens: 12_000,
      output_tokens: 500,
    }),
    entry(2, { agent: 'robot', model: 'dear', input_tokens: 5, output_tokens: 5 }),
    entry(1, { message: null, model: null, changes: [{ kind: 'style', title: 'Rivers', state: 'applied' }] }),
  ];
  draw();
  const [, answer, agent, decision] = await screen.findAllByRole('row');
  expect(cells(answer!).slice(1)).toEqual([
    'ann',
    'small',
    'Query with SQL · Done{"sql":"SELECT 1"}Buffer · Failed · Allowed by the person{"sql":"SELECT 1"}',
    'Failed',
    '12,000 / 500',
    '$0.028',
  ]);
  expect(cells(agent!).slice(1)).toEqual(['robot for ann', 'dear', 'Answered without tools', 'Done', '5 / 5', '']);
  expect(cells(decision!)[3]).toBe('Decided: Rivers (Applied)');
});

test('[AIA-165] costs are not spoken of where no price is set; an empty log and one that fails say so', async () => {
  all = [entry(1, { input_tokens: 5 })];
  draw();
  await screen.findAllByRole('row');
  expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBe(null);
  cleanup();
  queryClient.clear();
  all = [];
  draw();
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
  cleanup();
  queryClient.clear();
  isAway = true;
  draw();
  expect(await screen.findByText('Couldn’t load the log')).toBeTruthy();
});

test('[AIA-165] ten thousand entries are read by pages, back and forth, also those of one person between days', async () => {
  all = Array.from({ length: 10_000 }, (_, at) => entry(10_000 - at, { username: at % 2 === 0 ? 'ann' : 'ben' }));
  draw();
  expect(await screen.findAllByRole('row')).toHaveLength(101);
  const older = () => fireEvent.click(screen.getByRole('button', { name: 'Older' }));
  older();
  await vi.waitFor(() => expect(asked.at(-1)!.get('before')).toBe('9901'));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-11-30' } });
  await vi.waitFor(() => expect(asked.at(-1)!.get('until')).toBe(new Date(2026, 11, 1).toISOString()));
  expect(asked.at(-1)!.get('from')).toBe(new Date(2026, 10, 1).toISOString());
  fireEvent.click(screen.getByRole('combobox', { name: 'Person' }));
  fireEvent.click(await screen.findByRole('option', { name: 'ben', hidden: true }));
  await vi.waitFor(() => expect(asked.at(-1)!.get('username')).toBe('ben'));
});
