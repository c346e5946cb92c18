import { idleCell } from './cell.ts';
import { isVariableName } from './input-value.ts';

/**
 * The variable that holds the rows of an SQL block: `Rivers by length` gives `rivers_by_length`; a label nobody has
 * written, or one that gives no name, `sql_result`.
 */
export function sqlResultName(label: string): string {
  const name = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return label !== idleCell.label && isVariableName(name) ? name : 'sql_result';
}
