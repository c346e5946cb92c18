import { compileExpression, LONGEST_EXPRESSION, type Expression } from '../expression/compile-expression.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import { toText } from '../expression/value.ts';
import type { PropertyValue } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';

/**
 * Reads what a person wrote as the value of a column (VEC-022, VEC-023, VEC-026): nothing gives empty cells; text
 * beginning with `=` is an expression (see `compileExpression`); a lone `$column` copies that value with its type; any
 * other text stands in every cell, each `$column` replaced by its value. `${two words}` names a column with spaces; a
 * `$` before no column's name is just a dollar. @throws ExpressionError, whose position counts from the start of
 * `text`.
 */
export function parseColumnFormula(text: string, columns: readonly Column[]): Expression {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionError('too-long', 0, text.length, { most: LONGEST_EXPRESSION });
  if (text.trim() === '')
    return { type: 'any', usesGeometry: false, isConstant: true, columns: new Set(), evaluate: () => null };
  const sign = /^\s*=/.exec(text);
  if (sign) return compileExpression(text, columns, sign[0].length);
  const pieces = substitute(
    text,
    columns.map(({ name }) => name),
  );
  const [first] = pieces;
  if (pieces.length === 1 && first!.column !== null) return compileExpression(text, columns);
  const used = new Set(pieces.flatMap(({ column }) => column ?? []));
  const shown = (value: PropertyValue | undefined): string => toText(value ?? null) ?? '';
  return {
    type: 'text',
    usesGeometry: false,
    isConstant: used.size === 0,
    columns: used,
    evaluate: ({ properties }) =>
      pieces.map(({ column, text: literal }) => (column === null ? literal : shown(properties[column]))).join(''),
  };
}

type Piece = { column: string | null; text: string };

/** Cuts text at references; of several columns that fit, the longest name is meant. */
function substitute(text: string, columns: readonly string[]): Piece[] {
  const names = columns.toSorted((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let literal = '';
  for (let at = 0; at < text.length;) {
    const found = text[at] === '$' ? columnAt(text, at + 1, names) : null;
    if (!found) {
      literal += text[at++]!;
      continue;
    }
    if (literal) pieces.push({ column: null, text: literal });
    literal = '';
    pieces.push({ column: found.name, text: '' });
    at = found.end;
  }
  if (literal) pieces.push({ column: null, text: literal });
  return pieces;
}

function columnAt(text: string, at: number, names: readonly string[]): { name: string; end: number } | null {
  for (const name of names) {
    if (text.startsWith(`{${name}}`, at)) return { name, end: at + name.length + 2 };
    if (text.startsWith(name, at)) return { name, end: at + name.length };
  }
  return null;
}
