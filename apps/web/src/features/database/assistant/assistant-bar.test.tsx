import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import type { SqlDraft } from '../editor/sql-draft.ts';
import { AssistantBar } from './assistant-bar.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const draft: SqlDraft = {
  databaseId: 'gauges',
  databaseName: 'Gauges',
  dialect: 'duckdb',
  read: () => '',
  readSelection: () => '',
  readTables: () => [],
  replace: () => undefined,
  insert: () => undefined,
  focus: () => undefined,
};

function draw(models: object[]): void {
  sessionStore.setState({ project: { id: 'p', tenant: 't', role: 'PROJECT_OWNER' } as never });
  // The schema of the database is still on its way.
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/api/models')
      ? Promise.resolve(Response.json({ data: { models, defaultModel: models.length > 0 ? 'small' : null } }))
      : new Promise(() => undefined),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <AssistantBar draft={draft} />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

test('[AIA-062] the SQL editor offers a model to ask where there is one', async () => {
  draw([{ id: 'small', name: 'Small', description: '', characterLimit: 20_000, isPro: false }]);
  expect(await screen.findByDisplayValue('Small · Free')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Generate SQL' })).toBeTruthy();
});

test('[AIA-062] the SQL editor has no line about models where none is set up', async () => {
  draw([]);
  await waitFor(() => expect(queryClient.getQueryData(['models'])).toBeDefined());
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(screen.queryByText(/AI features/)).toBeNull();
});
