import { join } from 'node:path';
import { GromaError } from '@groma/model';
import { findGdal, gdalComplaint, GdalSandbox } from '../../platform/gdal/gdal-sandbox.ts';

/** Formats that are read. None of them names other files or addresses. */
const sourceDrivers = ['GTiff', 'HFA', 'JPEG', 'JP2OpenJPEG', 'PNG'];

/** Without loss, and readable by every program that reads Cloud Optimized GeoTIFFs; differences to neighbours pack better. */
const creation = { COMPRESS: 'DEFLATE', PREDICTOR: 'YES', BLOCKSIZE: '512', BIGTIFF: 'IF_SAFER', NUM_THREADS: 'ALL_CPUS' };

interface WantedCog {
  source: string;
  workFolder: string;
  /** The source as people know it. */
  name: string;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

/** Writes a raster as a Cloud Optimized GeoTIFF by GDAL in its sandbox, and answers where. @throws GromaError FILE_UNREADABLE, UNAVAILABLE */
export async function writeCog({ source, workFolder, name, signal, onProgress }: WantedCog): Promise<string> {
  const gdal = await findGdal();
  if (!gdal) throw new GromaError('UNAVAILABLE', { part: 'GDAL', remedy: 'whoever runs this server installs gdal-bin.' });
  const sandbox = new GdalSandbox({ sourcePath: source, workFolder, signal }, gdal, [...sourceDrivers, 'COG']);
  const options = Object.entries(creation).flatMap(([key, value]) => ['-co', `${key}=${value}`]);
  const exit = await sandbox.stream('gdal_translate', ['-of', 'COG', ...options, sandbox.source, sandbox.output('cog.tif')], async (output) => {
    let text = '';
    for await (const chunk of output) {
      text = (text + chunk.toString('latin1')).slice(-4_096);
      // The last number of GDAL's `0...10...20`; dots after it are a quarter of ten each.
      const [, percent, dots] = /(\d+)(\.*)[^\d.]*$/.exec(text.slice(text.lastIndexOf('\n') + 1)) ?? [];
      if (percent !== undefined) onProgress(Math.min(1, (Number(percent) + dots!.length * 2.5) / 100));
    }
  });
  if (exit.code !== 0) throw new GromaError('FILE_UNREADABLE', { name, detail: (gdalComplaint(exit) ?? `GDAL stopped with ${exit.code ?? 'a signal'}.`).replace(/\b(source|result)-\d+\//g, '') });
  return join(workFolder, 'cog.tif');
}
