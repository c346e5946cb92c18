import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../platform/api.ts';
import { bringTexts } from '../platform/text.ts';
import { ResourceField } from './resource-field.tsx';

const roads = entry('layer', 'layer:01m/01r', 'layer:World/roads', 'roads', 'World');
const sales = entry('file', 'file:/data/sales.csv', 'file:/data/sales.csv', 'sales.csv', '/data');
const asked: URL[] = [];

function entry(kind: string, reference: string, name: string, label: string, place: string) {
  return { kind, reference, name, label, place, version: '1', geometry: null, rows: null };
}

/** The server: two things, found by their names and places. */
function answer(url: URL): Response {
  asked.push(url);
  const all = [roads, sales];
  if (url.pathname.endsWith('/resolve')) {
    const name = url.searchParams.get('name');
    const found = all.find((each) => each.name === name || each.reference === name);
    return found
      ? Response.json({ data: { ...found, columns: [], crs: null, extent: null } })
      : Response.json({ code: 'NOT_FOUND', message: 'gone', details: {} }, { status: 404 });
  }
  const words = (url.searchParams.get('query') ?? '').toLowerCase();
  const kinds = (url.searchParams.get('kinds') ?? '').split(',');
  const data = all.filter(({ kind, name }) => kinds.includes(kind) && name.toLowerCase().includes(words));
  return Response.json({ data, is_cut: false });
}

beforeAll(bringTexts);
beforeEach(() => {
  asked.length = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', (input: string | URL) => Promise.resolve(answer(new URL(String(input), 'http://server'))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(value: string | null, onChange = vi.fn<(reference: string | null) => void>()) {
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <ResourceField
          projectId="p"
          kinds={['layer', 'file', 'table']}
          label="Data"
          value={value}
          onChange={onChange}
        />
      </QueryClientProvider>
    </GromaProvider>,
  );
  return onChange;
}

/** Some data on a drag. */
const dragOf = (kind: string, value: unknown) => ({
  dataTransfer: { types: [kind], getData: (asked_: string) => (asked_ === kind ? JSON.stringify(value) : '') },
});
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Data' });

/** Types into the field, which takes only what comes while it has the focus. */
function type(text: string): void {
  field().focus();
  fireEvent.change(field(), { target: { value: text } });
}

test('[RES-005] data is found by words of its name and place, and chosen by its reference', async () => {
  const onChange = show(null);
  fireEvent.click(field());
  type('world');
  const option = (await screen.findByText('roads')).closest('[role=option]')!;
  expect(option.textContent).toContain('World');
  await waitFor(() => expect(screen.queryByText('sales.csv')).toBeNull());
  fireEvent.click(option);
  expect(onChange).toHaveBeenCalledWith('layer:01m/01r', roads);
});

test('[RES-005] a pasted name leads to the one thing that it names', async () => {
  const onChange = show(null);
  fireEvent.click(field());
  type('file:/data/sales.csv');
  await waitFor(() => expect(asked.some(({ pathname }) => pathname.endsWith('/resolve'))).toBe(true));
  fireEvent.click(await screen.findByText('sales.csv'));
  expect(onChange).toHaveBeenCalledWith('file:/data/sales.csv', expect.objectContaining(sales));
});

test('[RES-005] a dropped layer, file and table are taken, a folder is not', () => {
  const onChange = show(null);
  const place = field().closest('.resource-field')!;
  fireEvent.drop(place, dragOf('groma/mapLayer', { id: '01r', mapId: '01m', name: 'roads' }));
  expect(onChange).toHaveBeenLastCalledWith('layer:01m/01r');
  fireEvent.drop(place, dragOf('groma/gcs', [{ path: '/data/a b.csv', isDir: false }]));
  expect(onChange).toHaveBeenLastCalledWith('file:/data/a b.csv');
  fireEvent.drop(place, dragOf('groma/gcs', [{ path: '/data/folder', isDir: true }]));
  expect(onChange).toHaveBeenCalledTimes(2);
  const table = { databaseId: 'd', databaseName: 'city', reference: '"b/c"', schema: 'main', name: 'b/c' };
  fireEvent.drop(place, dragOf('groma/database-table', table));
  expect(onChange).toHaveBeenLastCalledWith('table:d/main/b%2Fc');
});

test('[RES-005] what has gone since it was chosen is said', async () => {
  show('layer:01m/01gone');
  expect((await screen.findByText('It was deleted, or you can’t see it.')).isConnected).toBe(true);
});
