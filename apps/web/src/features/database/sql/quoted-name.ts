/** Words that stand for themselves in SQL and must be quoted as names; those people are likely to meet. */
const reserved = new Set(
  (
    'all and any array as asc between by case cast check collate column constraint create cross current_date current_time default desc distinct do else end except ' +
    'false fetch for foreign from full grant group having in inner intersect into is join lateral left like limit natural not null offset on only or order outer primary references ' +
    'right select some table then to true union unique user using values when where window with'
  ).split(' '),
);

/** A name as SQL takes it: plain where that means the same, else in double quotes. */
export function quotedName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A table as a statement names it; its schema is left out where the database looks there by itself. */
export function tableReference(
  {
    catalog,
    database,
    schema,
    name,
  }: { catalog?: string | undefined; database?: string | undefined; schema: string; name: string },
  defaultSchema: string,
): string {
  if (catalog !== undefined)
    return [catalog, database, schema, name]
      .filter((part) => part !== undefined)
      .map(quotedName)
      .join('.');
  return schema === defaultSchema ? quotedName(name) : `${quotedName(schema)}.${quotedName(name)}`;
}
