import { describe, expect, it } from 'vitest';
import type { LayerFeature, SimpleGeometry } from '../geometry.ts';
import { geometryArea } from '../measure/area.ts';
import { hasPython, layerOf, stars, truth, runOn } from '../../test/tool-cases.ts';

const square = (x: number, y: number, size = 1): SimpleGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
});
const point = (x: number, y: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, y] });
const bowTie: SimpleGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ],
};
const valuesOf = ({ features }: { features: LayerFeature[] }) => features.map(({ properties }) => properties);
const areaOf = ({ features }: { features: LayerFeature[] }) =>
  features.reduce((sum, { geometry }) => sum + geometryArea(geometry), 0);
const all = { other_layer: 'x' };

describe('joins', () => {
  const areas = layerOf([square(0, 0), square(0.5, 0), square(5, 5)], [{ zone: 'a' }, { zone: 'b' }, { zone: 'c' }]);
  const places = layerOf(
    [point(0.7, 0.5), point(0.2, 0.5), point(9, 9), point(1, 0.5)],
    [{ zone: 1 }, { zone: 2 }, { zone: 3 }, { zone: 4 }],
  );

  it('adds the columns of what lies as chosen, one row for each match, and keeps what has none', async () => {
    const run = await runOn('spatial_join', places, all, areas);
    expect(run.columns.map(({ name }) => name)).toEqual(['zone', 'zone_2']);
    expect(valuesOf(run)).toEqual([
      { zone: 1, zone_2: 'a' },
      { zone: 1, zone_2: 'b' },
      { zone: 2, zone_2: 'a' },
      { zone: 3, zone_2: null },
      { zone: 4, zone_2: 'a' },
      { zone: 4, zone_2: 'b' },
    ]);
    const within = await runOn(
      'spatial_join',
      places,
      { ...all, predicate: 'within', matches: 'first', keep_unmatched: false },
      areas,
    );
    expect(valuesOf(within)).toEqual([
      { zone: 1, zone_2: 'a' },
      { zone: 2, zone_2: 'a' },
      { zone: 4, zone_2: 'b' },
    ]);
    const counted = await runOn('spatial_join', areas, { ...all, predicate: 'contains', matches: 'count' }, places);
    expect(valuesOf(counted)).toEqual([
      { zone: 'a', count: 2 },
      { zone: 'b', count: 2 },
      { zone: 'c', count: 0 },
    ]);
  });

  it('selects by place', async () => {
    const ids = async (predicate: string) =>
      (await runOn('select_by_place', places, { ...all, predicate }, areas)).features.map(({ fid }) => fid);
    expect(await ids('intersects')).toEqual([1, 2, 4]);
    expect(await ids('touches')).toEqual([4]);
    expect(await ids('disjoint')).toEqual([1, 2, 3, 4]);
  });

  it
    .skipIf(!hasPython)
    .each([
      'intersects',
      'within',
      'contains',
      'covers',
      'covered_by',
      'touches',
      'crosses',
      'overlaps',
      'equals',
      'disjoint',
    ])('finds what shapely finds: %s', async (predicate) => {
    const own = [...stars(40, 1, [0, 0, 3, 3], 0.6), square(0, 0), square(2, 2, 0.1)];
    const other = [...stars(20, 2, [0, 0, 3, 3], 1), square(0, 0), square(1, 0), square(1.9, 1.9, 0.5)];
    const run = await runOn(
      'spatial_join',
      layerOf(own),
      { ...all, predicate, keep_unmatched: false },
      layerOf(
        other,
        other.map((_, at) => ({ at })),
      ),
    );
    const found = run.features.map(({ fid, properties }) => `${fid - 1} ${String(properties['at'])}`);
    const [wanted] = truth<[string[]]>({ ask: 'relate', name: predicate, geometries: own, others: other });
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  it('joins by equal values, numbers and their digits alike', async () => {
    const names = layerOf(
      [null, null, null],
      [
        { key: '1', name: 'one' },
        { key: '4', name: 'four' },
        { key: '1', name: 'uno' },
      ],
    );
    const set = { ...all, column: 'zone', other_column: 'key' };
    expect(valuesOf(await runOn('attribute_join', places, set, names))).toEqual([
      { zone: 1, key: '1', name: 'one' },
      { zone: 2, key: null, name: null },
      { zone: 3, key: null, name: null },
      { zone: 4, key: '4', name: 'four' },
    ]);
    expect(
      (await runOn('attribute_join', places, { ...set, matches: 'all', keep_unmatched: false }, names)).features,
    ).toHaveLength(3);
    await expect(runOn('attribute_join', places, { ...set, column: 'no' }, names)).rejects.toMatchObject({
      code: 'TOOL_COLUMN_UNKNOWN',
    });
  });
});

describe('overlays of layers', () => {
  it.skipIf(!hasPython)('cover what shapely says they cover', async () => {
    const own = layerOf(stars(25, 3, [0, 0, 4, 4], 0.4), []);
    const other = layerOf(stars(25, 5, [0, 0, 4, 4], 0.4), []);
    const shapes = (layer: LayerFeature[]) => layer.map(({ geometry }) => geometry);
    const [one, two] = truth<[SimpleGeometry, SimpleGeometry]>(
      { ask: 'union', geometries: shapes(own) },
      { ask: 'union', geometries: shapes(other) },
    );
    for (const [id, name] of [
      ['layer_intersection', 'intersection'],
      ['layer_symmetric_difference', 'symmetric_difference'],
      ['layer_union', 'union'],
    ] as const) {
      const { features } = await runOn(id, own, all, other);
      const [covered] = truth<[SimpleGeometry]>({ ask: 'union', geometries: shapes(features) });
      const [[wanted]] = truth<[SimpleGeometry[]]>({ ask: 'overlay', name, geometries: [one], others: [two] });
      const [[far]] = truth<[number[]]>({ ask: 'pairs_equal', geometries: [covered], others: [wanted] });
      expect(far, id).toBeLessThan(1e-9);
    }
  });

  it('give the columns of the layers that each piece comes from', async () => {
    const run = await runOn(
      'layer_union',
      layerOf([square(0, 0)], [{ a: 1 }]),
      all,
      layerOf([square(0.5, 0)], [{ b: 2 }]),
    );
    expect(valuesOf(run)).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: null },
      { a: null, b: 2 },
    ]);
    // Edges of the area are great circles: more of them, less of it.
    expect(areaOf(run) / geometryArea(square(0, 0)) / 1.5).toBeCloseTo(1, 4);
  });
});

