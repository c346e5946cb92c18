import { describe, expect, it } from 'vitest';
import { geometryArea } from '../measure/area.ts';
import { geometryCentroid } from '../measure/centroid.ts';
import type { LayerFeature, SimpleGeometry } from '../geometry.ts';
import { hasPython, layerOf, star, stars, truth, runOn } from '../../test/tool-cases.ts';
import { seededRandom } from './sphere.ts';

type Shape = Exclude<SimpleGeometry, { type: 'Point' | 'MultiPoint' }>;
const geometriesOf = ({ features }: { features: LayerFeature[] }) => features.map(({ geometry }) => geometry!);
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
const mixed: SimpleGeometry[] = [
  ...stars(20, 2, [0, 40, 10, 50], 0.5),
  { type: 'MultiPolygon', coordinates: stars(3, 4, [20, 0, 30, 10], 0.3).map(({ coordinates }) => coordinates) },
  {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [3, 1],
      [5, 5],
      [5, 6],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [2, 2],
        [2, 5],
        [3, 5],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [0, 0],
      [4, 1],
      [2, 8],
    ],
  },
  { type: 'Point', coordinates: [7, 8] },
];

describe.skipIf(!hasPython)('tools beside shapely', () => {
  it('[GEO-014] puts centroids where shapely does', async () => {
    const found = geometriesOf(await runOn('centroid', layerOf(mixed))) as { coordinates: number[] }[];
    const [wanted] = truth<[{ coordinates: number[] }[]]>({ ask: 'operate', name: 'centroid', geometries: mixed });
    const order = (await runOn('centroid', layerOf(mixed))).features.map(({ fid }) => fid - 1);
    found.forEach(({ coordinates }, at) => {
      expect(coordinates[0]).toBeCloseTo(wanted[order[at]!]!.coordinates[0]!, 9);
      expect(coordinates[1]).toBeCloseTo(wanted[order[at]!]!.coordinates[1]!, 9);
    });
    const all = await runOn('centroid', layerOf(mixed.slice(0, 20)), { iterate: false });
    expect(all.features).toHaveLength(1);
  });

  it('[GEO-016, GEO-019] draws boxes and convex hulls as shapely does', async () => {
    for (const [id, name] of [
      ['bounding_box', 'envelope'],
      ['convex_hull', 'convex_hull'],
    ] as const) {
      const { features } = await runOn(id, layerOf(mixed.slice(0, 22)));
      const asked = features.map(({ fid }) => mixed[fid - 1]!);
      const [wanted] = truth<[SimpleGeometry[]]>({ ask: 'operate', name, geometries: asked });
      const [far] = truth<[number[]]>({
        ask: 'pairs_equal',
        geometries: features.map(({ geometry }) => geometry),
        others: wanted,
      });
      expect(Math.max(...far)).toBeLessThan(1e-9);
    }
    expect((await runOn('convex_hull', layerOf([{ type: 'Point', coordinates: [1, 1] }]))).warnings).toEqual([
      [1, 'few_vertices'],
    ]);
  });

  it('[GEO-020] draws concave hulls that hold all vertices within the convex hull', async () => {
    const random = seededRandom(8);
    const cloud: SimpleGeometry = {
      type: 'MultiPoint',
      coordinates: Array.from({ length: 300 }, () => [random(), random() * random()]),
    };
    const [hull] = geometriesOf(await runOn('concave_hull', layerOf([cloud]), { ratio: 0.2 })) as [Shape];
    const [convex] = geometriesOf(await runOn('concave_hull', layerOf([cloud]), { ratio: 1 })) as [Shape];
    const [[own]] = truth<[SimpleGeometry[]]>({ ask: 'operate', name: 'convex_hull', geometries: [cloud] });
    const [[far], covers] = truth<[number[], SimpleGeometry[]]>(
      { ask: 'pairs_equal', geometries: [convex], others: [own] },
      { ask: 'overlay', name: 'difference', geometries: [cloud], others: [{ ...hull }] },
    );
    expect(far).toBeLessThan(1e-9);
    expect(geometryArea(hull)).toBeLessThan(geometryArea(convex) * 0.95);
    expect(covers[0]).toMatchObject({ coordinates: [] });
  });

  it.each([true, false])('[GEO-022, GEO-046] simplifies as shapely does (topology kept: %s)', async (keeps) => {
    const shapes = stars(30, 6, [0, 0, 20, 20], 0.03);
    const { features } = await runOn('simplify', layerOf(shapes), { keep_topology: keeps });
    const [wanted] = truth<[SimpleGeometry[]]>({
      ask: 'operate',
      name: 'simplify',
      geometries: shapes,
      arguments: { tolerance: 0.01, preserve_topology: keeps },
    });
    const asked = features.map(({ fid }) => wanted[fid - 1]!);
    const [far] = truth<[number[]]>({
      ask: 'pairs_equal',
      geometries: features.map(({ geometry }) => geometry),
      others: asked,
    });
    expect(features.length).toBeGreaterThan(25);
    expect(Math.max(...far)).toBeLessThan(1e-9);
  });

  it.each([
    ['combine_polygons', 'union'],
    ['intersect_polygons', 'intersection'],
    ['subtract_polygons', 'difference'],
  ] as const)('[GEO-032, GEO-033, GEO-034] %s gives what shapely gives, also of invalid polygons', async (id, name) => {
    const pairs: SimpleGeometry[][] = Array.from({ length: 25 }, (_, at) => {
      const random = seededRandom(at);
      return [star(0, 0, 1, random, at % 2 === 0), star(0.3, 0.2, 1, random, at % 3 === 0)];
    });
    pairs.push([bowTie, star(0.5, 0.5, 0.4, seededRandom(99))]);
    const found: (SimpleGeometry | null)[] = [];
    for (const pair of pairs) found.push(geometriesOf(await runOn(id, layerOf(pair)))[0] ?? null);
    const wanted = truth<[SimpleGeometry][]>(
      ...pairs.map(([one, other]) => ({ ask: 'overlay', name, geometries: [one], others: [other] })),
    ).flat();
    const [far] = truth<[number[]]>({ ask: 'pairs_equal', geometries: found, others: wanted });
    expect(Math.max(...far)).toBeLessThan(1e-9);
  });

  it('[GEO-035, GEO-068] clips by overlapping polygons, and skips what fails', async () => {
    const shapes = stars(40, 12, [0, 0, 5, 5], 0.6);
    const masks = [...stars(6, 13, [0, 0, 5, 5], 1.5), bowTie];
    const run = await runOn('clip_polygons', layerOf([...shapes, bowTie]), { clip_layer: 'x' }, layerOf(masks));
    const [wanted] = truth<[SimpleGeometry[]]>({
      ask: 'overlay',
      name: 'intersection',
      geometries: [...shapes, bowTie],
      others: masks,
    });
    const byFid = new Map(run.features.map(({ fid, geometry }) => [fid, geometry]));
    const [far] = truth<[number[]]>({
      ask: 'pairs_equal',
      geometries: wanted.map((_, at) => byFid.get(at + 1) ?? null),
      others: wanted,
    });
    expect(Math.max(...far)).toBeLessThan(1e-9);
    const outside = await runOn('layer_difference', layerOf(shapes), { other_layer: 'x' }, layerOf(masks));
    const [rest] = truth<[SimpleGeometry[]]>({ ask: 'overlay', name: 'difference', geometries: shapes, others: masks });
    const left = new Map(outside.features.map(({ fid, geometry }) => [fid, geometry]));
    const [apart] = truth<[number[]]>({
      ask: 'pairs_equal',
      geometries: rest.map((_, at) => left.get(at + 1) ?? null),
      others: rest,
    });
    expect(Math.max(...apart)).toBeLessThan(1e-9);
  });

  it('[GEO-036] dissolves by the values of a column', async () => {
    const shapes = stars(120, 15, [0, 0, 4, 4], 0.5);
    const values = shapes.map((_, at) => ({ zone: at % 4 === 3 ? null : `z${at % 4}` }));
    const { features, columns } = await runOn('dissolve_by_attribute', layerOf(shapes, values), { attribute: 'zone' });
    expect(columns.map(({ name }) => name)).toEqual(['zone', 'count']);
    expect(features.map(({ properties }) => properties)).toEqual(
      ['z0', 'z1', 'z2', null].map((zone) => ({ zone, count: 30 })),
    );
    const groups = features.map((_, at) => shapes.filter((_shape, index) => index % 4 === at));
    const wanted = truth<SimpleGeometry[]>(...groups.map((geometries) => ({ ask: 'union', geometries })));
    const [far] = truth<[number[]]>({ ask: 'pairs_equal', geometries: geometriesOf({ features }), others: wanted });
    expect(Math.max(...far)).toBeLessThan(1e-9);
    await expect(runOn('dissolve_by_attribute', layerOf(shapes, values), { attribute: 'none' })).rejects.toMatchObject({
      code: 'TOOL_COLUMN_UNKNOWN',
    });
  });
});

