/**
 * Whether rows are read by the name that stands at a place of a statement: it comes after FROM or JOIN. Others may be
 * columns.
 */
export function isReadAt(statement: string, place: number): boolean {
  return /\b(?:from|join)\s*$/i.test(statement.slice(0, place));
}
