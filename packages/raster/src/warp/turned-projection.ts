import type { Projection } from '@groma/geo';
import type { RasterFile } from '../raster-file.ts';
import { applyAffine } from '../tiff/geo-transform.ts';

/**
 * The projection of a raster, which finds the longitudes of a geographic one by whole turns from its western edge on:
 * it may run from 0 to 360 degrees, or from 170 to 190.
 */
export function turnedProjection(
  projection: Projection,
  { transform, width, height }: Pick<RasterFile, 'transform' | 'width' | 'height'>,
): Projection {
  if (!projection.isGeographic || !transform) return projection;
  const west = Math.min(
    ...[
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ].map(([column, row]) => applyAffine(transform, column!, row!)[0]),
  );
  return {
    ...projection,
    fromDegrees: async (positions) => {
      const found = await projection.fromDegrees(positions);
      for (let at = 0; at < found.length; at += 2) found[at]! -= Math.floor((found[at]! - west) / 360) * 360;
      return found;
    },
  };
}
