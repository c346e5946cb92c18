import {
  LayerOverlay,
  cellReader,
  emptyBbox,
  extendBbox,
  forEachPosition,
  geometryArea,
  geometryLength,
  inverse,
  isEmptyBbox,
  measureFeature,
  rowGeometry,
  sortOrder,
  type Bbox,
  type Column,
  type LayerBefore,
  type LayerFeature,
  type Measurement,
  type NearPosition,
  type SearchPlace,
  type OverlayColumn,
  type PropertyValue,
  type SimpleGeometry,
  type SnapshotBatch,
  type SnapshotManifest,
  type VectorUpdate,
} from '@groma/geo';
import type { LayerFilter, LayerJoin } from '@groma/model';
import { AddedBatches } from './added-batches.ts';
import { type HeldBatch, type LayerSource } from './batch-cells.ts';
import { toDrawBatch, type DrawBatch } from './draw-batch.ts';
import { DrawUnits } from './draw-units.ts';
import { filterTests, passingRows } from './filtered-rows.ts';
import type { JoinedColumn } from './joined-column.ts';
import { LayerJoins, type JoiningLayer, type LayerColumn, type OtherLayer } from './layer-joins.ts';
import { LayerSearch, type IsUnseen } from './layer-search.ts';
import { isSmall, OwnEdits, type EditName, type LocalEdit } from './own-edits.ts';
import { queryRows, type QueryColumn, type RowQuery } from './row-query.ts';

const noRow = 0xffffffff;

/** What changed in what is drawn, and by which updates. */
export interface Redrawn {
  drawn: DrawBatch[];
  removed: string[];
  applied: VectorUpdate[];
}

/** Of updates: the numbers of those of this person, null for others. `local` is what is shown over them. */
export interface OwnParts {
  seqs?: readonly (number | null)[];
  local?: readonly LocalEdit[];
}

/** Features that something is asked of: those a query finds, some by their ids, or all. */
export type SomeRows = { query: RowQuery } | { fids: Int32Array } | null;

/**
 * A whole layer in columns, as the worker holds it: the batches of the snapshot, and the edits over them. A row has a
 * number: those of the snapshot in file order, then those that edits have added.
 */
