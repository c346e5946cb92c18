import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../../platform/api.ts';
import { setProject, type Project } from '../../../../platform/session.ts';
import { NotebookContext, type Notebook } from '../../block/notebook-context.ts';
import { framesKey } from './frame-calls.ts';
import { FrameOutput } from './frame-output.tsx';

beforeEach(() => {
  setProject({ id: 'p' } as Project);
  queryClient.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  setProject(null);
});

function draw(isEditable: boolean, hasKernel: boolean): void {
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <NotebookContext value={{ id: 'n', isEditable, isPaused: false, hasKernel } as Notebook}>
          <FrameOutput frame={{ id: 'f', rows: 9, columns: 1 }} isExpanded={false}>
            <p>first rows</p>
          </FrameOutput>
        </NotebookContext>
      </GromaProvider>
    </QueryClientProvider>,
  );
}

test('[NBK-173, NBK-175] the kept rows stay where the kernel has no others, with the reason; readers are told none', () => {
  draw(true, false);
  expect(screen.getByText('first rows')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('The kernel that held this data frame is gone');
  cleanup();
  queryClient.setQueryData([...framesKey('n'), 'f'], { state: 'changed' });
  draw(true, true);
  expect(screen.getByRole('status').textContent).toContain('has changed since it was shown');
  cleanup();
  draw(false, false);
  expect(screen.getByText('first rows')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
