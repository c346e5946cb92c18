import { describe, expect, it } from 'vitest';
import type { Geometry } from '../geometry.ts';
import { geometryArea } from './area.ts';
import { distance, geometryLength } from './length.ts';

const ring = (...corners: [number, number][]): Geometry => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]!]],
});

// Expected values: GeographicLib 2.0 (Karney 2013), Geodesic.WGS84.Polygon and Inverse.
const RINGS: [string, Geometry, number, number, number][] = [
  [
    'a field',
    ring([11.05, 46.1], [11.06, 46.1], [11.06, 46.11], [11.05, 46.11]),
    3769.4002255859104,
    859400.52613163,
    1e-7,
  ],
  ['a district', ring([13, 52], [13.2, 52], [13.2, 52.1]), 42527.435338598676, 76416815.42399597, 2e-6],
  ['a country', ring([-10, 40], [5, 40], [5, 50], [-10, 50]), 4575656.723411614, 1308922521727.6045, 5e-5],
  [
    'a sea across the antimeridian',
    ring([170, -20], [-170, -20], [-170, -10], [170, -10]),
    6497155.785439912,
    2396553402237.116,
    5e-5,
  ],
];

describe('measures', () => {
  it.each(RINGS)('[VEC-016] measures %s as GeographicLib does', (_, geometry, perimeter, area, tolerance) => {
    expect(Math.abs(geometryArea(geometry) / area - 1)).toBeLessThan(tolerance);
    expect(Math.abs(geometryLength(geometry) - perimeter)).toBeLessThan(0.001);
  });

  it('[VEC-016] gives an eighth of the ellipsoid to an octant', () => {
    expect(geometryArea(ring([0, 0], [90, 0], [90, 90], [0, 90])) / (510065621724088.5 / 8)).toBeCloseTo(1, 9);
  });

  it('[VEC-016] takes holes away and adds parts up', () => {
    const outer = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ];
    const hole = [
      [0.5, 0.5],
      [0.5, 1],
      [1, 1],
      [1, 0.5],
      [0.5, 0.5],
    ];
    const area = (...rings: number[][][]): number => geometryArea({ type: 'Polygon', coordinates: rings });
    expect(area(outer, hole)).toBeCloseTo(area(outer) - area(hole), 3);
    expect(geometryArea({ type: 'MultiPolygon', coordinates: [[outer], [hole]] })).toBeCloseTo(
      area(outer) + area(hole),
      3,
    );
    expect(geometryArea({ type: 'Point', coordinates: [1, 1] })).toBe(0);
  });

  it('[VEC-016] measures distances as GeographicLib does, and roughly between opposite points', () => {
    expect(distance([13.4, 52.5], [2.35, 48.85])).toBeCloseTo(879035.3878126009, 3);
    expect(distance([10, 10], [10, 10.00001])).toBeCloseTo(1.106077651344068, 6);
    expect(Math.abs(distance([0, 0], [179.5, 0.3]) / 19955728.940306906 - 1)).toBeLessThan(0.005);
    expect(distance([5, 5], [5, 5])).toBe(0);
  });
});
