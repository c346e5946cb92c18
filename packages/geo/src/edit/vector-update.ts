import type { LayerFeature, PropertyValue } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';

/**
 * One edit of a layer (spec 001 §7, MAP-090). `Add` puts whole features in place: one whose `fid` exists replaces it,
 * which is how geometry is edited. `Add_Column` carries the values it starts with, so that replaying it needs nothing
 * but the edits: `fill` for every feature, `values` for those that differ. `at` is its place among the columns.
 */
export type VectorUpdate =
  | { type: 'Add'; features: LayerFeature[] }
  | { type: 'Delete'; fids: number[] }
  | { type: 'Edit_Property'; edits: PropertyEdit[] }
  | {
      type: 'Add_Column';
      column: Column;
      fill?: PropertyValue;
      values?: [fid: number, value: PropertyValue][];
      at?: number;
    }
  | { type: 'Delete_Column'; columns: string[] };

/** A new value of one property of one feature. */
export type PropertyEdit = { fid: number; column: string; value: PropertyValue };

/** What `inverse` asks about the layer before an edit; answers may come from an overlay over a snapshot. */
export type LayerBefore = {
  columns: Column[];
  /** The feature, or null where the layer has none with this id. */
  feature: (fid: number) => LayerFeature | null;
  /** The values of a column that are not null. */
  values: (column: string) => Iterable<[fid: number, value: PropertyValue]>;
};

/**
 * The edits that undo `update`, given the layer as it was before. Parts of an edit that changed nothing (a feature or
 * column that was not there) have no inverse, so the list may be empty.
 */
export function inverse(update: VectorUpdate, before: LayerBefore): VectorUpdate[] {
  switch (update.type) {
    case 'Add':
      return inverseOfAdd(update.features, before);
    case 'Delete': {
      const features = presentFeatures(update.fids, before);
      return features.length ? [{ type: 'Add', features }] : [];
    }
    case 'Edit_Property':
      return inverseOfEdits(update.edits, before);
    case 'Add_Column':
      return hasColumn(before, update.column.name) ? [] : [{ type: 'Delete_Column', columns: [update.column.name] }];
    case 'Delete_Column':
      return inverseOfDeleteColumn(update.columns, before);
  }
}

function inverseOfAdd(features: LayerFeature[], before: LayerBefore): VectorUpdate[] {
  const fids = [...new Set(features.map(({ fid }) => fid))];
  const replaced = presentFeatures(fids, before);
  const had = new Set(replaced.map(({ fid }) => fid));
  const added = fids.filter((fid) => !had.has(fid));
  const updates: VectorUpdate[] = [];
  if (added.length) updates.push({ type: 'Delete', fids: added });
  if (replaced.length) updates.push({ type: 'Add', features: replaced });
  return updates;
}

function inverseOfEdits(edits: PropertyEdit[], before: LayerBefore): VectorUpdate[] {
  const undo = new Map<string, PropertyEdit>();
  for (const { fid, column } of edits) {
    const feature = before.feature(fid);
    if (feature && hasColumn(before, column))
      undo.set(`${fid} ${column}`, { fid, column, value: feature.properties[column] ?? null });
  }
  return undo.size ? [{ type: 'Edit_Property', edits: [...undo.values()] }] : [];
}

function inverseOfDeleteColumn(names: string[], before: LayerBefore): VectorUpdate[] {
  const updates: VectorUpdate[] = [];
  // In column order, so that each `at` is right when the ones before it are back.
  before.columns.forEach((column, at) => {
    if (names.includes(column.name))
      updates.push({ type: 'Add_Column', column, values: [...before.values(column.name)], at });
  });
  return updates;
}

function presentFeatures(fids: number[], before: LayerBefore): LayerFeature[] {
  return fids.map((fid) => before.feature(fid)).filter((feature) => feature !== null);
}

function hasColumn(before: LayerBefore, name: string): boolean {
  return before.columns.some((column) => column.name === name);
}
