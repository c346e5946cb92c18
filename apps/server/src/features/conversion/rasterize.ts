import { join } from 'node:path';
import { GromaError, limit, type ConversionOptions } from '@groma/model';
import { rasterSandbox, unreadable } from '../../platform/gdal/write-raster.ts';

/** Pixels along the longer side of what is drawn (WFL-142). */
const longerSide = 2_048;

/** Stands for nothing among numbers of a column. */
const leastOfAll = -9_999;

/** An extent in units of its coordinate system. */
interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Draws a GeoPackage of one layer as a raster in its own coordinate system: bytes, 1 where a feature is and 0, which is
 * nodata, elsewhere; or the numbers of a column. Unless something else is asked for, the longer side of its extent has
 * 2,048 square pixels.
 * @throws GromaError FILE_UNREADABLE for features without any extent and without the column, TOO_LARGE; UNAVAILABLE
 */
export async function rasterize({
  source,
  workFolder,
  name,
  signal,
  options = {},
}: {
  source: string;
  workFolder: string;
  name: string;
  signal: AbortSignal;
  options?: ConversionOptions;
}): Promise<string> {
  const sandbox = await rasterSandbox({ sourcePath: source, workFolder, signal }, ['GPKG']);
  const { output, ...described } = await sandbox.text('ogrinfo', ['-ro', '-so', '-al', '-nomd', sandbox.source]);
  if (described.code !== 0) throw unreadable(name, described);
  const extent = extentOf(output);
  if (!extent) throw new GromaError('FILE_UNREADABLE', { name, detail: 'none of its features has a place.' });
  const { attribute } = options;
  if (attribute !== undefined && !hasNumbers(output, attribute))
    throw new GromaError('FILE_UNREADABLE', { name, detail: `it has no column of numbers “${attribute}”.` });
  const { box, resolution } = wantedGrid(extent, options);
  const [width, height] = [(box[2]! - box[0]!) / resolution, (box[3]! - box[1]!) / resolution];
  if (Math.ceil(width) * Math.ceil(height) > limit.conversionPixels)
    throw new GromaError('TOO_LARGE', { name, limit: `${limit.conversionPixels / 1e9} gigapixels` });
  const nodata = options.nodata ?? (attribute === undefined ? 0 : leastOfAll);
  const isByte = attribute === undefined && Number.isInteger(nodata) && nodata >= 0 && nodata <= 255;
  const exit = await sandbox.stream(
    'gdal_rasterize',
    [
      '-q',
      ...(attribute === undefined ? ['-burn', '1'] : ['-a', attribute]),
      '-init',
      String(nodata),
      '-a_nodata',
      String(nodata),
      '-ot',
      isByte ? 'Byte' : 'Float64',
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

/** Whether ogrinfo names a column of numbers. */
function hasNumbers(text: string, column: string): boolean {
  return text
    .split('\n')
    .some(
      (line) => line.startsWith(`${column}: `) && /^(?:Integer|Integer64|Real)\b/.test(line.slice(column.length + 2)),
    );
}

/** The grid over all features, with what is asked for instead of what follows from them. */
function wantedGrid(
  features: Extent,
  { extent, resolution: side }: ConversionOptions,
): { box: number[]; resolution: number } {
  const [west, south, east, north] = extent ?? [];
  const area = extent ? { west: west!, south: south!, east: east!, north: north! } : features;
  const usual = gridOf(area);
  if (extent) return { box: [...extent], resolution: side ?? Math.max(east! - west!, north! - south!) / longerSide };
  if (side === undefined) return usual;
  return {
    box: [area.west - side, area.south - side, area.east + side, area.north + side],
    resolution: side,
  };
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
