import { alsoPublished, inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Layers live in a project, so what they are drawn from is asked for in its name. */
const ownPolicy = inProject('read-on-open', 'file', { in: 'query', name: 'project_id' });
/** What maps of publications are drawn with; the rest prepares layers, which nobody does there. */
const policy = alsoPublished(ownPolicy);
const many = z.union([z.string(), z.array(z.string())]).transform((value) => (Array.isArray(value) ? value : [value]));
/** Bands, ranges or percentiles that one call takes. */
const mostBands = 64;
const numbers = (each: z.ZodNumber) => many.transform((list) => list.map(Number)).pipe(z.array(each).max(mostBands));
const source = {
  project_id: z.string(),
  url: z.string().min(1).max(12_000),
  /**
   * A code such as `EPSG:32633`, for a file that names no coordinate system that is known; a file that does is not
   * asked.
   */
  assumed_crs: z.string().max(64).optional(),
};

export const rasterResamplings = ['nearest', 'bilinear', 'cubic', 'average', 'mode'] as const;
export const rasterAlgorithms = ['hillshade'] as const;

/** Which values are taken: bands from 1, or expressions over them (`b1 / b2`, several by `;`). */
const values = {
  bidx: numbers(z.number().int().min(1).max(4_096)).optional(),
  expression: z.string().max(4_000).optional(),
  nodata: z.string().max(40).optional(),
  unscale: z.stringbool().default(false),
  resampling: z.enum(rasterResamplings).default('nearest'),
};

/** How values become colours. */
const looks = {
  rescale: many.pipe(z.array(z.string().max(200)).max(mostBands)).optional(),
  colormap: z.string().max(60_000).optional(),
  colormap_name: z.string().max(60).optional(),
  algorithm: z.enum(rasterAlgorithms).optional(),
  algorithm_params: z.string().max(2_000).optional(),
  buffer: z.coerce.number().min(0).max(64).default(0),
  return_mask: z.stringbool().default(true),
};
const picture = z.object({ ...source, ...values, ...looks });
const size = {
  width: z.coerce.number().int().min(1).max(4_096).optional(),
  height: z.coerce.number().int().min(1).max(4_096).optional(),
  max_size: z.coerce.number().int().min(1).max(4_096).default(1_024),
};

export const validateCog = defineEndpoint({
  id: 'validateCog',
  method: 'GET',
  path: '/tiles/cog/validate',
  summary: 'Whether a file is a valid Cloud Optimized GeoTIFF, and what keeps it from being one.',
  policy: ownPolicy,
  query: z.object(source),
  reply: z.object({ COG: z.boolean(), errors: z.array(z.string()), warnings: z.array(z.string()) }),
});

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/**
 * Where positions could be brought to WGS 84 more accurately: about how far off they may be (null: nobody knows), and
 * the grid that is not installed.
 */
const accuracy = z.object({ metres: z.number().nullable(), missing_grid: z.string().nullable() }).nullable();

export const cogInfo = defineEndpoint({
  id: 'readCogInfo',
  method: 'GET',
  path: '/tiles/cog/info',
  summary:
    'What is known of a raster without reading its pixels. `bounds` are west, south, east, north in degrees; east is beyond 180 where the raster crosses the antimeridian. `crs` is null where the file names no coordinate system that is known; it has no `bounds` then, and `lacks_crs` says whether a system is all that it lacks.',
  policy,
  query: z.object(source),
  reply: z.object({
    bounds: box.nullable(),
    crs: z.string().nullable(),
    lacks_crs: z.boolean(),
    accuracy,
    minzoom: z.number(),
    maxzoom: z.number(),
    band_metadata: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])),
    band_descriptions: z.array(z.tuple([z.string(), z.string()])),
    dtype: z.string(),
    nodata_type: z.enum(['Nodata', 'Mask', 'Alpha', 'Internal', 'None']),
    nodata_value: z.union([z.number(), z.string()]).nullable(),
    colorinterp: z.array(z.string()),
    scales: z.array(z.number()),
    offsets: z.array(z.number()),
    driver: z.string(),
    count: z.number(),
    width: z.number(),
    height: z.number(),
    overviews: z.array(z.number()),
    has_palette: z.boolean(),
  }),
});
export type CogInfo = z.output<typeof cogInfo.reply>;

