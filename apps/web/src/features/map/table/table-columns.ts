import type { Column } from '@groma/geo';
import { parseNumber, type GridColumn, type GridRowValues } from '@groma/ui';

const kinds: Record<Column['type'], GridColumn['type']> = { integer: 'number', number: 'number', text: 'text', boolean: 'boolean', json: 'text' };

/** The attribute columns of a layer for the grid; lists and objects are shown, not edited (VEC-013, VEC-052); years and codes without thousands separators. */
export function gridColumns(columns: readonly Column[], isEditable: boolean, ungrouped: readonly string[] = []): GridColumn[] {
  return columns.map(({ name, type }) => ({
    id: name, name, type: kinds[type], editable: isEditable && type !== 'json', ...(ungrouped.includes(name) && { isGrouped: false }),
    ...(type === 'json' && { render: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) }),
  }));
}

/** Names a row by its feature id, which stands hidden behind the cells, before the row's place (VEC-018, VEC-019). */
export function rowId(values: GridRowValues): string {
  const list = values as readonly unknown[];
  return String(list[list.length - 2]);
}

/** Text that cannot stand in a column of its type. */
export class CellTypeError extends Error {
  override readonly name = 'CellTypeError';
  readonly type: Column['type'];
  readonly text: string;
  constructor(type: Column['type'], text: string) {
    super(`“${text}” is no ${type}`);
    this.type = type;
    this.text = text;
  }
}

type CellValue = string | number | boolean | null;

/** What was typed, or pasted, as the column holds it: a whole number stays one, an empty cell is null. @throws CellTypeError. */
export function typedValue(value: unknown, type: Column['type'] | undefined, locale = 'en'): CellValue {
  if (value === null || value === undefined || (value === '' && type !== 'text')) return null;
  if (typeof value !== 'string') return type === 'text' || type === undefined ? String(value) : value as CellValue;
  switch (type) {
    case 'integer': case 'number': return numberIn(value, type, locale);
    case 'boolean': return booleanIn(value);
    default: return value;
  }
}

function numberIn(text: string, type: 'integer' | 'number', locale: string): number {
  const number = parseNumber(text, locale);
  if (number === undefined) throw new CellTypeError(type, text);
  return number;
}

function booleanIn(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1', 't', 'y'].includes(word)) return true;
  if (['false', 'no', '0', 'f', 'n'].includes(word)) return false;
  throw new CellTypeError('boolean', text);
}
