import { expect, test } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { pickRows } from './pick-rows.ts';
import { SnapshotBuilder } from './snapshot-builder.ts';
import { readBatchesSync, rowGeometry } from './snapshot-reader.ts';

const ring = (x: number, width = 1): number[][] => [
  [x, 0],
  [x + width, 0],
  [x + width, width],
  [x, 0],
];
const kinds: Record<string, SimpleGeometry[]> = {
  point: [
    { type: 'Point', coordinates: [1, 2, 3] },
    { type: 'MultiPoint', coordinates: [[4, 5, 6]] },
    {
      type: 'MultiPoint',
      coordinates: [
        [7, 8, 9],
        [10, 11, 12],
      ],
    },
  ],
  line: [
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [2, 2],
          [3, 3],
          [4, 4],
        ],
        [
          [5, 5],
          [6, 6],
        ],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [7, 7],
        [8, 8],
      ],
    },
  ],
  polygon: [
    { type: 'Polygon', coordinates: [ring(0, 9), ring(2)] as never },
    { type: 'MultiPolygon', coordinates: [[ring(20)], [ring(30, 5), ring(31)]] as never },
    { type: 'Polygon', coordinates: [ring(50)] as never },
  ],
} as never;

test.each(Object.entries(kinds))(
  'some rows of a batch of %ss are as they were, in the order named',
  (kind, geometries) => {
    const builder = new SnapshotBuilder();
    for (const geometry of geometries) builder.add({ geometry, properties: {} });
    const files = new Map<string, Uint8Array[]>();
    const manifest = builder.finish((file, chunk) => {
      files.set(file, [...(files.get(file) ?? []), chunk.slice()]);
    });
    const part = manifest.parts.find((each) => each.kind === kind)!;
    const [batch] = readBatchesSync(part, new Uint8Array(Buffer.concat(files.get(part.file)!)));
    const all = geometries.map((_, row) => rowGeometry(batch!.geometry, row));
    for (const rows of [[2, 0], [1], [0, 1, 2], []]) {
      const picked = pickRows(batch!.geometry!, rows);
      expect(rows.map((_, index) => rowGeometry(picked, index))).toEqual(rows.map((row) => all[row]));
      expect(picked.coordinates.length).toBe(picked.size * (picked.rings ?? picked.members ?? picked.features).at(-1)!);
    }
  },
);
