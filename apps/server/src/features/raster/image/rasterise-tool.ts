import { GromaError } from '@groma/model';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import type { GdalImages } from './gdal-images.ts';
import type { MadeOfImages, WantedImageWork } from './image-work.ts';
import { requireSize } from './require-size.ts';

/** Steps along the edges of an area: they are curves in another system. */
const edgeSteps = 21;

/** The pixels that features are drawn on. */
interface Grid {
  crs: string;
  box: readonly [west: number, south: number, east: number, north: number];
  size: readonly [width: number, height: number];
}

/** Draws features as pixels of another image, or of so many metres. @throws GromaError TOOL_EXTENT_WRONG, TOO_LARGE */
export async function rasterise(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const { attribute, like, nodata, all_touched: touches } = wanted.parameters;
  const name = 'features.gpkg';
  const { crs, box, size } = like ? await gridOfImage(images, like) : await gridOfMetres(wanted);
  requireSize(name, size[0] * size[1]);
  const source = images.sandbox.input(name);
  await images.run('ogr2ogr', ['-f', 'GPKG', '-t_srs', crs, images.made('placed.gpkg'), source], name, [0, 0.1]);
  const { output } = await images.sandbox.text('ogrinfo', ['-ro', '-q', images.made('placed.gpkg')]);
  const layers = [...output.matchAll(/^\d+: (.+?)(?: \([^()]*\))?$/gm)].flatMap(([, layer]) => ['-l', layer!]);
  const value = typeof attribute === 'string' && attribute !== '' ? attribute : null;
  const words = [
    ...(value === null ? ['-burn', '1', '-ot', 'Byte'] : ['-a', value, '-ot', 'Float64']),
    '-init',
    String(nodata),
    '-a_nodata',
    String(nodata),
    ...(touches === true ? ['-at'] : []),
    '-te',
    ...box.map(String),
    '-ts',
    ...size.map(String),
    ...layers,
    images.made('placed.gpkg'),
  ];
  return { kind: 'image', file: await images.runForImage('gdal_rasterize', words, name) };
}

async function gridOfImage(images: GdalImages, path: unknown): Promise<Grid> {
  const { name, info } = await images.image('like', path);
  const [west, across, , north, , down] = info.geoTransform ?? [];
  const crs = info.coordinateSystem?.wkt ?? '';
  if (west === undefined || crs === '')
    throw new GromaError('FILE_UNREADABLE', { name, detail: 'the file does not say where it is.' });
  const [width, height] = info.size;
  return { crs, box: [west, north! + down! * height, west + across! * width, north!], size: [width, height] };
}

/** Squares of so many metres in the UTM zone of the middle, from whole multiples of their side. */
async function gridOfMetres({ parameters, features, signal }: WantedImageWork): Promise<Grid> {
  const side = Number(parameters['pixel_size']);
  const box = boxOf(parameters['extent'], features?.bbox ?? null);
  const [west, south, east, north] = box;
  const zone = Math.min(60, Math.max(1, Math.floor(((west + east) / 2 + 180) / 6) + 1));
  const crs = `EPSG:${(south + north >= 0 ? 32_600 : 32_700) + zone}`;
  const places: number[] = [];
  for (let step = 0; step < edgeSteps; step++) {
    const part = step / (edgeSteps - 1);
    const [x, y] = [west + (east - west) * part, south + (north - south) * part];
    places.push(x, south, x, north, west, y, east, y);
  }
  const found = await (await findProjection(crs, signal))!.fromDegrees(Float64Array.from(places));
  const [xs, ys] = [found.filter((_, at) => at % 2 === 0), found.filter((_, at) => at % 2 === 1)];
  const [left, low] = [Math.floor(Math.min(...xs) / side), Math.floor(Math.min(...ys) / side)];
  const [right, top] = [Math.ceil(Math.max(...xs) / side), Math.ceil(Math.max(...ys) / side)];
  if (![left, low, right, top].every(Number.isFinite))
    throw new GromaError('TOOL_EXTENT_WRONG', { extent: box.join(', ') });
  const size = [Math.max(1, right - left), Math.max(1, top - low)] as const;
  return { crs, box: [left * side, low * side, (left + size[0]) * side, (low + size[1]) * side], size };
}

function boxOf(extent: unknown, features: readonly number[] | null): readonly [number, number, number, number] {
  const box = typeof extent === 'string' ? extent.split(',').map(Number) : features;
  const [west, south, east, north] = box ?? [];
  const isRight = west !== undefined && west <= east! && south! <= north! && Math.abs(south!) <= 90 && north! <= 90;
  if (!isRight) throw new GromaError('TOOL_EXTENT_WRONG', { extent: String(extent ?? '') });
  return [west, south!, east!, north!];
}
