import { ensureCell, newId, readCellState, setCell } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CellGutter } from './cell-gutter.tsx';
import { CellHeader } from './cell-header.tsx';
import { CellTitle } from './cell-title.tsx';
import { isHubPath } from './hub-path.ts';
import type { RunState } from './run-state.ts';

afterEach(cleanup);

const folds = { isCodeHidden: false, isOutputHidden: false, change: () => undefined };

function draw(state: RunState, changes: { path?: string; place?: number } = {}) {
  const live = ensureCell(new Y.Doc(), newId());
  setCell(live, {
    status: state === 'running' || state === 'queued' ? state : 'idle',
    queuePlace: changes.place ?? null,
  });
  const cell = { live, state: readCellState(live), outputs: [] };
  const isHub = isHubPath(changes.path ?? '/workspaces/1');
  render(
    <GromaProvider>
      <CellGutter
        cell={cell.state}
        state={state}
        isCreatingKernel={false}
        onRun={isHub ? undefined : () => undefined}
      />
      <CellHeader
        blockId="b"
        cell={cell}
        state={state}
        isEditable
        hasTools={!isHub}
        folds={folds}
        hasOutput={false}
        onStop={() => undefined}
        onAsk={() => undefined}
        onDelete={() => undefined}
      />
    </GromaProvider>,
  );
}

test('[KRN-040] [KRN-039] the run button becomes a stop button while the block runs or waits, and only then', () => {
  for (const state of ['running', 'queued'] as const) {
    draw(state, { place: 2 });
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
    cleanup();
  }
  for (const state of ['idle', 'finished', 'failed', 'stopped'] as const) {
    draw(state);
    expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    cleanup();
  }
});

test('[NBK-083] on paths of the hub the buttons of a block are hidden', () => {
  draw('idle', { path: '/hub/notebooks/1' });
  for (const name of ['Run', 'Stop', 'Copy code', 'Delete block'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();
  draw('idle');
  for (const name of ['Run', 'Copy code', 'Delete block']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('[NBK-084] paths of the hub may have a locale before them', () => {
  for (const path of ['/hub', '/hub/notebooks/1', '/de/hub/maps/2', '/ar/hub']) expect(isHubPath(path)).toBe(true);
  for (const path of ['/', '/hubs', '/workspaces/hub', '/dashboard/workspaces', '/deutsch/hub'])
    expect(isHubPath(path)).toBe(false);
});

test('[SHL-123] the name of a block that is half typed stays while the block can only be read, and through a reload', () => {
  const given: string[] = [];
  const title = (isEditable: boolean) => (
    <CellTitle
      place="block-name.sum"
      label="Sum"
      isEditable={isEditable}
      onRename={(name) => {
        given.push(name);
      }}
    />
  );
  const { rerender, unmount } = render(title(true));
  fireEvent.click(screen.getByRole('button'));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Sum of the' } });
  rerender(title(false));
  fireEvent.blur(screen.getByRole('textbox'));
  unmount();
  render(title(true));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Sum of the');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Sum of the day' } });
  fireEvent.blur(screen.getByRole('textbox'));
  expect(given).toEqual(['Sum of the day']);
});

test('[NBK-064] a block that nobody has named shows no label, and can still be named', () => {
  const given: string[] = [];
  const title = (isEditable: boolean) => (
    <CellTitle
      place="block-name.unnamed"
      label="Untitled Code Block"
      isEditable={isEditable}
      onRename={(name) => {
        given.push(name);
      }}
    />
  );
  const { rerender, container } = render(title(false));
  expect(container.textContent).toBe('');
  rerender(title(true));
  expect(screen.queryByText('Untitled Code Block')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Rename block' }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Sum' } });
  fireEvent.blur(screen.getByRole('textbox'));
  expect(given).toEqual(['Sum']);
});
