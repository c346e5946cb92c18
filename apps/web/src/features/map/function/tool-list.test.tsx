import { TOOLS } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareTools } from '../../../../test/tool-form-cases.tsx';
import { sessionStore, type User } from '../../../platform/session.ts';
import { ToolList } from './tool-list.tsx';

prepareTools();

test('[GEO-006] the tools are listed by category with their short names, and found by what is typed', async () => {
  const chosen: string[] = [];
  render(
    <GromaProvider>
      <ToolList onChoose={(id) => chosen.push(id)} />
    </GromaProvider>,
  );
  const transformation = screen.getByRole('region', { name: 'Transformation' });
  expect(within(transformation).getByRole('button', { name: 'Buffer' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Measurement & Analysis' })).toBeTruthy();
  for (const { shortName } of TOOLS)
    expect(screen.getAllByRole('button', { name: shortName }).length).toBeGreaterThan(0);

  const search = screen.getByRole('searchbox', { name: 'Find a tool' });
  fireEvent.change(search, { target: { value: 'rotat' } });
  expect(screen.queryByRole('button', { name: 'Buffer' })).toBeNull();
  // By the keyboard alone: down into the list, and Enter presses what has the focus.
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Rotate');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(document.activeElement).toBe(search);
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(chosen).toEqual(['rotate']);
  // Back from the form the list is as it was left.
  cleanup();
  render(
    <GromaProvider>
      <ToolList onChoose={() => undefined} />
    </GromaProvider>,
  );
  expect(document.activeElement?.textContent).toBe('Rotate');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
  expect(screen.getByText('No tool matches “zzz”')).toBeTruthy();
});

test('[GEO-006] favourites stand above the categories and stay with the person', () => {
  const list = (
    <GromaProvider>
      <ToolList onChoose={() => undefined} />
    </GromaProvider>
  );
  const { unmount } = render(list);
  expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add Buffer to favourites' }));
  unmount();
  render(list);
  const favourites = screen.getByRole('region', { name: 'Favourites' });
  expect(within(favourites).getByRole('button', { name: 'Buffer' })).toBeTruthy();
  cleanup();
  sessionStore.setState({ user: { id: crypto.randomUUID() } as User });
  render(list);
  expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull();
});

test('[GEO-084] without a layer the list has the tools that need none', () => {
  render(
    <GromaProvider>
      <ToolList onChoose={() => undefined} isWithoutLayer />
    </GromaProvider>,
  );
  expect(screen.getByRole('button', { name: 'Square grid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buffer' })).toBeNull();
});
