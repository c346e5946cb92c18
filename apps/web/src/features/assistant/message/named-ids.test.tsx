import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import type { ToolPart } from '../session/chat-message.ts';
import { ConsentCard } from './consent-card.tsx';

const about = { project_id: 'p', created_at: '', updated_at: '' };
beforeEach(() => {
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/workflows'))
      return Promise.resolve(Response.json({ data: [{ id: 'w1', name: 'Nightly', ...about }] }));
    if (!url.endsWith('/ipynb'))
      return Promise.resolve(Response.json({ data: [{ id: 'n1', name: 'Floods', ...about }] }));
    const cell = (id: string, source: string | string[], type = 'code') => ({ id, cell_type: type, source });
    const cells = [cell('a', '\n  import groma\nx = 1'), cell('b', ['y = 2\n', 'y']), cell('c', '# Title', 'markdown')];
    return Promise.resolve(Response.json({ cells }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const ask = (toolName: string, input: object) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <ConsentCard
          projectId="p"
          part={{ type: 'dynamic-tool', toolName, toolCallId: '1', state: 'approval-requested', input } as ToolPart}
          decided={undefined}
          mayAnswer
          onAnswer={() => undefined}
        />
      </GromaProvider>
    </QueryClientProvider>,
  );

test('[AIA-164] who is asked for consent reads the names of what would run', async () => {
  ask('run_cells', { notebook: 'n1', cells: ['b'] });
  expect(await screen.findByText('Floods')).toBeTruthy();
  expect(screen.getByText('y = 2')).toBeTruthy();
  expect(screen.queryByText('import groma')).toBe(null);
  cleanup();
  ask('run_cells', { notebook: 'n1' });
  expect(await screen.findByText('import groma')).toBeTruthy();
  expect(screen.queryByText('# Title')).toBe(null);
  cleanup();
  ask('run_workflow', { workflow: 'w1' });
  expect(await screen.findByText('Nightly')).toBeTruthy();
});
