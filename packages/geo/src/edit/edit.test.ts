import { describe, expect, it } from 'vitest';
import type { LayerFeature, Properties } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { LayerOverlay } from './layer-overlay.ts';
import { inverse, type LayerBefore, type VectorUpdate } from './vector-update.ts';

const COLUMNS: Column[] = [
  { name: 'name', type: 'text' },
  { name: 'size', type: 'integer' },
];
const feature = (fid: number, properties: Properties): LayerFeature => ({
  fid,
  geometry: { type: 'Point', coordinates: [fid, 0] },
  properties,
});
const BASE = [
  feature(1, { name: 'a', size: 10 }),
  feature(2, { name: 'b', size: null }),
  feature(3, { name: null, size: 30 }),
];

function rows(updates: VectorUpdate[]): { columns: Column[]; features: LayerFeature[] } {
  const overlay = new LayerOverlay({ columns: COLUMNS, maxFid: 3 }).apply(updates);
  const kept = BASE.map((row) => overlay.overlay(row, COLUMNS)).filter((row) => row !== null);
  const features = [...kept, ...overlay.addedFeatures()].sort((one, other) => one.fid - other.fid);
  return { columns: overlay.columns.map(({ name, type }) => ({ name, type })), features };
}

function before(updates: VectorUpdate[]): LayerBefore {
  const { columns, features } = rows(updates);
  return {
    columns,
    feature: (fid) => features.find((row) => row.fid === fid) ?? null,
    values: (column) =>
      features.filter((row) => row.properties[column] !== null).map((row) => [row.fid, row.properties[column]!]),
  };
}

const UPDATES: VectorUpdate[] = [
  { type: 'Add', features: [feature(4, { name: 'd', size: 4 }), feature(2, { name: 'replaced', size: 2 })] },
  { type: 'Delete', fids: [1, 99] },
  {
    type: 'Edit_Property',
    edits: [
      { fid: 3, column: 'name', value: 'c' },
      { fid: 4, column: 'size', value: 5 },
      { fid: 99, column: 'size', value: 1 },
    ],
  },
  { type: 'Add_Column', column: { name: 'note', type: 'text' }, fill: '-', values: [[3, 'third']] },
  { type: 'Edit_Property', edits: [{ fid: 2, column: 'note', value: null }] },
  { type: 'Delete_Column', columns: ['name', 'nowhere'] },
  { type: 'Add_Column', column: { name: 'name', type: 'text' } },
];

describe('edit log', () => {
  it('[MAP-090] applies every kind of edit over the rows of a snapshot', () => {
    expect(rows(UPDATES)).toEqual({
      columns: [
        { name: 'size', type: 'integer' },
        { name: 'note', type: 'text' },
        { name: 'name', type: 'text' },
      ],
      features: [
        feature(2, { size: 2, note: null, name: null }),
        feature(3, { size: 30, note: 'third', name: null }),
        feature(4, { size: 5, note: '-', name: null }),
      ],
    });
  });

  it('[MAP-090] undoes each edit by its inverse, whatever came before it', () => {
    UPDATES.forEach((update, index) => {
      const earlier = UPDATES.slice(0, index);
      const undo = inverse(update, before(earlier));
      expect(rows([...earlier, update, ...undo]), `undo of edit ${index}`).toEqual(rows(earlier));
    });
  });

  it('[MAP-090] keeps the edits of others when an earlier edit is undone', () => {
    const mine: VectorUpdate = { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'mine' }] };
    const theirs: VectorUpdate = { type: 'Edit_Property', edits: [{ fid: 1, column: 'size', value: 11 }] };
    const after = rows([mine, theirs, ...inverse(mine, before([]))]);
    expect(after.features[0]).toEqual(feature(1, { name: 'a', size: 11 }));
  });

  it('[VEC-013] widens a column to hold an edited value and brings its other values along', () => {
    const { columns, features } = rows([
      { type: 'Edit_Property', edits: [{ fid: 2, column: 'size', value: 'large' }] },
    ]);
    expect(columns[1]).toEqual({ name: 'size', type: 'text' });
    expect(features.map(({ properties }) => properties.size)).toEqual(['10', 'large', '30']);
  });

  it('[VEC-025] says nothing changed where nothing did', () => {
    expect(new LayerOverlay({ columns: COLUMNS, maxFid: 3 }).isEmpty).toBe(true);
    expect(new LayerOverlay({ columns: COLUMNS, maxFid: 3 }).apply([UPDATES[1]!]).isEmpty).toBe(false);
    expect(inverse({ type: 'Delete', fids: [99] }, before([]))).toEqual([]);
  });
});
