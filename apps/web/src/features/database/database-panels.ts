import type { DatabaseTable, TableChart } from '@groma/model';
import { openPanel } from '../../registry/panel.ts';

export interface EditorParams {
  databaseId: string;
  name: string;
}
export interface TableParams {
  databaseId: string;
  databaseName: string;
  catalog?: string | undefined;
  schema: string;
  table: string;
}

/** A chart of what a SELECT gives; `chart` is what somebody has chosen, null for what the columns ask for. */
export interface ChartParams {
  name: string;
  /** The database by its name or id. */
  database: string;
  sql: string;
  chart: { [Key in keyof TableChart]: TableChart[Key] | (Key extends 'xCol' | 'yCol' ? null : never) } | null;
}

/** The id of a database's SQL editor in the dock. */
export const editorPanelId = (databaseId: string): string => `database-editor:${databaseId}`;
/** The id of a table's panel in the dock; a slash is in no id of a database, and names are coded. */
const tablePanelId = (databaseId: string, parts: readonly string[]): string =>
  `database-table:${databaseId}/${parts.map(encodeURIComponent).join('/')}`;

/** The database whose editor is to have the keyboard once it is there: what made it is gone by then. */
let awaited: string | null = null;

/** Opens the editor of a database that was made just now. */
export function openNewEditor(database: { id: string; name: string }): void {
  awaited = database.id;
  openEditor(database);
}

/** Whether the editor of a database is to take the keyboard, which it is told once. */
export function takesKeyboard(databaseId: string): boolean {
  const isAwaited =
    awaited === databaseId && (document.activeElement === null || document.activeElement === document.body);
  if (awaited === databaseId) awaited = null;
  return isAwaited;
}

export function openEditor({ id, name }: { id: string; name: string }): void {
  openPanel<EditorParams>({
    kind: 'database-editor',
    id: editorPanelId(id),
    title: name,
    params: { databaseId: id, name },
  });
}

/** Opens the chart of a file, or of the rows of a query, which `name` stands for on its tab. */
export function openChart({ name, database, sql }: Omit<ChartParams, 'chart'>): void {
  openPanel<ChartParams>({
    kind: 'data-chart',
    id: `data-chart:${database}/${encodeURIComponent(sql)}`,
    title: name,
    params: { name, database, sql, chart: null },
  });
}

export function openTable(
  database: { id: string; name: string },
  { catalog, schema, name }: Pick<DatabaseTable, 'catalog' | 'schema' | 'name'>,
): void {
  openPanel<TableParams>({
    kind: 'database-table',
    id: tablePanelId(database.id, [...(catalog === undefined ? [] : [catalog]), schema, name]),
    title: name,
    params: {
      databaseId: database.id,
      databaseName: database.name,
      ...(catalog !== undefined && { catalog }),
      schema,
      table: name,
    },
  });
}
