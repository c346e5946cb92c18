import { newRasterStyle, type RasterBandStats, type RasterStyle } from '@groma/model';
import type { CogInfo, RasterStatistics } from './endpoints.ts';

/**
 * How a raster is drawn at first, by what the tile service says of it and of its values.
 * @throws GromaError RASTER_NO_BANDS
 */
export function firstRasterStyle(
  info: CogInfo,
  statistics: Readonly<Record<string, RasterStatistics>>,
  isCOG: boolean,
  assumedCrs: string | null = null,
): RasterStyle {
  const stats = Object.fromEntries(
    Object.entries(statistics).map(([name, each]): [string, RasterBandStats] => [
      name,
      {
        min: each.min,
        max: each.max,
        mean: each.mean,
        std: each.std,
        sum: each.sum,
        majority: each.majority,
        minority: each.minority,
        percentile_2: each.percentile_2,
        percentile_98: each.percentile_98,
      },
    ]),
  );
  const props = {
    width: info.width,
    height: info.height,
    crs: info.crs,
    nodata: info.nodata_value === null ? null : String(info.nodata_value),
    bandNames: info.band_descriptions.map(([name, described]) => described || name),
    colorInterpretation: info.colorinterp,
    minZoom: info.minzoom,
    maxZoom: info.maxzoom,
    overviews: info.overviews,
    hasPalette: info.has_palette,
    accuracy: info.accuracy && { metres: info.accuracy.metres, missingGrid: info.accuracy.missing_grid },
  };
  return { ...newRasterStyle({ props, bounds: info.bounds, dType: info.dtype, isCOG, stats }), assumedCrs };
}
