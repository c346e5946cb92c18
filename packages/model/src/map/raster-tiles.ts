import { defaultHillshade, type CustomPalette, type RasterStyle } from './raster-style.ts';

/** Pixels on a side of a tile (RAS-023). */
export const rasterTileSize = 256;

const template = '/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png';

/**
 * Where a raster comes from: a path below /data of a project, or an http(s) address; or several, one a line, whose
 * bands are drawn as those of one image.
 */
export interface RasterSource {
  projectId: string;
  url: string;
}

/** The files of a raster, each by its path or address. */
export function filesOfRaster({ url }: Pick<RasterSource, 'url'>): string[] {
  return url.split('\n').filter((line) => line !== '');
}

/**
 * The values a style takes of a raster, and the system that was chosen for it, as the tile service is asked for them.
 */
export function rasterValueQuery(style: RasterStyle): [name: string, value: string][] {
  return [
    ...(style.expression !== null && style.displayMode === 'single-channel'
      ? [['expression', style.expression] as [string, string]]
      : style.bands.map((band): [string, string] => ['bidx', String(band)])),
    ...(style.nodata === null ? [] : [['nodata', style.nodata] as [string, string]]),
    ...(style.assumedCrs === null ? [] : [['assumed_crs', style.assumedCrs] as [string, string]]),
  ];
}

/**
 * The `titiler_url` of a layer (RAS-001): the template of its tiles with all that its style asks of them (RAS-018,
 * RAS-019).
 */
export function rasterTileUrl({ projectId, url }: RasterSource, style: RasterStyle): string {
  const query = new URLSearchParams([
    ['project_id', projectId],
    ['url', url],
    ...rasterValueQuery(style),
    ...lookQuery(style),
  ]);
  return `${template}?${query}`;
}

/** The source that a `titiler_url` draws from; null for an address of another form. */
export function readRasterTileUrl(text: string): RasterSource | null {
  if (!text.startsWith(`${template}?`)) return null;
  const query = new URLSearchParams(text.slice(template.length + 1));
  const [projectId, url] = [query.get('project_id'), query.get('url')];
  return projectId === null || url === null || url === '' ? null : { projectId, url };
}

function lookQuery(style: RasterStyle): [string, string][] {
  const resampling: [string, string][] = style.resampling === 'nearest' ? [] : [['resampling', style.resampling]];
  if (style.algorithm === 'hillshade')
    return [
      ...resampling,
      ['algorithm', 'hillshade'],
      ['algorithm_params', JSON.stringify({ ...defaultHillshade, ...style.algorithmParams })],
    ];
  const isOne = style.displayMode === 'single-channel';
  if (isOne && style.customPalette) return [...resampling, ...paletteQuery(style.customPalette)];
  return [
    ...resampling,
    ...style.ranges.map(([from, to]): [string, string] => ['rescale', `${from},${to}`]),
    ...(isOne && style.colorMap !== null
      ? [['colormap_name', `${style.colorMap}${style.isReversed ? '_r' : ''}`] as [string, string]]
      : []),
  ];
}

/** Far beyond what a band holds: the last step has no end. */
const beyond = 1e300;

function paletteQuery({ kind, stops }: CustomPalette): [string, string][] {
  const [from, to] = [stops[0]!.value, stops.at(-1)!.value];
  if (kind === 'steps')
    return [
      [
        'colormap',
        JSON.stringify(stops.map(({ value, color }, index) => [[value, stops[index + 1]?.value ?? beyond], color])),
      ],
    ];
  const places = stops.map(({ value, color }) => [to === from ? 0 : (value - from) / (to - from), color]);
  return [
    ['rescale', `${from},${to}`],
    ['colormap', JSON.stringify({ stops: places })],
  ];
}
