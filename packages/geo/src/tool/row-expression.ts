import { GromaError } from '@groma/model';
import { compileExpression, type Expression } from '../expression/compile-expression.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import type { ExpressionRow } from '../expression/expression-row.ts';
import { columnReference } from '../expression/tokens.ts';
import type { Properties } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/**
 * The expression of a tool; the sign that begins one in a table may stand before it.
 * @throws GromaError TOOL_EXPRESSION_WRONG
 */
export function readExpression(text: string, columns: readonly Column[], compile = compileToolExpression): Expression {
  try {
    return compile(text, columns);
  } catch (error) {
    if (error instanceof ExpressionError) throw new GromaError('TOOL_EXPRESSION_WRONG', { detail: error.message });
    throw error;
  }
}

/** What a tool writes for each feature: an expression without the sign before it. @throws ExpressionError */
export function compileToolExpression(text: string, columns: readonly Column[]): Expression {
  return compileExpression(text, columns, /^\s*=/.exec(text)?.[0].length);
}

/**
 * The condition of a tool that chooses features. One that asks for nothing of a feature is a slip of the pen, and would
 * choose all or none. @throws ExpressionError
 */
export function compileToolCondition(text: string, columns: readonly Column[]): Expression {
  const expression = compileToolExpression(text, columns);
  if (!expression.isConstant) return expression;
  const reference = columnReference(columns[0]?.name ?? 'name');
  throw new ExpressionError('no-column', 0, text.length, { reference });
}

/** The rows of a batch as an expression asks for them: no column and no geometry is read that it does not name. */
export function rowReader(
  { columns }: ToolTable,
  expression: Expression,
  batch: ToolBatch,
): (row: number) => ExpressionRow {
  const cells = columns.flatMap(({ name }, place) =>
    expression.columns.has(name) ? [{ name, cell: batch.cell(place) }] : [],
  );
  return (row) => {
    const properties: Properties = {};
    for (const { name, cell } of cells) properties[name] = cell(row);
    const geometry = expression.usesGeometry ? rowGeometry(batch.geometry, row) : null;
    return { fid: batch.fids[row]!, geometry, properties };
  };
}
