import { join } from 'node:path';
import { GromaError, limit } from '@groma/model';
import { readGdalInfo } from '../../platform/gdal/gdal-info.ts';
import { findGdal, gdalComplaint, GdalSandbox, type GdalExit } from '../../platform/gdal/gdal-sandbox.ts';

/** Formats that are read. None of them names other files or addresses. */
const sourceDrivers = ['GTiff', 'HFA', 'JPEG', 'JP2OpenJPEG', 'PNG'];

/** Without loss, and readable by every program that reads Cloud Optimized GeoTIFFs; differences to neighbours pack better. */
const creation = {
  COMPRESS: 'DEFLATE',
  PREDICTOR: 'YES',
  BLOCKSIZE: '512',
  BIGTIFF: 'IF_SAFER',
  NUM_THREADS: 'ALL_CPUS',
};

/** Overviews lie in a file of their own until they are written into the last one. Up to this size packing them for that moment costs more than the room. */
const plainOverviewBytes = 256 * 1024 * 1024;
const plainOverviews = ['--config', 'COG_TMP_COMPRESSION', 'NONE'];

const timeLimitMinutes = 30;

interface WantedCog {
  source: string;
  workFolder: string;
  /** The source as people know it. */
  name: string;
  signal: AbortSignal;
  /** Further words for gdal_translate. */
  options?: readonly string[];
  onProgress(fraction: number): void;
  timeLimitMs?: number;
}

/** Writes a raster as a Cloud Optimized GeoTIFF by GDAL in its sandbox, and answers where. @throws GromaError FILE_UNREADABLE, TOO_LARGE, UNAVAILABLE */
export async function writeCog({ timeLimitMs = timeLimitMinutes * 60_000, ...wanted }: WantedCog): Promise<string> {
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

async function write({
  source,
  workFolder,
  name,
  signal,
  options: more = [],
  onProgress,
}: Omit<WantedCog, 'timeLimitMs'>): Promise<string> {
  const gdal = await findGdal();
  if (!gdal)
    throw new GromaError('UNAVAILABLE', {
      part: 'GDAL',
      remedy: 'ask the administrator of this server to install gdal-bin.',
    });
  const sandbox = new GdalSandbox({ sourcePath: source, workFolder, signal }, gdal, [...sourceDrivers, 'COG']);
  const settings = (await measure(sandbox, name)) / 3 <= plainOverviewBytes ? plainOverviews : [];
  const options = Object.entries(creation).flatMap(([key, value]) => ['-co', `${key}=${value}`]);
  const exit = await sandbox.stream(
    'gdal_translate',
    ['-of', 'COG', ...settings, ...options, ...more, sandbox.source, sandbox.output('cog.tif')],
    async (output) => {
      let text = '';
      for await (const chunk of output) {
        text = (text + chunk.toString('latin1')).slice(-4_096);
        // The last number of GDAL's `0...10...20`; dots after it are a quarter of ten each.
        const [, percent, dots] = /(\d+)(\.*)[^\d.]*$/.exec(text.slice(text.lastIndexOf('\n') + 1)) ?? [];
        if (percent !== undefined) onProgress(Math.min(1, (Number(percent) + dots!.length * 2.5) / 100));
      }
    },
  );
  if (exit.code !== 0) throw unreadable(name, exit);
  return join(workFolder, 'cog.tif');
}

/** Bytes of all samples. A sparse file of a few megabytes may stand for more of them than a machine writes in a day. @throws GromaError TOO_LARGE, FILE_UNREADABLE */
async function measure(sandbox: GdalSandbox, name: string): Promise<number> {
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
  return samples * (Number(/\d+$/.exec(bands[0]?.type ?? '')?.[0] ?? 8) / 8);
}

function unreadable(name: string, exit: GdalExit): GromaError {
  return new GromaError('FILE_UNREADABLE', {
    name,
    detail: (gdalComplaint(exit) ?? `GDAL stopped with ${exit.code ?? 'a signal'}.`).replace(
      /\b(source|result)-\d+\//g,
      '',
    ),
  });
}
