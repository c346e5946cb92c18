import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { PackagesTab } from './packages-tab.tsx';

const packages = {
  added: [
    { name: 'tinyneed', version: '2.0', isRequested: false },
    { name: 'tiny', version: '1.0', isRequested: true },
  ],
  base: [
    { name: 'numpy', version: '2.4.6' },
    { name: 'pandas', version: '3.1.1' },
  ],
  python: '3.11',
  isOutdated: false,
  bytes: 2_000_000,
  hasIndex: true,
  requirements: { path: '/data/requirements.txt', missing: ['dask>=2026'], problem: null },
  wheels: ['/data/wheels/local-1.0-py3-none-any.whl'],
  lastChange: null as { operationId: string; status: string; isOwn: boolean } | null,
};
let found: typeof packages;
let log: Record<string, unknown>;
let asked: { method: string; url: string; body: unknown }[];
beforeEach(async () => {
  await bringTexts();
  [found, asked] = [packages, []];
  log = { text: '', next: 0, status: 'Completed', failedMessage: null, failure: null };
  sessionStore.setState({
    project: { id: 'p', tenant: 't', role: 'PROJECT_OWNER', plan_outcome: 'NO_ERROR' } as never,
  });
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') asked.push({ method, url, body: body ? JSON.parse(body as string) : null });
    if (url.includes('/log/')) return Promise.resolve(Response.json({ data: log }));
    if (method === 'POST') return Promise.resolve(Response.json({ data: { operation_id: 'o' } }));
    return Promise.resolve(Response.json({ data: found }));
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
        <PackagesTab projectId="p" />
      </GromaProvider>
    </QueryClientProvider>,
  );

test('[KRN-106] the packages of the project stand first, those of all can be searched', async () => {
  draw();
  const own = within(await screen.findByRole('region', { name: 'In this workspace' }));
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'tiny1.0',
    'tinyneed2.0Needed by another package',
  ]);
  fireEvent.click(screen.getByText('In every workspace'));
  fireEvent.change(screen.getByPlaceholderText('Search packages'), { target: { value: 'PAN' } });
  expect(screen.queryByText('numpy')).toBeNull();
  expect(screen.getByText('pandas')).toBeTruthy();
});

test('[KRN-106] names, requirements.txt and wheels are installed', async () => {
  draw();
  fireEvent.change(await screen.findByLabelText('Add packages'), { target: { value: 'dask, zarr>=3' } });
  fireEvent.submit(screen.getByLabelText('Add packages').closest('form')!);
  await waitFor(() => {
    expect(asked).toEqual([
      expect.objectContaining({
        method: 'POST',
        body: expect.objectContaining({ requirements: ['dask', 'zarr>=3'], isOffline: false }) as unknown,
      }),
    ]);
  });
});

test('[KRN-106] what requirements.txt and wheels offer is one press away', async () => {
  draw();
  expect(await screen.findByText('Not installed: dask>=2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Install from requirements.txt' }));
  await waitFor(() => {
    expect(asked[0]?.body).toMatchObject({ files: ['/data/requirements.txt'] });
  });
});

test('[KRN-106] a failed change says why, with what pip has printed', async () => {
  found = { ...packages, lastChange: { operationId: 'o', status: 'Failed', isOwn: true } };
  const said = 'ERROR: No matching distribution found for dusk\n';
  let isRead = false;
  log = {
    get text() {
      const text = isRead ? '' : said;
      isRead = true;
      return text;
    },
    next: said.length,
    status: 'Failed',
    failedMessage: 'x',
    failure: { code: 'PACKAGE_NOT_FOUND', details: { name: 'dusk' } },
  };
  draw();
  expect((await screen.findByRole('alert')).textContent).toContain('“dusk” wasn’t found');
  fireEvent.click(screen.getByText('Output of pip'));
  expect(screen.getByText(/No matching distribution/)).toBeTruthy();
});

test('[KRN-106] a change under way can be canceled by who began it', async () => {
  found = { ...packages, lastChange: { operationId: 'o', status: 'In Progress', isOwn: true } };
  log = { ...log, status: 'In Progress' };
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the change' }));
  await waitFor(() => {
    expect(asked[0]).toMatchObject({ method: 'POST', url: expect.stringContaining('/operations/o/cancel') as unknown });
  });
});

test('[KRN-106] readers see the packages and change none', async () => {
  sessionStore.setState({
    project: { id: 'p', tenant: 't', role: 'PROJECT_VIEWER', plan_outcome: 'NO_ERROR' } as never,
  });
  draw();
  expect(await screen.findByText('tiny')).toBeTruthy();
  expect(screen.queryByLabelText('Add packages')).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove|Install/ })).toBeNull();
});
