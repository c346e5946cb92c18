import { isTemporal, type BreakMethod, type VectorUpdate } from '@groma/geo';
import { columnCells, isNumeric } from './batch-cells.ts';
import {
  classBatches,
  classOfValue,
  signColumn,
  type BatchClasses,
  type Classing,
  type RowLook,
  type Sizing,
} from './classing.ts';
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
import type { IsUnseen } from './layer-search.ts';

/** Answers for whole columns of a layer: classes, values, figures. */
export class LayerColumns {
  readonly #rows: LayerRows;
  #classing: Classing | null = null;
  #sizing: Sizing | null = null;
  /** Numbers once sorted, as the person tries methods and counts over one column. */
  #sorted: { key: string; numbers: SortedNumbers } | null = null;

  constructor(rows: LayerRows) {
    this.#rows = rows;
  }

  /** By what rows are classed and sized from now on, and the classes of all that is there. */
  classBy(classing: Classing | null, sizing: Sizing | null = null): Record<string, BatchClasses> | null {
    this.#classing = classing;
    this.#sizing = sizing;
    return classBatches(this.#rows.source, this.#look);
  }

  /** The classes of all that is there, after what other layers add to it has changed; null where nothing is classed. */
  classAgain(): Record<string, BatchClasses> | null {
    return classBatches(this.#rows.source, this.#look);
  }

  get #look(): Omit<RowLook, 'joins'> {
    return { classing: this.#classing, sizing: this.#sizing, filter: this.#rows.filter };
  }

  get classing(): Classing | null {
    return this.#classing;
  }

  /** Tells features that are not drawn: those of some classes, and those that the filter leaves out. */
  isUnseen(classes: readonly number[]): IsUnseen {
    const [isHidden, isFilteredOut] = [this.#isOfClasses(classes), this.#rows.isFilteredOut];
    return isHidden && isFilteredOut ? (fid) => isFilteredOut(fid) || isHidden(fid) : (isHidden ?? isFilteredOut);
  }

  #isOfClasses(classes: readonly number[]): IsUnseen {
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
    return classBatches({ ...source, held: held.filter(({ id }) => ids.includes(id)), added: [] }, this.#look);
  }

  /** The classes of the batches in which edits may have changed some. */
  classesAfter(updates: readonly VectorUpdate[]): Record<string, BatchClasses> | null {
    const used = new Set([
      this.#classing?.column,
      this.#sizing?.column,
      signColumn,
      ...this.#rows.filter.map(({ column }) => column),
    ]);
    const names = new Set([...used, ...this.#rows.joins.keysOf(used)]);
    const fids = new Set<number>();
    for (const update of updates) {
      if (
        update.type === 'Add_Column'
          ? names.has(update.column.name)
          : update.type === 'Delete_Column' && update.columns.some((name) => names.has(name))
      )
        return classBatches(this.#rows.source, this.#look);
      if (update.type === 'Edit_Property')
        for (const { fid, column } of update.edits) {
          if (names.has(column)) fids.add(fid);
        }
      if (update.type === 'Add') for (const { fid } of update.features) fids.add(fid);
      if (update.type === 'Delete') for (const fid of update.fids) fids.add(fid);
    }
    return fids.size === 0 ? null : classBatches(this.#rows.source, this.#look, fids);
  }

  /** The most frequent values of a column, of the features that are shown or of all. */
  values(column: string, most: number, isWhole = false): ValueCounts {
    return countValues(this.#parts(column, null, isWhole), most);
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

  *#parts(column: string, some: SomeRows, isWhole = false): Generator<ColumnPart> {
    if (some === null) {
      const isFilteredOut = isWhole ? null : this.#rows.isFilteredOut;
      for (const cells of columnCells(this.#rows.source, column)) {
        const part = { length: cells.fids.length, ...cells };
        yield isFilteredOut ? somePart(part, keptPlaces(cells.fids, isFilteredOut)) : part;
      }
      return;
    }
    const rows = this.#rows.rowsOf(some);
    const read = this.#rows.cellOf(column);
    if (read) yield { length: rows.length, numbers: null, codes: null, read: (place) => read(rows[place]!) };
  }
}

function keptPlaces(fids: Int32Array, isFilteredOut: (fid: number) => boolean): Int32Array {
  return Int32Array.from(fids.keys()).filter((row) => !isFilteredOut(fids[row]!));
}

/** Some rows of a part of a column. */
function somePart({ numbers, codes, read }: ColumnPart, places: Int32Array): ColumnPart {
  return {
    length: places.length,
    numbers: numbers && Float64Array.from(places, (row) => numbers[row]!),
    codes: codes && { codes: Int32Array.from(places, (row) => codes.codes[row]!), texts: codes.texts },
    read: (row) => read(places[row]!),
  };
}
