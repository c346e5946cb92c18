import type { MentionOption } from '@groma/ui';
import type { SqlDraft } from '../editor/sql-draft.ts';

/** The tables of a database for mentions behind `/` (DBS-020), by the name under which SQL finds them. */
export function tableMentions(draft: SqlDraft): MentionOption[] {
  return draft.readTables().map(({ schema, name, kind, isDefault }) => {
    const path = isDefault ? name : `${schema}.${name}`;
    return { id: path, name: path, note: kind };
  });
}
