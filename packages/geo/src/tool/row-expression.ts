import { GromaError } from '@groma/model';
import { compileExpression, type Expression } from '../expression/compile-expression.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import type { ExpressionRow } from '../expression/expression-row.ts';
import type { Properties } from '../geometry.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/** @throws GromaError TOOL_EXPRESSION_WRONG */
export function readExpression(...given: Parameters<typeof compileExpression>): Expression {
  try {
    return compileExpression(...given);
  } catch (error) {
    if (error instanceof ExpressionError) throw new GromaError('TOOL_EXPRESSION_WRONG', { detail: error.message });
    throw error;
  }
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
