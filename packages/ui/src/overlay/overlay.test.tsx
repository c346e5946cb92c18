import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { confirm } from './confirm.tsx';
import { useContextMenu } from './context-menu.tsx';
import { Menu } from './menu.tsx';
import { Tooltip } from './tooltip.tsx';

const draw = (content: React.ReactNode) => render(<GromaProvider colorScheme="light">{content}</GromaProvider>);
// Where nothing is laid out, what a menu hangs from counts as scrolled out of sight: its rows are hidden and cannot
// have the focus.
beforeAll(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 20));
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(document.documentElement, side, 'get').mockReturnValue(800);
});
afterAll(() => {
  vi.restoreAllMocks();
});
afterEach(cleanup);

describe('what floats comes when it is asked for', () => {
  it('a menu opens at its button, chooses, and tells its state', async () => {
    const chosen: string[] = [];
    draw(
      <Menu
        target={<button type="button">More</button>}
        items={[
          { key: 'a', label: 'Rename', onSelect: () => chosen.push('a') },
          { key: 'b', label: 'Delete', disabledReason: 'requires the Editor role' },
        ]}
      />,
    );
    const button = screen.getByRole('button', { name: 'More' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    const row = await screen.findByRole('menuitem', { name: 'Rename' });
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true));
    fireEvent.click(row);
    expect(chosen).toEqual(['a']);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  });

  it('Escape closes a menu also before its rows have the focus', async () => {
    draw(
      <Menu
        target={<button type="button">More</button>}
        items={[{ key: 'a', label: 'Rename', onSelect: () => undefined }]}
      />,
    );
    const button = screen.getByRole('button', { name: 'More' });
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'Escape' });
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  });

  it('a tooltip tells the name to the keyboard, and Escape closes it', async () => {
    draw(
      <Tooltip label="Rename, F2">
        <button type="button">R</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    act(() => button.focus());
    expect((await screen.findByRole('tooltip')).textContent).toBe('Rename, F2');
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('a question waits until it can be seen and answered', async () => {
    draw('page');
    const answered = confirm({ title: 'Delete “Gauges”?', confirmLabel: 'Delete', danger: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await answered).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaving a question is no', async () => {
    draw('page');
    const answered = confirm({ title: 'Delete “Wells”?' });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await answered).toBe(false);
  });

  it('the context menu opens where it is asked for', async () => {
    function Row() {
      const open = useContextMenu();
      return <div onContextMenu={(event) => open(event, [{ key: 'a', label: 'Rename' }])}>row</div>;
    }
    draw(<Row />);
    fireEvent.contextMenu(screen.getByText('row'), { clientX: 10, clientY: 10 });
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy();
  });
});
