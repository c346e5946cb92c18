import type { Column } from '@groma/geo';

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** How a column is named in an expression: with a dollar, in braces where the name is more than one word. */
export function columnReference(name: string): string {
  return plainName.test(name) ? `$${name}` : `\${${name}}`;
}

/** The column that an expression is alone; null for anything else. */
export function columnOf(text: string, columns: readonly Pick<Column, 'name'>[]): string | null {
  return columns.find(({ name }) => text === columnReference(name) || text === `$${name}`)?.name ?? null;
}
