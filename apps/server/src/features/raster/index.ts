import type { Feature, Platform } from '../../platform/platform.ts';
import { RasterPool } from './pool/raster-pool.ts';
import { tileRoutes } from './raster-routes.ts';
import { LentRasters } from './source/lent-rasters.ts';

/** The tile service: rasters of a project's files, and of addresses, as tiles and numbers. */
export function createRasterFeature(platform: Platform): Feature {
  const { config } = platform;
  const pool = new RasterPool({ memoryBytes: config.tileMemoryBytes, outboundAllowed: config.outboundAllowed });
  const lent = new LentRasters(platform);
  return {
    tileRoutes: tileRoutes(pool, lent, config.publicUrl),
    close: async () => {
      await pool.close();
      await lent.close();
    },
  };
}
