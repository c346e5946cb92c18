import {
  classMethods,
  clusterRadius,
  filterComparisons,
  heatRadius,
  hexagonMeasures,
  hexagonWidth,
  joinedName,
  longestFilterValue,
  longestJoinPrefix,
  mostCategories,
  mostClasses,
  mostConditions,
  mostFilterValues,
  mostIntensity,
  mostJoinedColumns,
  mostJoins,
  pointIcons,
  styleZoomRange,
} from '@groma/model';
import { z } from 'zod';
import { columnName, isStorableText } from './feature.ts';

const channel = z.number().min(0).max(255);
const color = z.union([z.tuple([channel, channel, channel]), z.tuple([channel, channel, channel, channel])]);
const zoom = z.number().min(styleZoomRange.least).max(styleZoomRange.most);
const storable = (most: number) => z.string().max(most).refine(isStorableText, 'This text cannot be stored.');
const colored = { column: columnName, colorMap: storable(64), isReversed: z.boolean(), other: color.nullable() };

const classes = {
  method: z.enum(classMethods),
  breaks: z
    .array(z.number())
    .min(2)
    .max(mostClasses + 1),
  colors: z.array(color).min(1).max(mostClasses),
};
const isColored = ({ breaks, colors }: { breaks: readonly number[]; colors: readonly unknown[] }) =>
  colors.length === breaks.length - 1;
const oneColorEach = 'There is one colour for each class.';
const isGrowing = ({ breaks }: { breaks: readonly number[] }) =>
  breaks.every((each, index) => index === 0 || each >= breaks[index - 1]!);
const breaksGrow = 'Breaks grow.';

const category = z.strictObject({
  value: z.union([storable(10_000), z.number(), z.boolean(), z.null()]),
  color,
  isHidden: z.boolean().optional(),
});

/** By what the features are coloured: `Symbology` of `@groma/model`. */
const symbology = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single') }),
  z.strictObject({ kind: z.literal('categorised'), ...colored, categories: z.array(category).max(mostCategories) }),
  z
    .strictObject({
      kind: z.literal('graduated'),
      ...colored,
      ...classes,
    })
    .refine(isColored, oneColorEach)
    .refine(isGrowing, breaksGrow),
]);

const labels = z.strictObject({
  text: storable(10_000),
  size: z.number().min(6).max(72),
  color,
  haloColor: color,
  haloWidth: z.number().min(0).max(10),
  withCollisions: z.boolean(),
  minZoom: zoom,
  followsBaseMap: z.boolean().optional(),
});

const filterText = storable(longestFilterValue);

/** Which features are shown: `LayerFilter` of `@groma/model`. */
const filterCondition = z.discriminatedUnion('operator', [
  z.strictObject({
    column: columnName,
    operator: z.enum(filterComparisons),
    value: z.union([filterText, z.number(), z.boolean()]),
  }),
  z.strictObject({ column: columnName, operator: z.enum(['isNull', 'isNotNull']) }),
  z.strictObject({
    column: columnName,
    operator: z.literal('oneOf'),
    values: z
      .array(z.union([filterText, z.number(), z.boolean(), z.null()]))
      .min(1)
      .max(mostFilterValues)
      .readonly(),
  }),
]);
export const layerFilter = z.array(filterCondition).max(mostConditions).readonly();

/** What a layer shows of another: `LayerJoin` of `@groma/model`. */
const layerJoin = z.strictObject({
  layerId: z.string().min(1).max(64),
  column: columnName,
  otherColumn: columnName,
  columns: z.array(columnName).min(1).max(mostJoinedColumns).readonly(),
  prefix: storable(longestJoinPrefix),
});
const layerJoins = z
  .array(layerJoin)
  .max(mostJoins)
  .refine((joins) => {
    const names = joins.flatMap((join) => join.columns.map((name) => joinedName(join, name)));
    return new Set(names).size === names.length && names.every((name) => columnName.safeParse(name).success);
  }, 'Joined columns have names of their own.')
  .readonly();

const pixels = z.number().min(0.5).max(100);

/** By what points are sized: `PointSize` of `@groma/model`. */
const pointSize = z
  .strictObject({ column: columnName, mostValue: z.number().positive(), leastRadius: pixels, mostRadius: pixels })
  .refine(({ leastRadius, mostRadius }) => leastRadius <= mostRadius, 'The least radius is not above the largest.');

/** As what points are drawn: `PointDrawing` of `@groma/model`. */
const pointDrawing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('points') }),
  z.strictObject({ kind: z.literal('clusters'), radius: z.number().min(clusterRadius.least).max(clusterRadius.most) }),
  z.strictObject({
    kind: z.literal('heat'),
    radius: z.number().min(heatRadius.least).max(heatRadius.most),
    intensity: z.number().positive().max(mostIntensity),
    weight: columnName.nullable(),
    colorMap: storable(64),
    isReversed: z.boolean(),
  }),
  z
    .strictObject({
      kind: z.literal('hexagons'),
      width: z.number().min(hexagonWidth.least).max(hexagonWidth.most),
      measure: z.enum(hexagonMeasures),
      column: columnName.nullable(),
      colorMap: storable(64),
      isReversed: z.boolean(),
      ...classes,
    })
    .refine(isColored, oneColorEach)
    .refine(isGrowing, breaksGrow)
    .refine(({ measure, column }) => (measure === 'count') === (column === null), 'A mean and a sum are of a column.'),
]);

/** Vector style (VEC-003, and what goes beyond it); what is left out stays as it was. */
export const vectorStyleChange = z
  .strictObject({
    fillColor: color,
    lineColor: color,
    lineWidth: z.number().min(0).max(1_000_000),
    lineWidthUnits: z.enum(['meters', 'pixels']),
    iconColor: color,
    opacity: z.number().min(0).max(1),
    minZoom: zoom,
    maxZoom: zoom,
    pointRadius: pixels,
    pointIcon: z.enum(pointIcons),
    pointSize: pointSize.nullable(),
    pointDrawing,
    symbology,
    labels: labels.nullable(),
    isInLegend: z.boolean(),
    filter: layerFilter,
    joins: layerJoins,
  })
  .partial();

export const vectorStyle = vectorStyleChange.required();
