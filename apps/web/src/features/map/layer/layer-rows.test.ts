import { buildSnapshot, readBatchesSync, type FeatureInput } from '@groma/geo';
import { expect, test } from 'vitest';
import { LayerRows } from './layer-rows.ts';

const square = (x: number): FeatureInput['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 0],
      [x + 1, 0],
      [x + 1, 1],
      [x, 1],
      [x, 0],
    ],
  ],
});
const plain = { sort: [], filter: [] };

/** A layer of squares side by side, and a row without geometry. */
function layerOf(count: number) {
  const features: FeatureInput[] = Array.from({ length: count }, (_, index) => ({
    geometry: square(index * 2),
    properties: { name: `n${index}`, size: index % 3 === 0 ? null : index },
  }));
  const { manifest, files } = buildSnapshot([
    ...features,
    { geometry: null, properties: { name: 'nowhere', size: -1 } },
  ]);
  const rows = new LayerRows(manifest);
  const drawn = manifest.parts.flatMap((part) =>
    [...readBatchesSync(part, files.get(part.file)!)].flatMap((batch) => rows.add(batch)),
  );
  return { rows, drawn: [...drawn, ...rows.finish()] };
}
const namesIn = ({ rows }: { rows: unknown[][] }) => rows.map(([name]) => name);
const fidOf = (rows: LayerRows, name: string) =>
  rows.window(plain, 0, 99).rows.find(([each]) => each === name)![2] as number;

test('a snapshot gives a batch to draw for each kind, and every row to the table', () => {
  const { rows, drawn } = layerOf(4);
  expect(drawn.map(({ kind, fids }) => [kind, fids.length])).toEqual([['polygon', 4]]);
  expect(rows.count).toBe(5);
  expect(rows.columns).toEqual([
    { name: 'name', type: 'text' },
    { name: 'size', type: 'integer' },
  ]);
  expect(rows.window(plain, 0, 99).rowCount).toBe(5);
});

test('[MAP-043] a feature is described by its id', () => {
  const { rows } = layerOf(4);
  expect(rows.describe(fidOf(rows, 'n2'))).toEqual([
    ['name', 'n2'],
    ['size', 2],
  ]);
  expect(rows.describe(fidOf(rows, 'nowhere'))).toEqual([
    ['name', 'nowhere'],
    ['size', -1],
  ]);
  expect(rows.describe(999)).toBeNull();
});

test('[MAP-043] ids of a file that lie far apart are found without a place for each id between them', () => {
  const { manifest, files } = buildSnapshot([
    { fid: 2 ** 31 - 1, geometry: null, properties: { name: 'far' } },
    { fid: 2, geometry: null, properties: { name: 'near' } },
  ]);
  const rows = new LayerRows(manifest);
  for (const part of manifest.parts) for (const batch of readBatchesSync(part, files.get(part.file)!)) rows.add(batch);
  expect([2, 2 ** 31 - 1, 3].map((fid) => rows.describe(fid))).toEqual([[['name', 'near']], [['name', 'far']], null]);
});

test('[VEC-018] [VEC-019] windows carry the id and the place behind the cells; they are sorted and filtered', () => {
  const { rows } = layerOf(8);
  const sorted = { sort: [{ columnId: 'size', direction: 'desc' as const }], filter: [] };
  expect(namesIn(rows.window(sorted, 0, 3))).toEqual(['n7', 'n5', 'n4']);
  expect(
    rows
      .window(sorted, 0, 99)
      .rows.slice(-3)
      .every(([, size]) => size === null),
  ).toBe(true);
  expect(rows.window(sorted, 2, 3).rows[0]).toEqual(['n4', 4, fidOf(rows, 'n4'), 2]);
  const filtered = { sort: [], filter: [{ columnId: 'size', operator: 'greater' as const, value: 4 }] };
  expect(rows.window(filtered, 0, 99).rowCount).toBe(2);
  expect(rows.placeOf(sorted, fidOf(rows, 'n5'))).toBe(1);
  expect(rows.placeOf(filtered, fidOf(rows, 'n1'))).toBe(-1);
});

