import { describe, expect, it } from 'vitest';
import { geometryMembers, type LayerFeature, type SimpleGeometry } from '../geometry.ts';
import { hasPython, layerOf, runOn, stars, truth } from '../../test/tool-cases.ts';
import { seededRandom } from './sphere.ts';

const point = (x: number, y: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, y] });
const line = (...coordinates: [number, number, number?][]): SimpleGeometry => ({
  type: 'LineString',
  coordinates: coordinates as [number, number][],
});
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
const other = { other_layer: 'layer:a/b' };
const shapesOf = ({ features }: { features: LayerFeature[] }) => features.map(({ geometry }) => geometry!);
const valuesOf = ({ features }: { features: LayerFeature[] }) => features.map(({ properties }) => properties);

describe('aggregate', () => {
  const rows = layerOf(
    [square(0, 0), square(1, 0), point(9, 9), null, square(5, 5)],
    [
      { zone: 'a', n: 0.1, day: '2024-03-01', ok: true },
      { zone: 'a', n: 0.2, day: '2024-01-31', ok: null },
      { zone: 'a', n: null, day: null, ok: false },
      { zone: 'a', n: 0.3, day: '2025-01-01', ok: null },
      { zone: null, n: 5, day: null, ok: true },
    ],
  );
  const all = {
    sum_of: ['n'],
    mean_of: ['n'],
    minimum_of: ['day', 'n'],
    maximum_of: ['day'],
    first_of: ['ok'],
    list_of: ['n'],
  };

  it('[GEO-078] counts, sums and lists the values of groups without geometry', async () => {
    const run = await runOn('aggregate', rows, { group_by: ['zone'], geometry: 'none', ...all });
    expect(run.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'zone text',
      'count integer',
      'sum_n number',
      'mean_n number',
      'minimum_day text',
      'minimum_n number',
      'maximum_day text',
      'first_ok boolean',
      'list_n json',
    ]);
    expect(valuesOf(run)).toEqual([
      {
        zone: 'a',
        count: 4,
        // Not 0.6000000000000001.
        sum_n: 0.6,
        mean_n: expect.closeTo(0.2, 15) as number,
        minimum_day: '2024-01-31',
        minimum_n: 0.1,
        maximum_day: '2025-01-01',
        first_ok: true,
        list_n: [0.1, 0.2, 0.3],
      },
      {
        zone: null,
        count: 1,
        sum_n: 5,
        mean_n: 5,
        minimum_day: null,
        minimum_n: 5,
        maximum_day: null,
        first_ok: true,
        list_n: [5],
      },
    ]);
    expect(run.features.every(({ geometry }) => geometry === null)).toBe(true);
    const one = await runOn('aggregate', rows, { geometry: 'none' });
    expect(valuesOf(one)).toEqual([{ count: 5 }]);
  });

  it('[GEO-078] joins or collects each kind of a group, in rows of their own', async () => {
    const unioned = await runOn('aggregate', rows, { group_by: ['zone'] });
    expect(
      unioned.features.map(({ geometry, properties }) => [geometry?.type, properties['count']]).toSorted(),
    ).toEqual([
      ['Point', 1],
      ['Polygon', 1],
      // With the row that has no geometry.
      ['Polygon', 3],
    ]);
    const collected = await runOn('aggregate', rows, { group_by: ['zone'], geometry: 'collected' });
    expect(collected.features.map(({ geometry }) => geometry?.type).toSorted()).toEqual([
      'MultiPoint',
      'MultiPolygon',
      'MultiPolygon',
    ]);
    await expect(runOn('aggregate', rows, { sum_of: ['no'] })).rejects.toMatchObject({ code: 'TOOL_COLUMN_UNKNOWN' });
  });

  it.skipIf(!hasPython)('[GEO-078] gives the unions that shapely gives', async () => {
    const own = stars(60, 4, [0, 0, 4, 4], 0.6);
    const run = await runOn(
      'aggregate',
      layerOf(
        own,
        own.map((_, at) => ({ zone: at % 4 })),
      ),
      { group_by: ['zone'] },
    );
    const wanted = truth<SimpleGeometry[]>(
      ...[0, 1, 2, 3].map((zone) => ({ ask: 'union', geometries: own.filter((_, at) => at % 4 === zone) })),
    );
    const [apart] = truth<[number[]]>({ ask: 'pairs_equal', geometries: shapesOf(run), others: wanted });
    expect(Math.max(...apart)).toBeLessThan(1e-9);
  });
});

