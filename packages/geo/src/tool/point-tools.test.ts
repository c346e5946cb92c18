import { describe, expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { geometryArea } from '../measure/area.ts';
import { hasPython, layerOf, truth, runOn } from '../../test/tool-cases.ts';
import { seededRandom } from './sphere.ts';

const point = (x: number, y: number, z?: number): SimpleGeometry => ({
  type: 'Point',
  coordinates: z === undefined ? [x, y] : [x, y, z],
});

/** Places around some middles, in degrees of latitude. */
function clouds(
  middles: readonly (readonly [number, number])[],
  each: number,
  size: number,
  seed: number,
): SimpleGeometry[] {
  const random = seededRandom(seed);
  const shift = (): number => (random() + random() - 1) * size;
  return middles.flatMap(([x, y]) =>
    Array.from({ length: each }, () => {
      const longitude = x + shift() / Math.cos((y * Math.PI) / 180);
      return point(longitude > 180 ? longitude - 360 : longitude, y + shift());
    }),
  );
}

describe('points', () => {
  it('[GEO-037, GEO-050] sorts points into five clusters, whole across the antimeridian, the same for the same seed', async () => {
    const middles = [
      [179.99, 0],
      [0, 0],
      [60, 40],
      [-90, -40],
      [10, 80],
    ] as const;
    const points = clouds(middles, 40, 0.5, 3);
    const run = await runOn('k_means_clusters', layerOf(points), { seed: 4 });
    const groups = run.features.map(({ properties }) => properties['cluster']);
    const sets = middles.map((_, at) => new Set(groups.slice(at * 40, at * 40 + 40)));
    expect(sets.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(groups).size).toBe(5);
    expect((await runOn('k_means_clusters', layerOf(points), { seed: 4 })).features).toEqual(run.features);
    expect(run.columns.at(-1)).toEqual({ name: 'cluster', type: 'integer' });
  });

  it.skipIf(!hasPython)(
    '[GEO-038, GEO-051] finds the clusters that scikit-learn finds with geodesic distances',
    async () => {
      const points = clouds(
        [
          [179.999, 65],
          [10, 10],
          [10.03, 10.01],
        ],
        60,
        0.012,
        9,
      );
      const { features } = await runOn('dbscan_clusters', layerOf(points));
      const [{ labels, core }] = truth<[{ labels: number[]; core: number[] }]>({
        ask: 'dbscan',
        geometries: points,
        metres: 1000,
        least: 3,
      });
      const own = features.map(({ properties }) => properties['dbscan']);
      expect(own.flatMap((kind, at) => (kind === 'core' ? [at] : []))).toEqual(core);
      expect(own.flatMap((kind, at) => (kind === 'noise' ? [at] : []))).toEqual(
        labels.flatMap((label, at) => (label < 0 ? [at] : [])),
      );
      const pairs = new Set(core.map((at) => `${String(features[at]!.properties['cluster'])} ${labels[at]}`));
      expect(pairs.size).toBe(new Set(core.map((at) => labels[at])).size);
    },
  );

  it.skipIf(!hasPython)('[GEO-039] draws the cells that shapely draws where the Earth is flat', async () => {
    const random = seededRandom(17);
    const points = Array.from({ length: 60 }, () => point(random(), random() - 0.5));
    const { features } = await runOn('voronoi', layerOf(points));
    const [xs, ys] = [0, 1].map((axis) =>
      points.map((each) => (each as { coordinates: number[] }).coordinates[axis]!),
    ) as [number[], number[]];
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const box = [
      west - (east - west) * 0.1,
      south - (north - south) * 0.1,
      east + (east - west) * 0.1,
      north + (north - south) * 0.1,
    ];
    // At the equator a degree of longitude is 0.67 % longer than one of latitude: shapely is given that plane.
    const stretch = 1.00674;
    const flat = points.map((each) => {
      const [x, y] = (each as { coordinates: number[] }).coordinates as [number, number];
      return point(x * stretch, y);
    });
    const [areas] = truth<[number[]]>({
      ask: 'voronoi',
      geometries: flat,
      box: [box[0]! * stretch, box[1], box[2]! * stretch, box[3]],
    });
    expect(features).toHaveLength(60);
    features.forEach(({ geometry, fid }) =>
      expect(Math.abs(geometryArea(geometry) / (areas[fid - 1]! * 110574 ** 2) - 1)).toBeLessThan(2e-3),
    );
  });

  it('[GEO-039] fills the box with cells across the antimeridian', async () => {
    const points = clouds([[180, 50]], 50, 2, 23);
    const { features, warnings } = await runOn('voronoi', layerOf([...points, points[0]!]), { margin: 0 });
    expect([features.length, warnings]).toEqual([50, [[1, 'empty']]]);
    const xs = points.map((each) => ((each as { coordinates: number[] }).coordinates[0]! + 360) % 360);
    const ys = points.map((each) => (each as { coordinates: number[] }).coordinates[1]!);
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = (y: number, from: number, to: number) =>
      Array.from({ length: 101 }, (_, at) => [from + ((to - from) * at) / 100, y]);
    const box: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [[...edge(south, west, east), ...edge(north, east, west), [west, south]]],
    };
    const sum = features.reduce((total, { geometry }) => total + geometryArea(geometry), 0);
    expect(Math.abs(sum / geometryArea(box) - 1)).toBeLessThan(2e-3);
    await expect(
      runOn('voronoi', layerOf([point(0, 80), point(90, 89), point(180, 80), point(-90, 80)]), { margin: 2 }),
    ).rejects.toMatchObject({ code: 'TOOL_POINTS_TOO_WIDE' });
  });

  it.skipIf(!hasPython)('[GEO-040] connects points as shapely does, with their heights', async () => {
    const random = seededRandom(31);
    const points = Array.from({ length: 80 }, (_, at) => point(random(), random() - 0.5, at));
    const { features, columns } = await runOn('tin', layerOf(points));
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    const wanted = truth<[number[]]>({ ask: 'delaunay', geometries: points })[0];
    // A few slivers at the hull depend on how flat the Earth is taken.
    expect(Math.abs(features.length - wanted.length)).toBeLessThan(4);
    const [first] = features as [(typeof features)[number]];
    const ring = (first.geometry as { coordinates: number[][][] }).coordinates[0]!;
    expect(ring.map(([, , z]) => z)).toEqual([
      ...['a', 'b', 'c'].map((name) => first.properties[name]),
      first.properties['a'],
    ]);
    const named = await runOn(
      'tin',
      layerOf(
        points,
        points.map((_, at) => ({ v: at * 10 })),
      ),
      { z_column: 'v' },
    );
    expect(named.features[0]!.properties['a']).toBe((first.properties['a'] as number) * 10);
  });
});
