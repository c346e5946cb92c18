import type { GdalExit, GdalSandbox } from './gdal-sandbox.ts';

/** What GDAL says of a raster. */
export interface GdalInfo {
  size: [number, number];
  coordinateSystem?: { wkt?: string };
  geoTransform?: number[];
  metadata?: Record<string, Record<string, string>>;
  wgs84Extent?: { coordinates: [number, number][][] };
  bands: {
    band: number;
    type: string;
    colorInterpretation?: string;
    description?: string;
    noDataValue?: number | string;
    overviews?: unknown[];
  }[];
}

/**
 * Describes the source of the sandbox; null where GDAL could not.
 * @throws RangeError where that is more than any description.
 */
export async function readGdalInfo(sandbox: GdalSandbox): Promise<GdalExit & { info: GdalInfo | null }> {
  const { output, ...exit } = await sandbox.text('gdalinfo', ['-json', '-nogcp', '-norat', '-noct', sandbox.source]);
  // GDAL writes NaN and infinities as they are, which JSON does not know.
  return {
    ...exit,
    info:
      exit.code === 0
        ? (JSON.parse(output.replaceAll(/:\s*(-?(?:nan|inf(?:inity)?))\b/gi, ':"$1"')) as GdalInfo)
        : null,
  };
}
