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

/** What tools may ask beside their inputs. A tool names the one that it needs; whoever runs it brings it. */
export interface ToolServices extends Record<ToolServiceName, unknown> {
  routing: RoutingEngine;
}
