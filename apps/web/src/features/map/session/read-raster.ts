import type { RasterStyle } from '@groma/model';
import { firstRasterStyle, raster } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';

export interface Place {
  projectId: string;
  url: string;
  /** The system that a person has chosen for a file that names none. */ crs?: string;
}

const assumed = ({ crs }: Place) => (crs === undefined ? {} : { assumed_crs: crs });

function readInfo(place: Place, signal: AbortSignal) {
  return api.call(raster.cogInfo, {
    query: { project_id: place.projectId, url: place.url, ...assumed(place) },
    signal,
  });
}

/**
 * Checks that a raster can be read and is cloud optimised (RAS-016). One that lacks overviews is not, though the
 * standard only recommends them. @throws GromaError saying why it cannot be read.
 */
export async function validateRaster(
  place: Place,
  signal: AbortSignal,
): Promise<{ isCOG: boolean; lacksOverviews: boolean }> {
  const { projectId, url } = place;
  const [{ COG }, info] = await Promise.all([
    api.call(raster.validateCog, { query: { project_id: projectId, url }, signal }),
    readInfo(place, signal),
  ]);
  const lacks = lacksOverviews(info);
  return { isCOG: COG && !lacks, lacksOverviews: lacks };
}

/**
 * Pixels of the coarsest image in a file from which it is asked about (RAS-014): a tile of the whole takes seconds
 * then.
 */
const slowPixels = 100_000_000;

/** Whether all of a raster is only to be seen by reading very many pixels, however few bytes they are packed into. */
export function lacksOverviews({
  width,
  height,
  overviews,
}: Pick<raster.CogInfo, 'width' | 'height' | 'overviews'>): boolean {
  return (width * height) / Math.max(1, ...overviews) ** 2 >= slowPixels;
}

/**
 * Whether a coordinate system is all that a raster lacks to have a place.
 * @throws GromaError saying why it cannot be read.
 */
export async function lacksCrs(place: Place, signal: AbortSignal): Promise<boolean> {
  return (await readInfo(place, signal)).lacks_crs;
}

/** Whether a raster says itself where it lies. @throws GromaError saying why it cannot be read. */
export async function hasPlace(place: Place, signal: AbortSignal): Promise<boolean> {
  return (await readInfo(place, signal)).crs !== null;
}

/** How a raster is drawn at first, by what the tile service says of it and of its values. @throws GromaError, Error. */
export async function readRasterStyle(place: Place, isCOG: boolean, signal: AbortSignal): Promise<RasterStyle> {
  const info = await readInfo(place, signal);
  if (info.crs === null) throw new Error(t('raster.noPlace'));
  const found =
    info.count === 0
      ? {}
      : await api.call(raster.rasterStatistics, {
          query: { project_id: place.projectId },
          body: { url: place.url, ...assumed(place) },
          signal,
        });
  return firstRasterStyle(info, found, isCOG, place.crs ?? null);
}
