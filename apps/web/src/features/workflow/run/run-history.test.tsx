import { newId, newWorkflowGraph, workflowRunStatuses } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { RunHistory } from './run-history.tsx';

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const run = (status: string) => ({
  id: status,
  requestedByUserId: 'u',
  requestedByUsername: 'ann',
  requestedByEmail: '',
  status,
  message: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...newWorkflowGraph(newId),
});

function draw(data: readonly object[]): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data })));
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <RunHistory projectId="project" workflowId="workflow" isEditable={false} runFrom={() => null} />
      </QueryClientProvider>
    </GromaProvider>,
  );
}

test('[WFL-017] a history without runs says so', async () => {
  draw([]);
  expect(await screen.findByText('No runs yet.')).toBeDefined();
});

test('[WFL-034, WFL-053] a run is submitted or started, in blue, an error in red, or a success in green', async () => {
  draw(workflowRunStatuses.map(run));
  await screen.findByText('Submitted');
  const badges = [...document.querySelectorAll<HTMLElement>('.workflow-run summary .g-badge')];
  expect(badges.map(({ textContent, dataset }) => [textContent, dataset['tone']])).toEqual([
    ['Submitted', 'blue'],
    ['Started', 'blue'],
    ['Error', 'red'],
    ['Success', 'green'],
  ]);
});
