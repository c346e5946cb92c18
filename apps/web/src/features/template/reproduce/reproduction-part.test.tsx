import type { OwnTemplateReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import type { NamedPublishable } from '../publish/publication-calls.ts';
import { publicationKey } from '../publish/publishing-store.ts';
import { ReproductionPart } from './reproduction-part.tsx';

const thing: NamedPublishable = { type: 'NOTEBOOK', id: 'n1', projectId: 'p1', name: 'Study' };
const path = '/api/notebooks/n1/projects/p1/notebook-templates';
const found = (reproduced: OwnTemplateReply['versions'][number]['reproduced']): OwnTemplateReply => ({
  id: 't1',
  type: 'NOTEBOOK',
  title: 'Study',
  description: '',
  is_public: true,
  access: 'public',
  tags: [],
  version: '1.1.0',
  thumbnail_url: null,
  categories: ['Marine'],
  author: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  path: '/hub/notebooks/t1',
  uses: 0,
  has_password: false,
  embed_origins: [],
  versions: [
    {
      version: '1.1.0',
      changelog: '',
      published_at: '2026-01-01T00:00:00.000Z',
      published_by: null,
      reproduced,
      app: null,
    },
  ],
});

let status = 'In Progress';
let sent: { path: string; body: unknown }[] = [];
beforeEach(() => {
  status = 'In Progress';
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const at = url.split('?')[0]!;
    if (method !== 'GET') sent.push({ path: at, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    if (at === `${path}/t1/reproductions`) return Response.json({ data: { operation_id: 'o1' } });
    if (at === path)
      return Response.json({ data: found({ ran_at: '2026-02-03T12:00:00.000Z', cells: 3, different: 0 }) });
    if (at === '/api/operations/o1') return Response.json({ data: operation() });
    return Response.json({ code: 'NOT_FOUND', message: '', details: {} }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const operation = () => ({
  id: 'o1',
  project_id: 'p1',
  user_id: 'u1',
  task: 'refresh',
  title: 'Run Study again',
  subject: 'Study',
  subtitle: '1.1.0',
  status,
  job_status: status === 'In Progress' ? 'in progress' : 'completed',
  progress: 40,
  currentSubTask: 'Sum',
  currentSubTaskProgress: null,
  estimatedTimeLeft: null,
  failedMessage: null,
  remarks: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

const open = (reproduced: Parameters<typeof found>[0]) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <ReproductionPart thing={thing} found={found(reproduced)} />
      </GromaProvider>
    </QueryClientProvider>,
  );

test('[PUB-117] tells how the newest version came out, with the way to what differs', async () => {
  open({ ran_at: '2026-02-03T12:00:00.000Z', cells: 5, different: 2 });
  await screen.findByText(/2 of 5 blocks differed/);
  expect(screen.getByRole('link').getAttribute('href')).toContain('/hub/notebooks/t1#reproduction');
});

test('[PUB-117] runs it again, shows how far that is, and offers the run again when it has ended', async () => {
  queryClient.setQueryData(publicationKey(thing), found(null));
  open(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Run again and compare' }));
  expect((await screen.findByRole('status')).textContent).toBe('Running version 1.1.0 again…');
  await waitFor(() => expect(sent[0]).toEqual({ path: `${path}/t1/reproductions`, body: { version: '1.1.0' } }));
  await screen.findByText('Sum', {}, { timeout: 10_000 });
  fireEvent.click(screen.getByRole('button', { name: 'Stop the run' }));
  await waitFor(() => expect(sent.at(-1)!.path).toMatch(/^\/api\/operations\/o1/));
  status = 'Completed';
  await screen.findByRole('button', { name: 'Run again and compare' }, { timeout: 10_000 });
  // Whoever shows the publication shows how it came out.
  expect(queryClient.getQueryData<OwnTemplateReply>(publicationKey(thing))?.versions[0]?.reproduced).toMatchObject({
    different: 0,
  });
}, 30_000);
