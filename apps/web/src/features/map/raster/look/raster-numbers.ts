import { rasterValueQuery, stretchRange, type RasterRange, type RasterStyle } from '@groma/model';
import { raster, type RasterStatistics } from '@groma/protocol';
import { api } from '../../../../platform/api.ts';
import { findPicture } from '../../view/open-pictures.ts';
import type { RasterTarget } from './raster-target.ts';

const histogramBins = 60;

type Asked = Pick<RasterTarget, 'session' | 'url'> & { style: RasterStyle };

/**
 * Statistics of what each channel of a style shows, in their order; of what lies in the picture for the stretch by
 * view.
 * @throws GromaError
 */
export async function readNumbers({ session, url, style }: Asked, signal?: AbortSignal): Promise<RasterStatistics[]> {
  const wanted = rasterValueQuery(style);
  const bands = style.expression === null || style.displayMode === 'multi-channel' ? style.bands.map(String) : [];
  const box = style.currentStatName === 'view' ? viewOf(session.mapId) : null;
  const found = await api.call(raster.cogStatistics, {
    query: {
      project_id: session.projectId,
      url,
      ...(bands.length > 0 && { bidx: bands }),
      ...Object.fromEntries(wanted.filter(([name]) => name !== 'bidx')),
      p: style.percentiles.map(String),
      histogram_bins: histogramBins,
      ...(box && { bbox: box.join(',') }),
    },
    signal,
  });
  return bands.length > 0 ? bands.flatMap((band) => found[`b${band}`] ?? []) : Object.values(found);
}

/** The two ends of the colours of each channel. @throws GromaError */
export async function findRanges(asked: Asked): Promise<RasterRange[]> {
  return (await readNumbers(asked)).flatMap((stats) => {
    const range = stretchRange(stats, asked.style.currentStatName, asked.style);
    return range ? [range] : [];
  });
}

/** What the map shows, in degrees. */
function viewOf(mapId: string): number[] | null {
  const bounds = findPicture(mapId)?.view.map.getBounds();
  return bounds
    ? [
        Math.max(-180, bounds.getWest()),
        Math.max(-90, bounds.getSouth()),
        Math.min(180, bounds.getEast()),
        Math.min(90, bounds.getNorth()),
      ]
    : null;
}
