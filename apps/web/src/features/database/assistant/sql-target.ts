/** A table as it can be mentioned. */
interface MentionedTable { schema: string; name: string; kind: string; isDefault: boolean }

/** The editor that drafts are written into. Each `replace` is one step of undo. */
export interface SqlTarget {
  readonly databaseId: string;
  read(): string;
  readTables(): readonly MentionedTable[];
  replace(text: string): void;
  focus(): void;
}

/** The tables of a database for mentions behind `/` (DBS-020), by the name under which SQL finds them. */
export function tableMentions(target: SqlTarget): { id: string; name: string; note: string }[] {
  return target.readTables().map(({ schema, name, kind, isDefault }) => {
    const path = isDefault ? name : `${schema}.${name}`;
    return { id: path, name: path, note: kind };
  });
}
