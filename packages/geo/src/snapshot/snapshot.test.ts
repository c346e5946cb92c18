import { describe, expect, it } from 'vitest';
import { tableFromIPC } from 'apache-arrow';
import type { LayerFeature, SimpleGeometry } from '../geometry.ts';
import { MAX_BATCH_ROWS, type SnapshotManifest } from './manifest.ts';
import { SnapshotBuilder, buildSnapshot, type FeatureInput } from './snapshot-builder.ts';
import { batchFeatures, readBatchesSync, readFeatures } from './snapshot-reader.ts';

function readAll({ manifest, files }: { manifest: SnapshotManifest; files: Map<string, Uint8Array> }): LayerFeature[] {
  const features = manifest.parts.flatMap((part) =>
    [...readBatchesSync(part, files.get(part.file)!)].flatMap((batch) => [...batchFeatures(batch, manifest.columns)]),
  );
  return features.sort((one, other) => one.fid - other.fid);
}

const GEOMETRIES: (SimpleGeometry | null)[] = [
  { type: 'Point', coordinates: [3, 4] },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4, 50],
    ],
  },
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
        [0, 0],
        [1, 1],
      ],
      [
        [5, 5],
        [6, 6],
        [7, 5],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
      [
        [1, 0.5],
        [2, 0.5],
        [2, 1],
        [1, 0.5],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [10, 0],
          [11, 0],
          [11, 1],
          [10, 0],
        ],
      ],
      [
        [
          [20, 0, 7],
          [21, 0, 8],
          [21, 1, 9],
          [20, 0, 7],
        ],
      ],
    ],
  },
  null,
];

it('[VEC-009] keeps attributes whose names the file has for columns of its own', () => {
  const properties = { geometry: 1, groma_m: 'a', groma_multi: true, geometry_2: 2.5 };
  const geometry: SimpleGeometry = { type: 'MultiPoint', coordinates: [[1, 2, 0, 7]] };
  const built = buildSnapshot([{ geometry, properties }]);
  expect(readAll(built)).toEqual([{ fid: 1, geometry, properties }]);
});

