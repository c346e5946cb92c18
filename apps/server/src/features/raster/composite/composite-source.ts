import type { CompositeGrid, MaskRule } from '@groma/raster';
import type { CompositeRecipe } from '@groma/model';
import type { RasterSource } from '../pool/raster-task.ts';

/** A band of one of the files, and what its values mean. */
export interface PlaceOfBand {
  /** Among the files of the source. */
  file: number;
  band: number;
  factor: number;
  offset: number;
  nodata?: number | undefined;
}

/** A composite as threads work on it: a recipe whose files can be opened, and its pixels. */
export interface CompositeSource {
  files: RasterSource[];
  scenes: { bands: PlaceOfBand[]; masks: { band: PlaceOfBand; rule: MaskRule }[] }[];
  method: CompositeRecipe['method'];
  bands: CompositeRecipe['bands'];
  maths: CompositeRecipe['maths'];
  averages: boolean;
  /** Polygons, each of rings, in units of the system of the grid. */
  clip: Float64Array[][];
  /** The same in web Mercator, where it is drawn in tiles. */
  mercatorClip: Float64Array[][];
  grid: CompositeGrid;
}

/** What the bands of a composite are called. */
export function namesOfComposite({ bands, maths }: Pick<CompositeSource, 'bands' | 'maths'>): string[] {
  return maths ? [maths.name] : bands.map(({ name }) => name);
}
