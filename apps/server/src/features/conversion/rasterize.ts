import { join } from 'node:path';
import { GromaError } from '@groma/model';
import { rasterSandbox, unreadable } from '../../platform/gdal/write-raster.ts';

/** Pixels along the longer side of what is drawn (WFL-142). */
const longerSide = 2_048;

/** An extent in units of its coordinate system. */
interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Draws a GeoPackage of one layer as a raster of bytes in its own coordinate system, 1 where a feature is and 0, which
 * is nodata, elsewhere. The longer side of its extent has 2,048 square pixels.
 * @throws GromaError FILE_UNREADABLE for features without any extent; UNAVAILABLE
 */
export async function rasterize({
  source,
  workFolder,
  name,
  signal,
}: {
  source: string;
  workFolder: string;
  name: string;
  signal: AbortSignal;
}): Promise<string> {
  const sandbox = await rasterSandbox({ sourcePath: source, workFolder, signal }, ['GPKG']);
  const { output, ...described } = await sandbox.text('ogrinfo', ['-ro', '-so', '-al', '-nomd', sandbox.source]);
  if (described.code !== 0) throw unreadable(name, described);
  const extent = extentOf(output);
  if (!extent) throw new GromaError('FILE_UNREADABLE', { name, detail: 'none of its features has a place.' });
  const { box, resolution } = gridOf(extent);
  const exit = await sandbox.stream(
    'gdal_rasterize',
    [
      '-q',
      '-burn',
      '1',
      '-init',
      '0',
      '-a_nodata',
      '0',
      '-ot',
      'Byte',
      '-of',
      'GTiff',
      '-co',
      'TILED=YES',
      '-co',
      'COMPRESS=DEFLATE',
      '-te',
      ...box.map(String),
      '-tr',
      String(resolution),
      String(resolution),
      sandbox.source,
      sandbox.output('drawn.tif'),
    ],
    async (progress) => {
      for await (const chunk of progress) void chunk;
    },
  );
  if (exit.code !== 0) throw unreadable(name, exit);
  return join(workFolder, 'drawn.tif');
}

/** The extent that ogrinfo tells; null where there is none. */
function extentOf(text: string): Extent | null {
  const number = String.raw`(-?[\d.]+(?:e[-+]?\d+)?)`;
  const found = new RegExp(`^Extent: \\(${number}, ${number}\\) - \\(${number}, ${number}\\)`, 'mi').exec(text);
  if (!found) return null;
  const [west, south, east, north] = found.slice(1).map(Number) as [number, number, number, number];
  return { west, south, east, north };
}

/**
 * Square pixels over an extent, with one more on each side so that what lies on the edge is drawn too; one unit each
 * for a mere point.
 */
export function gridOf({ west, south, east, north }: Extent): { box: number[]; resolution: number } {
  const side = Math.max(east - west, north - south);
  const resolution = side > 0 ? side / longerSide : 1;
  return { box: [west - resolution, south - resolution, east + resolution, north + resolution], resolution };
}
