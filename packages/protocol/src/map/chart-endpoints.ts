import {
  alsoPublished,
  chartAggregates,
  chartOperators,
  chartTypes,
  longestTitle,
  ofResource,
  type ProjectAction,
} from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isStorableText } from './feature.ts';

const inMap = (action: ProjectAction) => ofResource('map', action, { in: 'query', name: 'map_id' });
const mapQuery = z.object({ map_id: z.string(), project_id: z.string(), tenant_id: z.string().optional() });
const columnName = z.string().min(1).max(1_000).refine(isStorableText);

const chartFilter = z.object({
  id: z.string().max(64),
  column: columnName,
  operator: z.enum(chartOperators),
  value: z.union([z.string().max(10_000).refine(isStorableText), z.number()]),
});

/** A chart as it is kept (VEC-033). */
const chartContent = z.object({
  xCol: columnName,
  yCol: columnName,
  type: z.enum(chartTypes),
  filters: z.array(chartFilter).max(50),
  clipLayerId: z.uuid().lowercase().nullable(),
  title: z.string().max(longestTitle).refine(isStorableText),
  aggregate: z.enum(chartAggregates).default('sum'),
});
const proposedFilter = chartFilter
  .omit({ id: true })
  .extend({ value: z.union([chartFilter.shape.value, z.boolean()]) });

/**
 * What the assistant's function `create_chart` is called with: a chart without ids that may leave out what has a
 * default.
 */
export const proposedChart = chartContent.extend({
  filters: z.array(proposedFilter).max(50).default([]),
  clipLayerId: chartContent.shape.clipLayerId.default(null),
  title: z
    .string()
    .overwrite((text) => text.trim().slice(0, longestTitle))
    .default(''),
});

/** The JSON Schema of `proposedChart` for a map whose columns and other layers are known. */
export function proposedChartOf(names: {
  columns: readonly string[];
  numeric: readonly string[];
  layers: readonly string[];
}): Record<string, unknown> {
  const [column, numeric, layer] = [names.columns, names.numeric, names.layers].map((each) =>
    each.length > 0 ? z.enum(each) : z.string(),
  );
  const schema = proposedChart.extend({
    xCol: column!,
    yCol: numeric!,
    title: z.string().describe('At most eight words, in the language of the wish.'),
    clipLayerId: layer!.optional().describe('Only features that intersect this layer.'),
    filters: z
      .array(proposedFilter.extend({ column: column! }))
      .optional()
      .describe('Columns that are not numeric take eq alone.'),
  });
  const { $schema: _, ...parameters } = z.toJSONSchema(
    names.layers.length > 0 ? schema : schema.omit({ clipLayerId: true }),
    { io: 'input' },
  );
  return parameters;
}

const keptChart = chartContent.extend({ id: z.string(), layer_id: z.string() });
export type ChartReply = z.output<typeof keptChart>;

export const listCharts = defineEndpoint({
  id: 'listCharts',
  method: 'GET',
  path: '/maps/charts',
  summary: 'Charts of the layers of a map, oldest first.',
  policy: alsoPublished(inMap('read')),
  query: mapQuery,
  reply: z.object({ data: z.array(keptChart) }),
});

export const createChart = defineEndpoint({
  id: 'createChart',
  method: 'POST',
  path: '/maps/charts',
  summary: 'Keep a chart of a layer, for all who see the map.',
  policy: inMap('update'),
  query: mapQuery,
  body: chartContent.extend({ layer_id: z.uuid().lowercase() }),
  reply: z.object({ data: keptChart }),
});

export const deleteChart = defineEndpoint({
  id: 'deleteChart',
  method: 'DELETE',
  path: '/maps/charts/:chartId',
  summary: 'Remove a chart, for all.',
  policy: inMap('update'),
  params: z.object({ chartId: z.string() }),
  query: mapQuery,
  reply: z.object({ status: z.string() }),
});
