import { describe, expect, it } from 'vitest';
import { geometryBbox, forEachPosition, type SimpleGeometry } from '../geometry.ts';
import { distance } from '../measure/length.ts';
import { geometryProblem } from '../validity/geometry-problem.ts';
import { hasPython, layerOf, stars, truth, runOn } from '../../test/tool-cases.ts';

const geometriesOf = ({ features }: Awaited<ReturnType<typeof runOn>>) => features.map(({ geometry }) => geometry!);
const point = (x: number, y: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, y] });

/** How far areas are off at worst, as a part of what they should be. */
function farthest(areas: number[], wanted: number[]): number {
  return areas.length === wanted.length
    ? Math.max(...areas.map((area, at) => Math.abs(area / wanted[at]! - 1)))
    : Infinity;
}

describe.skipIf(!hasPython)('metric tools', () => {
  it('[GEO-017, GEO-042, GEO-043] buffers by 10 km on the ellipsoid, as geodesics have it', async () => {
    const shapes: SimpleGeometry[] = [
      ...stars(30, 7, [-170, -80, 170, 80], 0.3),
      {
        type: 'LineString',
        coordinates: [
          [10, 60],
          [11, 60.5],
          [11.5, 60],
        ],
      },
      {
        type: 'MultiPoint',
        coordinates: [
          [20, 40],
          [20.05, 40.02],
        ],
      },
      point(-70, 83),
    ];
    const grown = geometriesOf(await runOn('buffer', layerOf(shapes)));
    const [wanted, own] = truth<[number[], number[]]>(
      { ask: 'buffer_areas', geometries: shapes, radius: 10_000 },
      { ask: 'areas', geometries: grown },
    );
    expect(farthest(own, wanted)).toBeLessThan(1e-3);
  });

  it('[GEO-017] buffers what is large, and by large radii', async () => {
    const shapes: SimpleGeometry[] = [...stars(4, 3, [-120, -50, 120, 50], 2), point(100, 65)];
    const grown = geometriesOf(await runOn('buffer', layerOf(shapes), { radius: 150, unit: 'kilometers' }));
    const [wanted, own] = truth<[number[], number[]]>(
      { ask: 'buffer_areas', geometries: shapes, radius: 150_000 },
      { ask: 'areas', geometries: grown },
    );
    expect(farthest(own, wanted)).toBeLessThan(2e-3);
  });

  it('[GEO-017] buffers a country whose pieces GEOS cannot join as they are', async () => {
    // Albania of Natural Earth, in the public domain, to the last digit: with fewer of them GEOS can.
    const albania: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [21.0200403174764, 40.84272695572588],
          [20.999989861747224, 40.58000397395398],
          [20.674996779063633, 40.43499990494303],
          [20.615000441172754, 40.11000682225938],
          [20.15001590341052, 39.62499766698397],
          [19.980000441170148, 39.69499339452341],
          [19.960001661873207, 39.91500580500605],
          [19.406081984136733, 40.250773423822466],
          [19.319058872157143, 40.72723012955356],
          [19.40354983895429, 41.40956574153546],
          [19.540027296637106, 41.71998607031276],
          [19.37176883309496, 41.877547512370654],
          [19.37176816334725, 41.877550679783496],
          [19.304486118250793, 42.19574514420782],
          [19.73805138517963, 42.68824738216557],
          [19.801613396898688, 42.50009349219084],
          [20.070700000000045, 42.58863000000008],
          [20.283754510181893, 42.32025950781508],
          [20.522950000000037, 42.21787000000006],
          [20.590246546680227, 41.855408919283626],
          [20.59024743010491, 41.855404161133606],
          [20.463175083099202, 41.51508901627534],
          [20.605181919037364, 41.086226304685226],
          [21.0200403174764, 40.84272695572588],
        ],
      ],
    };
    const grown = geometriesOf(await runOn('buffer', layerOf([albania])));
    const [wanted, own] = truth<[number[], number[]]>(
      { ask: 'buffer_areas', geometries: [albania], radius: 10_000 },
      { ask: 'areas', geometries: grown },
    );
    expect(farthest(own, wanted)).toBeLessThan(1e-3);
    expect(grown.map((shape) => geometryProblem(shape))).toEqual([null]);
  });

  it('[GEO-017, GEO-018] keeps circles whole across the antimeridian and at the poles', async () => {
    const centers = [
      [179.95, 10],
      [-179.99, -60],
      [30, 89.97],
      [0, -90],
      [77, 88],
      [10, 50],
    ];
    for (const radius of [10, 900]) {
      const run = await runOn('circle', layerOf(centers.map(([x, y]) => point(x!, y!))), { radius });
      const circles = geometriesOf(run);
      const caps = truth<number[]>(
        ...centers.map((center) => ({ ask: 'cap_area', geometries: [], center, radius: radius * 1000 })),
      );
      const [own] = truth<[number[]]>({ ask: 'areas', geometries: circles });
      for (const [at, circle] of circles.entries()) {
        expect(geometryProblem(circle), JSON.stringify(centers[at])).toBeNull();
        const [west, south, east, north] = geometryBbox(circle);
        expect([west >= -180, south >= -90, east <= 180, north <= 90]).toEqual([true, true, true, true]);
      }
      const middling = centers.map(([, y]) => Math.abs(y!) + radius / 111 < 89);
      const polar = caps.map((cap, at) => (middling[at] ? cap : null));
      expect(
        farthest(
          own.filter((_, at) => polar[at] !== null),
          caps.filter((_, at) => polar[at] !== null),
        ),
      ).toBeLessThan(1.5e-3);
    }
  });

  it('[GEO-017] puts every vertex of a buffer at the radius, on all sides of a pole', async () => {
    const { features } = await runOn('buffer', layerOf([point(12, 89.5)]), { radius: 200 });
    let seen = 0;
    forEachPosition(features[0]!.geometry, (position) => {
      if (Math.abs(position[1]!) === 90 || Math.abs(position[0]!) === 180) return;
      seen++;
      expect(Math.abs(distance([12, 89.5], position) / 200_000 - 1)).toBeLessThan(2e-3);
    });
    expect(seen).toBeGreaterThan(90);
  });

  it('[GEO-017] shrinks polygons by a negative radius, and says where nothing is left', async () => {
    const shapes = stars(12, 5, [-20, 30, 20, 60], 0.3);
    const { features, warnings } = await runOn('buffer', layerOf(shapes), { radius: -5 });
    const kept = features.map(({ fid }) => shapes[fid - 1]!);
    const [wanted, own] = truth<[number[], number[]]>(
      { ask: 'buffer_areas', geometries: kept, radius: -5000 },
      { ask: 'areas', geometries: features.map(({ geometry }) => geometry!) },
    );
    expect(farthest(own, wanted)).toBeLessThan(2e-3);
    const lost = (await runOn('buffer', layerOf([shapes[0]!]), { radius: -500 })).warnings;
    expect([warnings.length <= 1, lost]).toEqual([true, [[1, 'empty']]]);
  });

  it('[GEO-041] buffers everything as one where features are not taken by themselves', async () => {
    const shapes = stars(40, 11, [10, 50, 11, 51], 0.2);
    const [one] = geometriesOf(await runOn('buffer', layerOf(shapes), { radius: 1, iterate: false }));
    const each = geometriesOf(await runOn('buffer', layerOf(shapes), { radius: 1 }));
    const [union] = truth<[SimpleGeometry]>({ ask: 'union', geometries: each });
    const [[difference]] = truth<[number[]]>({ ask: 'pairs_equal', geometries: [one], others: [union] });
    expect(difference).toBeLessThan(1e-9);
  });

  it('[GEO-023, GEO-047, GEO-024, GEO-048] rotates by 90° and scales by 2 without changing shapes on the ground', async () => {
    const shapes = stars(20, 21, [-170, -70, 170, 70], 0.2);
    const turned = geometriesOf(await runOn('rotate', layerOf(shapes)));
    const larger = geometriesOf(await runOn('scale', layerOf(shapes)));
    const [before, after, scaled] = truth<[number[], number[], number[]]>(
      { ask: 'areas', geometries: shapes },
      { ask: 'areas', geometries: turned },
      { ask: 'areas', geometries: larger },
    );
    expect(farthest(after, before)).toBeLessThan(4e-3);
    expect(
      farthest(
        scaled,
        before.map((area) => area * 4),
      ),
    ).toBeLessThan(4e-3);
    const [east] = geometriesOf(
      await runOn(
        'rotate',
        layerOf([
          {
            type: 'LineString',
            coordinates: [
              [0, -0.1],
              [0, 0.1],
            ],
          },
        ]),
      ),
    ) as unknown as [{ coordinates: number[][] }];
    expect([east.coordinates[1]![0]! > 0.09, Math.abs(east.coordinates[1]![1]!) < 1e-6]).toEqual([true, true]);
  });
});
