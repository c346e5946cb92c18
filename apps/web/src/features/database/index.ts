import { CodeIcon, DatabaseIcon, PencilIcon, PlugIcon, PlusIcon, TableIcon, type MenuEntry } from '@groma/ui';
import { createElement } from 'react';
import { database } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { can, readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource, type Resource } from '../../registry/resource.ts';
import { listDatabases } from './database-calls.ts';
import { openEditor, openTable, type EditorParams, type TableParams } from './database-panels.ts';

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
  registerCommands();
}

function registerCommands(): void {
  const mayCreate = () => can('create', 'database');
  registerCommand({
    id: 'database.show-list',
    title: 'database.showList',
    icon: DatabaseIcon,
    isEnabled: () => readProject() !== null,
    run: () => openDrawer('databases'),
  });
  registerCommand({
    id: 'database.create',
    title: 'database.newManaged',
    icon: PlusIcon,
    isEnabled: mayCreate,
    run: async () => (await import('./drawer/database-actions.tsx')).createManagedHere(),
  });
  for (const kind of ['postgres', 'motherduck'] as const) {
    registerCommand({
      id: `database.connect-${kind}`,
      title: `database.connectTitle.${kind}`,
      icon: PlugIcon,
      isEnabled: mayCreate,
      run: async () => (await import('./connection/connection-dialog.tsx')).openConnectionDialog(kind),
    });
  }
  registerCommand({
    id: 'database.open-query',
    title: 'database.openEditor',
    icon: CodeIcon,
    isHidden: true,
    argument: async () => (await import('./editor/open-query-argument.ts')).openQueryArgument,
    isEnabled: () => readProject() !== null,
    run: async ({ databaseId, name, query }) => {
      (await import('./editor/offered-query.ts')).offerQuery(databaseId, query);
      openEditor({ id: databaseId, name });
    },
  });
}

/** What the menu of an editor's tab offers besides closing and splitting. */
function editorTabMenu({ title, params }: OpenPanel): MenuEntry[] {
  const project = readProject();
  if (!project || !can('update', 'database')) return [];
  const { databaseId } = params as EditorParams;
  const rename = async () => {
    (await import('./drawer/database-actions.tsx')).askDatabaseName(project.id, project.tenant, {
      id: databaseId,
      name: title,
    });
  };
  return [
    {
      key: 'rename',
      label: t('database.rename'),
      icon: createElement(PencilIcon),
      onSelect: () => {
        void rename();
      },
    },
  ];
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
