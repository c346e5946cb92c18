import { buildSnapshot, readBatchesSync, type VectorUpdate } from '@groma/geo';
import { expect, test } from 'vitest';
import { LayerRows } from './layer-rows.ts';

const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 1] });
const plain = { sort: [], filter: [] };

/** A layer of three points whose column n counts from 1. */
function layer(): LayerRows {
  const { manifest, files } = buildSnapshot([1, 2, 3].map((n) => ({ fid: n, geometry: point(n), properties: { n } })));
  const rows = new LayerRows(manifest);
  for (const part of manifest.parts) for (const batch of readBatchesSync(part, files.get(part.file)!)) rows.add(batch);
  rows.finish();
  return rows;
}
const table = (rows: LayerRows) => rows.window(plain, 0, 99).rows.map(([n, fid]) => [fid, n]);
const set = (fid: number, value: number): VectorUpdate => ({
  type: 'Edit_Property',
  edits: [{ fid, column: 'n', value }],
});
const add = (fid: number, n: number): VectorUpdate => ({
  type: 'Add',
  features: [{ fid, geometry: point(n) as never, properties: { n } }],
});

test('[MAP-125] local changes lie over the layer, also over what others do meanwhile, and leave nothing when they are confirmed', () => {
  const rows = layer();
  const local = [
    { key: 'a', updates: [set(1, 10), { type: 'Delete' as const, fids: [2] }] },
    { key: 'b', updates: [add(2_000_000_001, 4)] },
  ];
  rows.apply([], { local });
  expect(table(rows)).toEqual([
    [1, 10],
    [3, 3],
    [2_000_000_001, 4],
  ]);
  expect(rows.count).toBe(3);
  rows.apply([set(1, 77), set(3, 33), add(4, 5)], { local });
  expect(table(rows)).toEqual([
    [1, 10],
    [3, 33],
    [4, 5],
    [2_000_000_001, 4],
  ]);
  // The server has made `a`, and gives the new feature of `b` the id 5.
  rows.apply([set(1, 10), { type: 'Delete', fids: [2] }, add(5, 4)], { local: [] });
  expect(table(rows)).toEqual([
    [1, 10],
    [3, 33],
    [4, 5],
    [5, 4],
  ]);
  expect(rows.count).toBe(4);
});

test('[MAP-125] a refused local change is gone as if it had not been, with its column', () => {
  const rows = layer();
  rows.apply([], {
    local: [
      {
        key: 'a',
        updates: [
          { type: 'Add_Column', column: { name: 'note', type: 'text' }, fill: 'x' },
          { type: 'Delete_Column', columns: ['n'] },
          { type: 'Delete', fids: [1] },
        ],
      },
    ],
  });
  expect(rows.columns.map(({ name }) => name)).toEqual(['note']);
  rows.apply([], { local: [] });
  expect([rows.columns.map(({ name }) => name), table(rows), rows.count]).toEqual([
    ['n'],
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    3,
  ]);
});

test('[MAP-125] own changes can be taken back here, those on the server too, those of others not', () => {
  const rows = layer();
  rows.apply([set(1, 10), set(2, 20)], { seqs: [7, null] });
  rows.apply([], { local: [{ key: 'b', updates: [set(3, 30)] }] });
  expect(
    rows.undoOf([
      { key: 'a', seqs: [7] },
      { key: 'b', seqs: [] },
    ]),
  ).toEqual([set(3, 3), set(1, 1)]);
  expect(rows.undoOf([{ key: 'c', seqs: [8] }])).toBeNull();
});
