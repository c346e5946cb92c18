import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore, type Project, type User } from '../../platform/session.ts';
import { DialogHost } from '../dialog-host.tsx';
import { closeDialog, dialogStore } from '../../registry/dialog.ts';
import { offerTour, startTour } from './offer-tour.ts';

beforeEach(() => {
  // Nothing is laid out here: whatever is in the page is seen.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 40));
});
afterEach(() => {
  cleanup();
  dialogStore.setState({ dialogs: [] });
  localStorage.clear();
  vi.restoreAllMocks();
});

/** A page with things that the tour points at. */
function draw(...things: ('map' | 'files' | 'notebook' | 'databases' | 'project')[]) {
  const has = (thing: (typeof things)[number]) => things.includes(thing);
  render(
    <GromaProvider>
      <button type="button">Elsewhere</button>
      {has('map') && <div className="map-toolbar" />}
      {has('files') && <button type="button" className="rail-button" data-drawer="files" aria-label="Files" />}
      {has('notebook') && <div className="notebook-bar" />}
      {has('databases') && <button type="button" className="rail-button" data-drawer="databases" aria-label="Data" />}
      {has('project') && <button type="button" className="top-bar-project" aria-label="Workspace" />}
      <DialogHost />
    </GromaProvider>,
  );
}
const all = ['map', 'files', 'notebook', 'databases', 'project'] as const;
const card = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('[SHL-154] a card waits while its thing cannot be seen, as behind another tab', async () => {
  draw(...all);
  await startTour();
  await card('The map');
  const toolbar = document.querySelector<HTMLElement>('.map-toolbar')!;
  toolbar.style.visibility = 'hidden';
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  toolbar.style.visibility = 'visible';
  await card('The map');
});

test('[SHL-154] the tour goes through what is there, forwards and back, and ends with its last step', async () => {
  draw(...all);
  await startTour();
  expect((await card('The map')).textContent).toContain('1 of 5');
  press('Next');
  await card('Your own data');
  press('Back');
  await card('The map');
  for (const [name, also] of [
    ['Your own data', 'Data Catalog'],
    ['The notebook', 'workflow'],
    ['Ask with SQL', 'GAIA'],
    ['Share what you found', 'hub'],
  ] as const) {
    press('Next');
    expect((await card(name)).textContent).toContain(also);
  }
  press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[SHL-154] a step whose thing is not there is left out, and without any there is no tour', async () => {
  draw('map', 'project');
  await startTour();
  expect((await card('The map')).textContent).toContain('1 of 2');
  press('Next');
  expect((await card('Share what you found')).textContent).toContain('2 of 2');
  cleanup();
  dialogStore.setState({ dialogs: [] });
  draw();
  const problems = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startTour();
  await waitFor(() => expect(dialogStore.getState().dialogs.every(({ isOpen }) => !isOpen)).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(problems).not.toHaveBeenCalled();
});

test.each(['Escape', 'the cross'])('[SHL-154] %s leaves the tour, and the keys go back', async (way) => {
  draw(...all);
  await startTour();
  await card('The map');
  // Nobody had the keys when it began: they are at its button.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
  closeDialog(dialogStore.getState().dialogs[0]!.key);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  await startTour();
  await card('The map');
  // Who works elsewhere keeps the keys until they go to the card.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
  screen.getByRole('button', { name: 'Next' }).focus();
  if (way === 'Escape') fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  else press('Leave the tour');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('[SHL-155] it starts by itself in the own sample, once', async () => {
  draw(...all);
  const visit = (project: Partial<Project>) => {
    sessionStore.setState({ user: { id: 'ana' } as User, project: { id: 'p', ...project } as Project });
    return offerTour();
  };
  visit({ is_sample: false, creator: 'ana' });
  visit({ is_sample: true, creator: 'ben' });
  expect(localStorage.getItem('groma.tour.ana')).toBeNull();
  visit({ is_sample: true, creator: 'ana' });
  await card('The map');
  press('Leave the tour');
  await waitFor(() => expect(dialogStore.getState().dialogs).toEqual([]));
  visit({ is_sample: true, creator: 'ana' })();
  expect(localStorage.getItem('groma.tour.ana')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
});
