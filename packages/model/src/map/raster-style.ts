import { metresPerDegree } from './metres-per-degree.ts';
import { styleZoomRange } from './vector-style.ts';

/** West, south, east, north. */
export type RasterBox = readonly [west: number, south: number, east: number, north: number];

/** Values that become the two ends of the colours. */
export type RasterRange = readonly [from: number, to: number];

/** How the ends of the colours were found. `view` is what lies in the picture, `manual` by hand. */
export const rasterStretches = ['min-max', 'percentile', 'standard-deviation', 'view', 'manual'] as const;
export type RasterStretch = (typeof rasterStretches)[number];

export const rasterDisplayModes = ['single-channel', 'multi-channel'] as const;
type RasterDisplayMode = (typeof rasterDisplayModes)[number];

export const rasterResamplings = ['nearest', 'bilinear', 'cubic', 'average', 'mode'] as const;
export type RasterResampling = (typeof rasterResamplings)[number];

/** What the tile service says of a raster without reading its pixels. */
export interface CogProps {
  width: number;
  height: number;
  /** As an address of the OGC, or the name of a system without a code; null where the file names none that is known. */
  crs: string | null;
  /** As text: JSON has no NaN. */
  nodata: string | null;
  bandNames: readonly string[];
  colorInterpretation: readonly string[];
  minZoom: number;
  maxZoom: number;
  overviews: readonly number[];
  hasPalette: boolean;
  /**
   * Where positions could be more accurate: metres that they may be off (null: not known), and the grid of PROJ that
   * the server lacks.
   */
  accuracy?: { metres: number | null; missingGrid: string | null } | null;
}

export interface RasterBandStats {
  min: number;
  max: number;
  mean: number;
  std: number;
  sum: number;
  majority: number;
  minority: number;
  percentile_2?: number | undefined;
  percentile_98?: number | undefined;
}

/**
 * Own colours in place of a named map (RAS-038): between stops they run on, or each holds up to the next. Colours are
 * `#rrggbb` or `#rrggbbaa`.
 */
export interface CustomPalette {
  kind: 'linear' | 'steps';
  /** By growing values, two at least. */
  stops: readonly {
    value: number;
    color: string;
    /** What the value stands for, in the legend. */
    name?: string | undefined;
  }[];
}

/** Light from one side. Angles in degrees. */
export interface HillshadeParams {
  azimuth: number;
  angle_altitude: number;
  z_exaggeration: number;
}

/** Parts of the spectrum that a band of a sensor covers, by their usual names. */
export const bandRoles = ['blue', 'green', 'red', 'rededge', 'nir', 'swir1', 'swir2'] as const;
export type BandRole = (typeof bandRoles)[number];

/** How a raster layer is drawn: the fields of RAS-002 to RAS-007, and those that go beyond them. */
export interface RasterStyle {
  cogProps: CogProps | null;
  /** Drawn from this zoom, counted, to `maxZoom`, counted. */
  minZoom: number;
  maxZoom: number;
  /** Metres of a pixel on the ground, about; null where the raster has no place. */
  resolution: number | null;
  /** By `b1`, `b2` … */
  stats: Readonly<Record<string, RasterBandStats>>;
  /** Bands that are shown, from 1: one, or three as red, green and blue. */
  bands: readonly number[];
  currentStatName: RasterStretch;
  /** Metres of web Mercator. */
  extent: RasterBox | null;
  /** Degrees. */
  bounds: RasterBox | null;
  dType: string;
  allPixelsInt: boolean;
  isCOG: boolean;
  displayMode: RasterDisplayMode;
  /** Name of an index, `expression` for own band maths, null for bands as they are. */
  currentAlgebra: string | null;
  bandsInExpression: readonly number[];
  startDate: string | null;
  endDate: string | null;
  eeType: string | null;
  clipGeometryId: string | null;
  customPalette: CustomPalette | null;
  layerType: 'GCS' | 'GEE';
  /** Of the whole layer, 0 to 1. */
  opacity: number;
  /** Band maths over `b1`, `b2` …, while `currentAlgebra` is set. */
  expression: string | null;
  /** Bands, from 1, of which a person has said what part of the spectrum they are. */
  bandRoles: Readonly<Partial<Record<BandRole, number>>>;
  /** Value of a pixel that reflects all light: indices are defined over reflectance from 0 to 1. */
  reflectanceScale: number;
  /**
   * The coordinate system that a person has chosen for a file that names none that is known; null where the file says
   * it.
   */
  assumedCrs: string | null;
  /** One for each channel; none draws values as they are. */
  ranges: readonly RasterRange[];
  /** Percent that are cut at both ends where `currentStatName` is `percentile`. */
  percentiles: readonly [low: number, high: number];
  /** Standard deviations about the mean where `currentStatName` is so. */
  deviations: number;
  /** Name of a colour map for one channel; null for grey, or for the colours in the file. */
  colorMap: string | null;
  isReversed: boolean;
  /** In place of what the file says: a number, `nan` or `none`. */
  nodata: string | null;
  resampling: RasterResampling;
  algorithm: 'hillshade' | null;
  algorithmParams: HillshadeParams;
  isInLegend: boolean;
}

