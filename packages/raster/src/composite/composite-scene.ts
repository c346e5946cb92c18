import type { Projection } from '@groma/geo';
import type { RasterFile } from '../raster-file.ts';
import type { MaskRule } from './mask-rule.ts';

/** A band of a file, and what its values mean. */
export interface PlacedBand {
  file: RasterFile;
  /** From 0. */
  band: number;
  /** Two bands with the same text lie in the same coordinate system. */
  system: string;
  projection: Pick<Projection, 'fromDegrees'>;
  /** A stored value times `factor` plus `offset` is what was measured. */
  factor: number;
  offset: number;
  /** In place of what the file says: no value, or null where every value counts. */
  nodata?: number | null;
}

/** One picture of the Earth, of files that need not cover one place in one system. */
export interface CompositeScene {
  bands: readonly PlacedBand[];
  /** What spoils its pixels. */
  masks: readonly { readonly band: PlacedBand; readonly rule: MaskRule }[];
}
