import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { RenameDialog, isNameValid } from './rename-dialog.tsx';

const pattern = /^[a-z ]+$/;
const texts = { title: 'Rename “gauges”', label: 'Name' };

function open(onConfirm: (name: string) => void | Promise<void> = () => {}) {
  const closed: string[] = [];
  render(
    <GromaProvider colorScheme="light">
      <RenameDialog
        opened
        onClose={() => closed.push('closed')}
        name="gauges"
        pattern={pattern}
        texts={texts}
        onConfirm={onConfirm}
      />
    </GromaProvider>,
  );
  return {
    closed,
    field: screen.getByLabelText<HTMLInputElement>('Name'),
    confirm: screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }),
  };
}

const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

describe('rename dialog', () => {
  afterEach(cleanup);

  it('[SHL-046] has a title, a name field, a valid or invalid icon, Cancel and Confirm', () => {
    const { field, confirm } = open();
    expect(screen.getByRole('dialog', { name: 'Rename “gauges”' })).toBeTruthy();
    expect(field.value).toBe('gauges');
    expect(screen.getByRole('img', { name: 'Valid' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(confirm.disabled).toBe(false);
    type(field, '1');
    expect(screen.getByRole('img', { name: 'Invalid' })).toBeTruthy();
  });

  it('[SHL-047] matches the trimmed name and confirms it trimmed', async () => {
    const given: string[] = [];
    const { field, confirm, closed } = open((name) => {
      given.push(name);
    });
    type(field, '  low flow ');
    fireEvent.click(confirm);
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(given).toEqual(['low flow']);
  });

  it('[SHL-047] [SHL-048] refuses another name: Confirm disabled, with the message', () => {
    const given: string[] = [];
    const { field, confirm } = open((name) => {
      given.push(name);
    });
    expect(screen.queryByText('Input does not match the required format.')).toBeNull();
    type(field, 'low/flow');
    expect(screen.getByText('Input does not match the required format.')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    fireEvent.submit(field);
    expect(given).toEqual([]);
  });

  it('[SHL-049] hints that the name must be unique', () => {
    open();
    expect(screen.getByText('Name must be unique in the parent folder')).toBeTruthy();
  });

  it('stays open with the reason when the new name is refused', async () => {
    const { confirm, closed } = open(async () => {
      throw new Error('This name is taken.');
    });
    fireEvent.click(confirm);
    await screen.findByText('This name is taken.');
    expect(closed).toEqual([]);
  });

  it('[SHL-047] tests a global pattern alike each time', () => {
    const global = /^[a-z]+$/g;
    expect([isNameValid(' abc ', global), isNameValid('abc', global), isNameValid('', global)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
