import type { Feature, Platform } from '../../platform/platform.ts';
import { RasterPool } from './pool/raster-pool.ts';
import { tileRoutes } from './raster-routes.ts';
import { KnownAddresses } from './source/known-addresses.ts';
import { LentRasters } from './source/lent-rasters.ts';
import { RasterSources } from './source/raster-sources.ts';

/** The tile service: rasters of a project's files, and of addresses, as tiles and numbers. */
export function createRasterFeature(platform: Platform): Feature {
  const { config } = platform;
  const pool = new RasterPool({ memoryBytes: config.tileMemoryBytes, outboundAllowed: config.outboundAllowed });
  const lent = new LentRasters(platform);
  return {
    tileRoutes: tileRoutes(pool, new RasterSources(lent, new KnownAddresses(platform.outbound), config.publicUrl)),
    warmUp: () => { if (config.services.has('tiles')) pool.warmUp(); },
    close: async () => {
      await pool.close();
      await lent.close();
    },
  };
}
