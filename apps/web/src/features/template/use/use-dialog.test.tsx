import type { TemplateReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { UpdateItem } from '../update/update-item.tsx';
import { UseDialog } from './use-dialog.tsx';

const template: TemplateReply = {
  id: 't1',
  type: 'MAP',
  title: 'Rivers/Europe',
  description: '',
  is_public: false,
  access: 'password',
  tags: [],
  version: '1.1.0',
  thumbnail_url: null,
  categories: ['Marine'],
  author: { username: 'ann', name: 'Ann' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  path: '/hub/maps/t1',
  uses: 0,
};
const content = { project_id: 'f', content_id: 'm', maps: [], notebooks: [], workflows: [] };
let sent: { path: string; body: unknown }[] = [];
let isUnlocked = false;
let newest: string | null = '1.1.0';
let status = 'running';

beforeEach(() => {
  [sent, isUnlocked, newest, status] = [[], false, '1.1.0', 'running'];
  const answer = (path: string, method: string): Response => {
    if (path.endsWith('/unlock')) isUnlocked = true;
    if (path.endsWith('/unlock')) return Response.json({ data: { path: '/hub/maps/t1' } });
    if (path.endsWith('/use')) return Response.json({ data: { operation_id: 'o1', project_id: 'p2' } });
    if (path.endsWith('/uses/o1'))
      return Response.json({ data: { status, progress: 30, message: 'No space is left.' } });
    if (path.endsWith('/template-source'))
      return Response.json({
        data: {
          template_id: 't1',
          title: 'Rivers',
          version: '1.0.0',
          newest_version: newest,
          changelog: '',
          path: null,
        },
      });
    if (method === 'GET' && isUnlocked)
      return Response.json({ data: { ...template, versions: [], content, made_from: null } });
    return Response.json({ code: 'PASSWORD_REQUIRED', message: '', details: {} }, { status: 403 });
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = url.split('?')[0]!;
    if (method !== 'GET') sent.push({ path, body: JSON.parse(body as string) as unknown });
    return answer(path, method);
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStore.setState({ project: null });
  vi.unstubAllGlobals();
});

const draw = (part: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>{part}</GromaProvider>
    </QueryClientProvider>,
  );

test('[PUB-084] the password comes first, then a name made of the title; what fails is said, and can be tried again', async () => {
  draw(<UseDialog opened onClose={() => undefined} templateId="t1" />);
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'tributary' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the new workspace');
  expect(name.value).toBe('Rivers-Europe');
  expect(screen.getByText('Version 1.1.0, by Ann')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make workspace' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { path: '/api/hub/templates/t1/unlock', body: { password: 'tributary' } },
    { path: '/api/hub/templates/t1/use', body: { name: 'Mine', version: '1.1.0' } },
  ]);
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30'));
  status = 'failed';
  expect(await screen.findByText('No space is left.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make workspace' }).getAttribute('aria-busy')).toBeNull();
});

test('[PUB-085] the status bar offers a later version of what the workspace was made of, and nothing else', async () => {
  sessionStore.setState({ project: { id: 'p1' } as never });
  draw(<UpdateItem />);
  expect(await screen.findByRole('button', { name: 'Version 1.1.0 is out' })).toBeTruthy();
  for (const none of ['1.0.0', null]) {
    cleanup();
    queryClient.clear();
    newest = none;
    draw(<UpdateItem />);
    await waitFor(() =>
      expect(queryClient.getQueryData(['template-source', 'p1'])).toMatchObject({ newest_version: none }),
    );
    expect(screen.queryByRole('button')).toBeNull();
  }
});
