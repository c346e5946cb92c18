import { expect, test } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { buildSnapshot } from '../snapshot/snapshot-builder.ts';
import { readBatchesSync, type BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { splitLongEdges } from './split-edges.ts';

function batchOf(...geometries: SimpleGeometry[]): BatchGeometry {
  const { manifest, files } = buildSnapshot(geometries.map((geometry) => ({ geometry })));
  return [...readBatchesSync(manifest.parts[0]!, files.get(manifest.parts[0]!.file)!)][0]!.geometry!;
}

test('[MAP-142] a long oblique edge runs where its degrees say, others are left alone', () => {
  const short: SimpleGeometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.01, 0.01],
      [90, 0.01],
      [90, 80],
    ],
  };
  const alone = batchOf(short);
  expect(splitLongEdges(alone)).toBe(alone);

  const long: SimpleGeometry = {
    type: 'LineString',
    coordinates: [
      [-60, 10, 0],
      [60, 70, 600],
      [61, 70, 0],
    ],
  };
  const split = splitLongEdges(
    batchOf(long, {
      type: 'LineString',
      coordinates: [
        [5, 5, 1],
        [6, 5, 2],
      ],
    }),
  );
  const positions = Array.from({ length: split.coordinates.length / 3 }, (_, at) => [
    ...split.coordinates.subarray(at * 3, at * 3 + 3),
  ]);
  const ends = [...split.members!];
  const path = positions.slice(ends[0], ends[1]).find(([longitude]) => longitude === 61)
    ? [ends[0]!, ends[1]!]
    : [ends[1]!, ends[2]!];
  const line = positions.slice(path[0], path[1]);
  expect(line.length).toBeGreaterThan(50);
  for (const [longitude, latitude, height] of line.slice(0, -1)) {
    expect(latitude).toBeCloseTo(10 + (longitude! + 60) / 2, 9);
    expect(height).toBeCloseTo((longitude! + 60) * 5, 6);
  }
  expect(positions.length).toBe(line.length + 2);
  expect(line.at(-1)).toEqual([61, 70, 0]);
});

test('[MAP-142] rings of areas keep their beginnings and stay closed', () => {
  const ring = [
    [-100, 40],
    [-60, 80],
    [-140, 70],
    [-100, 40],
  ];
  const hole = [
    [-100, 60],
    [-99, 60],
    [-99, 61],
    [-100, 60],
  ];
  const geometry = splitLongEdges(batchOf({ type: 'Polygon', coordinates: [ring, hole] }));
  const rings = [...geometry.rings!];
  const at = (position: number) => [...geometry.coordinates.subarray(position * 2, position * 2 + 2)];
  expect([at(rings[0]!), at(rings[1]! - 1)]).toEqual([
    [-100, 40],
    [-100, 40],
  ]);
  expect([at(rings[1]!), at(rings[2]! - 1)]).toEqual([
    [-100, 60],
    [-100, 60],
  ]);
  expect(rings[2]).toBe(geometry.coordinates.length / 2);
});
