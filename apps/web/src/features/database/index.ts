import { ChartBarIcon, DatabaseIcon, TableIcon, type MenuEntry } from '@groma/ui';
import { database } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { t } from '../../platform/text.ts';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource, type Resource } from '../../registry/resource.ts';
import { listDatabases } from './database-calls.ts';
import { databaseCommands } from './database-commands.ts';
import { openEditor, openTable, type ChartParams, type EditorParams, type TableParams } from './database-panels.ts';

/** Adds databases to the workspace: their drawer, the SQL editor, tables, search and commands. */
export function registerDatabase(): void {
  registerDrawer({
    id: 'databases',
    side: 'left',
    order: 40,
    label: 'database.databases',
    icon: DatabaseIcon,
    load: () => import('./drawer/databases-drawer.tsx'),
  });
  // A query goes on while another tab is in front.
  registerPanel<EditorParams>({
    kind: 'database-editor',
    icon: DatabaseIcon,
    load: () => import('./editor/editor-panel.tsx'),
    keepsRendered: true,
    tabMenu: editorTabMenu,
  });
  registerPanel<TableParams>({
    kind: 'database-table',
    icon: TableIcon,
    load: () => import('./table/table-panel.tsx'),
  });
  registerPanel<ChartParams>({
    kind: 'data-chart',
    icon: ChartBarIcon,
    load: () => import('./chart/chart-panel.tsx'),
  });
  registerResourceSource({
    kind: 'databaseEditor',
    label: 'database.databases',
    icon: DatabaseIcon,
    open: openEditor,
    list: async (projectId) =>
      (await listDatabases(projectId)).map(({ id, name, dbType }) => ({
        kind: 'databaseEditor',
        id,
        name,
        detail: t(`database.kind.${dbType}`),
      })),
  });
  registerResourceSource({
    kind: 'databaseTableViewer',
    label: 'database.tables',
    icon: TableIcon,
    find: findTables,
    open: openFoundTable,
  });
  registerCommands(Object.values(databaseCommands));
}

/** What the menu of an editor's tab offers besides closing and splitting. */
function editorTabMenu({ params }: OpenPanel): MenuEntry[] {
  return menuOf([menuEntry(databaseCommands.rename, { databaseId: (params as EditorParams).databaseId })]);
}

const leastLetters = 2;

/** Tables whose name, or the name of a column, holds what was typed. */
async function findTables(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  if (typed.trim().length < leastLetters) return [];
  const { data } = await api.call(database.searchDatabases, { params: { projectId }, query: { query: typed }, signal });
  const found = new Map<string, Resource>();
  for (const { database_id: databaseId, database_name: databaseName, schema, table, column } of data) {
    const id = JSON.stringify([databaseId, databaseName, schema, table]);
    if (!found.has(id))
      found.set(id, {
        kind: 'databaseTableViewer',
        id,
        name: table,
        detail: column === undefined ? databaseName : `${databaseName} · ${column}`,
      });
  }
  return [...found.values()];
}

function openFoundTable({ id }: Resource): void {
  const [databaseId, databaseName, schema, table] = JSON.parse(id) as [string, string, string, string];
  openTable({ id: databaseId, name: databaseName }, { schema, name: table });
}
