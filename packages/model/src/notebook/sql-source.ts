const directive = /^\s*--[ \t]*database:[ \t]*(\S[^\n]*?)[ \t]*\r?(?:\n|$)/i;

/**
 * The database that an SQL block asks, by its name or id: its first line says so, as `-- database: Low flow`. Null for
 * a block without such a line, which DuckDB answers inside the kernel.
 */
export function databaseOfSql(code: string): string | null {
  return directive.exec(code)?.[1] ?? null;
}

/** An SQL block that reads the first rows of a table; `reference` is the table as SQL of the database names it. */
export function sqlReading(database: string, reference: string): string {
  return `-- database: ${database.replaceAll(/\s+/g, ' ').trim()}\nSELECT * FROM ${reference} LIMIT 1000;`;
}
