import { expect, it } from 'vitest';
import type { LayerFeature, Point, SimpleGeometry } from '../geometry.ts';
import { MAX_BATCH_ROWS, type SnapshotManifest } from './manifest.ts';
import { SnapshotBuilder, type FeatureInput } from './snapshot-builder.ts';
import { batchFeatures, readBatchesSync } from './snapshot-reader.ts';
import type { RunStorage } from './sorted-run.ts';

/** Bytes in memory, and the most that was read at once. */
class Held implements RunStorage {
  bytes = new Uint8Array(0);
  appended = 0;

  append(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.bytes.length + bytes.length);
    joined.set(this.bytes);
    joined.set(bytes, this.bytes.length);
    this.bytes = joined;
    this.appended += 1;
  }

  read(offset: number, length: number): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(offset, offset + length);
  }
}

function build(
  features: Iterable<FeatureInput>,
  storage?: RunStorage,
  heldBytes?: number,
): { manifest: SnapshotManifest; features: LayerFeature[] } {
  const builder = new SnapshotBuilder(storage, heldBytes);
  builder.declareColumns([{ name: 'declared', type: 'number' }]);
  for (const feature of features) builder.add(feature);
  const files = new Map<string, Uint8Array[]>();
  const manifest = builder.finish((file, chunk) => {
    files.set(file, [...(files.get(file) ?? []), chunk]);
  });
  const read = manifest.parts.flatMap((part) =>
    [...readBatchesSync(part, Buffer.concat(files.get(part.file)!))].flatMap((batch) => [
      ...batchFeatures(batch, manifest.columns),
    ]),
  );
  return { manifest, features: read };
}

const inOrder = (features: LayerFeature[]): LayerFeature[] => features.toSorted((one, other) => one.fid - other.fid);

function shape(index: number): SimpleGeometry | null {
  const [x, y] = [((index * 7919) % 340) - 170, ((index * 104729) % 160) - 80];
  switch (index % 7) {
    case 0:
      return null;
    case 1:
      return {
        type: 'MultiPoint',
        coordinates: [
          [x, y],
          [x + 1, y],
        ],
      };
    case 2:
      return {
        type: 'LineString',
        coordinates: [
          [x, y],
          [x, y + 1, index],
        ],
      };
    case 3:
      return {
        type: 'Polygon',
        coordinates: [
          [
            [x, y],
            [x + 2, y],
            [x, y + 2],
            [x, y],
          ],
          [
            [x + 0.5, y + 0.5],
            [x + 0.6, y + 0.5],
            [x + 0.5, y + 0.6],
            [x + 0.5, y + 0.5],
          ],
        ],
      };
    case 4:
      return {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [x, y],
              [x + 1, y],
              [x, y + 1],
              [x, y],
            ],
          ],
          [
            [
              [x + 5, y],
              [x + 6, y],
              [x + 5, y + 1],
              [x + 5, y],
            ],
          ],
        ],
      };
    default:
      return { type: 'Point', coordinates: index % 500 === 5 ? [x, y, index] : [x, y] };
  }
}

/** Columns that widen in each way at some point, come late, or hold more texts than a dictionary takes. */
function properties(index: number, count: number): Record<string, unknown> {
  const late = index > count / 2;
  return {
    whole: index,
    real: late ? index + 0.5 : index,
    huge: late ? 2 ** 40 + index : 1,
    flag: index % 3 === 0,
    blend: late ? `word ${index}` : index,
    truth: late ? 'no' : index % 2 === 0,
    nested: late ? { index } : index,
    twice: index < count / 3 ? index : late ? [index] : `t${index}`,
    repeated: `kind ${index % 12}`,
    quoted: late ? [1] : `kind ${index % 5}`,
    distinct: `überall ${index} 漢`,
    ...(late && { fresh: index % 10 === 0 ? null : index }),
    ...(index % 50 === 0 && { rare: 'x' }),
    groma_fid: index % 90 === 89 ? index * 3 : undefined,
  };
}

it.each([
  ['a run for each kilobyte', 3_000, 20_000],
  ['a run for some thousand rows', 12_000, 2_000_000],
])(
  '[VEC-009] rows that were put aside while a layer is built are those of a layer that is held whole: %s',
  (_, count, heldBytes) => {
    const make = function* (): Generator<FeatureInput> {
      for (let index = 0; index < count; index++)
        yield { geometry: shape(index), properties: properties(index, count) };
    };
    const storage = new Held();
    const [held, merged] = [build(make()), build(make(), storage, heldBytes)];
    expect(storage.appended).toBeGreaterThan(10);
    expect(merged.features).toHaveLength(count);
    // Numbers put aside before their column became text and then json are quoted as those that were held are.
    expect(inOrder(merged.features)).toEqual(inOrder(held.features));
    expect({ ...merged.manifest, parts: 0 }).toEqual({ ...held.manifest, parts: 0 });
    expect(
      merged.manifest.parts.map(({ kind, geometryType, dimension, rows }) => [kind, geometryType, dimension, rows]),
    ).toEqual(
      held.manifest.parts.map(({ kind, geometryType, dimension, rows }) => [kind, geometryType, dimension, rows]),
    );
  },
);

it('[VEC-009] a layer of many runs lies in one order along the curve, in full batches', () => {
  const count = MAX_BATCH_ROWS * 2 + 10;
  const points = Array.from({ length: count }, (_, index): FeatureInput => ({
    geometry: { type: 'Point', coordinates: [8 + ((index * 7919) % 1000) / 1e5, 47 + ((index * 104729) % 1000) / 1e5] },
    properties: { name: `place ${index % 3}` },
  }));
  const { manifest, features } = build(points, new Held(), 200_000);
  expect(manifest.parts[0]!.batches.map(({ rows }) => rows)).toEqual([MAX_BATCH_ROWS, MAX_BATCH_ROWS, 10]);
  const places = features.map(({ geometry }) => (geometry as Point).coordinates as [number, number]);
  const travelled = places
    .slice(1)
    .reduce((sum, [x, y], index) => sum + Math.hypot(x - places[index]![0], y - places[index]![1]), 0);
  // In file order the way from point to point would be near 0.005 degrees each, across a town that is 0.01 wide.
  expect(travelled / count).toBeLessThan(0.0002);
});