describe('snapshot', () => {
  it('[VEC-001] gives back every geometry kind, hole, height and null as it was put in', () => {
    const features = readAll(buildSnapshot(GEOMETRIES.map((geometry) => ({ geometry, properties: {} }))));
    expect(features.map(({ geometry }) => geometry)).toEqual(GEOMETRIES);
    expect(features.map(({ fid }) => fid)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('[VEC-001] has no column for the ids, also where a table declares one', () => {
    const builder = new SnapshotBuilder();
    builder.declareColumns([{ name: 'groma_fid', type: 'integer' }, { name: 'n' }]);
    expect(builder.add({ geometry: null, properties: { groma_fid: 7, n: 1 } })).toBe(7);
    expect(builder.finish(() => undefined).columns.map(({ name }) => name)).toEqual(['n']);
  });

  it('[VEC-001] keeps free groma_fid properties as ids and never repeats one', () => {
    const at = (fid: unknown): FeatureInput => ({ geometry: null, properties: { groma_fid: fid, name: String(fid) } });
    const { manifest, files } = buildSnapshot([at(7), at(7), at('x'), at(3)]);
    expect(manifest.columns).toEqual([{ name: 'name', type: 'text' }]);
    expect(readAll({ manifest, files }).map(({ fid, properties }) => [fid, properties.name])).toEqual([
      [3, '3'],
      [7, '7'],
      [8, '7'],
      [9, 'x'],
    ]);
    const counted = new SnapshotBuilder();
    for (const fid of [7, 7, 'x', 3, null, undefined]) counted.add(at(fid));
    expect(counted.replacedFids).toBe(2);
    const huge = readAll(buildSnapshot([at(2 ** 31 - 1), at(2 ** 30), at(2 ** 30 + 1), at('x')]));
    expect(huge.map(({ fid }) => fid)).toEqual([1, 2 ** 30, 2 ** 30 + 1, 2 ** 30 + 2]);
    const full = new SnapshotBuilder();
    full.add({ geometry: null, fid: 2 ** 31 - 1 });
    expect(() => full.add({ geometry: null })).toThrow(RangeError);
    const builder = new SnapshotBuilder();
    builder.add({ geometry: null, fid: 5 });
    expect(() => builder.add({ geometry: null, fid: 5 })).toThrow(RangeError);
  });

  it('[VEC-009] infers the narrowest column type and loses no value', () => {
    const rows = [
      {
        integer: 1,
        large: 9007199254740991,
        number: 1,
        mixed: 12,
        truth: true,
        json: { a: [1] },
        blend: 'x',
        late: undefined,
      },
      {
        integer: -5,
        large: 3,
        number: 0.1 + 0.2,
        mixed: 'twelve',
        truth: false,
        json: [2],
        blend: { b: null },
        late: undefined,
      },
      {
        integer: null,
        large: null,
        number: null,
        mixed: true,
        truth: null,
        json: null,
        blend: 4,
        late: 'Ünïcode 漢字 🗺',
      },
    ];
    const snapshot = buildSnapshot(rows.map((properties) => ({ geometry: null, properties })));
    expect(snapshot.manifest.columns.map(({ type }) => type)).toEqual([
      'integer',
      'integer',
      'number',
      'text',
      'boolean',
      'json',
      'json',
      'text',
    ]);
    const read = readAll(snapshot).map(({ properties }) => properties);
    expect(read).toEqual(
      rows.map((row, index) => ({ ...row, mixed: ['12', 'twelve', 'true'][index], late: row.late ?? null })),
    );
  });

  it('[VEC-009] sorts by place, cuts batches and describes each of them rightly', () => {
    const count = MAX_BATCH_ROWS * 2 + 10;
    const points = Array.from({ length: count }, (_, index): FeatureInput => ({
      geometry: { type: 'Point', coordinates: [((index * 7919) % 360) - 180, ((index * 104729) % 180) - 90] },
      properties: { index },
    }));
    const snapshot = buildSnapshot(points);
    const part = snapshot.manifest.parts[0]!;
    expect(part.batches.map(({ rows }) => rows)).toEqual([MAX_BATCH_ROWS, MAX_BATCH_ROWS, 10]);
    expect(part.batches.at(-1)!.offset + part.batches.at(-1)!.bytes).toBeLessThanOrEqual(part.bytes);
    let travelled = 0;
    let previous: number[] | null = null;
    for (const [index, batch] of [...readBatchesSync(part, snapshot.files.get(part.file)!)].entries()) {
      const [west, south, east, north] = part.batches[index]!.bbox;
      for (const { geometry, properties, fid } of batchFeatures(batch, snapshot.manifest.columns)) {
        const [x, y] = (geometry as { coordinates: number[] }).coordinates as [number, number];
        expect(x >= west && x <= east && y >= south && y <= north).toBe(true);
        expect(properties.index).toBe(fid - 1);
        if (previous) travelled += Math.hypot(x - previous[0]!, y - previous[1]!);
        previous = [x, y];
      }
    }
    // In file order the way from point to point would be near 150 degrees each.
    expect(travelled / count).toBeLessThan(3);
  });

  it('[VEC-009] writes Arrow streams with GeoArrow metadata that any Arrow reader opens', () => {
    const { files } = buildSnapshot(
      GEOMETRIES.map((geometry) => ({ geometry, properties: { kind: geometry?.type ?? null } })),
    );
    const table = tableFromIPC(files.get('polygon.arrow')!);
    expect(table.numRows).toBe(2);
    const field = table.schema.fields.at(-1)!;
    expect(field.metadata.get('ARROW:extension:name')).toBe('geoarrow.multipolygon');
    expect(String(field.type)).toBe('List<List<List<FixedSizeList[3]<Float64>>>>');
  });

  it('[VEC-009] gives flat arrays without the padding of the file', () => {
    const { manifest, files } = buildSnapshot([GEOMETRIES[4]!, GEOMETRIES[5]!].map((geometry) => ({ geometry })));
    const part = manifest.parts[0]!;
    const { fids, geometry } = [...readBatchesSync(part, files.get(part.file)!)][0]!;
    expect([
      fids.length,
      geometry!.features.length,
      geometry!.members!.length,
      geometry!.rings!.length,
      geometry!.coordinates.length,
    ]).toEqual([2, 3, 4, 5, 16 * 3]);
    expect(part.batches[0]!.coordinates).toBe(16);
  });

  it('[VEC-009] reads from bytes that arrive in pieces', async () => {
    const { manifest, files } = buildSnapshot(
      GEOMETRIES.map((geometry, index) => ({ geometry, properties: { index } })),
    );
    async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 100) yield bytes.slice(at, at + 100);
    }
    const seen: unknown[] = [];
    for await (const { properties } of readFeatures(manifest, (file) => pieces(files.get(file)!)))
      seen.push(properties.index);
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('[VEC-009] splits a collection of several kinds and keeps one of a single kind whole', () => {
    const polygon = GEOMETRIES[4]!;
    const { manifest, files } = buildSnapshot([
      {
        geometry: { type: 'GeometryCollection', geometries: [polygon, { type: 'Point', coordinates: [1, 1] }] },
        properties: { name: 'both' },
      },
      { geometry: { type: 'GeometryCollection', geometries: [polygon, polygon] }, properties: { name: 'one' } },
      { geometry: { type: 'Polygon', coordinates: [] }, properties: { name: 'empty' } },
    ]);
    const found = readAll({ manifest, files }).map(({ geometry, properties }) => [
      geometry?.type ?? null,
      properties.name,
    ]);
    expect(found).toEqual([
      ['Point', 'both'],
      ['Polygon', 'both'],
      ['MultiPolygon', 'one'],
      [null, 'empty'],
    ]);
  });
});
