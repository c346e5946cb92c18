import type { GridApi } from 'ag-grid-community';
import { useRef, type RefObject } from 'react';
import type { GridTexts } from '../texts.ts';
import { cellFormats } from './cell-text.ts';
import { cellValue, type GridColumn, type GridColumnType, type GridRow } from './grid-column.ts';

/** Pixels that a column has at first, and that it is given at most so that its values can be read. */
export const columnWidths: Readonly<Record<GridColumnType, { first: number; most: number }>> = {
  text: { first: 140, most: 320 },
  number: { first: 110, most: 220 },
  time: { first: 180, most: 240 },
  geo: { first: 220, most: 220 },
  boolean: { first: 80, most: 80 },
};
const lookedRows = 60;
/** Of columns after these nobody sees the first rows. */
const lookedColumns = 400;
/** Also for the mark behind the address of a page. */
const padding = 34;
/** The marks of type and order beside a name. */
const headRoom = 58;

interface Fitting {
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  locale: string;
  texts: Pick<GridTexts, 'true' | 'false'>;
}

/** Pixels of texts that stand in one line. */
type Measure = (texts: readonly string[]) => number[];

/**
 * The columns among `wanted` that must be wider than at first for their names and the values of the first rows to be
 * read whole.
 */
export function widerColumns(
  { columns, rows, locale, texts }: Fitting,
  wanted: readonly GridColumn[],
  measure: Measure,
): { colId: string; width: number }[] {
  const [grouped, ungrouped] = [cellFormats(locale, texts), cellFormats(locale, texts, false)];
  const free = wanted.filter(
    ({ type, width, render }) => width === undefined && !render && columnWidths[type].first < columnWidths[type].most,
  );
  const longest = free.map(({ id, type, isGrouped }) => {
    const format = (isGrouped === false ? ungrouped : grouped)[type];
    const values = rows
      .slice(0, lookedRows)
      .map((row) => cellValue(row.values, id, columns))
      .filter((value) => value != null);
    return values
      .map((value) => format(value).slice(0, columnWidths[type].most))
      .reduce((long, text) => (text.length > long.length ? text : long), '');
  });
  const measured = measure([...longest, ...free.map(({ name, type }) => name.slice(0, columnWidths[type].most))]);
  return free.flatMap(({ id, type }, index) => {
    const { first, most } = columnWidths[type];
    const needed = Math.max(measured[index]! + padding, measured[free.length + index]! + headRoom);
    return needed > first ? [{ colId: id, width: Math.min(most, Math.ceil(needed)) }] : [];
  });
}

/** Gives each column the width that its first rows need, once: what a person drags stays. */
export function useFitColumns(
  api: RefObject<GridApi<GridRow> | null>,
  body: RefObject<HTMLElement | null>,
): (fitting: Fitting) => void {
  const fitted = useRef(new Set<string>());
  return (fitting) => {
    const wanted = fitting.columns.slice(0, lookedColumns).filter(({ id }) => !fitted.current.has(id));
    const place = body.current;
    // Nothing can be measured where nothing is laid out: behind another tab, in a closed drawer.
    if (wanted.length === 0 || fitting.rows.length === 0 || !place?.offsetWidth) return;
    for (const { id } of wanted) fitted.current.add(id);
    const state = widerColumns(fitting, wanted, (texts) => measureIn(place, texts));
    if (state.length > 0) api.current?.applyColumnState({ state });
  };
}

function measureIn(place: HTMLElement, texts: readonly string[]): number[] {
  const ruler = document.createElement('div');
  ruler.className = 'g-grid-ruler';
  ruler.setAttribute('aria-hidden', 'true');
  const lines = texts.map((text) => Object.assign(document.createElement('span'), { textContent: text }));
  ruler.append(...lines);
  place.append(ruler);
  const measured = lines.map((line) => line.offsetWidth);
  ruler.remove();
  return measured;
}