describe('tools for coordinates', () => {
  it('[GEO-015] finds the centre of mass across the antimeridian, at a pole, and of an octant', async () => {
    const across: SimpleGeometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [178, -1],
            [180, -1],
            [180, 1],
            [178, 1],
            [178, -1],
          ],
        ],
        [
          [
            [-180, -1],
            [-178, -1],
            [-178, 1],
            [-180, 1],
            [-180, -1],
          ],
        ],
      ],
    };
    const octant: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [90, 0],
          [90, 90],
          [0, 90],
          [0, 0],
        ],
      ],
    };
    const cap: SimpleGeometry = {
      type: 'MultiPoint',
      coordinates: [
        [0, 89],
        [90, 89],
        [180, 89],
        [-90, 89],
      ],
    };
    const found = geometriesOf(await runOn('center_of_mass', layerOf([across, octant, cap]))) as {
      coordinates: number[];
    }[];
    const places = found.map(({ coordinates }) => coordinates);
    expect(places.some(([x, y]) => Math.abs(Math.abs(x!) - 180) < 1e-9 && Math.abs(y!) < 1e-9)).toBe(true);
    // The middle of an octant is where x = y = z: 35.264° on the sphere of equal area.
    expect(places.some(([x, y]) => Math.abs(x! - 45) < 1e-9 && Math.abs(y! - 35.385) < 0.01)).toBe(true);
    expect(places.some(([, y]) => Math.abs(y! - 90) < 1e-6)).toBe(true);
  });

  it('[GEO-021, GEO-045] smooths by cutting corners three times', async () => {
    const square: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0, 1],
          [4, 0, 1],
          [4, 4, 1],
          [0, 4, 1],
          [0, 0, 1],
        ],
      ],
    };
    const [smooth] = geometriesOf(await runOn('smooth_polygons', layerOf([square]))) as unknown as [
      { coordinates: number[][][] },
    ];
    expect(smooth.coordinates[0]).toHaveLength(33);
    expect(smooth.coordinates[0]![0]).toEqual(smooth.coordinates[0]!.at(-1));
    expect(smooth.coordinates[0]!.every(([, , z]) => z === 1)).toBe(true);
    const [once] = geometriesOf(await runOn('smooth_polygons', layerOf([square]), { iterations: 1 })) as unknown as [
      { coordinates: number[][][] },
    ];
    expect(once.coordinates[0]!.slice(0, 3)).toEqual([
      [1, 0, 1],
      [3, 0, 1],
      [4, 1, 1],
    ]);
  });

  it('[GEO-025, GEO-026, GEO-027] converts between polygons, lines and points', async () => {
    const [holed] = stars(1, 30, [0, 0, 1, 1], 0.5) as [Extract<SimpleGeometry, { type: 'Polygon' }>];
    const [lines] = geometriesOf(await runOn('polygon_to_lines', layerOf([holed])));
    expect(lines).toEqual({ type: 'MultiLineString', coordinates: holed.coordinates });
    const points = await runOn('to_points', layerOf([holed], [{ name: 'a' }]));
    expect(points.features).toHaveLength(holed.coordinates.reduce((sum, ring) => sum + ring.length - 1, 0));
    expect(points.features[0]).toMatchObject({ fid: 1, properties: { name: 'a' } });
    const [back] = geometriesOf(await runOn('line_to_polygon', layerOf([lines!]))) as [SimpleGeometry];
    expect(geometryArea(back)).toBeCloseTo(geometryArea(holed), 3);
    const open: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    };
    expect(geometriesOf(await runOn('line_to_polygon', layerOf([open])))).toEqual([
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ]);
    const net: SimpleGeometry[] = [0, 1, 2].flatMap((at): SimpleGeometry[] => [
      {
        type: 'LineString',
        coordinates: [
          [at, -1],
          [at, 3],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [-1, at],
          [3, at],
        ],
      },
    ]);
    expect((await runOn('line_to_polygon', layerOf(net), { iterate: false })).features).toHaveLength(4);
    const short: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 0],
      ],
    };
    expect((await runOn('line_to_polygon', layerOf([short]))).warnings).toEqual([[1, 'few_vertices']]);
  });

  it('[GEO-028] removes repeated vertices and those on straight lines', async () => {
    const noisy: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 0],
          [2, 0],
          [2, 0],
          [2, 1],
          [2, 2],
          [0, 2],
          [0, 0],
          [1, 0],
        ],
      ],
    };
    expect(geometriesOf(await runOn('clean_duplicate_coordinates', layerOf([noisy])))).toEqual([
      {
        type: 'Polygon',
        coordinates: [
          [
            [2, 0],
            [2, 2],
            [0, 2],
            [0, 0],
            [2, 0],
          ],
        ],
      },
    ]);
    const back: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2, 0],
        [1, 0],
      ],
    };
    const high: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0, 0],
        [1, 0, 5],
        [2, 0, 0],
      ],
    };
    const found = geometriesOf(await runOn('clean_duplicate_coordinates', layerOf([back])));
    expect([...found, ...geometriesOf(await runOn('clean_duplicate_coordinates', layerOf([high])))]).toEqual([
      back,
      high,
    ]);
  });

  it('[GEO-029, GEO-030, GEO-031, GEO-049] flips, rewinds and rounds coordinates', async () => {
    const line: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [10.12345678, 50.1, 3],
        [11, 51, 4],
      ],
    };
    expect(geometriesOf(await runOn('flip_coordinates', layerOf([line])))[0]).toMatchObject({
      coordinates: [
        [50.1, 10.12345678, 3],
        [51, 11, 4],
      ],
    });
    await expect(runOn('flip_coordinates', layerOf([{ type: 'Point', coordinates: [100, 0] }]))).rejects.toMatchObject({
      code: 'TOOL_OUT_OF_RANGE',
      details: { count: 1 },
    });
    expect(geometriesOf(await runOn('round_up_coordinates', layerOf([line])))[0]).toMatchObject({
      coordinates: [
        [10.123457, 50.1, 3],
        [11, 51, 4],
      ],
    });
    const ring = [
      [0, 0],
      [0, 4],
      [4, 4],
      [4, 0],
      [0, 0],
    ];
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ];
    const wrong: SimpleGeometry = { type: 'Polygon', coordinates: [ring, hole] };
    expect(geometriesOf(await runOn('rewind_coordinates', layerOf([wrong])))).toEqual([
      { type: 'Polygon', coordinates: [ring.toReversed(), hole.toReversed()] },
    ]);
    expect(geometriesOf(await runOn('rewind_coordinates', layerOf([wrong]), { winding: 'clockwise' }))).toEqual([
      wrong,
    ]);
  });

  it('takes multi parts apart, with the columns of each', async () => {
    const { features } = await runOn(
      'explode',
      layerOf(
        [
          {
            type: 'MultiPoint',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
        [{ a: 1 }],
      ),
    );
    expect(features.map(({ geometry, properties }) => [geometry!.type, properties])).toEqual([
      ['Point', { a: 1 }],
      ['Point', { a: 1 }],
    ]);
    expect(geometryCentroid(features[1]!.geometry!)).toEqual([1, 1]);
  });
});
