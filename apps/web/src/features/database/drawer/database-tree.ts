import {
  connectionState,
  type DatabaseItem,
  type DatabaseSchema,
  type DatabaseTable,
  type TableColumn,
} from '@groma/model';
import type { TreeNode } from '@groma/ui';
import type { ReactNode } from 'react';

interface Node extends TreeNode<DatabaseNode> {
  databaseId: string;
}

/** A row of the tree of databases. */
export type DatabaseNode =
  | (Node & { kind: 'database'; item: DatabaseItem })
  | (Node & { kind: 'schema' | 'files'; count: number })
  | (Node & { kind: 'table'; table: DatabaseTable; defaultSchema: string })
  | (Node & { kind: 'column'; column: TableColumn; table: DatabaseTable })
  | (Node & { kind: 'extensions'; loaded: number })
  | (Node & { kind: 'extension'; state: 'loaded' | 'installed' | 'available' });

export interface TreeWords {
  files: string;
  extensions: string;
  /** What stands under databases that cannot be reached, by their ids. */
  failures: ReadonlyMap<string, ReactNode>;
}

export const databaseNodeId = (databaseId: string): string => `database ${databaseId}`;
const part = encodeURIComponent;

/** The rows of the databases; a filter leaves tables and columns whose name holds it. */
export function databaseTree(items: readonly DatabaseItem[], filter: string, words: TreeWords): DatabaseNode[] {
  const wanted = filter.trim().toLowerCase();
  return items.flatMap((item): DatabaseNode[] => {
    const state = connectionState(item);
    const failure = state === 'disconnected' ? words.failures.get(item.id) : undefined;
    const children = item.schema ? schemaNodes(item.id, item.schema, wanted, words) : [];
    if (wanted !== '' && children.length === 0 && !item.name.toLowerCase().includes(wanted)) return [];
    return [
      {
        id: databaseNodeId(item.id),
        databaseId: item.id,
        kind: 'database',
        name: item.name,
        item,
        children,
        isExpandable: true,
        ...(failure === undefined ? {} : { failure }),
      },
    ];
  });
}

/** Ids of the rows that a filter opens, so that what it found is seen. */
export function openedByFilter(nodes: readonly DatabaseNode[], filter: string): Set<string> {
  const wanted = filter.trim().toLowerCase();
  const opened = new Set<string>();
  const visit = (node: DatabaseNode) => {
    const children = node.children ?? [];
    for (const child of children) visit(child);
    const isOpen =
      node.kind === 'table'
        ? children.some(({ name }) => name.toLowerCase().includes(wanted))
        : children.length > 0 && node.kind !== 'extensions';
    if (isOpen) opened.add(node.id);
  };
  for (const node of nodes) visit(node);
  return opened;
}

function schemaNodes(databaseId: string, schema: DatabaseSchema, wanted: string, words: TreeWords): DatabaseNode[] {
  const tables = schema.tables
    .filter(({ kind }) => kind !== 'file')
    .flatMap((table) => tableNode(databaseId, schema, table, wanted));
  const files = schema.tables
    .filter(({ kind }) => kind === 'file')
    .flatMap((table) => tableNode(databaseId, schema, table, wanted));
  // A map may be called as a schema is.
  const groups = [...Map.groupBy(tables, ({ table }) => `${part(table.catalog ?? '')}/${part(table.schema)}`)].map(
    ([key, own]) => ({ key, own, name: own[0]!.table.schema, catalog: own[0]!.table.catalog }),
  );
  const isDefault = ({ name, catalog }: { name: string; catalog: string | undefined }): boolean =>
    catalog === undefined && name === schema.defaultSchema;
  groups.sort(
    (first, second) =>
      Number(isDefault(second)) - Number(isDefault(first)) ||
      Number(second.catalog !== undefined) - Number(first.catalog !== undefined) ||
      first.name.localeCompare(second.name),
  );
  // A single schema that SQL finds by itself needs no row.
  const isFlat = groups.length === 0 || (groups.length === 1 && isDefault(groups[0]!));
  const grouped = isFlat
    ? tables
    : groups.map(({ key, own, name, catalog }): DatabaseNode => {
        return {
          id: `schema ${databaseId}/${catalog === undefined ? part(name) : key}`,
          databaseId,
          kind: 'schema',
          name,
          count: own.length,
          children: own,
        };
      });
  const fileGroup: DatabaseNode[] =
    files.length === 0
      ? []
      : [
          {
            id: `files ${databaseId}`,
            databaseId,
            kind: 'files',
            name: words.files,
            count: files.length,
            children: files,
          },
        ];
  return [...grouped, ...fileGroup, ...(wanted === '' ? extensionNodes(databaseId, schema, words) : [])];
}

type TableNode = Extract<DatabaseNode, { kind: 'table' }>;

function tableNode(
  databaseId: string,
  { defaultSchema }: DatabaseSchema,
  table: DatabaseTable,
  wanted: string,
): TableNode[] {
  const isWanted = wanted === '' || table.name.toLowerCase().includes(wanted);
  const columns = isWanted ? table.columns : table.columns.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (!isWanted && columns.length === 0) return [];
  const id = `${databaseId}/${table.catalog === undefined ? '' : `${part(table.catalog)}/`}${part(table.schema)}/${part(table.name)}`;
  const children = columns.map((column): DatabaseNode => ({
    id: `column ${id}/${part(column.name)}`,
    databaseId,
    kind: 'column',
    name: column.name,
    column,
    table,
  }));
  return [{ id: `table ${id}`, databaseId, kind: 'table', name: table.name, table, defaultSchema, children }];
}

function extensionNodes(databaseId: string, { extensions }: DatabaseSchema, words: TreeWords): DatabaseNode[] {
  const states = {
    loaded: extensions.loaded,
    installed: extensions.installed.filter((name) => !extensions.loaded.includes(name)),
    available: extensions.available.filter(
      (name) => !extensions.loaded.includes(name) && !extensions.installed.includes(name),
    ),
  };
  const children = (['loaded', 'installed', 'available'] as const).flatMap((state) =>
    states[state].map((name): DatabaseNode => ({
      id: `extension ${databaseId}/${state}/${part(name)}`,
      databaseId,
      kind: 'extension',
      name,
      state,
    })),
  );
  return children.length === 0
    ? []
    : [
        {
          id: `extensions ${databaseId}`,
          databaseId,
          kind: 'extensions',
          name: words.extensions,
          loaded: extensions.loaded.length,
          children,
        },
      ];
}
