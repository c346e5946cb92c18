import { JoinIndex, joinKey, type Column, type PropertyValue, type VectorUpdate } from '@groma/geo';
import { joinedName, joinsKey, type LayerJoin } from '@groma/model';
import { columnCells, type LayerSource } from './batch-cells.ts';
import type { JoinedColumn } from './joined-column.ts';

/** A column of a layer; `join` is the place, among the joins of the layer, of the one that brings it. */
export type LayerColumn = Column & { join?: number };

/** The columns that are a layer's own, which alone can be edited and calculated with. */
export function ownColumns(columns: readonly LayerColumn[]): readonly LayerColumn[] {
  return columns.some(({ join }) => join !== undefined) ? columns.filter(({ join }) => join === undefined) : columns;
}

/** What a join needs of the layer whose columns come. */
export interface JoinedLayer {
  readonly ownColumns: readonly Column[];
  readonly ownSource: LayerSource;
  /** Grows when rows come or go, or cells of a column change. */
  keysVersion(column: string): number;
  numberOf(fid: number): number | null;
  ownCellOf(name: string): ((row: number) => PropertyValue) | null;
}

/** What a join needs of the layer that it is of. */
export interface JoiningLayer extends JoinedLayer {
  /** Rows of the snapshot and those that edits have added, also those that are gone. */
  readonly rowNumbers: number;
}

/** Finds a layer of the map by its id; null while it isn't read whole, or isn't there. */
export type OtherLayer = (layerId: string) => JoinedLayer | null;

interface Matches {
  other: JoinedLayer;
  key: string;
  /** Of each row the number of the row there, −1 for none. */
  rows: Int32Array;
}

/** The joins of a layer: the columns that they bring, as the other layers are now. */
export class LayerJoins {
  readonly #own: JoiningLayer;
  #joins: readonly LayerJoin[] = [];
  #otherOf: OtherLayer = () => null;
  #matches: (Matches | null)[] = [];

  constructor(own: JoiningLayer) {
    this.#own = own;
  }

  get joins(): readonly LayerJoin[] {
    return this.#joins;
  }

  /** Which joins there are from now on; false where they are those that were. */
  set(joins: readonly LayerJoin[], otherOf: OtherLayer): boolean {
    if (joinsKey(joins) === joinsKey(this.#joins)) return false;
    this.#joins = joins;
    this.#otherOf = otherOf;
    this.#matches = [];
    return true;
  }

  /**
   * The columns that come, those whose layer and columns are there. A name that the layer has itself, or an earlier
   * join brings, stays with that.
   */
  get columns(): JoinedColumn[] {
    if (this.#joins.length === 0) return [];
    const taken = new Set(this.#own.ownColumns.map(({ name }) => name));
    return this.#joins.flatMap((join, place) => {
      const other = this.#otherOf(join.layerId);
      const isThere = (layer: JoinedLayer, name: string) => layer.ownColumns.some((column) => column.name === name);
      if (!other || !isThere(this.#own, join.column) || !isThere(other, join.otherColumn)) return [];
      return join.columns.flatMap((theirs) => {
        const name = joinedName(join, theirs);
        const column = other.ownColumns.find((each) => each.name === theirs);
        if (!column || taken.has(name)) return [];
        taken.add(name);
        return { name, type: column.type, join: place, valueAt: this.#reader(place, theirs) };
      });
    });
  }

  /** Names of the columns of this layer on which joined ones depend. */
  keysOf(names: ReadonlySet<string | undefined>): string[] {
    return this.#joins
      .filter((join) => join.columns.some((column) => names.has(joinedName(join, column))))
      .map(({ column }) => column);
  }

  /** Whether something else is joined, or may be, after edits of another layer. */
  isTouched(layerId: string, updates: readonly VectorUpdate[]): boolean {
    return this.#joins.some(
      (join) =>
        join.layerId === layerId &&
        updates.some(
          (update) =>
            update.type !== 'Edit_Property' ||
            update.edits.some(({ column }) => column === join.otherColumn || join.columns.includes(column)),
        ),
    );
  }

  /** Reads a column there by rows here; what is read with is looked up when the first value is wanted. */
  #reader(place: number, column: string): (row: number) => PropertyValue {
    let rows: Int32Array | null = null;
    let read: ((row: number) => PropertyValue) | null = null;
    return (row) => {
      if (!rows) {
        const join = this.#joins[place]!;
        rows = this.#matchesOf(place);
        read = this.#otherOf(join.layerId)?.ownCellOf(column) ?? null;
      }
      const there = rows[row] ?? -1;
      return there < 0 || !read ? null : read(there);
    };
  }

  #matchesOf(place: number): Int32Array {
    const join = this.#joins[place]!;
    const other = this.#otherOf(join.layerId);
    if (!other) return new Int32Array(0);
    const key = `${this.#own.keysVersion(join.column)} ${other.keysVersion(join.otherColumn)}`;
    const known = this.#matches[place];
    if (known?.key === key && known.other === other) return known.rows;
    const rows = matchRows(this.#own, join.column, other, join.otherColumn);
    this.#matches[place] = { other, key, rows };
    return rows;
  }
}

/** For each row of a layer, by its number, the number of the row of another that it meets; −1 for none. */
export function matchRows(
  own: Pick<JoiningLayer, 'ownCellOf' | 'rowNumbers'>,
  column: string,
  other: JoinedLayer,
  otherColumn: string,
): Int32Array {
  const rows = new Int32Array(own.rowNumbers).fill(-1);
  const read = own.ownCellOf(column);
  if (!read) return rows;
  const index = joinIndexOf(other, otherColumn);
  for (let row = 0; row < rows.length; row++) {
    const fid = index.find(read(row));
    if (fid !== null) rows[row] = other.numberOf(fid) ?? -1;
  }
  return rows;
}

/** The last index by each column of a layer, which several layers may join. */
const indexes = new WeakMap<JoinedLayer, Map<string, { version: number; index: JoinIndex }>>();

/** The features of a layer by the key in a column. */
export function joinIndexOf(layer: JoinedLayer, column: string): JoinIndex {
  const own = indexes.get(layer) ?? new Map<string, { version: number; index: JoinIndex }>();
  indexes.set(layer, own);
  const version = layer.keysVersion(column);
  const known = own.get(column);
  if (known?.version === version) return known.index;
  const index = new JoinIndex();
  for (const { fids, codes, read, isAdded } of columnCells(layer.ownSource, column)) {
    // What edits have added need not be drawn, and is taken below.
    if (isAdded) continue;
    const keys = codes?.texts.map(joinKey);
    for (let row = 0; row < fids.length; row++) {
      if (!keys) index.add(read(row), fids[row]!);
      else if (codes!.codes[row]! >= 0) index.addKey(keys[codes!.codes[row]!]!, fids[row]!);
    }
  }
  const { overlay } = layer.ownSource;
  const theirs = overlay.columns.find(({ name }) => name === column);
  if (theirs) for (const feature of overlay.added.values()) index.add(overlay.addedValue(theirs, feature), feature.fid);
  own.set(column, { version, index });
  return index;
}
