import { describe, expect, it } from 'vitest';
import { geometryArea } from '../measure/area.ts';
import { destination } from '../measure/destination.ts';
import { distance } from '../measure/length.ts';
import { geometryProblem } from '../validity/geometry-problem.ts';
import { geodesicCircle, geodesicEllipse } from './geodesic-ellipse.ts';

describe('shapes on the ellipsoid', () => {
  it('[MAP-011] goes a distance along a geodesic as the inverse method measures it', () => {
    for (const from of [
      [0, 0],
      [18.7, 45.9],
      [-179.9, -60],
      [10, 89.9],
    ]) {
      for (const azimuth of [0, 33, 90, 217, 359]) {
        for (const metres of [1, 5_000, 2_000_000])
          expect(distance(from, destination(from, azimuth, metres))).toBeCloseTo(metres, 3);
      }
    }
    // Geodetic Survey of Australia, the line from Flinders Peak to Buninyong.
    const [longitude, latitude] = destination([144.42486789, -37.95103342], 306.86816, 54_972.271);
    expect(longitude).toBeCloseTo(143.92649553, 5);
    expect(latitude).toBeCloseTo(-37.65282114, 5);
  });

  it('[MAP-011] every corner of a circle lies at the radius, also over the antimeridian', () => {
    for (const center of [
      [18.7, 45.9],
      [179.95, 10],
      [0, -80],
    ]) {
      const {
        coordinates: [ring],
      } = geodesicCircle(center, 50_000);
      for (const corner of ring!) expect(distance(center, corner)).toBeCloseTo(50_000, 2);
      expect(ring![0]).toEqual(ring!.at(-1));
      for (let at = 1; at < ring!.length; at++) expect(Math.abs(ring![at]![0]! - ring![at - 1]![0]!)).toBeLessThan(90);
    }
    expect(geometryArea(geodesicCircle([18.7, 45.9], 1_000)) / (Math.PI * 1_000 ** 2)).toBeCloseTo(1, 2);
  });

  it('[MAP-011] a circle around the pole is the cap', () => {
    const cap = geodesicCircle([40, 89], 500_000);
    expect(geometryProblem(cap)).toBeNull();
    expect(cap.coordinates[0]!.some(([, latitude]) => latitude === 90)).toBe(true);
    expect(geometryArea(cap) / (Math.PI * 500_000 ** 2)).toBeCloseTo(1, 1);
  });

  it('[MAP-013] an ellipse has its half axes, no more', () => {
    const {
      coordinates: [ring],
    } = geodesicEllipse([18.7, 45.9], 30_000, 10_000);
    const reaches = ring!.map((corner) => distance([18.7, 45.9], corner));
    expect(Math.max(...reaches)).toBeCloseTo(30_000, 2);
    expect(Math.min(...reaches)).toBeCloseTo(10_000, 2);
    expect(geometryArea({ type: 'Polygon', coordinates: [ring!] }) / (Math.PI * 30_000 * 10_000)).toBeCloseTo(1, 2);
  });
});
