// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { t } from './platform/text.ts';
import { findCommand } from './registry/command.ts';
import { drawerStore, type DrawerSide } from './registry/drawer.ts';
import { findPanelKind, openPanel, setMissingDockHandler } from './registry/panel.ts';

// The page of the test has no #root: everything registers and nothing is drawn.
beforeAll(async () => { await (await import('./main.tsx')).loadFeatures(); }, 30_000);

const labels = (side: DrawerSide) => drawerStore.getState().drawers.filter((drawer) => drawer.side === side).map(({ label }) => t(label));

test('[SHL-010] the left drawers stand in their order', () => {
  expect(labels('left')).toEqual(['Maps', 'Files', 'Notebooks', 'Databases', 'Workflows', 'Virtual Machine']);
});

test('[SHL-011] the right drawers stand in their order', () => {
  expect(labels('right')).toEqual(['GAIA Chat', 'Data Catalog', 'Layer Styles', 'Layer Functions']);
});

test('[SHL-014] there is a kind of panel for notebooks, and one for text files', () => {
  expect(findPanelKind('notebook')).toBeDefined();
  expect(findPanelKind('file-text')).toBeDefined();
});

test('[SHL-030] opening a panel before there is a dock says so', () => {
  let said = '';
  setMissingDockHandler(() => { said = t('shell.noDock'); });
  openPanel({ kind: 'file-text', id: 'x', title: 'x' });
  expect(said).toBe('center panel is not ready');
});

test('every command has a name in the language', () => {
  for (const id of ['shell.show-keys', 'project.share', 'file.upload', 'notebook.create']) {
    const title = findCommand(id)?.title ?? '';
    expect(t(title), id).not.toBe(title);
  }
});
