import type { LayerFeature, Properties, PropertyValue } from '../geometry.ts';
import { coerceValue, typeWith } from '../snapshot/column-store.ts';
import type { Column, ColumnType } from '../snapshot/manifest.ts';
import type { PropertyEdit, VectorUpdate } from './vector-update.ts';

/** A column as edits leave it: `base` is its index in the snapshot, or null where it was added by an edit. */
export type OverlayColumn = {
  name: string;
  type: ColumnType;
  base: number | null;
  fill: PropertyValue;
  /** Values set by edits, by fid; they win over the snapshot's and over `fill`. */
  values: Map<number, PropertyValue>;
};

/**
 * What a list of edits does to the rows of a snapshot, without touching the snapshot: rows in `hidden` are gone,
 * `added` holds whole features, and each column knows the values edits have set. The same class serves the server's
 * reader and the browser. Edits that meet nothing (a feature or column another person has deleted) do nothing.
 */
export class LayerOverlay {
  readonly columns: OverlayColumn[];
  /** Ids of snapshot rows that were deleted or replaced. */
  readonly hidden = new Set<number>();
  /** Features added or replaced by edits; their properties hold only what was set. */
  readonly added = new Map<number, LayerFeature>();
  /** Highest id ever used. */
  maxFid: number;
  private readonly baseMaxFid: number;

  constructor(base: { columns: Column[]; maxFid: number }) {
    this.columns = base.columns.map(({ name, type }, index) => ({
      name,
      type,
      base: index,
      fill: null,
      values: new Map(),
    }));
    this.maxFid = this.baseMaxFid = base.maxFid;
  }

  /** Applies edits in order. */
  apply(updates: Iterable<VectorUpdate>): this {
    for (const update of updates) this.applyOne(update);
    return this;
  }

  /** True where nothing differs from the snapshot. */
  get isEmpty(): boolean {
    return (
      !this.hidden.size &&
      !this.added.size &&
      this.columns.every(({ base, values }, index) => base === index && !values.size)
    );
  }

  /** The value of a snapshot row in a column, given what the snapshot says (ignored where the column is new). */
  value(column: OverlayColumn, fid: number, baseValue: PropertyValue): PropertyValue {
    const edited = column.values.get(fid);
    if (edited !== undefined) return coerceValue(edited, column.type);
    return coerceValue(column.base === null ? column.fill : baseValue, column.type);
  }

  /** A snapshot feature with the edits applied, or null where it is deleted or replaced. */
  overlay(feature: LayerFeature, baseColumns: Column[]): LayerFeature | null {
    if (this.hidden.has(feature.fid)) return null;
    const properties: Properties = {};
    for (const column of this.columns) {
      const baseValue = column.base === null ? null : (feature.properties[baseColumns[column.base]!.name] ?? null);
      properties[column.name] = this.value(column, feature.fid, baseValue);
    }
    return { fid: feature.fid, geometry: feature.geometry, properties };
  }

  /** The value of an added feature in a column. */
  addedValue(column: OverlayColumn, { properties }: LayerFeature): PropertyValue {
    return coerceValue(properties[column.name], column.type);
  }

  /** The added features, each with every column. */
  *addedFeatures(): Generator<LayerFeature> {
    for (const feature of this.added.values()) {
      const complete: Properties = {};
      for (const column of this.columns) complete[column.name] = this.addedValue(column, feature);
      yield { fid: feature.fid, geometry: feature.geometry, properties: complete };
    }
  }

  private applyOne(update: VectorUpdate): void {
    switch (update.type) {
      case 'Add':
        return update.features.forEach((feature) => this.add(feature));
      case 'Delete':
        return update.fids.forEach((fid) => this.delete(fid));
      case 'Edit_Property':
        return update.edits.forEach((edit) => this.edit(edit));
      case 'Add_Column':
        return this.addColumn(update);
      case 'Delete_Column':
        return update.columns.forEach((name) => this.deleteColumn(name));
    }
  }

  private add({ fid, geometry, properties }: LayerFeature): void {
    this.delete(fid);
    if (fid > this.maxFid) this.maxFid = fid;
    const kept: Properties = {};
    for (const column of this.columns) {
      const value = properties[column.name];
      if (value === null || value === undefined) continue;
      this.widen(column, value);
      kept[column.name] = value;
    }
    this.added.set(fid, { fid, geometry, properties: kept });
  }

  private delete(fid: number): void {
    this.added.delete(fid);
    if (fid > this.baseMaxFid) return;
    this.hidden.add(fid);
    for (const column of this.columns) column.values.delete(fid);
  }

  private edit({ fid, column: name, value }: PropertyEdit): void {
    const column = this.columns.find((candidate) => candidate.name === name);
    if (!column) return;
    const added = this.added.get(fid);
    if (added) added.properties[name] = value;
    else if (fid <= this.baseMaxFid && !this.hidden.has(fid)) column.values.set(fid, value);
    else return;
    this.widen(column, value);
  }

  private addColumn({ column, fill = null, values = [], at }: Extract<VectorUpdate, { type: 'Add_Column' }>): void {
    if (this.columns.some(({ name }) => name === column.name)) return;
    const state: OverlayColumn = { ...column, base: null, fill, values: new Map() };
    this.columns.splice(at ?? this.columns.length, 0, state);
    if (fill !== null) {
      this.widen(state, fill);
      for (const feature of this.added.values()) feature.properties[column.name] = fill;
    }
    for (const [fid, value] of values) this.edit({ fid, column: column.name, value });
  }

  private deleteColumn(name: string): void {
    const index = this.columns.findIndex((column) => column.name === name);
    if (index < 0) return;
    this.columns.splice(index, 1);
    for (const feature of this.added.values()) delete feature.properties[name];
  }

  private widen(column: OverlayColumn, value: PropertyValue): void {
    column.type = typeWith(column.type, value);
  }
}