describe('repairs and selections', () => {
  it('makes valid what crosses itself', async () => {
    const run = await runOn('make_valid', layerOf([bowTie, square(2, 2)]));
    expect(run.warnings).toEqual([[1, 'repaired']]);
    expect(run.features[0]!.geometry).toMatchObject({ type: 'MultiPolygon' });
    expect(run.features[1]!.geometry).toMatchObject({ type: 'Polygon' });
  });

  it('snaps to a grid, and leaves out what vanishes', async () => {
    const run = await runOn('snap_to_grid', layerOf([square(0.04, 0.04), square(0, 0, 0.01), point(0.26, 0.24)]), {
      grid_size: 0.1,
    });
    expect(run.warnings).toEqual([[1, 'empty']]);
    const [snapped, place] = run.features.map(({ geometry }) => (geometry as { coordinates: unknown }).coordinates) as [
      number[][][],
      number[],
    ];
    expect([Math.max(...snapped[0]!.flat()), place[0]]).toEqual([1, expect.closeTo(0.3)]);
  });

  it('removes duplicates by geometry, by columns and by both', async () => {
    const layer = layerOf(
      [square(0, 0), square(0, 0), square(1, 1), null, null],
      [{ a: 1 }, { a: 2 }, { a: 1 }, { a: 1 }, { a: 1 }],
    );
    const ids = async (set: object) =>
      (await runOn('deduplicate', layer, { ...set })).features.map(({ fid }) => fid).toSorted();
    expect(await ids({})).toEqual([1, 3, 4]);
    expect(await ids({ columns: ['a'], same_geometry: false })).toEqual([1, 2]);
    expect(await ids({ columns: ['a'] })).toEqual([1, 2, 3, 4]);
    // Rows alone are compared by their columns, where none is chosen.
    const rows = layerOf([null, null, null], [{ a: 1 }, { a: 2 }, { a: 1 }]);
    expect((await runOn('deduplicate', rows, {})).features.map(({ fid }) => fid).toSorted()).toEqual([1, 2]);
  });

  it('selects by an expression over columns and geometry, and says what is wrong with one', async () => {
    const layer = layerOf([square(0, 0), square(0, 0, 2)], [{ a: 1 }, { a: 5 }]);
    const ids = async (expression: string) =>
      (await runOn('select_by_expression', layer, { expression })).features.map(({ fid }) => fid);
    expect(await ids('$a > 2')).toEqual([2]);
    expect(await ids('area() < 20000000000')).toEqual([1]);
    await expect(ids('$a >')).rejects.toMatchObject({ code: 'TOOL_EXPRESSION_WRONG' });
  });
});