describe('merge_layers', () => {
  it('[GEO-079] puts rows together, columns by name, in a type that holds the values of both', async () => {
    const run = await runOn(
      'merge_layers',
      layerOf(
        [point(0, 0), null],
        [
          { a: 1, b: 'x' },
          { a: 2, b: 'y' },
        ],
      ),
      other,
      layerOf(
        [square(0, 0), point(1, 1)],
        [
          { b: 3, c: true },
          { b: 4, c: false },
        ],
      ),
    );
    expect(run.columns).toEqual([
      { name: 'a', type: 'number' },
      { name: 'b', type: 'text' },
      { name: 'c', type: 'boolean' },
    ]);
    const values = run.features.map(({ geometry, properties }) => [
      geometry?.type ?? null,
      ...Object.values(properties),
    ]);
    expect(values.toSorted()).toEqual(
      [
        ['Point', 1, 'x', null],
        [null, 2, 'y', null],
        ['Polygon', null, '3', true],
        ['Point', null, '4', false],
      ].toSorted(),
    );
  });
});

describe('split', () => {
  it('[GEO-080] cuts lines where others cross, touch or run along them, with heights', async () => {
    const own = layerOf([line([0, 0, 0], [10, 0, 100])], [{ name: 'road' }]);
    const cutters = layerOf([
      line([2, -1], [2, 1]),
      line([5, 0], [5, 3]),
      line([7, 0], [8, 0]),
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [20, 20],
            [21, 21],
          ],
          [
            [2, 1],
            [2, -1],
          ],
        ],
      },
    ]);
    const run = await runOn('split', own, other, cutters);
    expect(run.features.map(({ geometry }) => (geometry as { coordinates: number[][] }).coordinates)).toEqual([
      [
        [0, 0, 0],
        [2, 0, 20],
      ],
      [
        [2, 0, 20],
        [5, 0, 50],
      ],
      [
        [5, 0, 50],
        [7, 0, 70],
      ],
      [
        [7, 0, 70],
        [8, 0, 80],
      ],
      [
        [8, 0, 80],
        [10, 0, 100],
      ],
    ]);
    expect(new Set(run.features.map(({ properties }) => properties['name']))).toEqual(new Set(['road']));
  });

  it('[GEO-080] cuts at a vertex once, and leaves alone what nothing meets', async () => {
    const own = layerOf([line([0, 0], [1, 1], [2, 0]), line([5, 5], [6, 6]), square(10, 10)]);
    const run = await runOn('split', own, other, layerOf([line([1, 1], [1, 5]), line([10.5, 10.2], [10.5, 10.8])]));
    expect(run.features.map(({ fid }) => fid).toSorted()).toEqual([1, 1, 2, 3]);
  });

  it.skipIf(!hasPython)('[GEO-080] gives the pieces that shapely gives', async () => {
    const random = seededRandom(12);
    const walk = (): SimpleGeometry =>
      line(...Array.from({ length: 6 }, (): [number, number] => [random() * 4, random() * 4]));
    const own = [...stars(25, 7, [0, 0, 4, 4], 0.7), ...Array.from({ length: 25 }, walk)];
    const cutters = Array.from({ length: 15 }, walk);
    const run = await runOn('split', layerOf(own), other, layerOf(cutters));
    const [wanted] = truth<[number[][]]>({ ask: 'split', geometries: own, others: cutters });
    const sizes: number[][] = own.map(() => []);
    for (const { fid, geometry } of run.features) sizes[fid - 1]!.push(sizeOf(geometry!));
    sizes.forEach((found, at) => {
      const sorted = found.toSorted((one, two) => one - two);
      expect(sorted, String(at)).toHaveLength(wanted[at]!.length);
      sorted.forEach((size, piece) => expect(size).toBeCloseTo(wanted[at]![piece]!, 8));
    });
  });
});

/** Length of a line or area of a polygon in its degrees. */
function sizeOf(geometry: SimpleGeometry): number {
  if (geometry.type === 'LineString')
    return geometry.coordinates.reduce((sum, [x, y], at, all) => {
      const before = all[Math.max(0, at - 1)]!;
      return sum + Math.hypot(x - before[0], y - before[1]);
    }, 0);
  const rings = (geometryMembers(geometry) as number[][][][]).flat();
  return Math.abs(
    rings.reduce(
      (sum, ring) =>
        sum + ring.slice(1).reduce((area, [x, y], at) => area + (ring[at]![0]! * y! - x! * ring[at]![1]!) / 2, 0),
      0,
    ),
  );
}

