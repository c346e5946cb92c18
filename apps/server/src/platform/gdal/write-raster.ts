import { join } from 'node:path';
import { GromaError, limit, type ConversionOptions } from '@groma/model';
import { readGdalInfo } from './gdal-info.ts';
import { findGdal, gdalComplaint, GdalSandbox, gdalWarnings, type GdalExit } from './gdal-sandbox.ts';

/** Formats that are read. None of them names other files or addresses. A frame of CADRG is a NITF file. */
const sourceDrivers = ['GTiff', 'HFA', 'JPEG', 'JP2OpenJPEG', 'PNG', 'ECW', 'NITF'];

type RasterFormat = 'cog' | 'geotiff';

/** Without loss, and readable by every program that reads GeoTIFFs; differences to neighbours pack better. */
const common = { COMPRESS: 'DEFLATE', BIGTIFF: 'IF_SAFER', NUM_THREADS: 'ALL_CPUS' };
const creation: Record<RasterFormat, (isFloat: boolean) => Record<string, string>> = {
  cog: () => ({ ...common, PREDICTOR: 'YES', BLOCKSIZE: '512' }),
  geotiff: (isFloat) => ({ ...common, PREDICTOR: isFloat ? '3' : '2', TILED: 'YES' }),
};
const drivers: Record<RasterFormat, string> = { cog: 'COG', geotiff: 'GTiff' };

/**
 * Overviews lie in a file of their own until they are written into the last one. Up to this size packing them for that
 * moment costs more than the room.
 */
const plainOverviewBytes = 256 * 1024 * 1024;
const plainOverviews = ['--config', 'COG_TMP_COMPRESSION', 'NONE'];

const timeLimitMinutes = 30;

interface WantedRaster {
  format: RasterFormat;
  source: string;
  workFolder: string;
  /** The source as people know it. */
  name: string;
  signal: AbortSignal;
  /** How it is written, where that is not as always. */
  settings?: ConversionOptions;
  /** Drivers that the source needs beyond those of known formats. */
  drivers?: readonly string[];
  /** Further words for gdal_translate. */
  options?: readonly string[];
  onProgress(fraction: number): void;
  timeLimitMs?: number;
}

/** A raster that was written, and what GDAL warned of. */
interface WrittenRaster {
  file: string;
  warnings: string[];
}

/**
 * Writes a raster as a GeoTIFF, cloud-optimised or plain, by GDAL in its sandbox.
 * @throws GromaError FILE_UNREADABLE, TOO_LARGE, UNAVAILABLE
 */
export async function writeRaster({
  timeLimitMs = timeLimitMinutes * 60_000,
  ...wanted
}: WantedRaster): Promise<WrittenRaster> {
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  try {
    return await write({ ...wanted, signal: AbortSignal.any([wanted.signal, timeLimit]) });
  } catch (error) {
    if (timeLimit.aborted && !wanted.signal.aborted)
      throw new GromaError('FILE_UNREADABLE', {
        name: wanted.name,
        detail: `converting it took longer than ${timeLimitMinutes} minutes.`,
      });
    throw error;
  }
}

/** What runs GDAL over one source. @throws GromaError UNAVAILABLE */
export async function rasterSandbox(
  request: { sourcePath: string; workFolder: string; signal: AbortSignal; readable?: readonly string[] },
  extraDrivers: readonly string[] = [],
): Promise<GdalSandbox> {
  const gdal = await findGdal();
  if (!gdal)
    throw new GromaError('UNAVAILABLE', {
      part: 'GDAL',
      remedy: 'ask the administrator of this server to install gdal-bin.',
    });
  return new GdalSandbox(request, gdal, [...sourceDrivers, 'COG', ...extraDrivers]);
}