export const defaultHillshade: Readonly<HillshadeParams> = { azimuth: 315, angle_altitude: 45, z_exaggeration: 1 };

/** The style of a raster of which nothing is known yet. */
export const defaultRasterStyle: Readonly<RasterStyle> = {
  cogProps: null,
  minZoom: styleZoomRange.least,
  maxZoom: styleZoomRange.most,
  resolution: null,
  stats: {},
  bands: [1],
  currentStatName: 'min-max',
  extent: null,
  bounds: null,
  dType: '',
  allPixelsInt: false,
  isCOG: false,
  displayMode: 'single-channel',
  currentAlgebra: null,
  bandsInExpression: [],
  startDate: null,
  endDate: null,
  eeType: null,
  clipGeometryId: null,
  customPalette: null,
  layerType: 'GCS',
  opacity: 1,
  expression: null,
  bandRoles: {},
  assumedCrs: null,
  reflectanceScale: 1,
  ranges: [],
  percentiles: [2, 98],
  deviations: 2,
  colorMap: null,
  isReversed: false,
  nodata: null,
  resampling: 'nearest',
  algorithm: null,
  algorithmParams: defaultHillshade,
  isInLegend: true,
};

/** A stored style with the default for all that it does not say. */
export function completeRasterStyle(style: Partial<RasterStyle>): RasterStyle {
  return { ...defaultRasterStyle, ...style };
}

/** Bounds that were kept before PROJ placed rasters may be off by up to 600 m. */
const oldBoundsMetres = 1_000;

/**
 * Where tiles and values of a raster are to be asked for, in degrees; null where that is not known. Bounds of a layer
 * that is older than `accuracy` are widened: they only spare questions, and must not cut an edge off.
 */
export function rasterReach({ bounds, cogProps }: Pick<RasterStyle, 'bounds' | 'cogProps'>): RasterBox | null {
  if (!bounds || cogProps?.accuracy !== undefined) return bounds;
  const [west, south, east, north] = bounds;
  const up = oldBoundsMetres / metresPerDegree;
  const across = up / Math.max(0.02, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
  return [Math.max(-180, west - across), Math.max(-90, south - up), east + across, Math.min(90, north + up)];
}

/** Zoom beyond which Earth Engine gives no finer tiles (RAS-024). */
const earthEngineMaxZoom = 19;
const finestZoom = 24;

/**
 * The finest zoom at which tiles are asked for; closer up the finest are enlarged. One zoom beyond the pixels keeps
 * their edges sharp.
 */
export function rasterTileZoom({ layerType, cogProps }: Pick<RasterStyle, 'layerType' | 'cogProps'>): number {
  return layerType === 'GEE' ? earthEngineMaxZoom : Math.min(finestZoom, (cogProps?.maxZoom ?? finestZoom) + 1);
}
