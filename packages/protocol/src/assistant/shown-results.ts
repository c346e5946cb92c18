import { chartAggregates, chartOperators, chartTypes } from '@groma/model';
import { z } from 'zod';

/** A bar, a point or a piece, as `ChartDatum`. */
const datum = z.object({
  label: z.union([z.string(), z.number()]).nullable(),
  to: z.number().optional(),
  value: z.number(),
  count: z.number().int(),
  others: z.number().int().optional(),
});

/** A chart in an answer of the assistant, or of a table, with the values it was drawn from. */
export const shownChart = z.object({
  chart: z.object({
    title: z.string(),
    type: z.enum(chartTypes),
    xCol: z.string(),
    yCol: z.string(),
    aggregate: z.enum(chartAggregates),
    filters: z.array(
      z.object({ column: z.string(), operator: z.enum(chartOperators), value: z.union([z.string(), z.number()]) }),
    ),
  }),
  data: z.array(datum),
  /** Rows that are in it, and those that the filters keep and that have no value for it. */
  features: z.number().int(),
  leftOut: z.number().int(),
  /** What is counted, where that is no features. */
  counted: z.literal('rows').optional(),
});
export type ShownChart = z.output<typeof shownChart>;

const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A small map in an answer: a layer as it is, or what a query has given. Degrees, longitude first. */
export const shownMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('layer'), title: z.string(), map: z.string(), layer: z.string(), bounds }),
  z.object({
    kind: z.literal('features'),
    title: z.string(),
    /** The query and its column of geometries, so that all of the result can become a layer. */
    sql: z.string(),
    column: z.string(),
    geometries: z.array(z.object({ type: z.string(), coordinates: z.array(z.unknown()) })),
    /** How many features the query has given; more than `geometries` where there are too many to be drawn. */
    features: z.number().int(),
    bounds,
  }),
]);
export type ShownMap = z.output<typeof shownMap>;
