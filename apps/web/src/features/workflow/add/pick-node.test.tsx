import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bringTexts } from '../../../platform/text.ts';
import { dialogStore } from '../../../registry/dialog.ts';
import { pickNode } from './pick-node.tsx';

beforeAll(bringTexts);
afterEach(cleanup);

test('[WFL-193] a node is found by its name or help and chosen by the keyboard alone', () => {
  const picked = vi.fn<(wanted: string) => void>();
  pickNode(picked);
  const { Component } = dialogStore.getState().dialogs.at(-1)!;
  render(
    <GromaProvider>
      <Component opened onClose={() => undefined} />
    </GromaProvider>,
  );
  const search = screen.getByRole('combobox', { name: 'Search tools and steps' });
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('Data');
  fireEvent.change(search, { target: { value: 'nothing is called this' } });
  expect(screen.getByText('No step has this name')).toBeDefined();
  fireEvent.change(search, { target: { value: 'sql over' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(picked.mock.lastCall).toEqual(['query']);
  fireEvent.change(search, { target: { value: '' } });
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(picked.mock.lastCall).toEqual(['query']);
  fireEvent.change(search, { target: { value: 'buffer' } });
  expect(screen.getAllByRole('option').some(({ textContent }) => textContent?.startsWith('Buffer'))).toBe(true);
});
