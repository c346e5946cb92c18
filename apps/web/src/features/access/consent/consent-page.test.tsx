import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { navigate } from '../../../platform/router.ts';
import { sessionStore } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { Page } from './consent-page.tsx';

const query = { client_id: 'c', redirect_uri: 'http://127.0.0.1:9/cb', response_type: 'code', state: 'a&b' };
let answered: unknown[];
let isWrong: boolean;
beforeEach(async () => {
  await bringTexts();
  [answered, isWrong] = [[], false];
  sessionStore.setState({ user: { id: 'ann', email: 'ann@example.org' } as never });
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.includes('/api/projects')) return Promise.resolve(Response.json({ data: [] }));
    if (isWrong)
      return Promise.resolve(
        Response.json(
          { code: 'BAD_INPUT', message: '', details: { detail: 'This app is not known here.' } },
          { status: 400 },
        ),
      );
    if (method === 'GET')
      return Promise.resolve(
        Response.json({
          data: { client_name: 'Field agent', redirect_host: '127.0.0.1:9', scopes: ['read', 'propose'] },
        }),
      );
    answered.push(JSON.parse(body as string));
    return Promise.resolve(Response.json({ data: { redirect: '#answered' } }));
  });
  navigate(`/oauth/authorize?${new URLSearchParams(query)}`);
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
        <Page />
      </GromaProvider>
    </QueryClientProvider>,
  );

test('[ACC-143] the page says who asks, for whom and where the answer goes; proposing is what is granted', async () => {
  draw();
  expect(await screen.findByRole('heading', { name: 'Connect Field agent?' })).toBeTruthy();
  expect(screen.getByText(/in your name, ann@example.org/)).toBeTruthy();
  expect(screen.getByText(/127\.0\.0\.1:9/)).toBeTruthy();
  expect(answered).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() =>
    expect(answered).toEqual([{ request: query, is_allowed: true, scope: 'propose', project_id: null }]),
  );
});

test('[ACC-143] refusing says so to the client', async () => {
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Don’t allow' }));
  await waitFor(() => expect(answered).toMatchObject([{ request: query, is_allowed: false }]));
});

test('[ACC-143] a request that is not right has nothing to be allowed', async () => {
  isWrong = true;
  draw();
  expect(await screen.findByRole('heading', { name: 'This app can’t be connected' })).toBeTruthy();
  expect(screen.getByText(/not known here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});
