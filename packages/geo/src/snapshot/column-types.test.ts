import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LayerOverlay } from '../edit/layer-overlay.ts';
import type { LayerFeature, Properties, SimpleGeometry } from '../geometry.ts';
import type { SnapshotManifest } from './manifest.ts';
import { SnapshotBuilder, buildSnapshot, type FeatureInput } from './snapshot-builder.ts';
import { batchFeatures, readBatchesSync } from './snapshot-reader.ts';

const old = JSON.parse(readFileSync(new URL('version-1.golden.json', import.meta.url), 'utf8')) as {
  manifest: SnapshotManifest;
  files: Record<string, string>;
};

function read(manifest: SnapshotManifest, bytesOf: (file: string) => Uint8Array): LayerFeature[] {
  const found = manifest.parts.flatMap((part) =>
    [...readBatchesSync(part, bytesOf(part.file))].flatMap((batch) => [...batchFeatures(batch, manifest.columns)]),
  );
  return found.sort((one, other) => one.fid - other.fid);
}
const back = (features: FeatureInput[]): { manifest: SnapshotManifest; features: LayerFeature[] } => {
  const { manifest, files } = buildSnapshot(features);
  return { manifest, features: read(manifest, (file) => files.get(file)!) };
};
const typesOf = (rows: Properties[] | Record<string, unknown>[]): Record<string, string> =>
  Object.fromEntries(
    back(rows.map((properties) => ({ geometry: null, properties }))).manifest.columns.map(({ name, type }) => [
      name,
      type,
    ]),
  );

describe('column types of a snapshot', () => {
  it('[VEC-067] a layer of version 1 is read as it was, and written anew in the current version', () => {
    const { manifest } = old;
    const features = read(manifest, (file) => Buffer.from(old.files[file]!, 'base64'));
    expect(manifest.version).toBe(1);
    expect(features).toEqual([
      {
        fid: 1,
        geometry: { type: 'Point', coordinates: [1, 2, 3] },
        properties: { day: '2024-02-29', count: 1, share: 0.5, open: true, tags: ['a'] },
      },
      {
        fid: 2,
        geometry: {
          type: 'MultiPoint',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
        properties: { day: null, count: 2 ** 40, share: null, open: null, tags: null },
      },
      {
        fid: 3,
        geometry: null,
        properties: { day: 'unknown', count: null, share: 1e300, open: false, tags: { k: 1 } },
      },
    ]);
    const anew = back(features);
    expect([anew.manifest.version, anew.features]).toEqual([2, features]);
  });

  it('[VEC-063] texts that all are dates or times of one kind make such a column, where nothing else was declared', () => {
    expect(
      typesOf([
        {
          day: '2024-02-29',
          at: '10:00:00',
          local: '2024-02-29T10:00',
          zoned: '2024-02-29T10:00Z',
          mixed: '2024-02-29',
          year: 2024,
        },
        {
          day: '-000043-03-15',
          at: null,
          local: '1969-12-31 23:59:59',
          zoned: '2024-02-29T10:00+02:00',
          mixed: '2024-02-29T10:00',
          year: '2024-01-01',
        },
      ]),
    ).toEqual({ day: 'date', at: 'time', local: 'datetime', zoned: 'datetimetz', mixed: 'text', year: 'text' });
    const builder = new SnapshotBuilder();
    builder.declareColumns([
      { name: 'code', type: 'text' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'datetime' },
    ]);
    builder.add({ geometry: null, properties: { code: '2024-02-29', day: '2024-02-29', at: '2024-02-29T10:00' } });
    builder.add({ geometry: null, properties: { code: null, day: 'unknown', at: '2024-02-29T10:00Z' } });
    expect(builder.finish(() => {}).columns.map(({ type }) => type)).toEqual(['text', 'text', 'datetimetz']);
  });

  it('[VEC-064] 64-bit integers keep every digit among others, and NaN and the infinities stay what they are', () => {
    const rows = [
      { long: 5, odd: 0.5, huge: 1 },
      { long: 9_223_372_036_854_775_807n, odd: NaN, huge: 2n ** 64n },
      { long: null, odd: -Infinity, huge: null },
      { long: -9_223_372_036_854_775_808n, odd: 1, huge: 3n },
    ];
    const { manifest, features } = back(rows.map((properties) => ({ geometry: null, properties })));
    expect(manifest.columns.map(({ type }) => type)).toEqual(['int64', 'number', 'text']);
    expect(features.map(({ properties }) => properties['long'])).toEqual([
      5,
      '9223372036854775807',
      null,
      '-9223372036854775808',
    ]);
    expect(features.map(({ properties }) => properties['odd'])).toEqual([0.5, NaN, -Infinity, 1]);
    expect(features.map(({ properties }) => properties['huge'])).toEqual(['1', '18446744073709551616', null, '3']);
  });

  it('[VEC-063, VEC-064] edits keep the type where their text says such a value, and widen the column else', () => {
    const overlay = new LayerOverlay({
      columns: [
        { name: 'day', type: 'date' },
        { name: 'count', type: 'integer' },
        { name: 'share', type: 'number' },
      ],
      maxFid: 2,
    });
    const types = (): string[] => overlay.columns.map(({ type }) => type);
    overlay.apply([
      {
        type: 'Edit_Property',
        edits: [
          { fid: 1, column: 'day', value: '2024-02-29' },
          { fid: 1, column: 'count', value: '9223372036854775807' },
          { fid: 1, column: 'share', value: 'NaN' },
        ],
      },
    ]);
    expect(types()).toEqual(['date', 'int64', 'number']);
    expect(overlay.value(overlay.columns[2]!, 1, 0)).toBeNaN();
    overlay.apply([
      {
        type: 'Edit_Property',
        edits: [
          { fid: 2, column: 'day', value: 'soon' },
          { fid: 2, column: 'count', value: 'many' },
        ],
      },
    ]);
    expect(types()).toEqual(['text', 'text', 'number']);
  });
});

describe('geometries of a snapshot', () => {
  const geometries: (SimpleGeometry | null)[] = [
    { type: 'MultiPoint', coordinates: [[1, 2]] },
    { type: 'Point', coordinates: [1, 2] },
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    null,
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'Point', coordinates: [1, 2, null as never, 4] },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0, 1, 10],
          [1, 1, 2, 20],
        ],
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
      type: 'LineString',
      coordinates: [
        [0, 0, null as never, 1],
        [5, 5],
      ],
    },
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  ];

  it('[VEC-065] keep M values and stay multi with one part, held whole and put aside', () => {
    expect(back(geometries.map((geometry) => ({ geometry }))).features.map(({ geometry }) => geometry)).toEqual(
      geometries,
    );
    let stored = new Uint8Array(0);
    const storage = {
      append: (bytes: Uint8Array) => {
        stored = Uint8Array.from([...stored, ...bytes]);
      },
      read: (offset: number, bytes: number) => stored.slice(offset, offset + bytes),
    };
    const builder = new SnapshotBuilder(storage, 200);
    const chunks = new Map<string, number[]>();
    for (const geometry of geometries) builder.add({ geometry });
    const manifest = builder.finish((file, chunk) => {
      chunks.set(file, [...(chunks.get(file) ?? []), ...chunk]);
    });
    expect(read(manifest, (file) => Uint8Array.from(chunks.get(file)!)).map(({ geometry }) => geometry)).toEqual(
      geometries,
    );
  });
});
