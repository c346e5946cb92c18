export type CellType = 'number' | 'boolean' | 'text';
export type CellValue = number | boolean | string | null;
export interface TableColumn {
  name: string;
  type: CellType;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const commaNumber = /^[+-]?\d+,\d+$/;
const leadingZero = /^[+-]?0\d/;
/** Digits a double keeps; longer ones are names of things and stay text. */
const exactDigits = 15;

/**
 * A cell as a number; undefined when it is none. 007 and numbers of more digits than a double keeps are text. A comma
 * is the decimal point where it does not part cells.
 */
export function numberOf(cell: string, delimiter: string): number | undefined {
  const text = cell.trim();
  if (text === '' || text.length > 40) return undefined;
  const first = text.charCodeAt(0);
  // Most cells of text begin with a letter.
  if (first > 57) return undefined;
  const point = delimiter !== ',' && commaNumber.test(text) ? text.replace(',', '.') : text;
  if (!plainNumber.test(point) || leadingZero.test(point)) return undefined;
  if (text.length > exactDigits && !/[.e]/i.test(point) && point.replace(/^[+-]/, '').length > exactDigits)
    return undefined;
  const value = Number(point);
  return Number.isFinite(value) ? value : undefined;
}

/** What a cell holds for a column of a type: null when empty, and its text where it does not fit. */
export function cellValue(cell: string | undefined, type: CellType, delimiter: string): CellValue {
  if (cell === undefined || cell === '') return null;
  if (type === 'number') return numberOf(cell, delimiter) ?? cell;
  if (type === 'boolean') return booleanOf(cell) ?? cell;
  return cell;
}

function booleanOf(cell: string): boolean | undefined {
  const text = cell.trim().toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** Columns beyond which those of a table are left out: nobody looks at more, and each costs work in every row. */
const mostColumns = 10_000;

/**
 * The columns of a table by its header and some of its rows, at most 10,000. Columns without a name, and cells beyond
 * the header, are named by their place; equal names are numbered.
 */
export function tableColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  delimiter: string,
): TableColumn[] {
  const width = Math.min(
    mostColumns,
    sample.reduce((most, row) => Math.max(most, row.length), header.length),
  );
  const taken = new Map<string, number>();
  return Array.from({ length: width }, (_, index) => {
    const name = freeName(header[index]?.trim() || `column ${index + 1}`, taken);
    return {
      name,
      type: typeOf(
        sample.map((row) => row[index] ?? ''),
        delimiter,
      ),
    };
  });
}

/**
 * Takes a name, numbered where it is taken. `taken` keeps with each name the number to begin with: counting from one
 * each time would take the square of the columns.
 */
function freeName(wanted: string, taken: Map<string, number>): string {
  for (let number = taken.get(wanted) ?? 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (taken.has(name)) continue;
    taken.set(wanted, number + 1);
    if (number > 1) taken.set(name, 2);
    return name;
  }
}

function typeOf(cells: readonly string[], delimiter: string): CellType {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((cell) => numberOf(cell, delimiter) !== undefined)) return 'number';
  return filled.every((cell) => booleanOf(cell) !== undefined) ? 'boolean' : 'text';
}
