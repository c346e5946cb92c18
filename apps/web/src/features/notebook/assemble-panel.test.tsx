import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Panel } from './assemble-panel.tsx';

afterEach(cleanup);

test('[SHL-029] a notebook panel without data says so', () => {
  const api = { setTitle: () => undefined, close: () => undefined };
  for (const params of [null, { notebookId: '' }]) {
    render(
      <GromaProvider>
        <Panel id="n" api={api} params={params} />
      </GromaProvider>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Error loading notebookMissing required notebook data');
    cleanup();
  }
});