const statistics = z
  .object({
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    count: z.number(),
    sum: z.number(),
    std: z.number(),
    median: z.number(),
    majority: z.number(),
    minority: z.number(),
    unique: z.number(),
    histogram: z.tuple([z.array(z.number()), z.array(z.number())]),
    valid_percent: z.number(),
    masked_pixels: z.number(),
    valid_pixels: z.number(),
    percentile_2: z.number().optional(),
    percentile_98: z.number().optional(),
  })
  .catchall(z.unknown());
export type RasterStatistics = z.output<typeof statistics>;

export const cogStatistics = defineEndpoint({
  id: 'readCogStatistics',
  method: 'GET',
  path: '/tiles/cog/statistics',
  summary:
    'Statistics of bands or expressions over the raster, thinned to `max_size` pixels on a side; with `bbox` (west,south,east,north in degrees) over what lies in it.',
  policy: ownPolicy,
  query: z.object({
    ...source,
    ...values,
    max_size: size.max_size,
    p: numbers(z.number().min(0).max(100)).optional(),
    histogram_bins: z.coerce.number().int().min(1).max(1_000).default(10),
    histogram_range: z.string().max(100).optional(),
    bbox: z.string().max(200).optional(),
  }),
  reply: z.record(z.string(), statistics),
});

export const rasterStatistics = defineEndpoint({
  id: 'readRasterStatistics',
  method: 'POST',
  path: '/api/raster/statistics',
  summary: 'Per band of a raster: least, greatest, sum, and the values that occur most and least.',
  policy: ownPolicy,
  query: z.object({ project_id: z.string() }),
  body: z.object({ url: source.url, assumed_crs: source.assumed_crs }),
  reply: z.record(z.string(), statistics),
});

export const cogPoint = defineEndpoint({
  id: 'readCogPoint',
  method: 'GET',
  path: '/tiles/cog/point/:place',
  summary: 'Values at `{lon},{lat}` in degrees; null where there is no data.',
  policy,
  params: z.object({ place: z.string() }),
  query: z.object({ ...source, ...values }),
  reply: z.object({
    coordinates: z.tuple([z.number(), z.number()]),
    values: z.array(z.number().nullable()),
    band_names: z.array(z.string()),
  }),
});

const aPicture = { replyType: 'image/*' } as const;

export const cogTile = defineEndpoint({
  id: 'readCogTile',
  method: 'GET',
  path: '/tiles/cog/tiles/WebMercatorQuad/:z/:x/:y',
  summary: 'A tile of 256 pixels as `{y}.png`, `.jpeg` or `.webp`; `{y}@2x.png` is twice as fine.',
  params: z.object({ z: z.coerce.number(), x: z.coerce.number(), y: z.string().max(40) }),
  query: picture,
  ...aPicture,
  policy,
});

export const cogPreview = defineEndpoint({
  id: 'readCogPreview',
  method: 'GET',
  path: '/tiles/cog/preview.:format',
  summary: 'The whole raster in its own system, thinned to `max_size` pixels on a side, or at `width` and `height`.',
  params: z.object({ format: z.string().max(10) }),
  query: picture.extend(size),
  ...aPicture,
  policy: ownPolicy,
});

export const cogBox = defineEndpoint({
  id: 'readCogBox',
  method: 'GET',
  path: '/tiles/cog/bbox/:box',
  summary:
    'A part as `{west},{south},{east},{north}.png` in degrees, in web Mercator, thinned to `max_size` or at `width` and `height`.',
  params: z.object({ box: z.string().max(200) }),
  query: picture.extend(size),
  ...aPicture,
  policy: ownPolicy,
});

export const cogTileJson = defineEndpoint({
  id: 'readCogTileJson',
  method: 'GET',
  path: '/tiles/cog/WebMercatorQuad/tilejson.json',
  summary: 'TileJSON 3.0 of a raster, with the parameters it was asked with.',
  policy,
  query: z.looseObject(source),
  reply: z.object({
    tilejson: z.string(),
    name: z.string(),
    version: z.string(),
    scheme: z.string(),
    tiles: z.array(z.string()),
    minzoom: z.number(),
    maxzoom: z.number(),
    bounds: box,
    center: z.tuple([z.number(), z.number(), z.number()]),
  }),
});
