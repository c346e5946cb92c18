import { rasterValueQuery } from '@groma/model';
import type { raster, ReplyOf } from '@groma/protocol';
import { callEarly } from '../../../platform/api.ts';
import type { MapState } from '../session/map-state.ts';

/** What a raster holds at a place, by its bands; null: no data. */
export type RasterValues = readonly { name: string; value: number | null }[];

/**
 * Asks for the values of a raster at a place, in degrees, of what its style shows.
 * @throws GromaError, CallFailure, and what `signal` says.
 */
export async function readRasterValues(
  projectId: string,
  { style, source }: MapState['rasters'][string],
  [longitude, latitude]: [number, number],
  signal: AbortSignal,
): Promise<RasterValues> {
  const query = new URLSearchParams([['project_id', projectId], ['url', source.url], ...rasterValueQuery(style)]);
  const { values, band_names: names } = await callEarly<ReplyOf<typeof raster.cogPoint>>(
    `/tiles/cog/point/${longitude},${latitude}?${query}`,
    'GET',
    undefined,
    signal,
  );
  return values.map((value, index) => ({
    name: nameOf(names[index] ?? '', style.cogProps?.bandNames ?? [], style.currentAlgebra),
    value,
  }));
}

function nameOf(name: string, bandNames: readonly string[], algebra: string | null): string {
  const band = Number(/^b(\d+)$/.exec(name)?.[1]);
  return Number.isInteger(band) ? bandNames[band - 1] || name : (algebra ?? name);
}
