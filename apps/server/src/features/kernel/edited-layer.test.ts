import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SimpleGeometry } from '@groma/geo';
import type { ProjectId } from '@groma/model';
import { map, type VectorUpdateInput } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap, vectorOf } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';

let notebooks: TestNotebooks;
let own: TestMap;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

/** Numbers that are the same at each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A geometry of one of the kinds there are, also of two members, of one in a multi type, with heights, and none. */
function someGeometry(random: (below: number) => number): SimpleGeometry | null {
  const [x, y] = [random(170), random(80)];
  const ring = [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y],
  ];
  const made: (SimpleGeometry | null)[] = [
    { type: 'Point', coordinates: [x, y] },
    { type: 'Point', coordinates: [x, y, 7] },
    { type: 'MultiPoint', coordinates: [[x, y]] },
    { type: 'LineString', coordinates: [ring[0]!, ring[1]!] },
    { type: 'MultiLineString', coordinates: [ring.slice(0, 2), ring.slice(1, 3)] },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'MultiPolygon', coordinates: [[ring], [ring.map(([a, b]) => [a! - 9, b!])]] },
    null,
  ] as (SimpleGeometry | null)[];
  return made[random(made.length)]!;
}

const values: Record<string, (random: (below: number) => number) => string | number | boolean | null | object> = {
  whole: (random) => random(1_000),
  real: (random) => random(1_000) / 8,
  word: (random) => `word ${random(9)}`,
  long: (random) => `90071992547409${90 + random(9)}`,
  day: (random) => `20${10 + random(9)}-02-03`,
  yes: (random) => random(2) === 1,
  tags: (random) => ({ list: [random(3), 'ä'] }),
};

const count = 60;

function someProperties(random: (below: number) => number, columns: readonly string[]): Record<string, never> {
  return Object.fromEntries(
    columns.flatMap((name) => (random(5) === 0 ? [] : [[name, values[name]!(random)]])),
  ) as Record<string, never>;
}

/**
 * Rounds of edits, each a post of its own: of all kinds, also of features that edits have made, and of columns that
 * come, go and come again.
 */
function editsOf(random: (below: number) => number): VectorUpdateInput[] {
  const known = Object.keys(values);
  const updates: VectorUpdateInput[] = [
    { type: 'Add_Column', column: { name: 'more', type: 'text' }, fill: 'filled', values: [[3, 'own']], at: 2 },
    { type: 'Add_Column', column: { name: 'bare', type: 'number' } },
    { type: 'Delete_Column', columns: ['yes'] },
    { type: 'Add_Column', column: { name: 'yes', type: 'integer' }, fill: 4 },
    // Whole numbers become real ones.
    { type: 'Edit_Property', edits: [{ fid: 2, column: 'whole', value: 1.5 }] },
  ];
  const kept = known.filter((name) => name !== 'yes');
  for (let round = 0; round < 12; round++) {
    const fid = 4 + random(count - 4);
    updates.push(
      {
        type: 'Edit_Property',
        edits: kept.map(
          (column) => ({ fid, column, value: random(4) === 0 ? null : values[column]!(random) }) as never,
        ),
      },
      { type: 'Edit_Property', edits: [{ fid: 1 + random(3), column: 'more', value: `m ${round}` }] },
      {
        type: 'Add',
        features: [{ geometry: someGeometry(random), properties: someProperties(random, kept) } as never],
      },
    );
  }
  return updates;
}

/** What code has of a layer, with geometries as GeoJSON, and as text the whole numbers that JSON rounds. */
const reading = [
  'import groma, json, shapely',
  'table = groma.layers["all"].arrow()',
  'shapes = shapely.from_wkb(table.column("geometry").to_pylist())',
  'rows = [{**{name: str(value) if isinstance(value, int) and value >= 2**53 else value for name, value in row.items()}, "geometry": None if shape is None else shapely.geometry.mapping(shape)} for row, shape in zip(table.to_pylist(), shapes)]',
  '(groma.data / "rows.json").write_text(json.dumps([table.column_names, rows]))',
];

describe.skipIf(skipReason)(kernelGroup('edited layers in Python'), { timeout: 90_000 }, () => {
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
  });

  /** What is written by code, which is more than a block shows. */
  async function readRows(): Promise<[names: string[], rows: Record<string, unknown>[]]> {
    const { runAll, until } = await notebooks.open(reading.join('\n'));
    await runAll();
    await until(0, { status: 'completed', outcome: 'ok' });
    const folder = await notebooks.server.platform.files.folderOf(notebooks.projectId as ProjectId);
    return JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as [string[], Record<string, unknown>[]];
  }

  async function importAll(random: (below: number) => number): Promise<string> {
    const features = Array.from({ length: count }, () => ({
      type: 'Feature',
      geometry: someGeometry(random),
      properties: Object.fromEntries(Object.entries(values).map(([name, make]) => [name, make(random)])),
    }));
    await own.upload(
      'all.geojson',
      JSON.stringify({ type: 'FeatureCollection', features }).replaceAll(/"(9007\d+)"/gu, '$1'),
    );
    await own.import('/data/all.geojson');
    return (await own.state()).layers.find(({ text }) => text === 'all')!.id;
  }

  const snapshotOf = async (layerId: string) =>
    vectorOf((await own.person.client.call(map.readLayer, { params: { layerId }, query: own.query })).data.data);

  const update = async (layerId: string, updates: VectorUpdateInput[]) => {
    for (const each of updates)
      await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: [each] } });
  };

  /** Rows as code has them are those that the server reads. */
  async function expectSame(layerId: string): Promise<void> {
    const wanted = [...(await own.features(layerId))].sort(([one], [other]) => one - other);
    const [names, rows] = await readRows();
    const told = rows.map(({ groma_fid: fid, geometry, ...properties }) => [
      fid,
      {
        geometry,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [
            name,
            name === 'tags' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
          ]),
        ),
      },
    ]);
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(told).toEqual(wanted.map(([fid, feature]) => [fid, plain(feature)]));
    expect(names).toEqual(['groma_fid', ...Object.keys(wanted[0]![1].properties), 'geometry']);
  }

  test('[KRN-069] a layer whose edits come beside its snapshot is read as the server reads it, whatever was edited', async () => {
    const random = seeded(11);
    const layerId = await importAll(random);
    await expectSame(layerId);
    await update(layerId, editsOf(random));
    await update(layerId, [
      { type: 'Delete', fids: [5, 6, count + 1] },
      // In the place of features of other kinds.
      ...[7, 8, 9, count + 2].map((fid): VectorUpdateInput => ({
        type: 'Add',
        features: [{ fid, geometry: someGeometry(random), properties: { word: 'replaced' } } as never],
      })),
      { type: 'Delete_Column', columns: ['real'] },
    ]);
    expect((await snapshotOf(layerId)).snapshot_seq).toBe(0);
    const sent = await own.person.fetch(
      `/maps/layers/${layerId}/arrow?${new URLSearchParams({ ...own.query, edits: 'beside' })}`,
    );
    expect(await sent.text()).toContain('{"role":"stored"},{"role":"added"}');
    await expectSame(layerId);
    // A type that needs all stored values anew.
    await update(layerId, [{ type: 'Edit_Property', edits: [{ fid: 10, column: 'whole', value: 'a word' }] }]);
    await expectSame(layerId);
  });
});
