import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionStore, type User } from '../session.ts';
import { KeptRenameDialog } from './kept-rename-dialog.tsx';

let closed = 0;
const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));

/** The dialog on a page that has just been loaded. */
function open(onConfirm: () => Promise<void> = () => Promise.reject(new Error('No answer.'))): void {
  cleanup();
  render(
    <GromaProvider colorScheme="light">
      <KeptRenameDialog
        place="map-name.m"
        opened
        onClose={() => {
          closed += 1;
        }}
        name="Water"
        pattern={/\S/}
        onConfirm={onConfirm}
        texts={{ title: 'Rename', label: 'Name' }}
      />
    </GromaProvider>,
  );
}

beforeEach(() => {
  closed = 0;
  sessionStorage.clear();
  sessionStore.setState({ user: { id: 'ann' } as User });
});

// What a page does when it has time would find no document any more.
afterEach(cleanup);

test('[SHL-126] a name that got no answer says why, stands in the dialog after a reload, which says that it is not saved, and is sent from there', async () => {
  open();
  expect(screen.queryByText(/It is not saved yet/)).toBeNull();
  fireEvent.change(field(), { target: { value: 'Rivers' } });
  confirm();
  expect(await screen.findByText('No answer.')).toBeTruthy();
  open(() => Promise.resolve());
  expect([field().value, screen.getByText(/It is not saved yet/) !== null]).toEqual(['Rivers', true]);
  confirm();
  await expect.poll(() => closed).toBe(1);
  open();
  expect(field().value).toBe('Water');
});

test('[SHL-126] a name that is given up is gone', () => {
  open();
  fireEvent.change(field(), { target: { value: 'Rivers' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  open();
  expect(field().value).toBe('Water');
});
