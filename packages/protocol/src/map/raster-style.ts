import { bandRoles, rasterDisplayModes, rasterResamplings, rasterStretches, styleZoomRange } from '@groma/model';
import { z } from 'zod';
import { isStorableText } from './feature.ts';

const storable = (most: number) => z.string().max(most).refine(isStorableText, 'This text cannot be stored.');
const zoom = z.number().min(styleZoomRange.least).max(styleZoomRange.most);
const mostBands = 4_096;
const band = z.number().int().min(1).max(mostBands);
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const cogProps = z.strictObject({
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  crs: storable(2_000).nullable(),
  nodata: storable(40).nullable(),
  bandNames: z.array(storable(200)).max(mostBands),
  colorInterpretation: z.array(storable(40)).max(mostBands + 1),
  minZoom: zoom,
  maxZoom: zoom,
  overviews: z.array(z.number()).max(64),
  hasPalette: z.boolean(),
  accuracy: z
    .object({ metres: z.number().min(0).nullable(), missingGrid: storable(200).nullable() })
    .nullable()
    .optional(),
});

const bandStats = z.strictObject({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  std: z.number(),
  sum: z.number(),
  majority: z.number(),
  minority: z.number(),
  percentile_2: z.number().optional(),
  percentile_98: z.number().optional(),
});
const mostStats = 256;

/** Stops of a palette at most: more can no longer be told apart, and they travel in each tile's address. */
const mostStops = 64;
const customPalette = z
  .strictObject({
    kind: z.enum(['linear', 'steps']),
    stops: z
      .array(
        z.strictObject({
          value: z.number(),
          color: z.string().regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i),
          name: z.string().max(255).optional(),
        }),
      )
      .min(2)
      .max(mostStops),
  })
  .refine(
    ({ stops }) => stops.every(({ value }, index) => index === 0 || value > stops[index - 1]!.value),
    'The values of a palette grow.',
  );

/** Raster style (RAS-002 to RAS-007, and what goes beyond it); what is left out stays as it was. */
const rasterStyleChange = z
  .strictObject({
    cogProps: cogProps.nullable(),
    minZoom: zoom,
    maxZoom: zoom,
    resolution: z.number().min(0).nullable(),
    stats: z
      .record(storable(40), bandStats)
      .refine((record) => Object.keys(record).length <= mostStats, 'Too many statistics.'),
    bands: z
      .array(band)
      .refine(({ length }) => length === 1 || length === 3, 'A picture is made of one band or of three.'),
    currentStatName: z.enum(rasterStretches),
    extent: box.nullable(),
    bounds: box.nullable(),
    dType: storable(40),
    allPixelsInt: z.boolean(),
    isCOG: z.boolean(),
    displayMode: z.enum(rasterDisplayModes),
    currentAlgebra: storable(40).nullable(),
    bandsInExpression: z.array(band).max(64),
    startDate: storable(40).nullable(),
    endDate: storable(40).nullable(),
    eeType: storable(100).nullable(),
    clipGeometryId: storable(100).nullable(),
    customPalette: customPalette.nullable(),
    layerType: z.enum(['GCS', 'GEE']),
    opacity: z.number().min(0).max(1),
    expression: storable(2_000).nullable(),
    reflectanceScale: z.number().positive(),
    bandRoles: z.partialRecord(z.enum(bandRoles), band),
    assumedCrs: storable(64).nullable(),
    ranges: z.array(z.tuple([z.number(), z.number()])).max(3),
    percentiles: z.tuple([z.number().min(0).max(100), z.number().min(0).max(100)]),
    deviations: z.number().min(0.1).max(10),
    colorMap: storable(64).nullable(),
    isReversed: z.boolean(),
    nodata: z
      .string()
      .regex(/^(?:nan|none|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i)
      .nullable(),
    resampling: z.enum(rasterResamplings),
    algorithm: z.literal('hillshade').nullable(),
    algorithmParams: z.strictObject({
      azimuth: z.number().min(0).max(360),
      angle_altitude: z.number().min(0).max(90),
      z_exaggeration: z.number().min(0).max(1_000),
    }),
    isInLegend: z.boolean(),
  })
  .partial();

const rasterStyle = rasterStyleChange.required();

/**
 * Raster layer data (RAS-001). The address says where the picture comes from; the style says all else, and wins over
 * what the address says of it.
 */
export const rasterDataChange = z.strictObject({
  titiler_url: z.string().max(20_000).optional(),
  style: rasterStyleChange.default({}),
});

/** What a raster layer is. */
export const rasterLayerData = z.object({
  kind: z.literal('raster'),
  titiler_url: z.string(),
  style: rasterStyle,
  /** A path below /data of the project, or an http(s) address. */
  source: z.object({ url: z.string() }),
});
export type RasterLayerData = z.output<typeof rasterLayerData>;
