/** Kind of drag data of a table of a database: JSON of a `DraggedTable`. */
const kind = 'groma/database-table';

/** A table that is dragged: the database it is of, and how SQL names it there. */
export interface DraggedTable {
  databaseId: string;
  /** Its name, or its id where others have the same name. */
  databaseName: string;
  /** As `readings` or `hydro."Low flow"`. */
  reference: string;
  /** Undefined for a layer, which stands among the tables of its project. */
  schema?: string | undefined;
  name: string;
}

/**
 * Puts a table on a drag, for editors, notebooks and the assistant to take; whoever takes only text gets its name in
 * SQL.
 */
export function putTable(data: DataTransfer, table: DraggedTable): void {
  data.setData(kind, JSON.stringify(table));
  data.setData('text/plain', table.reference);
}

/** Whether a drag carries a table; all that can be seen of it before the drop. */
export function carriesTable(data: DataTransfer | null): boolean {
  return data?.types.includes(kind) ?? false;
}

/** The table that was dropped; null when something else was, or what claims to be one is not. */
export function takeTable(data: DataTransfer): DraggedTable | null {
  try {
    const found = JSON.parse(data.getData(kind)) as Partial<DraggedTable> | null;
    const isTable = [found?.databaseId, found?.databaseName, found?.reference, found?.name].every(
      (part) => typeof part === 'string',
    );
    return isTable ? (found as DraggedTable) : null;
  } catch {
    return null;
  }
}
