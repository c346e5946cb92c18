import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../platform/api.ts';
import { bringTexts } from '../platform/text.ts';
import { FileField } from './file-field.tsx';

beforeAll(bringTexts);
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('[GEO-006, RES-005] a field for a file is the one of all data: by search, by its path, or none', async () => {
  const asked: string[] = [];
  const entry = (path: string) => {
    const at = path.lastIndexOf('/');
    const reference = `file:${path}`;
    const named = { kind: 'file', reference, name: reference, label: path.slice(at + 1), place: path.slice(0, at) };
    return { ...named, version: '1', geometry: null, rows: null };
  };
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(String(path), 'http://server');
    asked.push(`${url.searchParams.get('query') ?? url.searchParams.get('name')} ${url.searchParams.get('endings')}`);
    if (url.pathname.endsWith('/resolve'))
      return Response.json({ data: { ...entry('/data/b/roads.osm.pbf'), columns: [], crs: null, extent: null } });
    return Response.json({ data: ['/data/a/roads.osm.pbf', '/data/b/roads.osm.pbf'].map(entry), is_cut: false });
  });
  const chosen: (string | null)[] = [];
  const shown = (value: string | null) => (
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <FileField
          projectId="p"
          label="Network"
          endings={['.osm.pbf', '.pbf']}
          value={value}
          onChange={(path) => chosen.push(path)}
        />
      </GromaProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(shown(null));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Network' });
  expect(field.placeholder).toBe('The network of this server');
  fireEvent.click(field);
  const options = async () => (await screen.findAllByRole('option', { hidden: true })).map((each) => each.textContent);
  // Two of one name are told apart by their folders.
  expect(await options()).toEqual(['roads.osm.pbf/data/a', 'roads.osm.pbf/data/b']);
  expect(asked).toEqual([' .osm.pbf,.pbf']);
  field.focus();
  fireEvent.change(field, { target: { value: '/data/b/roads.osm.pbf' } });
  await waitFor(() => expect(asked.at(-1)).toBe('/data/b/roads.osm.pbf .osm.pbf,.pbf'));
  await waitFor(async () => expect(await options()).toEqual(['roads.osm.pbf/data/b']));
  fireEvent.click(screen.getByRole('option', { hidden: true }));
  expect(chosen).toEqual(['/data/b/roads.osm.pbf']);
  const drop = (path: string) =>
    fireEvent.drop(field.closest('.resource-field')!, {
      dataTransfer: {
        types: ['groma/gcs'],
        getData: (kind: string) => (kind === 'groma/gcs' ? JSON.stringify([{ path, isDir: false }]) : ''),
      },
    });
  drop('/data/a.csv');
  drop('/data/a.pbf');
  expect(chosen.at(-1)).toBe('/data/a.pbf');
  expect(chosen).toHaveLength(2);
  rerender(shown('/data/a.pbf'));
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: 'The network of this server', hidden: true }));
  expect(chosen.at(-1)).toBeNull();
});