describe('line_merge', () => {
  it.skipIf(!hasPython)('[GEO-089] joins lines as shapely does', async () => {
    const random = seededRandom(3);
    const own = Array.from({ length: 80 }, () => {
      const [x, y] = [Math.floor(random() * 6), Math.floor(random() * 6)];
      return line([x, y], random() < 0.5 ? [x + 1, y] : [x, y + 1]);
    });
    const run = await runOn('line_merge', layerOf(own));
    const [wanted] = truth<[number[]]>({ ask: 'line_merge', geometries: own });
    expect(
      shapesOf(run)
        .map(sizeOf)
        .toSorted((one, two) => one - two),
    ).toEqual(wanted);
  });

  it('[GEO-089] joins within groups alone', async () => {
    const own = layerOf(
      [line([0, 0], [1, 0]), line([1, 0], [2, 0]), line([2, 0], [3, 0])],
      [{ way: 'a' }, { way: 'a' }, { way: 'b' }],
    );
    const run = await runOn('line_merge', own, { group_by: ['way'] });
    expect(
      run.features.map(({ geometry, properties }) => [
        (geometry as { coordinates: unknown[] }).coordinates.length,
        properties['way'],
      ]),
    ).toEqual([
      [3, 'a'],
      [2, 'b'],
    ]);
    expect((await runOn('line_merge', own)).features).toHaveLength(1);
  });
});

describe('columns', () => {
  it('[GEO-087] writes the value of an expression into a new column or an old one', async () => {
    const own = layerOf(
      [square(0, 0), null],
      [
        { a: 2, b: 'x' },
        { a: null, b: 'y' },
      ],
    );
    const added = await runOn('field_calculator', own, { column_name: 'double', expression: '$a * 2' });
    expect(added.columns.at(-1)).toEqual({ name: 'double', type: 'number' });
    expect(valuesOf(added)).toEqual([
      { a: 2, b: 'x', double: 4 },
      { a: null, b: 'y', double: null },
    ]);
    const replaced = await runOn('field_calculator', own, { column_name: 'b', expression: "= $b & '!'" });
    expect(replaced.columns.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(valuesOf(replaced).map(({ b }) => b)).toEqual(['x!', 'y!']);
    await expect(runOn('field_calculator', own, { column_name: ' ', expression: '1' })).rejects.toMatchObject({
      code: 'TOOL_NEEDS_NAME',
    });
    await expect(runOn('field_calculator', own, { column_name: 'c', expression: '$a +' })).rejects.toMatchObject({
      code: 'TOOL_EXPRESSION_WRONG',
    });
  });

  it.skipIf(!hasPython)('[GEO-088] measures as GeographicLib does', async () => {
    const own = [...stars(20, 31, [-179, -80, 179, 80], 0.5), line([0, 0], [10, 50], [190, 60])];
    const [wanted] = truth<[[number, number][]]>({ ask: 'measures', geometries: own });
    const run = await runOn('measure', layerOf([...own, point(0, 0), null]), {
      area_unit: 'hectares',
      unit: 'kilometers',
    });
    const values = run.features.toSorted((one, two) => one.fid - two.fid).map(({ properties }) => properties);
    const shares = wanted.map(([area, length], at) => {
      const found = values[at]!;
      const size = area === 0 ? 1 : (found['area'] as number) / (area / 10_000);
      return [size, ((found['perimeter'] ?? found['length']) as number) / (length / 1000)];
    });
    for (const [size, length] of shares)
      expect([size, length]).toEqual([expect.closeTo(1, 5) as number, expect.closeTo(1, 9) as number]);
    expect(values[20]).toMatchObject({ area: null, perimeter: null });
    expect(values.slice(-2)).toEqual([
      { area: null, length: null, perimeter: null },
      { area: null, length: null, perimeter: null },
    ]);
  });

  it('[GEO-088] measures again into the same columns', async () => {
    const own = layerOf([square(0, 0)], [{ area: 1, name: 'x' }]);
    const run = await runOn('measure', own);
    expect(run.columns.map(({ name }) => name)).toEqual(['area', 'name', 'length', 'perimeter']);
    expect(run.features[0]!.properties['area']).toBeGreaterThan(1e10);
  });
});
