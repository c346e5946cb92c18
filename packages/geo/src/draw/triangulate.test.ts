import { describe, expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { buildSnapshot } from '../snapshot/snapshot-builder.ts';
import { readBatchesSync, type BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { splitLongEdges } from './split-edges.ts';
import { batchPaths, positionRows, triangulateBatch } from './triangulate.ts';

function batchOf(...geometries: SimpleGeometry[]): BatchGeometry {
  const { manifest, files } = buildSnapshot(geometries.map((geometry) => ({ geometry })));
  return [...readBatchesSync(manifest.parts[0]!, files.get(manifest.parts[0]!.file)!)][0]!.geometry!;
}

function triangleArea({ coordinates, size }: BatchGeometry, indices: Uint32Array): number {
  const at = (index: number): [number, number] => [coordinates[index * size]!, coordinates[index * size + 1]!];
  let area = 0;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [[x1, y1], [x2, y2], [x3, y3]] = [at(indices[corner]!), at(indices[corner + 1]!), at(indices[corner + 2]!)];
    area += Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2;
  }
  return area;
}

const square = (x: number, y: number, side: number): number[][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const WITH_HOLE: SimpleGeometry = { type: 'Polygon', coordinates: [square(0, 0, 10), square(2, 2, 3)] };
const MULTI: SimpleGeometry = {
  type: 'MultiPolygon',
  coordinates: [[square(20, 0, 2)], [square(30, 0, 3), square(31, 1, 1)]],
};

describe('triangulateBatch', () => {
  it('[MAP-142] fills polygons with holes and parts exactly', () => {
    const geometry = batchOf(WITH_HOLE, MULTI);
    const { indices, rowStarts } = triangulateBatch(geometry);
    expect(triangleArea(geometry, indices)).toBeCloseTo(100 - 9 + 4 + 9 - 1, 9);
    expect([...rowStarts]).toEqual([0, 10, 25]);
  });

  it('[MAP-142] fills large polygons exactly where their edges are drawn on the map', () => {
    const northing = (latitude: number): number =>
      Math.asinh(Math.tan((Math.max(-89.9, Math.min(89.9, latitude)) * Math.PI) / 180)) * (180 / Math.PI);
    const drawn = (geometry: BatchGeometry): BatchGeometry => ({
      ...geometry,
      coordinates: geometry.coordinates.map((value, at) => (at % geometry.size === 1 ? northing(value) : value)),
    });
    const areaInside = ({ coordinates, rings }: BatchGeometry): number => {
      let area = 0;
      for (let at = rings![0]!; at + 1 < rings![1]!; at++)
        area += coordinates[at * 2]! * coordinates[at * 2 + 3]! - coordinates[at * 2 + 2]! * coordinates[at * 2 + 1]!;
      return Math.abs(area) / 2;
    };
    const coast = Array.from({ length: 60 }, (_, at) => [-180 + at * 6 + 3, -68 - (9 * ((at * 7) % 5)) / 4]);
    const polar: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [[[-180, -90], [-180, -80], ...coast, [180, -80], [180, -90], [-180, -90]]],
    };
    const comb = Array.from({ length: 40 }, (_, at) => [-140 + at * 2, at % 2 === 0 ? 50 : 83 - (at % 7)]);
    const islands: SimpleGeometry = { type: 'Polygon', coordinates: [[[-140, 42], ...comb, [-60, 42], [-140, 42]]] };
    for (const shape of [polar, islands]) {
      for (const geometry of [batchOf(shape), splitLongEdges(batchOf(shape))]) {
        expect(triangleArea(drawn(geometry), triangulateBatch(geometry).indices)).toBeCloseTo(
          areaInside(drawn(geometry)),
          6,
        );
      }
    }
  });

  it('[MAP-142] takes heights along without being moved by them', () => {
    const high: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [square(0, 0, 4).map((position) => [...position, 100])],
    };
    const geometry = batchOf(high);
    expect(geometry.size).toBe(3);
    expect(triangleArea(geometry, triangulateBatch(geometry).indices)).toBe(16);
  });

  it('[MAP-142] tells where outlines and lines begin and whose they are', () => {
    expect(batchPaths(batchOf(WITH_HOLE, MULTI))).toEqual({
      starts: Uint32Array.of(0, 5, 10, 15, 20, 25),
      rows: Uint32Array.of(0, 0, 1, 1, 1),
    });
    const lines = batchOf(
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
          [2, 0],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [8, 8],
            [9, 9],
          ],
          [
            [9, 8],
            [8, 9],
          ],
        ],
      },
    );
    expect(batchPaths(lines)).toEqual({ starts: Uint32Array.of(0, 3, 5, 7), rows: Uint32Array.of(0, 1, 1) });
    expect([...positionRows(lines)]).toEqual([0, 0, 0, 1, 1, 1, 1]);
    const points = batchOf(
      { type: 'Point', coordinates: [0, 0] },
      {
        type: 'MultiPoint',
        coordinates: [
          [8, 8],
          [9, 9],
        ],
      },
    );
    expect([...positionRows(points)]).toEqual([0, 1, 1]);
    expect(() => triangulateBatch(points)).toThrow(TypeError);
  });
});
