import { describe, expect, it } from 'vitest';
import type { Geometry, SimpleGeometry } from '../geometry.ts';
import { geometryProblem, positionOutOfRange } from './geometry-problem.ts';

const polygon = (...rings: number[][][]): SimpleGeometry => ({ type: 'Polygon', coordinates: rings });

describe('validity', () => {
  it('[VEC-009] finds coordinates that are no place on earth', () => {
    const outside = (coordinates: unknown, type = 'LineString'): unknown =>
      positionOutOfRange({ type, coordinates } as Geometry);
    expect(
      outside([
        [180, 90],
        [-180.0000001, -90],
      ]),
    ).toBeNull();
    expect(
      outside([
        [0, 0],
        [181, 0],
      ]),
    ).toEqual([181, 0]);
    expect(
      outside([
        [0, 0],
        [0, NaN],
      ]),
    ).toEqual([0, NaN]);
    expect(outside([500000, 0], 'Point')).toEqual([500000, 0]);
    expect(outside(['a', 'b'], 'Point')).toEqual(['a', 'b']);
    expect(outside([1, 2])).toEqual([NaN, NaN]);
    expect(outside(null, 'Point')).toEqual([NaN, NaN]);
    expect(positionOutOfRange(null)).toBeNull();
  });

  it('[VEC-009] names what is wrong with a shape', () => {
    expect(
      geometryProblem(
        polygon(
          [
            [0, 0],
            [2, 0],
            [2, 2],
            [0, 2],
            [0, 0],
          ],
          [
            [1, 1],
            [1.5, 1],
            [1.5, 1.5],
            [1, 1],
          ],
        ),
      ),
    ).toBeNull();
    expect(
      geometryProblem(
        polygon([
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ]),
      ),
    ).toBe('unclosed-ring');
    expect(
      geometryProblem(
        polygon([
          [0, 0],
          [2, 0],
          [0, 0],
        ]),
      ),
    ).toBe('too-few-positions');
    expect(
      geometryProblem(
        polygon([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ]),
      ),
    ).toBe('self-crossing-ring');
    expect(
      geometryProblem(
        polygon([
          [0, 0],
          [10, 0],
          [20, 0],
          [0, 0],
        ]),
      ),
    ).toBe('flat-ring');
    expect(
      geometryProblem(
        polygon([
          [16.1, 48.1],
          [16.2, 48.2],
          [16.3, 48.3],
          [16.1, 48.1],
        ]),
      ),
    ).toBe('flat-ring');
    expect(
      geometryProblem(
        polygon([
          [16.1, 48.1],
          [16.2, 48.2],
          [16.3, 48.3000001],
          [16.1, 48.1],
        ]),
      ),
    ).toBeNull();
    expect(geometryProblem({ type: 'LineString', coordinates: [[0, 0]] })).toBe('too-few-positions');
    expect(geometryProblem({ type: 'Point', coordinates: [0, 0] })).toBeNull();
    expect(geometryProblem(null)).toBeNull();
  });

  it('[VEC-009] lets a ring touch itself at a vertex', () => {
    expect(
      geometryProblem(
        polygon([
          [0, 0],
          [2, 0],
          [1, 1],
          [2, 2],
          [0, 2],
          [1, 1],
          [0, 0],
        ]),
      ),
    ).toBeNull();
  });
});