test('edits hide, replace and add features, and only what they touch is drawn anew', () => {
  const {
    rows,
    drawn: [before],
  } = layerOf(4);
  const [gone, moved] = [fidOf(rows, 'n0'), fidOf(rows, 'n1')];
  const { drawn, removed } = rows.apply([
    { type: 'Delete', fids: [gone] },
    {
      type: 'Add',
      features: [
        { fid: moved, geometry: square(50) as never, properties: { name: 'moved', size: 9 } },
        { fid: 100, geometry: { type: 'Point', coordinates: [7, 8] }, properties: { name: 'new', size: 1 } },
      ],
    },
  ]);
  expect(removed).toEqual([]);
  expect(drawn.find(({ id }) => id === before!.id)?.fids.length).toBe(2);
  expect(
    drawn
      .filter(({ id }) => id.startsWith('added'))
      .map(({ kind, fids }) => [kind, [...fids]])
      .sort(),
  ).toEqual([
    ['point', [100]],
    ['polygon', [moved]],
  ]);
  expect(rows.count).toBe(5);
  expect(namesIn(rows.window(plain, 0, 99)).sort()).toEqual(['moved', 'n2', 'n3', 'new', 'nowhere']);
  expect(rows.bounds([moved, 100])).toEqual([7, 0, 51, 8]);
  expect(rows.describe(gone)).toBeNull();
  expect(rows.apply([{ type: 'Delete', fids: [100] }]).removed).toEqual(['added-1-point-0']);
});

test('an edit redraws the added features around it and no others, however many there are', () => {
  const { rows } = layerOf(2);
  const some = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      fid: first + index,
      geometry: square(index % 150) as never,
      properties: { name: `a${first + index}`, size: 1 },
    }));
  const bulk = rows.apply([{ type: 'Add', features: some(100, 30_000) }]).drawn;
  expect(bulk.reduce((sum, { fids }) => sum + fids.length, 0)).toBe(30_000);
  const one = rows.apply([{ type: 'Add', features: some(50_000, 1) }]).drawn;
  expect(one.reduce((sum, { fids }) => sum + fids.length, 0)).toBeLessThan(8_193);
  const untouched = bulk.filter(({ id }) => !one.some((batch) => batch.id === id));
  const gone = untouched[0]!.fids[0]!;
  const after = rows.apply([{ type: 'Delete', fids: [gone] }]);
  expect(after.drawn.map(({ id, fids }) => [id, fids.length])).toEqual([
    [untouched[0]!.id, untouched[0]!.fids.length - 1],
  ]);
  expect(after.removed).toEqual([]);
  expect(rows.describe(gone)).toBeNull();
  expect(rows.describe(50_000)).toEqual([
    ['name', 'a50000'],
    ['size', 1],
  ]);
  expect(rows.rowsOf({ fids: Int32Array.of(101, 50_000, gone) })).toHaveLength(2);
  expect(rows.count).toBe(3 + 30_000);
  const rest = rows.apply([{ type: 'Delete', fids: [...some(100, 30_000), ...some(50_000, 1)].map(({ fid }) => fid) }]);
  expect(rest.drawn).toEqual([]);
  expect(rows.source.added).toEqual([]);
  expect(rows.count).toBe(3);
});

test('[VEC-013] an edited cell is seen in windows, descriptions and sorting', () => {
  const { rows } = layerOf(3);
  const fid = fidOf(rows, 'n2');
  const { drawn } = rows.apply([{ type: 'Edit_Property', edits: [{ fid, column: 'size', value: -50 }] }]);
  expect(drawn).toEqual([]);
  expect(rows.describe(fid)).toEqual([
    ['name', 'n2'],
    ['size', -50],
  ]);
  expect(namesIn(rows.window({ sort: [{ columnId: 'size', direction: 'asc' }], filter: [] }, 0, 1))).toEqual(['n2']);
});

test('a feature that was folded away and is brought back is counted once', () => {
  const { rows } = layerOf(2);
  rows.apply([{ type: 'Delete', fids: [fidOf(rows, 'n0')] }]);
  rows.apply([{ type: 'Add', features: [{ fid: 1, geometry: null, properties: { name: 'back' } }] }]);
  expect(rows.window(plain, 0, 99).rowCount).toBe(rows.count);
});

test('[VEC-016] area and length of features together', () => {
  const { rows } = layerOf(2);
  const one = rows.measure([fidOf(rows, 'n0')]);
  const both = rows.measure([fidOf(rows, 'n0'), fidOf(rows, 'n1')]);
  expect(one.area).toBeGreaterThan(1.2e10);
  expect(both.area).toBeCloseTo(2 * one.area, -4);
  expect(both.length).toBeGreaterThan(one.length);
});
