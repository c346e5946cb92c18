import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lendDock } from '../../../registry/panel.ts';
import { tablePanelId } from '../maps/map-panels.ts';
import { openTableToUse } from './focus-table.ts';

afterEach(cleanup);

function Page({ isRead }: { isRead: boolean }) {
  return (
    <>
      <button type="button">Menu</button>
      <div tabIndex={-1} data-testid="panel">
        {isRead && (
          <div role="grid">
            <div role="row">
              <div role="columnheader" tabIndex={0}>
                area
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function lend(): () => void {
  return lendDock({
    open: () => undefined,
    keep: () => undefined,
    close: () => undefined,
    setTitle: () => undefined,
    change: () => undefined,
    step: () => undefined,
    focus: (id) => {
      if (id === tablePanelId('m', 'l')) screen.getByTestId('panel').focus();
    },
  });
}

test('[VEC-012] a table that a person opens has the keyboard, and its cells when they are there', async () => {
  const takeBack = lend();
  const { rerender } = render(<Page isRead={false} />);
  const menu = screen.getByText('Menu');
  menu.focus();
  openTableToUse('m', { id: 'l', text: 'fields' });
  // A menu gives the keyboard back as it closes.
  menu.focus();
  await expect.poll(() => document.activeElement).toBe(screen.getByTestId('panel'));
  rerender(<Page isRead />);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('columnheader'));
  takeBack();
});
