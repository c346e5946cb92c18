import { rasterTileUrl, type RasterStyle } from '@groma/model';
import { firstRasterStyle, type raster } from '@groma/protocol';
import type { RasterPool } from '../pool/raster-pool.ts';
import { plainStatistics } from '../raster-routes.ts';
import { readLookWish, readValueWish } from '../request/read-wish.ts';
import { readTileQuery } from '../request/tile-query.ts';
import { keptSource } from './image-service.ts';

/** An image that is only looked at, and where. */
export interface WantedView {
  file: string;
  /** West, south, east and north in degrees. */
  box: readonly [number, number, number, number];
  /** Pixels of the longer side. */
  longest: number;
  /** What is drawn otherwise than an image is at first. */
  look: Partial<RasterStyle>;
}

/** Draws an image as a map would at first, as a PNG in web Mercator. @throws GromaError FILE_UNREADABLE */
export async function drawView(
  pool: RasterPool,
  { file, box, longest, look }: WantedView,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const source = keptSource(file);
  const info = await pool.run<raster.CogInfo>({ kind: 'info', source }, signal);
  const statistics = info.count === 0 ? {} : await pool.run<never>(plainStatistics(source), signal);
  const style = { ...firstRasterStyle(info, statistics, true), ...look };
  const address = rasterTileUrl({ projectId: '', url: file }, style);
  const query = readTileQuery(address.slice(address.indexOf('?') + 1));
  const [west, south, east, north] = box;
  return pool.run<Uint8Array>(
    {
      kind: 'picture',
      source,
      values: readValueWish(query),
      look: readLookWish(query),
      place: { kind: 'box', west, south, east, north, longest },
      format: 'png',
    },
    signal,
  );
}