async function write({
  format,
  source,
  workFolder,
  name,
  signal,
  settings: wanted = {},
  drivers: extra = [],
  options: more = [],
  onProgress,
}: Omit<WantedRaster, 'timeLimitMs'>): Promise<WrittenRaster> {
  const sandbox = await rasterSandbox({ sourcePath: source, workFolder, signal }, extra);
  const { bytes, isFloat } = await measure(sandbox, name);
  const settings = format === 'cog' && bytes / 3 <= plainOverviewBytes ? plainOverviews : [];
  const options = Object.entries(creationOf(format, isFloat, wanted)).flatMap(([key, value]) => [
    '-co',
    `${key}=${value}`,
  ]);
  const exit = await sandbox.stream(
    'gdal_translate',
    [
      '-of',
      drivers[format],
      ...settings,
      ...options,
      ...wordsOf(wanted),
      ...more,
      sandbox.source,
      sandbox.output('result.tif'),
    ],
    (output) => readGdalProgress(output, onProgress),
  );
  if (exit.code !== 0) throw unreadable(name, exit);
  return { file: join(workFolder, 'result.tif'), warnings: gdalWarnings(exit) };
}

/** Options of the driver. Predictors are for what packs. */
function creationOf(
  format: RasterFormat,
  isFloat: boolean,
  { compression, resampling, overviews }: ConversionOptions,
): Record<string, string> {
  const { PREDICTOR: predictor, ...usual } = creation[format](isFloat);
  return {
    ...usual,
    ...(compression !== 'none' && { PREDICTOR: predictor! }),
    ...(compression && { COMPRESS: compression.toUpperCase() }),
    ...(format === 'cog' && resampling && { OVERVIEW_RESAMPLING: resampling.toUpperCase() }),
    ...(format === 'cog' && overviews === false && { OVERVIEWS: 'NONE' }),
  };
}

function wordsOf({ nodata, resolution, resampling }: ConversionOptions): string[] {
  return [
    ...(nodata === undefined ? [] : ['-a_nodata', String(nodata)]),
    ...(resolution === undefined ? [] : ['-tr', String(resolution), String(resolution)]),
    ...(resampling === undefined ? [] : ['-r', resampling]),
  ];
}

/** Reads the progress that a GDAL program prints, from 0 to 1. */
export async function readGdalProgress(
  output: AsyncIterable<Buffer>,
  onProgress: (fraction: number) => void,
): Promise<void> {
  let text = '';
  for await (const chunk of output) {
    text = (text + chunk.toString('latin1')).slice(-4_096);
    // The last number of GDAL's `0...10...20`; dots after it are a quarter of ten each.
    const [, percent, dots] = /(\d+)(\.*)[^\d.]*$/.exec(text.slice(text.lastIndexOf('\n') + 1)) ?? [];
    if (percent !== undefined) onProgress(Math.min(1, (Number(percent) + dots!.length * 2.5) / 100));
  }
}

/**
 * Bytes of all samples. A sparse file of a few megabytes may stand for more of them than a machine writes in a day.
 * @throws GromaError TOO_LARGE, FILE_UNREADABLE
 */
async function measure(sandbox: GdalSandbox, name: string): Promise<{ bytes: number; isFloat: boolean }> {
  const { info, ...exit } = await readGdalInfo(sandbox).catch((error: unknown) => {
    throw error instanceof RangeError
      ? new GromaError('FILE_UNREADABLE', { name, detail: 'its metadata is too large.' })
      : error;
  });
  if (!info) throw unreadable(name, exit);
  const {
    size: [width, height],
    bands,
  } = info;
  const samples = width * height * Math.max(1, bands.length);
  if (samples > limit.conversionPixels)
    throw new GromaError('TOO_LARGE', { name, limit: `${limit.conversionPixels / 1e9} gigapixels` });
  // The types are called UInt16, Float64 and the like, and Byte.
  const type = bands[0]?.type ?? '';
  return { bytes: samples * (Number(/\d+$/.exec(type)?.[0] ?? 8) / 8), isFloat: /^C?Float/.test(type) };
}

export function unreadable(name: string, exit: GdalExit): GromaError {
  return new GromaError('FILE_UNREADABLE', {
    name,
    detail: (gdalComplaint(exit) ?? `GDAL stopped with ${exit.code ?? 'a signal'}.`).replace(
      /\b(source|result)-\d+\//g,
      '',
    ),
  });
}
