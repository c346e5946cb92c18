import { z } from 'zod';
import { compositeMethods } from './download-request.ts';

const bandOfFile = z.object({
  /** A path below /data, or an address with its mark for signing. */
  url: z.string(),
  /** From 0. */
  band: z.number().int().min(0),
  /** A stored value times `factor` plus `offset` is what was measured. */
  factor: z.number(),
  offset: z.number(),
  /** Left out where the file says it. */
  nodata: z.number().optional(),
});
export type BandOfFile = z.output<typeof bandOfFile>;

/** Which pixels a band of quality leaves: by its values, or by `count` of its bits from `first` on. */
const maskRule = z.object({
  bits: z.object({ first: z.number().int().min(0).max(31), count: z.number().int().min(1).max(31) }).nullable(),
  values: z.array(z.number()),
  /** Whether pixels with these values stay, or go. */
  keeps: z.boolean(),
});

const sceneOfRecipe = z.object({
  id: z.string(),
  collection: z.string().nullable(),
  time: z.string().nullable(),
  bands: z.array(bandOfFile),
  masks: z.array(z.object({ band: bandOfFile, rule: maskRule })),
});
export type SceneOfRecipe = z.output<typeof sceneOfRecipe>;

const ring = z.array(z.tuple([z.number(), z.number()]));

/** All that one image is made of: scenes by the addresses of their files, and how they become one. */
export const compositeRecipe = z.object({
  /** The newest first, which `mosaic` prefers. */
  scenes: z.array(sceneOfRecipe).min(1),
  method: z.enum(compositeMethods),
  /** Names of the bands of each scene, and what else they may be called in `expression`. */
  bands: z.array(z.object({ name: z.string(), others: z.array(z.string()) })).min(1),
  /** What each scene is worked out to first, with what that is called; null for its bands as they are. */
  maths: z.object({ name: z.string(), expression: z.string() }).nullable(),
  /** Whether values may be averaged; classes may not. */
  averages: z.boolean(),
  /** Polygons in degrees, each an outer ring with its holes. */
  area: z.array(z.array(ring)),
});
export type CompositeRecipe = z.output<typeof compositeRecipe>;

/** The pixels that a composite has: square ones in metres of a coordinate system, north up. */
export const compositeGrid = z.object({
  /** A code, `EPSG:32633`. */
  system: z.string(),
  west: z.number(),
  north: z.number(),
  pixel: z.number().positive(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
