import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { bringTexts } from '../../../platform/text.ts';
import { FileField } from './file-field.tsx';

beforeAll(bringTexts);
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('[GEO-006] a field for a file offers the files of the project with its endings, by what is typed, and tells those of one name apart', async () => {
  const asked: string[] = [];
  const paths = ['/data/a/roads.osm.pbf', '/data/b/roads.osm.pbf', '/data/lakes.pbf', '/data/pbf notes.txt'];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(decodeURIComponent(path).replaceAll('+', ' '));
    const entry = { isDir: false, size: '1 B', bytes: 1, lastModified: '2026-01-01T00:00:00.000Z' };
    return Response.json({ data: paths.map((each) => ({ ...entry, path: each })), isCut: false });
  });
  const chosen: (string | null)[] = [];
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <FileField
          projectId="p"
          label="Network"
          endings={['.osm.pbf', '.pbf']}
          value={null}
          onChange={(path) => chosen.push(path)}
        />
      </GromaProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Network' });
  expect(field.placeholder).toBe('The network of this server');
  fireEvent.click(field);
  await waitFor(() => expect(screen.getByRole('option', { name: 'lakes.pbf', hidden: true })).toBeTruthy());
  const names = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
  // Two of one name are told apart by their folders.
  expect(names).toEqual(['/data/a/roads.osm.pbf', '/data/b/roads.osm.pbf', 'lakes.pbf']);
  expect(asked.every((path) => path.includes('query=.pbf'))).toBe(true);
  field.focus();
  fireEvent.change(field, { target: { value: 'lake' } });
  await waitFor(() => expect(asked.at(-1)).toContain('query=lake .pbf'));
  fireEvent.click(await screen.findByRole('option', { name: 'lakes.pbf', hidden: true }));
  expect(chosen).toEqual(['/data/lakes.pbf']);
});
