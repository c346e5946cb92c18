import { describe, expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { buildSnapshot } from '../snapshot/snapshot-builder.ts';
import { readBatchesSync } from '../snapshot/snapshot-reader.ts';
import { BatchSearch } from './batch-search.ts';
import type { SearchPlace } from './search-place.ts';

/** The search over one batch of geometries, and the id of each of its rows: 1, 2, 3 … as given. */
function searchOf(...geometries: SimpleGeometry[]): { search: BatchSearch; fids: Int32Array } {
  const { manifest, files } = buildSnapshot(
    geometries.map((geometry, index) => ({ fid: index + 1, geometry, properties: {} })),
  );
  const part = manifest.parts[0]!;
  const [batch] = readBatchesSync(part, files.get(part.file)!);
  return { search: new BatchSearch(batch!.geometry!), fids: batch!.fids };
}

const at = (longitude: number, latitude: number, reach = 0.1): SearchPlace => ({
  longitude,
  latitude,
  acrossReach: reach,
  upReach: reach,
});
const square = (x: number, y: number, side: number): number[][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const withHole: SimpleGeometry = { type: 'Polygon', coordinates: [square(0, 0, 10), square(4, 4, 2).reverse()] };

describe('search in a batch', () => {
  it('[MAP-043] hits the inside and the edge of an area, not its hole', () => {
    const { search } = searchOf(withHole);
    expect(search.topAt(at(1, 1))).toBe(0);
    expect(search.topAt(at(5, 5))).toBe(-1);
    expect(search.topAt(at(5.95, 5))).toBe(0);
    expect(search.topAt(at(10.05, 5))).toBe(0);
    expect(search.topAt(at(10.2, 5))).toBe(-1);
    expect(search.topAt(at(1, 1), () => true)).toBe(-1);
  });

  it('[MAP-043] hits lines and points within reach, and of several the one drawn last', () => {
    const lines = searchOf(
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [10, 10],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [20, 0],
            [20, 1],
          ],
          [
            [0, 10],
            [10, 0],
          ],
        ],
      },
    );
    expect(lines.search.topAt(at(2, 2.05))).toBe(lines.fids.indexOf(1));
    expect(lines.search.topAt(at(2, 8.05))).toBe(lines.fids.indexOf(2));
    expect(lines.search.topAt(at(15, 0))).toBe(-1);
    const points = searchOf(
      { type: 'Point', coordinates: [1, 1] },
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 1],
          [2, 2],
        ],
      },
    );
    expect(points.search.topAt(at(1.05, 1))).toBe(1);
    expect(points.search.topAt(at(2.2, 2))).toBe(-1);
  });

  it('[MAP-116] finds all that shares a point with a box, whichever lies in which', () => {
    const { search, fids } = searchOf(
      withHole,
      { type: 'Polygon', coordinates: [square(20, 20, 1)] },
      { type: 'Polygon', coordinates: [square(-30, -30, 1)] },
    );
    const within = (...box: [number, number, number, number]) => {
      const found = search.within(box);
      return typeof found === 'string' ? found : Array.from(found, (row) => fids[row]).sort();
    };
    expect(within(1, 1, 2, 2)).toEqual([1]);
    expect(within(4.5, 4.5, 5.5, 5.5)).toEqual([]);
    expect(within(9, 9, 25, 25)).toEqual([1, 2]);
    expect(within(-100, -80, 100, 80)).toBe('all');
    expect(within(50, 50, 60, 60)).toBe('none');
  });

  it('[MAP-008] snaps to a vertex before an edge, and to the nearest of them', () => {
    const { search } = searchOf(withHole);
    expect(search.nearest(at(0.05, -0.02))).toMatchObject({ kind: 'vertex', longitude: 0, latitude: 0 });
    expect(search.nearest(at(5, 0.05))).toMatchObject({ kind: 'edge', longitude: 5, latitude: 0 });
    expect(search.nearest(at(5, 5))).toBeNull();
  });
});