export class LayerRows implements JoiningLayer {
  readonly #manifest: SnapshotManifest;
  readonly #held: HeldBatch[] = [];
  readonly #units = new DrawUnits();
  readonly #overlay: LayerOverlay;
  readonly #search: LayerSearch;
  readonly #own = new OwnEdits();
  #baseRows = 0;
  #hiddenRows = 0;
  readonly #addedBatches: AddedBatches;
  /**
   * Added features in the order of their rows, and the places of their ids there; read when somebody asks after an
   * edit.
   */
  #added: { version: number; features: LayerFeature[]; places: Map<number, number> } = {
    version: 0,
    features: [],
    places: new Map(),
  };
  /** Number of the row of each feature id of the snapshot, plus one. */
  #rowOfFid = new Int32Array(0);
  #rowOfFarFid = new Map<number, number>();
  #version = 0;
  /** When rows came or went last, and when cells of a column were changed, as versions. */
  #rowsVersion = 0;
  readonly #columnVersions = new Map<string, number>();
  /** What other layers add to the rows. */
  readonly joins = new LayerJoins(this);
  #joined: { version: number; columns: JoinedColumn[] } = { version: -1, columns: [] };
  #found: { key: string; rows: Uint32Array } | null = null;
  #filter: LayerFilter = [];
  /** Which rows pass the filter, by their numbers; null where all do. */
  #passing: { version: number; rows: Uint8Array | null } = { version: -1, rows: null };

  constructor(manifest: SnapshotManifest) {
    this.#manifest = manifest;
    this.#overlay = new LayerOverlay(manifest);
    this.#addedBatches = new AddedBatches(this.#overlay.added);
    this.#search = new LayerSearch(this.#overlay.hidden);
  }

  /** Takes the next batch of the snapshot and gives what is to be drawn now; rows without geometry never are. */
  add(batch: SnapshotBatch): DrawBatch[] {
    const place = this.#held.length;
    const id = batch.geometry ? this.#units.idFor(batch.geometry, place) : `${batch.kind}-${place}`;
    const held = {
      id,
      batch,
      first: this.#baseRows,
      cells: this.#manifest.columns.map((column, index) => cellReader(batch, column, index)),
    };
    this.#held.push(held);
    this.#baseRows += batch.rows;
    this.#rowOfFid = new Int32Array(0);
    this.#rowOfFarFid = new Map();
    this.#rowsVersion = this.#version += 1;
    if (batch.geometry) this.#search.addBase(batch.geometry, batch.fids);
    return batch.geometry ? this.#units.add(held) : [];
  }

  /** What is still to be drawn after the last batch. */
  finish(): DrawBatch[] {
    return this.#units.finish();
  }

  /** Applies edits below those that are local, and gives the batches that look different after them. */
  apply(updates: readonly VectorUpdate[], { seqs = [], local = [] }: OwnParts = {}): Redrawn {
    const rollback = this.#own.takeRollback();
    const applied = [...rollback, ...updates, ...local.flatMap((edit) => edit.updates)];
    const moved = movedFids(applied);
    const shown = moved.filter((fid) => !this.#overlay.hidden.has(fid));
    this.#step(rollback);
    updates.forEach((update, index) => {
      const seq = seqs[index] ?? null;
      if (seq !== null && isSmall(update)) this.#own.noteSeq(seq, inverse(update, this.#before()));
      this.#step([update]);
    });
    for (const edit of local)
      this.#own.hold(
        edit.key,
        edit.updates.reduce<VectorUpdate[]>((back, update) => {
          const undo = inverse(update, this.#before());
          this.#step([update]);
          return [...undo, ...back];
        }, []),
      );
    const hidden = shown.filter((fid) => this.#overlay.hidden.has(fid));
    const touched = new Set(hidden.flatMap((fid) => this.#unitOf(fid) ?? []));
    const base = [...touched].map((id) => this.#units.without(id, this.#overlay.hidden));
    const added = this.#addedBatches.update(moved);
    if (moved.length > 0) this.#search.setAdded(this.#addedBatches.batches);
    // An id may be hidden that the snapshot does not hold: deleted before it was folded, and brought back by an undo.
    this.#hiddenRows += hidden.filter((fid) => this.#baseRowOf(fid) !== null).length;
    return {
      drawn: [...base.filter(({ fids }) => fids.length > 0), ...added.drawn],
      removed: [...base.filter(({ fids }) => fids.length === 0).map(({ id }) => id), ...added.removed],
      applied,
    };
  }

  /** What undoes own changes; null where that is not known here. */
  undoOf(names: readonly EditName[]): VectorUpdate[] | null {
    return this.#own.undoOf(names);
  }

  #step(updates: readonly VectorUpdate[]): void {
    this.#overlay.apply(updates);
    this.#version += 1;
    for (const update of updates) {
      if (update.type !== 'Edit_Property') this.#rowsVersion = this.#version;
      else for (const { column } of update.edits) this.#columnVersions.set(column, this.#version);
    }
  }

  #before(): LayerBefore {
    return {
      columns: this.ownColumns,
      feature: (fid) => this.features([fid])[0] ?? null,
      values: (name) => {
        const read = this.ownCellOf(name) ?? (() => null);
        return Array.from(this.liveRows(), (row): [number, PropertyValue] => [this.#fidOf(row), read(row)]).filter(
          ([, value]) => value !== null,
        );
      },
    };
  }

  /** Batches as they are drawn already, by their ids; those that are there. */
  drawAgain(ids: readonly string[]): DrawBatch[] {
    return ids.flatMap((id) => {
      const added = this.#addedBatches.find(id);
      return (added ? toDrawBatch(id, added.geometry, added.fids) : this.#units.again(id, this.#overlay.hidden)) ?? [];
    });
  }

  get count(): number {
    return this.#baseRows - this.#hiddenRows + this.#overlay.added.size;
  }

  /** Which features are there for queries, searches and whole columns from now on; those named by ids always are. */
  filterBy(filter: LayerFilter): void {
    this.#filter = filter;
    this.#version += 1;
  }

  get filter(): LayerFilter {
    return this.#filter;
  }

  /** How many features the filter keeps. */
  get shownCount(): number {
    const passing = this.passing;
    return passing ? this.liveRows().reduce((sum, row) => sum + passing[row]!, 0) : this.count;
  }

  /** Which rows the filter keeps, 1 each, by their numbers; null where it keeps all. */
  get passing(): Uint8Array | null {
    if (this.#passing.version !== this.#version) {
      const tests = filterTests(this.#filter, { overlay: this.#overlay, joined: this.joined });
      const rows = tests.length === 0 ? null : passingRows(this.source, tests, this.#addedRows().features);
      this.#passing = { version: this.#version, rows };
    }
    return this.#passing.rows;
  }

  /** Tells features that the filter leaves out; null where there are none. */
  get isFilteredOut(): IsUnseen {
    const passing = this.passing;
    return passing && ((fid) => passing[this.#rowOf(fid) ?? -1] === 0);
  }

  /** Which columns of other layers there are from now on. False where they are those that were. */
  joinBy(joins: readonly LayerJoin[], otherOf: OtherLayer): boolean {
    const isNew = this.joins.set(joins, otherOf);
    if (isNew) this.#version += 1;
    return isNew;
  }

  /** Another layer, of which columns come, has changed. */
  joinAgain(): void {
    this.#version += 1;
  }

  get joined(): readonly JoinedColumn[] {
    if (this.#joined.version !== this.#version) this.#joined = { version: this.#version, columns: this.joins.columns };
    return this.#joined.columns;
  }

  /** Those of the layer itself, then those that come of others. */
  get columns(): LayerColumn[] {
    return [...this.ownColumns, ...this.joined.map(({ name, type, join }) => ({ name, type, join }))];
  }

  get ownColumns(): Column[] {
    return this.#overlay.columns.map(({ name, type }) => ({ name, type }));
  }

  keysVersion(column: string): number {
    return Math.max(this.#rowsVersion, this.#columnVersions.get(column) ?? 0);
  }

  get rowNumbers(): number {
    return this.#baseRows + this.#overlay.added.size;
  }

  /** Grows with each batch, edit and filter. */
  get version(): number {
    return this.#version;
  }

  /** What whole columns are read from. */
  get source(): LayerSource {
    return { ...this.ownSource, joined: this.joined };
  }

  /** The same without what other layers add. */
  get ownSource(): LayerSource {
    return {
      held: this.#held,
      baseColumns: this.#manifest.columns,
      overlay: this.#overlay,
      added: this.#addedBatches.batches,
      joined: [],
      numberOf: (fid) => this.#rowOf(fid),
    };
  }

  /** Numbers of some rows, those of a query in its order. */
  rowsOf(some: Exclude<SomeRows, null>): Uint32Array {
    return 'query' in some
      ? this.#find(some.query)
      : Uint32Array.from(some.fids, (fid) => this.#rowOf(fid) ?? noRow).filter((row) => row !== noRow);
  }

  /** Reads a column by the number of a row; null where it is not there. */
  cellOf(name: string): ((row: number) => PropertyValue) | null {
    return this.ownCellOf(name) ?? this.joined.find((each) => each.name === name)?.valueAt ?? null;
  }

  ownCellOf(name: string): ((row: number) => PropertyValue) | null {
    const column = this.#overlay.columns.find((each) => each.name === name);
    return column ? this.#reader(column) : null;
  }

  /** The number of a feature's row; null where it is gone. */
  numberOf(fid: number): number | null {
    return this.#rowOf(fid);
  }

  geometryOf(fid: number): SimpleGeometry | null {
    return this.#geometryOf(fid);
  }

  /**
   * Rows `start` to `end` of a query: the cells in the order of `columns`, then the feature id and the row's place
   * (VEC-018, VEC-019).
   */
  window(
    query: RowQuery,
    start: number,
    end: number,
    columns?: readonly string[],
  ): { rows: unknown[][]; rowCount: number } {
    const found = this.#find(query);
    const readers = (columns ?? this.columns.map(({ name }) => name)).map((name) => this.cellOf(name) ?? (() => null));
    const rows = Array.from(found.subarray(start, end), (row, index): unknown[] => [
      ...readers.map((read) => read(row)),
      this.#fidOf(row),
      start + index,
    ]);
    return { rows, rowCount: found.length };
  }

  /** Feature ids of a query's result. */
  fids(query: RowQuery): Int32Array<ArrayBuffer> {
    return Int32Array.from(this.#find(query), (row) => this.#fidOf(row));
  }

  /** The place of a feature in a query's result, −1 where it is not in it. */
  placeOf(query: RowQuery, fid: number): number {
    return this.#find(query).indexOf(this.#rowOf(fid) ?? -1);
  }

  /** Properties of one feature in the order of the columns; null where it is gone. */
  describe(fid: number): [name: string, value: PropertyValue][] | null {
    const row = this.#rowOf(fid);
    return row === null
      ? null
      : [
          ...this.#ownProperties(row),
          ...this.joined.map(({ name, valueAt }): [string, PropertyValue] => [name, valueAt(row)]),
        ];
  }

  #ownProperties(row: number): [name: string, value: PropertyValue][] {
    return this.#overlay.columns.map((column) => [column.name, this.#reader(column)(row)]);
  }

  /** The topmost feature at a place; null where there is none. */
  pick(place: SearchPlace, isUnseen: IsUnseen = null): number | null {
    // Shapes drawn over the antimeridian run on beyond 180°.
    return (
      this.#search.topAt(place, isUnseen) ??
      this.#search.topAt({ ...place, longitude: place.longitude + (place.longitude < 0 ? 360 : -360) }, isUnseen)
    );
  }

  /** Ids of all features that share a point with a box. */
  within(box: Bbox, isUnseen: IsUnseen = null): Int32Array<ArrayBuffer> {
    return this.#search.within(box, isUnseen);
  }

  /** The nearest vertex or edge of features other than some. */
  nearest(place: SearchPlace, except: Iterable<number>, isUnseen: IsUnseen = null): NearPosition | null {
    return this.#search.nearest(place, new Set(except), isUnseen);
  }

  /** Whole features, those that are there, without what other layers add to them. */
  features(fids: Iterable<number>): LayerFeature[] {
    return [...fids].flatMap((fid) => {
      const row = this.#rowOf(fid);
      if (row === null) return [];
      return [{ fid, geometry: this.#geometryOf(fid), properties: Object.fromEntries(this.#ownProperties(row)) }];
    });
  }

  /** The shape of a feature to be marked, unless it is larger than `most` positions. */
  shape(fid: number, most: number): SimpleGeometry | null {
    const geometry = this.#geometryOf(fid);
    let count = 0;
    forEachPosition(geometry, () => {
      count += 1;
    });
    return count > most ? null : geometry;
  }

  /** The box of some features; null where they have no position. */
  bounds(fids: Iterable<number>): Bbox | null {
    const box = emptyBbox();
    for (const fid of fids) {
      const geometry = this.#geometryOf(fid);
      if (geometry)
        forEachPosition(geometry, ([longitude, latitude]) => {
          extendBbox(box, longitude!, latitude!);
        });
    }
    return isEmptyBbox(box) ? null : box;
  }

  /** Area in square metres and length, or perimeter, in metres of some features together. */
  measure(fids: Iterable<number>): { area: number; length: number } {
    const total = { area: 0, length: 0 };
    for (const fid of fids) {
      const geometry = this.#geometryOf(fid);
      if (!geometry) continue;
      total.area += geometryArea(geometry);
      total.length += geometryLength(geometry);
    }
    return total;
  }

  /** What one feature measures. */
  measurement(fid: number): Measurement {
    return measureFeature(fid, this.#geometryOf(fid));
  }

  #find(query: RowQuery): Uint32Array {
    const key = JSON.stringify([query.sort, query.filter, this.#version]);
    if (this.#found?.key !== key)
      this.#found = { key, rows: queryRows(this.#shownInSourceOrder(), this.#queryColumns(), query) };
    return this.#found.rows;
  }

  #queryColumns(): QueryColumn[] {
    return [
      ...this.#overlay.columns.map((column) => ({
        name: column.name,
        type: column.type,
        read: this.#reader(column),
      })),
      ...this.joined.map(({ name, type, valueAt }) => ({ name, type, read: valueAt })),
    ];
  }

  #shownInSourceOrder(): Uint32Array {
    const rows = this.#rowsInSourceOrder();
    const passing = this.passing;
    return passing ? rows.filter((row) => passing[row] === 1) : rows;
  }

  /** A snapshot is sorted in space; people look for the order of the file, which the feature ids have. */
  #rowsInSourceOrder(): Uint32Array {
    const rows = this.liveRows();
    return sortOrder(Float64Array.from(rows, (row) => this.#fidOf(row))).map((place) => rows[place]!);
  }

  /** Numbers of the rows that are there. */
  liveRows(): Uint32Array {
    const { hidden } = this.#overlay;
    const rows = new Uint32Array(this.count);
    let at = 0;
    for (const { batch, first } of this.#held) {
      for (let row = 0; row < batch.rows; row++)
        if (hidden.size === 0 || !hidden.has(batch.fids[row]!)) rows[at++] = first + row;
    }
    for (let index = 0; index < this.#overlay.added.size; index++) rows[at++] = this.#baseRows + index;
    return rows;
  }

  #reader(column: OverlayColumn): (row: number) => PropertyValue {
    return (row) => {
      if (row >= this.#baseRows) {
        const feature = this.#addedRows().features[row - this.#baseRows];
        return feature ? this.#overlay.addedValue(column, feature) : null;
      }
      const { batch, first, cells } = this.#at(row);
      const base = column.base === null ? null : cells[column.base]!(row - first);
      return this.#overlay.value(column, batch.fids[row - first]!, base);
    };
  }

  #at(row: number): HeldBatch {
    let low = 0;
    let high = this.#held.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#held[middle]!.first <= row) low = middle;
      else high = middle - 1;
    }
    return this.#held[low]!;
  }

  #fidOf(row: number): number {
    if (row >= this.#baseRows) return this.#addedRows().features[row - this.#baseRows]!.fid;
    const { batch, first } = this.#at(row);
    return batch.fids[row - first]!;
  }

  /** The number of a live row by its feature id. */
  #rowOf(fid: number): number | null {
    const added = this.#overlay.added.has(fid) ? this.#addedRows().places.get(fid) : undefined;
    if (added !== undefined) return this.#baseRows + added;
    return this.#overlay.hidden.has(fid) ? null : this.#baseRowOf(fid);
  }

  #baseRowOf(fid: number): number | null {
    if (this.#rowOfFid.length + this.#rowOfFarFid.size === 0 && this.#baseRows > 0) {
      // A table with a place for each id, unless ids of a file lie far apart.
      const isDense = this.#manifest.maxFid <= this.#baseRows * 4 + 65_536;
      if (isDense) this.#rowOfFid = new Int32Array(this.#manifest.maxFid + 1);
      for (const { batch, first } of this.#held) {
        batch.fids.forEach((each, row) => {
          if (isDense) this.#rowOfFid[each] = first + row + 1;
          else this.#rowOfFarFid.set(each, first + row + 1);
        });
      }
    }
    const found = this.#rowOfFarFid.get(fid) ?? this.#rowOfFid[fid] ?? 0;
    return found === 0 ? null : found - 1;
  }

  /** What draws a feature of the snapshot; null for one without geometry. */
  #unitOf(fid: number): string | null {
    const row = this.#baseRowOf(fid);
    const held = row === null ? null : this.#at(row);
    return held?.batch.geometry ? held.id : null;
  }

  #geometryOf(fid: number): SimpleGeometry | null {
    const added = this.#overlay.added.get(fid);
    if (added) return added.geometry as SimpleGeometry | null;
    const row = this.#rowOf(fid);
    if (row === null) return null;
    const { batch, first } = this.#at(row);
    return rowGeometry(batch.geometry, row - first);
  }

  #addedRows(): { features: LayerFeature[]; places: Map<number, number> } {
    if (this.#added.version !== this.#version) {
      const features = [...this.#overlay.added.values()];
      this.#added = {
        version: this.#version,
        features,
        places: new Map(features.map(({ fid }, place) => [fid, place])),
      };
    }
    return this.#added;
  }
}

/** Ids of the features that edits add, replace or delete. */
function movedFids(updates: readonly VectorUpdate[]): number[] {
  const fids = new Set<number>();
  for (const update of updates) {
    if (update.type === 'Add') for (const { fid } of update.features) fids.add(fid);
    if (update.type === 'Delete') for (const fid of update.fids) fids.add(fid);
  }
  return [...fids];
}
