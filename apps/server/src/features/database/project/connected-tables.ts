import type { ConnectedTable, DatabaseSchema, DatabaseType } from '@groma/model';

/** More would make completion slow. */
const mostTables = 2_000;

/** What SQL over a project can name of its other databases, as they were last read. */
export function connectedTables(
  known: readonly { name: string; type: DatabaseType; schema: DatabaseSchema }[],
): ConnectedTable[] {
  return known
    .filter(({ type }) => type !== 'project')
    .flatMap(({ name: database, schema: { tables } }) =>
      tables
        // Files are those of the project, which it names itself.
        .filter(({ kind }) => kind === 'table' || kind === 'view')
        .map(({ schema, name, kind, columns }) => ({
          database,
          schema,
          name,
          kind,
          columns: columns.map((column) => ({ name: column.name, type: column.type })),
        })),
    )
    .slice(0, mostTables);
}
