import { expect, it } from 'vitest';
import {
  closeRings,
  formatWkb,
  readBatchesSync,
  rowGeometry,
  SnapshotBuilder,
  withoutMeasures,
  type LayerFeature,
  type SimpleGeometry,
} from '@groma/geo';
import { batchWkb } from './batch-wkb.ts';

const shapes: SimpleGeometry[] = [
  { type: 'Point', coordinates: [1, 2] },
  { type: 'Point', coordinates: [3, 4, 5] },
  { type: 'MultiPoint', coordinates: [[1, 2]] },
  { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, // prettier-ignore
  { type: 'LineString', coordinates: [[1, 2], [3, 4], [5, 6]] }, // prettier-ignore
  { type: 'MultiLineString', coordinates: [[[1, 2, 9], [3, 4, 8]], [[5, 6, 7], [7, 8, 6]]] }, // prettier-ignore
  { type: 'Polygon', coordinates: [[[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 1]]] }, // prettier-ignore
  { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }, // prettier-ignore
  { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]], [[[5, 5], [6, 5], [6, 6], [5, 5]]]] }, // prettier-ignore
];

it('writes geometries of a batch as one by one, of all kinds, with and without heights', () => {
  const builder = new SnapshotBuilder();
  shapes.forEach((geometry, index) => builder.add({ fid: index + 1, geometry, properties: {} } as LayerFeature));
  const files = new Map<string, Uint8Array[]>();
  const manifest = builder.finish((file, chunk) => {
    files.set(file, [...(files.get(file) ?? []), chunk.slice()]);
  });
  let compared = 0;
  for (const part of manifest.parts)
    for (const batch of readBatchesSync(part, Buffer.concat(files.get(part.file)!))) {
      const rows = Array.from({ length: batch.rows }, (_, row) => row);
      const wanted = (row: number) => formatWkb(closeRings(withoutMeasures(rowGeometry(batch.geometry, row)!)));
      const written = apart(batchWkb(batch.geometry!, null));
      expect(written).toEqual(rows.map((row) => Buffer.from(wanted(row)).toString('hex')));
      expect(apart(batchWkb(batch.geometry!, rows.slice(1)))).toEqual(written.slice(1));
      compared += rows.length;
    }
  expect(compared).toBe(shapes.length);
});

/** Geometries that stand one after the other, each behind its length. */
function apart(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + view.getUint32(at, true);
    found.push(Buffer.from(bytes.subarray(at + 4, end)).toString('hex'));
    at = end;
  }
  return found;
}
