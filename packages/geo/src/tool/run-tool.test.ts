import { GromaError, TOOLS, findTool, parameterSchema } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { layerOf, runOn, stars } from '../../test/tool-cases.ts';
import type { SimpleGeometry } from '../geometry.ts';
import { buildSnapshot } from '../snapshot/snapshot-builder.ts';
import { readBatchesSync } from '../snapshot/snapshot-reader.ts';
import { runTool } from './run-tool.ts';
import { packFeatures, snapshotTable, toolFeatures } from './tool-table.ts';
import { ToolCanceled } from './tool-work.ts';

const nasty: Record<'point' | 'line' | 'polygon', SimpleGeometry[]> = {
  point: [
    { type: 'Point', coordinates: [0, 0] },
    { type: 'Point', coordinates: [0, 0, 5] },
    {
      type: 'MultiPoint',
      coordinates: [
        [180, 10],
        [-180, 10],
      ],
    },
    { type: 'Point', coordinates: [1, 1] },
  ],
  line: [
    {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [1, 1],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [0, 0, 1],
        [1, 1, 2],
        [0, 1, 3],
        [1, 0, 4],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [2, 0],
        ],
        [
          [0, 0],
          [2, 0],
        ],
      ],
    },
  ],
  polygon: [
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [2, 2],
          [3, 3],
          [2, 2],
          [2, 2],
        ],
      ],
    },
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [5, 5],
            [6, 5],
            [6, 6],
            [5, 6],
            [5, 5],
          ],
          [
            [5, 5],
            [6, 5],
            [6, 6],
            [5, 5],
          ],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ],
    },
  ],
};

/** What each tool needs beyond its defaults. */
const needed: Record<string, Record<string, unknown>> = {
  dissolve_by_attribute: { attribute: 'a' },
  attribute_join: { column: 'a', other_column: 'a' },
  select_by_expression: { expression: '$a = 1' },
  field_calculator: { column_name: 'b', expression: '$a + 1' },
};

async function gather<Item>(items: AsyncIterable<Item> | Iterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('runTool', () => {
  it.each(TOOLS.filter(({ engine }) => engine !== 'images').map(({ id }) => id))(
    'survives what is empty, invalid or has no extent: %s',
    async (id) => {
      const [{ kinds, count }] = findTool(id)!.inputs as [(typeof TOOLS)[number]['inputs'][number]];
      const wanted = kinds === 'any' ? (['point', 'line', 'polygon'] as const) : kinds;
      const shapes = [...wanted.flatMap((kind) => nasty[kind]), null].slice(0, count === 2 ? 2 : undefined);
      const layer = layerOf(
        shapes,
        shapes.map((_, at) => ({ a: at % 2 })),
      );
      const run = runOn(id, layer, needed[id], layer).catch((error: unknown) => error);
      const found = await run;
      expect(found instanceof Error && !(found instanceof GromaError) ? found : null).toBeNull();
    },
  );

  it('stops when it is canceled, and tells how far it is', async () => {
    const layer = layerOf(stars(3000, 1, [0, 0, 20, 20], 0.1));
    const told: number[] = [];
    let asked = 0;
    const table = packFeatures([], () => layer, layer.length);
    const context = {
      progress: (part: number) => told.push(part),
      isCanceled: () => ++asked > 2,
      warn: () => undefined,
    };
    const result = await runTool(
      'buffer',
      { features: table },
      parameterSchema(findTool('buffer')!).parse({}),
      context,
    );
    await expect(gather(result.batches())).rejects.toThrow(ToolCanceled);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.every((part) => part < 1)).toBe(true);
  });

  it('takes the batches of a snapshot as they are, with their columns and heights', async () => {
    const line: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0, 7],
        [2, 0, 9],
      ],
    };
    const { manifest, files } = buildSnapshot(layerOf([line], [{ name: 'a', n: 3 }]));
    const part = manifest.parts[0]!;
    const bytes = files.get(part.file)!;
    const table = snapshotTable(manifest.columns, manifest.featureCount, () => readBatchesSync(part, bytes));
    const context = { progress: () => undefined, isCanceled: () => false, warn: () => undefined };
    const points = await gather(toolFeatures(await runTool('to_points', { features: table }, {}, context)));
    expect(points.map(({ geometry, properties }) => [geometry, properties])).toEqual([
      [
        { type: 'Point', coordinates: [0, 0, 7] },
        { name: 'a', n: 3 },
      ],
      [
        { type: 'Point', coordinates: [2, 0, 9] },
        { name: 'a', n: 3 },
      ],
    ]);
  });
});
