import type { OperationStatus } from '@groma/model';
import type { OperationReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/api.ts';
import { sessionStore } from '../../platform/session.ts';
import { OperationItem } from './operation-item.tsx';

/** What the server would answer; nothing is told by a socket, since no room is entered. */
let present: OperationReply[] = [];
let asked = 0;

const operation = (status: OperationStatus, progress: number): OperationReply => ({
  id: 'a',
  status,
  job_status: 'in progress',
  project_id: 'p',
  user_id: 'u',
  title: 'Import parcels.gpkg',
  task: null,
  subject: null,
  subtitle: null,
  progress,
  estimatedTimeLeft: null,
  currentSubTask: null,
  currentSubTaskProgress: null,
  failedMessage: null,
  remarks: [],
  created_at: '2025-08-01T10:00:00.000Z',
  updated_at: '2025-08-01T10:00:00.000Z',
});

// It comes by itself with the first call, but not while time stands still.
beforeAll(() => import('../../platform/full-client.ts'));

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json({ data: present }));
  });
  sessionStore.setState({ project: { id: 'p' } as never });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStore.setState({ project: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });

test('[SHL-039] [SHL-038] [PRC-009] without the socket the list is read every 10 seconds, until nothing in it can change any more', async () => {
  present = [operation('In Progress', 20)];
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <OperationItem />
      </GromaProvider>
    </QueryClientProvider>,
  );
  await pass(100);
  const shown = () => screen.getByRole('button').textContent;
  expect([asked, shown()]).toEqual([1, expect.stringContaining('20')]);
  present = [operation('In Progress', 60)];
  await pass(9_000);
  expect([asked, shown()]).toEqual([1, expect.stringContaining('20')]);
  await pass(1_500);
  expect([asked, shown()]).toEqual([2, expect.stringContaining('60')]);
  present = [operation('Completed', 100)];
  await pass(10_500);
  expect([asked, shown()]).toEqual([3, '1 operation']);
  await pass(60_000);
  expect(asked).toBe(3);
});

test('[PRC-012] a poll that fails leaves what is shown, and the next one says how far it is', async () => {
  present = [operation('In Progress', 20)];
  let isAway = false;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(isAway ? new Response('', { status: 404 }) : Response.json({ data: present }));
  });
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <OperationItem />
      </GromaProvider>
    </QueryClientProvider>,
  );
  await pass(100);
  const shown = () => screen.getByRole('button').textContent;
  [isAway, present] = [true, [operation('In Progress', 60)]];
  await pass(10_500);
  expect([asked, shown()]).toEqual([2, expect.stringContaining('20')]);
  expect(screen.queryByRole('dialog')).toBeNull();
  isAway = false;
  await pass(10_500);
  expect([asked, shown()]).toEqual([3, expect.stringContaining('60')]);
});
