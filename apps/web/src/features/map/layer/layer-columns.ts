import { isTemporal, type BreakMethod, type VectorUpdate } from '@groma/geo';
import { columnCells, isNumeric } from './batch-cells.ts';
import { classBatches, classOfValue, signColumn, type BatchClasses, type Classing } from './classing.ts';
import {
  classColumn,
  countValues,
  sortNumbers,
  summarizeColumn,
  type ColumnClasses,
  type ColumnPart,
  type ColumnSummary,
  type SortedNumbers,
  type ValueCounts,
} from './column-summary.ts';
import type { LayerRows, SomeRows } from './layer-rows.ts';

/** Answers for whole columns of a layer: classes, values, figures. */
export class LayerColumns {
  readonly #rows: LayerRows;
  #classing: Classing | null = null;
  /** Numbers once sorted, as the person tries methods and counts over one column. */
  #sorted: { key: string; numbers: SortedNumbers } | null = null;

  constructor(rows: LayerRows) {
    this.#rows = rows;
  }

  /** By what rows are classed from now on, and the classes of all that is there. */
  classBy(classing: Classing | null): Record<string, BatchClasses> | null {
    this.#classing = classing;
    return classBatches(this.#rows.source, classing);
  }

  get classing(): Classing | null {
    return this.#classing;
  }

  /** Whether a feature is of one of some classes, and so not drawn; null where none of them is wanted. */
  isOfClasses(classes: readonly number[]): ((fid: number) => boolean) | null {
    const classing = this.#classing;
    const read = classing && classes.length > 0 ? this.#rows.cellOf(classing.column) : null;
    if (!classing || !read) return null;
    const hidden = new Set(classes);
    return (fid) => {
      const row = this.#rows.numberOf(fid);
      return row !== null && hidden.has(classOfValue(read(row), classing));
    };
  }

  /** The classes of what is drawn of the snapshot under some ids. */
  classesOf(ids: readonly string[]): Record<string, BatchClasses> | null {
    const { held, ...source } = this.#rows.source;
    return classBatches({ ...source, held: held.filter(({ id }) => ids.includes(id)), added: [] }, this.#classing);
  }

  /** The classes of the batches in which edits may have changed some. */
  classesAfter(updates: readonly VectorUpdate[]): Record<string, BatchClasses> | null {
    const names = new Set([this.#classing?.column, signColumn]);
    const fids = new Set<number>();
    for (const update of updates) {
      if (
        update.type === 'Add_Column'
          ? names.has(update.column.name)
          : update.type === 'Delete_Column' && update.columns.some((name) => names.has(name))
      )
        return classBatches(this.#rows.source, this.#classing);
      if (update.type === 'Edit_Property')
        for (const { fid, column } of update.edits) {
          if (names.has(column)) fids.add(fid);
        }
      if (update.type === 'Add') for (const { fid } of update.features) fids.add(fid);
      if (update.type === 'Delete') for (const fid of update.fids) fids.add(fid);
    }
    return fids.size === 0 ? null : classBatches(this.#rows.source, this.#classing, fids);
  }

  /** The most frequent values of a column. */
  values(column: string, most: number): ValueCounts {
    return countValues(this.#parts(column, null), most);
  }

  /** Breaks found, or counted into. */
  classes(
    column: string,
    wanted: { method: BreakMethod; count: number } | { breaks: readonly number[] },
  ): ColumnClasses {
    const key = `${this.#rows.version} ${column}`;
    if (this.#sorted?.key !== key) this.#sorted = { key, numbers: sortNumbers(this.#parts(column, null)) };
    return classColumn(this.#sorted.numbers, wanted);
  }

  /** What is told of a column, over all features or some. */
  summary(column: string, some: SomeRows): ColumnSummary {
    const found = this.#rows.columns.find(({ name }) => name === column);
    return summarizeColumn(
      () => this.#parts(column, some),
      found === undefined ? 'values' : isNumeric(found) ? 'numbers' : isTemporal(found.type) ? 'dates' : 'values',
    );
  }

  *#parts(column: string, some: SomeRows): Generator<ColumnPart> {
    if (some === null) {
      for (const cells of columnCells(this.#rows.source, column)) yield { length: cells.fids.length, ...cells };
      return;
    }
    const rows = this.#rows.rowsOf(some);
    const read = this.#rows.cellOf(column);
    if (read) yield { length: rows.length, numbers: null, codes: null, read: (place) => read(rows[place]!) };
  }
}
