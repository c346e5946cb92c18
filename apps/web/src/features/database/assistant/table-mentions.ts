import type { MentionOption } from '@groma/ui';
import type { KnownTable } from '../editor/sql-language.ts';

/** The tables of a database for mentions behind `/` (DBS-020), by the name under which SQL finds them. */
export function tableMentions(tables: readonly KnownTable[]): MentionOption[] {
  return tables.map(({ catalog, database, schema, name, kind, isDefault }) => {
    const parts = [catalog, database, schema, name].filter((part) => part !== undefined);
    const path = isDefault ? name : parts.join('.');
    return { id: path, name: path, note: kind };
  });
}
