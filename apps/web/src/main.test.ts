// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { databaseTypes } from '@groma/model';
import { WorldIcon } from '@groma/ui';
import { readTablePanelId, tablePanelId } from './features/map/maps/map-panels.ts';
import { t } from './platform/text.ts';
import { findCommand, runCommand, useCommands, type AnyCommand } from './registry/command.ts';
import { drawerStore, type DrawerSide } from './registry/drawer.ts';
import { listPages } from './registry/page.ts';
import { findPanelKind, openPanel, setMissingDockHandler } from './registry/panel.ts';
import { resourceKinds } from './registry/resource.ts';
import { tipKeysOf } from './shell/workspace/panel-loading.tsx';

// The page of the test has no #root: everything registers and nothing is drawn.
let pagesBefore: string[] = [];
beforeAll(async () => {
  const { loadFeatures } = await import('./main.tsx');
  pagesBefore = pathsOfPages();
  await loadFeatures();
});

const pathsOfPages = () => listPages().map(({ path }) => path);

const labels = (side: DrawerSide) =>
  drawerStore
    .getState()
    .drawers.filter((drawer) => drawer.side === side)
    .map(({ label }) => t(label));

test('[SHL-002] [SHL-010] the left drawers stand in their order', () => {
  expect(labels('left')).toEqual(['Maps', 'Files', 'Notebooks', 'Databases', 'Workflows', 'Virtual Machine']);
  expect(databaseTypes).toEqual(['postgres', 'managed-duckdb', 'motherduck']);
});

test('[AIA-001] [SHL-002] [SHL-011] [SHL-102] the right drawers stand in their order', () => {
  expect(labels('right')).toEqual(['GAIA Chat', 'Data Catalog', 'Layer Styles', 'Layer Functions']);
});

test('[SHL-013] [SHL-014] [SHL-015] [SHL-016] [SHL-017] [SHL-018] [SHL-019] [SHL-020] [SHL-021] [SHL-022] [SHL-023] there is a panel of each kind, with an icon', () => {
  const kinds = [
    'map',
    'notebook',
    'database-editor',
    'database-table',
    'workflow',
    'attribute-table',
    'file-text',
    'file-large',
    'file-csv',
    'file-image',
    'file-pdf',
  ];
  expect(kinds.filter((kind) => findPanelKind(kind)?.icon === undefined)).toEqual([]);
});

test('[SHL-013] the tab of a map begins with a globe', () => {
  expect(findPanelKind('map')?.icon).toBe(WorldIcon);
});

test('[SHL-024] the id of an attribute table joins map and layer by its marker', () => {
  expect(tablePanelId('m1', 'l1')).toBe('m1-attribute-table-l1');
  expect(readTablePanelId('m1-attribute-table-l1')).toEqual({ mapId: 'm1', layerId: 'l1' });
  expect([
    readTablePanelId('-attribute-table-l1'),
    readTablePanelId('m1-attribute-table-'),
    readTablePanelId('m1'),
  ]).toEqual([
    { mapId: '', layerId: 'l1' },
    { mapId: 'm1', layerId: '' },
    { mapId: 'm1', layerId: '' },
  ]);
});

test('[SHL-025] a table without its map or layer says which could not be found', () => {
  expect(t('map.noSuchLayer', { layer: 'l1', map: 'm1' })).toBe('Error: could not find layer with id l1 in map m1');
});

test('[SHL-055] maps and notebooks have four tips, every other panel three', () => {
  expect(
    Object.fromEntries(
      ['map', 'notebook', 'workflow'].map((kind) => [
        kind,
        tipKeysOf(kind)
          .map((key) => t(key))
          .filter((tip) => !tip.startsWith('shell.')).length,
      ]),
    ),
  ).toEqual({ map: 4, notebook: 4, workflow: 3 });
});

test('[SHL-100] the features of a workspace add no addresses: what they show are panels', () => {
  expect(pathsOfPages()).toEqual(pagesBefore);
  expect(pagesBefore).toEqual(expect.arrayContaining(['/permissionDenied', '/notFound', '/workspaces/:projectId']));
});

test('[SHL-056] the kinds of things that are dragged and referred to', () => {
  expect(resourceKinds).toEqual([
    'file',
    'folder',
    'notebook',
    'map',
    'databaseEditor',
    'databaseTableViewer',
    'mapLayer',
    'mapLayerGroup',
    'workflow',
  ]);
});

test('[SHL-030] opening a panel before there is a dock says so', () => {
  let said = '';
  setMissingDockHandler(() => {
    said = t('shell.noDock');
  });
  openPanel({ kind: 'file-text', id: 'x', title: 'x' });
  expect(said).toBe('center panel is not ready');
});

test('every command has a name in the language, and refuses an argument that is not of its shape', async () => {
  const commands = renderHook(useCommands).result.current;
  const ids = commands.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['shell.show-keys', 'project.share', 'file.upload', 'notebook.create']));
  for (const { id, title } of commands) {
    expect(t(title), id).not.toBe(title);
    await expect(runCommand(id, Symbol('of no shape')), id).rejects.toThrow(id);
  }
});

/** What files whose names speak of commands export: single commands, lists and tables of them. */
const defined = import.meta.glob<Record<string, unknown>>('./features/**/*-commands.ts', { eager: true });
const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && 'run' in value && 'title' in value;

test('every command that a menu can name is registered', () => {
  const commands = Object.values(defined)
    .flatMap((exported) => Object.values(exported))
    .flatMap((value) => (typeof value === 'object' && value && !isCommand(value) ? Object.values(value) : [value]))
    .filter(isCommand);
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.filter((command) => findCommand(command.id) !== command).map(({ id }) => id)).toEqual([]);
});
