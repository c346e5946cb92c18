import type { RoutingMode, ToolServiceName } from '@groma/model';

/** Longitude and latitude in degrees. */
export type Place = [longitude: number, latitude: number];

/** A polygon or several, as GeoJSON. */
export type ReachedShape =
  | { type: 'Polygon'; coordinates: Place[][] }
  | { type: 'MultiPolygon'; coordinates: Place[][][] };

/** The area that one reaches from a point within a time. */
export type ReachedArea = { minutes: number; geometry: ReachedShape };

/** A way by road: seconds, metres, and its positions in degrees. */
export type FoundRoute = { seconds: number; metres: number; line: Place[] };

/** Seconds and metres from each start (rows) to each destination (columns); null where no road leads there. */
export type TravelTimes = { seconds: (number | null)[][]; metres: (number | null)[][] };

/** Starts and destinations that one question to `matrix` may have, each. */
export const mostOfMatrix = 50;

/**
 * Answers questions about ways by road.
 * @throws GromaError ROUTING_FAILED, CANCELED
 */
export interface RoutingEngine {
  /**
   * Areas in the order of `minutes`; one too small to have a shape is left out. Null where there is no road near the
   * point.
   */
  isochrones(asked: {
    point: Place;
    minutes: readonly number[];
    mode: RoutingMode;
  }): Promise<readonly ReachedArea[] | null>;
  /** The quickest way; null where there is none. */
  route(asked: { from: Place; to: Place; mode: RoutingMode }): Promise<FoundRoute | null>;
  /** At most `mostOfMatrix` starts and as many destinations. */
  matrix(asked: { from: readonly Place[]; to: readonly Place[]; mode: RoutingMode }): Promise<TravelTimes>;
}

/** Polygons in degrees, packed: what belongs to one another lies one after another. */
export interface AskedZones {
  /** Pairs of longitude and latitude. */
  degrees: Float64Array;
  /** Where each ring begins among the pairs, and where the last ends. */
  rings: Int32Array;
  /** 1 for each ring that is a hole. */
  holes: Uint8Array;
  /** Where each zone begins among the rings, and where the last ends. */
  zones: Int32Array;
}

/**
 * Answers questions about the image of a run.
 * @throws GromaError FILE_UNREADABLE, TOOL_TOO_MANY_VALUES
 */
export interface ImageryService {
  /** Statistics of the band in zones: for each those asked for, one after another; NaN where there is no value. */
  zones(asked: { zones: AskedZones; statistics: readonly string[] }): Promise<Float64Array>;
  /** What the bands are called. */
  bands(asked: null): Promise<string[]>;
  /** Values of all bands at places in degrees, one after another; NaN where there is none. */
  sample(asked: { degrees: Float64Array; method: 'nearest' | 'bilinear' }): Promise<Float64Array>;
}

/**
 * Answers questions about forest.
 * @throws GromaError FILE_UNREADABLE, UNAVAILABLE
 */
export interface ForestService {
  /**
   * Square metres of each zone, of the forest in it in 2000, and of that which was lost in the ten years before
   * `start`, one after another. Forest begins at a tree cover of `canopy` percent.
   */
  screen(asked: { zones: AskedZones; start: number; canopy: number }): Promise<Float64Array>;
}

/** An image of a series, of one day. */
export interface DatedScene {
  /** As yyyy-mm-dd. */
  date: string;
  name: string;
}

/**
 * Answers questions about images of several dates.
 * @throws GromaError FILE_UNREADABLE, TOOL_SERIES_EMPTY, TOOL_BAND_MISSING, TOOL_EXPRESSION_WRONG
 */
export interface SeriesService {
  /** The images of the run, the oldest first. `box` is west, south, east, north of what is asked about, in degrees. */
  scenes(asked: { box: readonly [number, number, number, number] }): Promise<DatedScene[]>;
  /**
   * The mean of the value in zones, then the value at places in degrees: for each that, and how many pixels went into
   * it; NaN and 0 where none did, NaN and NaN where the image does not reach.
   */
  measure(asked: { scene: number; zones: AskedZones; places: Float64Array }): Promise<Float64Array>;
}

/** What tools may ask beside their inputs. A tool names the one that it needs; whoever runs it brings it. */
export interface ToolServices extends Record<ToolServiceName, unknown> {
  routing: RoutingEngine;
  imagery: ImageryService;
  forest: ForestService;
  series: SeriesService;
}
