import type { Column, ColumnType } from '@groma/geo';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const TRUTH = /^(?:true|false)$/i;

/**
 * What the columns of a table hold, judged by all their cells: a column is numeric only where every cell that is not
 * empty is a plain number, so that codes such as 007 stay text.
 */
export class CellTypes {
  private readonly types: (ColumnType | null)[] = [];

  /** Looks at one row. */
  take(row: readonly string[]): void {
    for (let index = 0; index < row.length; index++) {
      const type = this.types[index] ?? null;
      if (type !== 'text') this.types[index] = widen(type, row[index]!.trim());
    }
  }

  /** The columns by name; one without any value is text. */
  columns(header: readonly string[]): Column[] {
    return header.map((name, index) => ({ name, type: this.types[index] ?? 'text' }));
  }

  /** A cell as its column's type; an empty one is null. */
  value(index: number, cell: string): string | number | boolean | null {
    const text = cell.trim();
    if (text === '') return null;
    switch (this.types[index]) {
      case 'integer': case 'number': return Number(text);
      case 'boolean': return text.toLowerCase() === 'true';
      default: return cell;
    }
  }
}

function widen(type: ColumnType | null, text: string): ColumnType | null {
  if (text === '') return type;
  if (TRUTH.test(text)) return type === null || type === 'boolean' ? 'boolean' : 'text';
  if (!NUMBER.test(text) || type === 'boolean') return 'text';
  if (INTEGER.test(text)) return Number.isSafeInteger(Number(text)) ? (type ?? 'integer') : 'text';
  return 'number';
}
