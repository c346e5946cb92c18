import { keysOfCode, tiledTiff, type TiledTiff } from '@groma/raster';
import type { CompositeSource } from '../pool/raster-task.ts';
import { namesOfComposite } from './names-of-composite.ts';
import { tileSide, type CompositeFile } from './composite-task.ts';

/** The file of a composite, before any of its tiles is made. */
export function layOut(
  { grid, ...source }: Pick<CompositeSource, 'grid' | 'bands' | 'maths'>,
  { type, nodata }: Pick<CompositeFile, 'type' | 'nodata'>,
): TiledTiff {
  return tiledTiff({
    width: grid.width,
    height: grid.height,
    tile: tileSide,
    type,
    nodata,
    bandNames: namesOfComposite(source),
    transform: { a: grid.pixel, b: 0, c: grid.west, d: 0, e: -grid.pixel, f: grid.north },
    keys: keysOfCode(Number(grid.system.slice('EPSG:'.length))),
  });
}
