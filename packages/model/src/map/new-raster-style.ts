import { GromaError } from '../error/groma-error.ts';
import { metresPerDegree } from './metres-per-degree.ts';
import {
  completeRasterStyle,
  type CogProps,
  type RasterBandStats,
  type RasterBox,
  type RasterRange,
  type RasterStyle,
} from './raster-style.ts';

/** What is known of a raster when it becomes a layer. */
export interface KnownRaster {
  props: CogProps;
  /** Degrees; null where the file does not say where it lies. */
  bounds: RasterBox | null;
  dType: string;
  isCOG: boolean;
  stats: Readonly<Record<string, RasterBandStats>>;
}

const earthRadius = 6_378_137;
const mercatorLatitude = 85.051_128_779_806_6;

/**
 * How a new raster layer is drawn: three or more bands as red, green and blue, by their names where these say so, each
 * from its least to its greatest value (RAS-008), fewer as the first alone (RAS-009), one with a colour table in its
 * own colours.
 * @throws GromaError RASTER_NO_BANDS (RAS-010)
 */
export function newRasterStyle({ props, bounds, dType, isCOG, stats }: KnownRaster): RasterStyle {
  if (props.bandNames.length === 0) throw new GromaError('RASTER_NO_BANDS');
  const isMany = props.bandNames.length >= 3 && !props.hasPalette;
  const bands = isMany ? colourBands(props) : [1];
  const isInteger = /int/.test(dType);
  return completeRasterStyle({
    cogProps: props,
    bounds,
    dType,
    isCOG,
    stats,
    bands,
    displayMode: isMany ? 'multi-channel' : 'single-channel',
    extent: bounds && mercatorExtent(bounds),
    resolution: bounds && resolutionOf(bounds, props),
    allPixelsInt:
      isInteger ||
      Object.values(stats).every(({ min, max, sum, majority, minority }) =>
        [min, max, sum, majority, minority].every(Number.isInteger),
      ),
    ranges: props.hasPalette ? [] : bands.flatMap((band) => rangeOf(stats[`b${band}`])),
    reflectanceScale: dType === 'uint8' ? 255 : isInteger ? 10_000 : 1,
  });
}

const colourNames = [
  /(?:^|[^a-z])red(?![ _-]?edge)(?:$|[^a-z])/i,
  /(?:^|[^a-z])green(?:$|[^a-z])/i,
  /(?:^|[^a-z])blue(?:$|[^a-z])/i,
];
const colourLetters = [/^r$/i, /^g$/i, /^b$/i];

/**
 * The bands, from 1, that are shown as red, green and blue at first: those that are named so, else those that the file
 * says are so, else the first three. Names come first: writers call three bands of bytes red, green and blue unasked.
 */
export function colourBands({
  bandNames,
  colorInterpretation,
}: Pick<CogProps, 'bandNames' | 'colorInterpretation'>): [number, number, number] {
  for (const [words, patterns] of [
    [bandNames, colourNames],
    [bandNames, colourLetters],
    [colorInterpretation, colourNames],
  ] as const) {
    const places = patterns.map((pattern) => words.findIndex((word) => pattern.test(word)) + 1);
    if (new Set(places).size === 3 && !places.includes(0)) return places as [number, number, number];
  }
  return [1, 2, 3];
}

function rangeOf(stats: RasterBandStats | undefined): RasterRange[] {
  return stats ? [[stats.min, stats.max]] : [];
}

function mercatorExtent([west, south, east, north]: RasterBox): RasterBox {
  const x = (longitude: number): number => (longitude * Math.PI * earthRadius) / 180;
  const y = (latitude: number): number =>
    earthRadius *
    Math.asinh(Math.tan((Math.max(-mercatorLatitude, Math.min(mercatorLatitude, latitude)) * Math.PI) / 180));
  return [x(west), y(south), x(east), y(north)];
}

function resolutionOf([west, south, east, north]: RasterBox, { width, height }: CogProps): number {
  const across = ((east - west) * metresPerDegree * Math.cos((((south + north) / 2) * Math.PI) / 180)) / width;
  return Math.sqrt(Math.max(0, across * (((north - south) * metresPerDegree) / height)));
}
