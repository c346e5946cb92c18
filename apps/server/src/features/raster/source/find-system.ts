import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Projection } from '@groma/geo';
import { geoKeyFile, RasterError, type RasterCrs } from '@groma/raster';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import { findGdal, GdalMissing, GdalSandbox } from '../../../platform/gdal/gdal-sandbox.ts';
import { codeOfWkt } from '../../../platform/gdal/wkt.ts';

/** A coordinate system that a raster is in: its code or WKT, and the way between it and degrees. */
export interface RasterSystem {
  definition: string;
  projection: Projection;
}

/** How long GDAL may take to read a file of one pixel. */
const readMs = 10_000;
const mostKnown = 200;

const known = new Map<string, Promise<RasterSystem | null>>();

/**
 * The coordinate system that the keys of a raster mean: by its code, else as GDAL understands the keys (parameters,
 * names and WKT of ESRI in them). Null where it is not known, or not of the earth.
 * @throws RasterError NO_PLACE where GDAL is needed and not installed
 */
export function findSystem(crs: RasterCrs): Promise<RasterSystem | null> {
  const name = crs.epsg === null ? JSON.stringify(crs.keys) : String(crs.epsg);
  const found = known.get(name) ?? readSystem(crs);
  if (known.size >= mostKnown) known.clear();
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

async function readSystem({ epsg, keys }: RasterCrs): Promise<RasterSystem | null> {
  try {
    const byCode = epsg === null ? null : await systemBy(`EPSG:${epsg}`);
    if (byCode) return byCode;
    const wkt = await wktOf(geoKeyFile(keys));
    if (wkt === '') return null;
    const code = codeOfWkt(wkt);
    return (code === null ? null : await systemBy(code)) ?? (await systemBy(wkt));
  } catch (error) {
    if (error instanceof GdalMissing)
      throw new RasterError(
        'NO_PLACE',
        'Its coordinate system needs GDAL, which is not installed on the server (apt-get install gdal-bin).',
        { cause: error },
      );
    throw error;
  }
}

/** A system by its code or WKT; null for one that nobody knows, or that is not of the earth. @throws GdalMissing */
export async function systemBy(definition: string): Promise<RasterSystem | null> {
  const projection = await findProjection(definition);
  return projection && { definition, projection };
}

/** WKT of what GDAL understands from a small GeoTIFF; empty where that is nothing. */
async function wktOf(header: Uint8Array): Promise<string> {
  const gdal = await findGdal();
  if (!gdal) throw new GdalMissing('GDAL is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'groma-keys-'));
  try {
    const sourcePath = join(folder, 'keys.tif');
    await writeFile(sourcePath, header);
    const sandbox = new GdalSandbox({ sourcePath, workFolder: folder, signal: AbortSignal.timeout(readMs) }, gdal, [
      'GTiff',
    ]);
    const { output, code } = await sandbox.text('gdalsrsinfo', ['-o', 'wkt2', '--single-line', sandbox.source]);
    return code === 0 ? output.trim() : '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
