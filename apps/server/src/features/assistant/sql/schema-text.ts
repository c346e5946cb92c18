import { quoteIdentifier, type DatabaseSchema, type DatabaseTable } from '@groma/model';

/** Characters of one previewed value that a model is told (DBS-030). */
const longestValue = 100;
const previewedRows = 3;

/**
 * What a model is told of a database: the tables that the prompt mentions first, with some of their rows, then as many
 * of the others as there is room for, in characters.
 */
export function schemaText({ tables, defaultSchema }: DatabaseSchema, prompt: string, room: number): string {
  const isMentioned = (table: DatabaseTable): boolean =>
    [
      table.name,
      `${table.schema}.${table.name}`,
      ...(table.catalog === undefined ? [] : [`${table.catalog}.${table.schema}.${table.name}`]),
    ].some((name) => mentions(prompt, name));
  const mentioned = tables.filter(isMentioned);
  const others = tables
    .filter((table) => !mentioned.includes(table))
    .toSorted((one, other) => Number(one.kind === 'file') - Number(other.kind === 'file'));
  const lines: string[] = [];
  let left = room;
  let untold = 0;
  for (const table of [...mentioned, ...others]) {
    const text = tableText(table, defaultSchema, mentioned.includes(table) || tables.length <= previewedRows);
    if (text.length + 1 > left) untold += 1;
    else {
      lines.push(text);
      left -= text.length + 1;
    }
  }
  return [...lines, ...(untold > 0 ? [`-- and ${untold} more that are not listed here`] : [])].join('\n');
}

/** Whether a text names a table behind a slash; `/a.b` does not name `a`. */
function mentions(prompt: string, name: string): boolean {
  for (let at = prompt.indexOf(`/${name}`); at >= 0; at = prompt.indexOf(`/${name}`, at + 1)) {
    if (!/[\w.]/.test(prompt[at + name.length + 1] ?? '') || /^\.?(\s|$)/.test(prompt.slice(at + name.length + 1)))
      return true;
  }
  return false;
}

function tableText(
  { catalog, schema, name, kind, columns, previewRows }: DatabaseTable,
  defaultSchema: string,
  withRows: boolean,
): string {
  const isDefault = catalog === undefined && schema === defaultSchema;
  const parts = [...(catalog === undefined ? [] : [catalog]), ...(isDefault ? [] : [schema]), name];
  const path = parts.map(nameText).join('.');
  const told = columns.map(({ name: column, type, nullable, isPrimaryKey, references }) =>
    [
      nameText(column),
      type,
      ...(isPrimaryKey ? ['primary key'] : nullable ? [] : ['not null']),
      ...(references ? [`-> ${nameText(references.table)}.${nameText(references.column)}`] : []),
    ].join(' '),
  );
  const rows = withRows
    ? (previewRows ?? []).slice(0, previewedRows).map((row) => `  -- ${row.map(valueText).join(' | ')}`)
    : [];
  return [`${kind} ${path} (${told.join(', ')})`, ...rows].join('\n');
}

const nameText = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quoteIdentifier(name));

/** A cell on one line. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/\s+/g, ' ');
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
