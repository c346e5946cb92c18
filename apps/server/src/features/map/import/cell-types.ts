import { isInt64Text, isTemporal, parseTemporal, type Column, type ColumnType } from '@groma/geo';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
/** As JavaScript, C and data frames write what is no finite number. */
const NOT_FINITE = /^(?:nan|[-+]?inf(?:inity)?)$/i;
const TRUTH = /^(?:true|false)$/i;

/**
 * What the columns of a table hold, judged by all their cells: a column is numeric only where every cell that is not
 * empty is a plain number, so that codes such as 007 stay text, and one of dates or times where every cell is one of
 * the same kind.
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
      case 'integer':
        return Number(text);
      case 'int64':
        return Number.isSafeInteger(Number(text)) ? Number(text) : text;
      case 'number':
        return Number(text.replace(/inf(inity)?$/i, 'Infinity').replace(/^\+/, ''));
      case 'date':
      case 'time':
      case 'datetime':
      case 'datetimetz':
        return text;
      case 'boolean':
        return text.toLowerCase() === 'true';
      default:
        return cell;
    }
  }
}

function widen(type: ColumnType | null, text: string): ColumnType | null {
  if (text === '') return type;
  if (TRUTH.test(text)) return type === null || type === 'boolean' ? 'boolean' : 'text';
  if (type === 'boolean') return 'text';
  if (type === null || isTemporal(type)) {
    const own = parseTemporal(text)?.type;
    if (own !== undefined || type !== null) return own !== undefined && (type ?? own) === own ? own : 'text';
  }
  if (INTEGER.test(text)) {
    if (Number.isSafeInteger(Number(text))) return type ?? 'integer';
    return isInt64Text(text) && type !== 'number' ? 'int64' : 'text';
  }
  return (NUMBER.test(text) || NOT_FINITE.test(text)) && type !== 'int64' ? 'number' : 'text';
}
