import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/api.ts';
import { HubNewest } from './hub-newest.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const one = (id: string, access: string) => ({
  id,
  type: 'MAP',
  title: `Rivers ${id}`,
  description: '',
  is_public: access === 'public',
  access,
  tags: [],
  version: '1.0.0',
  thumbnail_url: null,
  categories: [],
  author: { username: 'ann', name: 'Ann' },
  created_at: '',
  updated_at: '',
  path: `/hub/maps/${id}`,
  uses: 0,
});
/** Shows what the server has, which it filters by the access that is asked for. */
function draw(all: ReturnType<typeof one>[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    const asked = new URL(url, location.origin).searchParams.get('access');
    const found = all.filter(({ access }) => asked === null || access === asked);
    return Response.json({ data: found, total: found.length, page_size: 24 });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <HubNewest />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

test('[PUB-087] the newest public publications are shown with their authors, and those of a team are not', async () => {
  draw([one('a', 'public'), one('b', 'restricted')]);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Rivers a', '/en/hub/maps/a']]);
  expect(screen.getByText('Ann')).toBeTruthy();
});

test('[PUB-087] there is no heading where nothing is published', async () => {
  draw([]);
  await waitFor(() => expect(queryClient.getQueryData(['hub-newest'])).toEqual([]));
  expect(screen.queryByRole('heading')).toBeNull();
});
