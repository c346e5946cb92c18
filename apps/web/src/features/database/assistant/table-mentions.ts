import type { MentionOption } from '@groma/ui';
import type { KnownTable } from '../editor/sql-language.ts';

/** The tables of a database for mentions behind `/` (DBS-020), by the name under which SQL finds them. */
export function tableMentions(tables: readonly KnownTable[]): MentionOption[] {
  return tables.map(({ catalog, schema, name, kind, isDefault }) => {
    const path = isDefault ? name : [...(catalog === undefined ? [] : [catalog]), schema, name].join('.');
    return { id: path, name: path, note: kind };
  });
}
