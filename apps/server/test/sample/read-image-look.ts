import { join } from 'node:path';
import type { RasterStyle } from '@groma/model';
import { firstRasterStyle, type raster } from '@groma/protocol';
import { RasterPool } from '../../src/features/raster/pool/raster-pool.ts';
import { plainStatistics } from '../../src/features/raster/raster-routes.ts';

export const imagePath = join(import.meta.dirname, '../../src/sample/data/olinda-landsat-7.tif');

/** How the product draws a new layer of the image of the sample: what reading the file tells. */
export async function readImageLook(): Promise<RasterStyle> {
  const pool = new RasterPool({ memoryBytes: 64 * 1024 * 1024, outboundAllowed: [], threads: 1 });
  const { signal } = new AbortController();
  const source = { path: imagePath, version: null, id: imagePath, name: 'olinda-landsat-7.tif' };
  try {
    const info = await pool.run<raster.CogInfo>({ kind: 'info', source }, signal);
    return firstRasterStyle(info, await pool.run(plainStatistics(source), signal), true);
  } finally {
    await pool.close();
  }
}
