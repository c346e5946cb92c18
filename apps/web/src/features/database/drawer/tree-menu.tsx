import { sqlReading } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import {
  CodeIcon,
  CopyIcon,
  CopyPlusIcon,
  EyeIcon,
  PencilIcon,
  PlugIcon,
  RefreshIcon,
  TableIcon,
  TextPlusIcon,
  TrashIcon,
  type MenuEntry,
} from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { openConnectionDialog } from '../connection/connection-dialog.tsx';
import { refreshSchema } from '../database-calls.ts';
import { openEditor, openTable } from '../database-panels.ts';
import { offerQuery } from '../editor/offered-query.ts';
import { firstRowsOf } from '../sql/first-rows.ts';
import { quotedName, tableReference } from '../sql/quoted-name.ts';
import { askDatabaseName, askDeleteDatabase, copyDatabase, copyText } from './database-actions.tsx';
import type { DatabaseNode } from './database-tree.ts';
import { openPreview } from './preview-dialog.tsx';

interface MenuPlace {
  projectId: string;
  tenantId: string;
}

/** What can be done with a row of the tree. */
export function treeMenu(node: DatabaseNode, database: DatabaseReply, place: MenuPlace): MenuEntry[] {
  if (node.kind === 'database') return databaseMenu(database, place);
  if (node.kind === 'table') return tableMenu(node, database);
  if (node.kind === 'column') return [copyName(quotedName(node.name))];
  return [copyName(node.name)];
}

const copyName = (name: string): MenuEntry => ({
  key: 'copy',
  label: t('database.copyName'),
  icon: <CopyIcon />,
  onSelect: () => copyText(name),
});

function databaseMenu(database: DatabaseReply, { projectId, tenantId }: MenuPlace): MenuEntry[] {
  const { dbType } = database;
  const change: MenuEntry[] = [
    ...(can('update', 'database')
      ? [
          {
            key: 'rename',
            label: t('database.rename'),
            shortcut: 'F2',
            icon: <PencilIcon />,
            onSelect: () => askDatabaseName(projectId, tenantId, database),
          },
        ]
      : []),
    ...(can('update', 'database') && dbType !== 'managed-duckdb'
      ? [
          {
            key: 'edit',
            label: t('database.editConnection'),
            icon: <PlugIcon />,
            onSelect: () => openConnectionDialog(dbType, database),
          },
        ]
      : []),
    ...(can('duplicate', 'database')
      ? [
          {
            key: 'duplicate',
            label: t('database.duplicate'),
            icon: <CopyPlusIcon />,
            onSelect: () => {
              void copyDatabase(projectId, database);
            },
          },
        ]
      : []),
  ];
  return [
    {
      key: 'open',
      label: t('database.openEditor'),
      shortcut: 'Enter',
      icon: <CodeIcon />,
      onSelect: () => openEditor(database),
    },
    {
      key: 'refresh',
      label: t('database.refresh'),
      icon: <RefreshIcon />,
      onSelect: () => {
        void refreshSchema(database.id);
      },
    },
    ...(change.length > 0 ? [{ key: 'line', kind: 'divider' as const }, ...change] : []),
    ...(can('delete', 'database')
      ? [
          { key: 'line-delete', kind: 'divider' as const },
          {
            key: 'delete',
            label: t('database.delete'),
            shortcut: 'Del',
            icon: <TrashIcon />,
            danger: true,
            onSelect: () => {
              void askDeleteDatabase(projectId, tenantId, database);
            },
          },
        ]
      : []),
  ];
}

function tableMenu(
  { table, defaultSchema }: Extract<DatabaseNode, { kind: 'table' }>,
  database: DatabaseReply,
): MenuEntry[] {
  const reference = tableReference(table, defaultSchema);
  const select = `SELECT ${table.columns.map(({ name }) => quotedName(name)).join(', ')}\nFROM ${reference};`;
  const query = (text: string) => {
    offerQuery(database.id, text);
    openEditor(database);
  };
  const queries: MenuEntry[] = can('execute_query', 'database')
    ? [
        {
          key: 'query',
          label: t('database.queryRows'),
          icon: <CodeIcon />,
          onSelect: () => query(firstRowsOf(reference)),
        },
        { key: 'columns', label: t('database.queryColumns'), icon: <TextPlusIcon />, onSelect: () => query(select) },
      ]
    : [];
  return [
    {
      key: 'open',
      label: t('database.openTable'),
      shortcut: 'Enter',
      icon: <TableIcon />,
      onSelect: () => openTable(database, table),
    },
    ...(table.previewRows
      ? [{ key: 'preview', label: t('database.preview'), icon: <EyeIcon />, onSelect: () => openPreview(table) }]
      : []),
    ...queries,
    { key: 'line', kind: 'divider' },
    copyName(reference),
    { key: 'copy-select', label: t('database.copySelect'), icon: <CopyIcon />, onSelect: () => copyText(select) },
    {
      key: 'copy-notebook',
      label: t('database.copyForNotebook'),
      icon: <CopyIcon />,
      onSelect: () => copyText(sqlReading(database.name, reference)),
    },
  ];
}
