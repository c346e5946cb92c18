import type { ShownMap } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { registerCommands } from '../../../registry/command.ts';
import { addResult } from './shown-commands.ts';
import { SmallMap } from './small-map.tsx';

let asked: { url: string; body: { query: string; database: string } }[];
beforeEach(() => {
  asked = [];
  registerCommands([addResult]);
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_OWNER', plan_outcome: 'NO_ERROR' } as never });
  // Nothing comes into sight: pictures are looked at in a browser.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET')
      return Promise.resolve(
        Response.json({ data: [{ id: 'm', name: 'Ri"vers', project_id: 'p', tenant_id: 't', updated_at: '' }] }),
      );
    asked.push({ url, body: JSON.parse(body as string) as (typeof asked)[number]['body'] });
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const features: ShownMap = {
  kind: 'features',
  title: 'Wells',
  sql: 'SELECT * FROM layers."A map".wells -- all of them',
  column: 'geometry',
  geometries: [{ type: 'Point', coordinates: [1, 2] }],
  features: 1_200,
  bounds: [0, 0, 2, 4],
};
const draw = (output: unknown) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <SmallMap output={output} kinds={[]} />
      </GromaProvider>
    </QueryClientProvider>,
  );

test('[AIA-162] all of a result becomes a layer of the map that is chosen', async () => {
  draw(features);
  expect(screen.getByRole('figure', { name: 'Wells' })).toBeTruthy();
  expect(screen.getByText('Features shown: 1 of 1,200')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add to map' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Ri"vers', hidden: true }));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.body).toMatchObject({
    database: 'This project',
    query: `CREATE TABLE layers."Ri""vers"."Wells" AS SELECT * FROM (${features.sql}\n) AS given`,
  });
});

test('[AIA-162] a layer that is there is opened on its map; what is no map is said', () => {
  draw({ kind: 'layer', title: '', map: 'm', layer: 'l', bounds: [0, 0, 1, 1] });
  expect(screen.getByRole('figure', { name: 'Map' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open map' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to map' })).toBe(null);
  cleanup();
  draw({ kind: 'features' });
  expect(screen.getByText('Couldn’t draw the map')).toBeTruthy();
});
