import type { MenuEntry } from '@groma/ui';
import { line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { databaseCommands as command } from '../database-commands.ts';
import { quotedName, tableReference } from '../sql/quoted-name.ts';
import type { DatabaseNode } from './database-tree.ts';

/** What can be done with a row of the tree. */
export function treeMenu(node: DatabaseNode): MenuEntry[] {
  if (node.kind === 'database') return databaseMenu(node);
  if (node.kind === 'table') return tableMenu(node);
  return menuOf([menuEntry(command.copyName, { name: node.kind === 'column' ? quotedName(node.name) : node.name })]);
}

function databaseMenu({ databaseId }: DatabaseNode): MenuEntry[] {
  const its = { databaseId };
  return menuOf([
    menuEntry(command.openDatabaseEditor, its),
    menuEntry(command.refresh, its),
    line('line'),
    menuEntry(command.rename, its),
    menuEntry(command.editConnection, its),
    menuEntry(command.duplicate, its),
    line('line-delete'),
    menuEntry(command.remove, its),
  ]);
}

function tableMenu({ databaseId, table, defaultSchema }: Extract<DatabaseNode, { kind: 'table' }>): MenuEntry[] {
  const its = { databaseId, catalog: table.catalog, schema: table.schema, table: table.name };
  return menuOf([
    menuEntry(command.openTablePanel, its),
    menuEntry(command.previewTable, its),
    menuEntry(command.queryRows, its),
    menuEntry(command.queryColumns, its),
    line('line'),
    menuEntry(command.copyName, { name: tableReference(table, defaultSchema) }),
    menuEntry(command.copySelect, its),
    menuEntry(command.copyForNotebook, its),
  ]);
}
