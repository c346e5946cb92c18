import { z } from 'zod';
import { rasterResamplings } from '../map/raster-style.ts';

/** Ways to pack rasters without loss. */
export const rasterCompressions = ['deflate', 'zstd', 'lzw', 'none'] as const;

/**
 * How a raster is written, and how features are drawn as one; what is left out is as it always was. Lengths are in the
 * unit of the coordinate system.
 */
export const conversionOptions = z
  .strictObject({
    compression: z.enum(rasterCompressions),
    /** The value that stands for nothing. */
    nodata: z.number(),
    /** How pixels of another size, and overviews, are worked out. */
    resampling: z.enum(rasterResamplings),
    /** Whether a COG has overviews. */
    overviews: z.boolean(),
    /** The side of a pixel. */
    resolution: z.number().positive(),
    /** Of features: the column whose numbers are drawn. */
    attribute: z.string().min(1).max(200),
    /** Of features: west, south, east, north of the raster. */
    extent: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .refine(([west, south, east, north]) => west < east && south < north, 'must be west, south, east, north'),
  })
  .partial();
export type ConversionOptions = z.output<typeof conversionOptions>;

/** A text of four numbers as an extent; null where it is none. */
export function extentIn(text: string): NonNullable<ConversionOptions['extent']> | null {
  const read = conversionOptions.shape.extent.safeParse(
    text.split(',').map((word) => (word.trim() === '' ? NaN : Number(word))),
  );
  return read.success ? (read.data ?? null) : null;
}
