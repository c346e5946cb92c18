import { z } from 'zod';
import { bandRoles } from '../map/raster-style.ts';

/** What data sets are filtered by (SAT-008). */
export const datasetTags = [
  'Landsat',
  'Aquatic',
  'Land Cover',
  'Sentinel',
  'Forest',
  'Agriculture',
  'Urban',
  'Climate',
  'Vegetation',
] as const;
export type DatasetTag = (typeof datasetTags)[number];

export const datasetTypes = ['raw', 'processed'] as const;

/** Public STAC services that every project can search, by their ids. */
export const knownSources = ['earth-search', 'planetary-computer', 'copernicus', 'usgs'] as const;
export type KnownSourceId = (typeof knownSources)[number];

/** Metres of a pixel that data sets and requests have (SAT-010). */
export const datasetScale = { least: 0.08, most: 5_566 } as const;

/** How a band is worked into what is shown (SAT-003). */
const visualRecipes = ['single', 'colour', 'classes'] as const;

/** A year, a month or a day. */
const date = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/);
const name = z.string().min(1).max(60);
const link = z.url({ protocol: /^https$/ });

const datasetBand = z.strictObject({
  /** As the provider names it. */
  name,
  /** What it holds, where the name does not say it. */
  title: z.string().min(1).max(120).optional(),
  /** The part of the spectrum that indices ask for. */
  role: z.enum(bandRoles).optional(),
  /** Nanometres, of the middle. */
  wavelength: z.number().min(100).max(20_000).optional(),
  /** Metres of a pixel, where it is not that of the data set. */
  scale: z.number().positive().optional(),
  /** A stored value times `factor` plus `offset` is a value in `unit`. */
  factor: z.number().optional(),
  offset: z.number().optional(),
  nodata: z.number().optional(),
  unit: z.string().min(1).max(30).optional(),
});

/** What spoils a pixel, and how a band says so: by a bit, or by values. */
const datasetMask = z.strictObject({
  band: name,
  means: z.enum(['cloud', 'shadow', 'snow', 'cirrus', 'fill']),
  bit: z.number().int().min(0).max(31).optional(),
  values: z.array(z.number()).min(1).optional(),
});

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** How a band is coloured. `bands` are the three of a picture in colour. */
const bandLook = z.strictObject({
  min: z.number(),
  max: z.number(),
  palette: z.array(colour).min(2).optional(),
  gamma: z.number().positive().optional(),
  opacity: z.number().min(0).max(1).optional(),
  bands: z.array(name).length(3).optional(),
});

const datasetVisual = z.strictObject({
  /** Degrees. */
  bounds: z.strictObject({
    west: z.number().min(-180).max(180),
    south: z.number().min(-90).max(90),
    east: z.number().min(-180).max(180),
    north: z.number().min(-90).max(90),
  }),
  recipe: z.enum(visualRecipes),
  /** The one of `looks` that is shown at first. */
  band: name,
  looks: z.record(name, bandLook),
});

/**
 * Where it can be had: a collection of a STAC service, with the assets that hold its bands, or an asset of Earth
 * Engine.
 */
const datasetAccess = z.union([
  z.strictObject({
    stac: z.enum(knownSources),
    collection: name,
    /** Keys of assets by names of bands, where they differ. */
    assets: z.record(name, name).optional(),
  }),
  z.strictObject({ earthEngine: z.string().min(1).max(120) }),
]);

/** An entry of the catalogue of data sets (SAT-002, SAT-003). */
export const datasetSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string().min(1).max(120),
  provider: z.string().min(1).max(120),
  tags: z.array(z.enum(datasetTags)),
  type: z.enum(datasetTypes),
  /** Metres of a pixel; left out for data without pixels and for grids coarser than requests can ask for. */
  scale: z.number().min(datasetScale.least).max(datasetScale.most).optional(),
  /** Metres of a pixel of a coarser grid, about. */
  coarseScale: z.number().gt(datasetScale.most).optional(),
  visualization: z.boolean(),
  download: z.boolean(),
  /** `to` is null while it goes on. */
  dates: z.strictObject({ from: date, to: date.nullable() }),
  /** Days until the same place is seen again, or the next value follows. */
  revisitDays: z.number().positive().optional(),
  licence: z.strictObject({ name: z.string().min(1).max(120), link: link.optional() }),
  link,
  description: z.string().min(20).max(600),
  bands: z.array(datasetBand).min(1),
  masks: z.array(datasetMask).optional(),
  /** What a scene says its cloud cover in percent by. */
  cloudProperty: z.string().min(1).max(60).optional(),
  visual: datasetVisual.optional(),
  access: z.array(datasetAccess),
});
export type Dataset = z.output<typeof datasetSchema>;
export type DatasetBand = z.output<typeof datasetBand>;
