import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NameField } from './name-field.tsx';

let isAway = true;
const asked: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  isAway = true;
  asked.length = 0;
  // The server that is away and comes back.
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    asked.push(String(init.body));
    return Response.json({ data: { id: 'n', name: 'Rainfall', project_id: 'p', created_at: '', updated_at: '' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const draw = (isEditable = true) =>
  render(
    <GromaProvider>
      <NameField projectId="p" notebookId="n" name="Rain" isEditable={isEditable} />
    </GromaProvider>,
  );
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

function type(text: string): void {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
}

test('[SHL-123] [NBK-034] a name that the server did not take stays, says so, and can be tried again', async () => {
  draw();
  type('Rainfall');
  const failure = await screen.findByRole('alert');
  expect([failure.textContent, field().value]).toEqual([
    expect.stringContaining('Couldn’t rename the notebook'),
    'Rainfall',
  ]);
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toContain('Rainfall');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[SHL-123] it is there after a reload, and while the notebook can only be read', async () => {
  draw();
  type('Rainfall');
  await screen.findByRole('alert');
  cleanup();
  draw(false);
  expect([field().value, field().readOnly]).toEqual(['Rainfall', true]);
  expect(screen.getByRole('alert')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Rain')).toBeTruthy();
});
