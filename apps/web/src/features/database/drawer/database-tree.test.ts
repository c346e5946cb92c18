import type { DatabaseItem, DatabaseSchema, DatabaseTable } from '@groma/model';
import { expect, test } from 'vitest';
import { databaseItem } from '../database-calls.ts';
import { databaseTree, openedByFilter, type DatabaseNode } from './database-tree.ts';

const table = (
  schema: string,
  name: string,
  kind: DatabaseTable['kind'] = 'table',
  columns = ['id', 'flow'],
): DatabaseTable => ({
  schema,
  name,
  kind,
  rowEstimate: 7,
  previewRows: [[1, 2]],
  columns: columns.map((column) => ({ name: column, type: 'INTEGER', nullable: true })),
});
const schemaOf = (...tables: DatabaseTable[]): DatabaseSchema => ({
  tables,
  defaultSchema: 'public',
  extensions: { loaded: ['postgis'], installed: ['postgis', 'plpgsql'], available: ['postgis', 'hstore'] },
});
const item = (schema: DatabaseSchema | null): DatabaseItem => ({
  id: 'd1',
  name: 'Gauges',
  dbType: 'postgres',
  schema,
  extensions: schema?.extensions ?? null,
  isExpanded: true,
  isFetchingSchema: false,
});
const words = { files: 'Files', extensions: 'Extensions', failures: new Map([['d1', 'cannot be reached']]) };
const outline = (nodes: readonly DatabaseNode[] = [], depth = 0): string[] =>
  nodes.flatMap((node) => [`${'  '.repeat(depth)}${node.kind} ${node.name}`, ...outline(node.children, depth + 1)]);

test('[DBS-002] [DBS-003] [DBS-007] a database opens to its tables with their columns, files of the project, and extensions each once', () => {
  const nodes = databaseTree(
    [item(schemaOf(table('public', 'readings'), table('public', 'a.csv', 'file', ['x'])))],
    '',
    words,
  );
  expect(outline(nodes)).toEqual([
    'database Gauges',
    '  table readings',
    '    column id',
    '    column flow',
    '  files Files',
    '    table a.csv',
    '      column x',
    '  extensions Extensions',
    '    extension postgis',
    '    extension plpgsql',
    '    extension hstore',
  ]);
});

test('several schemas get a row each, the one that SQL finds by itself first', () => {
  const nodes = databaseTree(
    [item(schemaOf(table('archive', 'old'), table('public', 'new'), table('a/b', 'x'), table('a', 'b/x')))],
    '',
    words,
  );
  expect(nodes[0]!.children!.slice(0, 4).map(({ name }) => name)).toEqual(['public', 'a', 'a/b', 'archive']);
  const ids = new Set<string>();
  const visit = (node: DatabaseNode) => {
    expect(ids.has(node.id)).toBe(false);
    ids.add(node.id);
    node.children?.forEach(visit);
  };
  nodes.forEach(visit);
});

test('a filter leaves tables and columns whose name holds it, and opens what it found', () => {
  const items = [
    item(schemaOf(table('public', 'readings'), table('public', 'stations', 'table', ['name', 'READ_at']))),
  ];
  const nodes = databaseTree(items, 'read', words);
  expect(outline(nodes)).toEqual([
    'database Gauges',
    '  table readings',
    '    column id',
    '    column flow',
    '  table stations',
    '    column READ_at',
  ]);
  expect([...openedByFilter(nodes, 'read')].map((id) => id.split(' ')[0])).toEqual(['table', 'database']);
  expect(databaseTree(items, 'nothing', words)).toEqual([]);
  expect(outline(databaseTree([item(null)], 'gau', words))).toEqual(['database Gauges']);
});

test('[DBS-001] [DBS-010] [DBS-011] [DBS-012] a database without a schema that is not being read shows why', () => {
  const record = {
    id: 'd1',
    name: 'Gauges',
    dbType: 'postgres' as const,
    project_id: 'p',
    created_at: '',
    updated_at: '',
    connection: null,
  };
  const failed = databaseItem(record, { isFetching: false, isError: true, data: schemaOf() }, true);
  expect(failed).toEqual({
    id: 'd1',
    name: 'Gauges',
    dbType: 'postgres',
    schema: null,
    extensions: null,
    isExpanded: true,
    isFetchingSchema: false,
  });
  expect(databaseTree([failed], '', words)[0]!.failure).toBe('cannot be reached');
  const fetching = databaseItem(record, { isFetching: true, isError: true }, true);
  expect(fetching.isFetchingSchema).toBe(true);
  expect(databaseTree([fetching], '', words)[0]).not.toHaveProperty('failure');
  expect(databaseItem(record, { isFetching: true, isError: false, data: schemaOf() }, false)).toMatchObject({
    isFetchingSchema: false,
    schema: schemaOf(),
  });
});
