import { describe, expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { hasPython, layerOf, runOn, stars, truth } from '../../test/tool-cases.ts';
import { seededRandom } from './sphere.ts';

const point = (x: number, y: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, y] });
const other = { other_layer: 'layer:a/b' };

/** Seeded places, even on the ground, in a part of the Earth. */
function places(count: number, seed: number, [west, south, east, north]: readonly number[]): SimpleGeometry[] {
  const random = seededRandom(seed);
  const [low, high] = [Math.sin((south! * Math.PI) / 180), Math.sin((north! * Math.PI) / 180)];
  return Array.from({ length: count }, () =>
    point(west! + random() * (east! - west!), (Math.asin(low + random() * (high - low)) * 180) / Math.PI),
  );
}

function walks(count: number, seed: number, [west, south, east, north]: readonly number[], step: number) {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (): SimpleGeometry => {
    let [x, y] = [west! + random() * (east! - west!), south! + random() * (north! - south!)];
    const coordinates = Array.from({ length: 2 + Math.floor(random() * 6) }, (): [number, number] => {
      [x, y] = [x + (random() - 0.5) * step, y + (random() - 0.5) * step];
      return [x, y];
    });
    return { type: 'LineString', coordinates };
  });
}

type Nearest = [number, number][][];

async function found(own: SimpleGeometry[], others: SimpleGeometry[], set: object): Promise<Nearest> {
  const layer = layerOf(
    others,
    others.map((_, at) => ({ at })),
  );
  const { features } = await runOn('nearest_join', layerOf(own), { ...other, ...set }, layer);
  const nearest: Nearest = own.map(() => []);
  for (const { fid, properties } of features)
    nearest[fid - 1]!.push([properties['distance'] as number, properties['at'] as number]);
  return nearest;
}

describe.skipIf(!hasPython)('nearest_join beside GeographicLib', () => {
  const world = [-180, -90, 180, 90];
  it.each([
    ['points of the whole Earth', places(60, 1, world), places(200, 2, world), 3, 0.001],
    [
      'points around the antimeridian',
      places(30, 3, [175, -20, 180, -10]),
      places(60, 4, [-180, -20, -175, -10]),
      2,
      0.001,
    ],
    ['points around a pole', places(30, 5, [-180, 88, 180, 90]), places(60, 6, [-180, 86, 180, 90]), 3, 0.001],
    ['lines to points', walks(20, 7, [5, 45, 6, 46], 0.2), places(40, 8, [5, 45, 6, 46]), 3, 0.2],
    ['points to polygons', places(40, 9, [5, 60, 7, 62]), stars(20, 10, [5, 60, 7, 62], 0.2), 3, 0.2],
    ['polygons to lines', stars(15, 11, [5, -40, 6, -39], 0.1), walks(20, 12, [5, -40, 6, -39], 0.3), 2, 0.2],
    ['far polygons', stars(6, 13, [-10, 30, 0, 40], 1), stars(6, 14, [60, -30, 80, 0], 1), 2, 1],
    ['lines over the antimeridian', walks(10, 15, [178, 0, 179.5, 1], 0.3), places(20, 16, [-180, 0, -179, 1]), 2, 0.2],
  ] as const)('[GEO-081] %s', async (_, own, others, most, tolerance) => {
    const nearest = await found([...own], [...others], { neighbours: most });
    const [wanted] = truth<[Nearest]>({ ask: 'nearest', geometries: own, others, most });
    nearest.forEach((each, at) => {
      expect(each).toHaveLength(most);
      each.forEach(([metres], order) => {
        const [expected] = wanted[at]![order]!;
        // The reference samples edges every 90 m at most: its nearest places may be further apart by that.
        const sampled = tolerance > 0.01 ? Math.min(45, 45 ** 2 / metres) : 0;
        expect(metres - expected, `${at} ${order}`).toBeLessThan(tolerance);
        expect(expected - metres, `${at} ${order}`).toBeLessThan(tolerance + sampled);
      });
    });
  });
});

describe('nearest_join', () => {
  const shops = layerOf([point(0, 0), point(0, 1), point(0.1, 0)], [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);

  it('[GEO-081] adds columns and metres, nearest first, as far as it may', async () => {
    const homes = layerOf([point(0.02, 0), point(50, 50)], [{ home: 1 }, { home: 2 }]);
    const run = await runOn('nearest_join', homes, { ...other, neighbours: 2, limit: 100 }, shops);
    expect(run.columns.map(({ name }) => name)).toEqual(['home', 'name', 'distance']);
    expect(run.features.map(({ properties }) => properties)).toEqual([
      { home: 1, name: 'a', distance: expect.closeTo(2226.39, 1) as number },
      { home: 1, name: 'c', distance: expect.closeTo(8905.56, 1) as number },
      { home: 2, name: null, distance: null },
    ]);
    const strict = await runOn('nearest_join', homes, { ...other, limit: 100, keep_unmatched: false }, shops);
    expect(strict.features).toHaveLength(1);
  });

  it('[GEO-081] finds all where fewer are there than wanted, and 0 for what meets', async () => {
    const ring = [-0.5, -0.5, 0.5, 0.5, -0.5].map((x, at) => [x, [-0.5, 0.5, 0.5, -0.5, -0.5][at]!]);
    const square: SimpleGeometry = { type: 'Polygon', coordinates: [ring as [number, number][]] };
    const run = await runOn('nearest_join', layerOf([square]), { ...other, neighbours: 9 }, shops);
    expect(run.features.map(({ properties }) => [properties['name'], properties['distance'] === 0])).toEqual([
      ['a', true],
      ['c', true],
      ['b', false],
    ]);
  });
});

describe('distance_matrix', () => {
  it.skipIf(!hasPython)('[GEO-086] measures every pair as GeographicLib does', async () => {
    const [own, others] = [places(20, 21, [-180, -90, 180, 90]), places(25, 22, [-180, -90, 180, 90])];
    const { features, columns } = await runOn('distance_matrix', layerOf(own), other, layerOf(others));
    expect(columns).toEqual([
      { name: 'from', type: 'integer' },
      { name: 'to', type: 'integer' },
      { name: 'distance', type: 'number' },
    ]);
    const [wanted] = truth<[number[][]]>({ ask: 'distances', geometries: own, others });
    expect(features).toHaveLength(500);
    for (const { geometry, properties } of features) {
      expect(geometry).toBeNull();
      const metres = wanted[(properties['from'] as number) - 1]![(properties['to'] as number) - 1]!;
      expect(Math.abs((properties['distance'] as number) - metres)).toBeLessThan(0.001);
    }
  });

  it('[GEO-086, GEO-090] names points by columns, and refuses more pairs than it can make', async () => {
    const own = layerOf([point(0, 0)], [{ town: 'Ulm' }]);
    const to = layerOf([point(0, 1)], [{ code: 7 }]);
    const named = await runOn('distance_matrix', own, { ...other, column: 'town', other_column: 'code' }, to);
    expect(named.features[0]!.properties).toMatchObject({ from: 'Ulm', to: 7 });
    const many = layerOf(Array.from({ length: 1500 }, (_, at) => point(at / 100, 0)));
    await expect(runOn('distance_matrix', many, other, many)).rejects.toMatchObject({
      code: 'TOOL_RESULT_TOO_LARGE',
      details: { count: 2_250_000, most: 2_000_000 },
    });
    await expect(runOn('distance_matrix', own, { ...other, column: 'no' }, to)).rejects.toMatchObject({
      code: 'TOOL_COLUMN_UNKNOWN',
    });
  });
});
