import type { RoutingEngine } from '@groma/geo';
import { routing, type IsochroneReply } from '@groma/protocol';
import { route, type Route } from '../../platform/http/route.ts';
import { orientedRings } from './oriented-rings.ts';

/** Points that are asked about at once. */
const aside = 4;

/** What one reaches from points, over the network of the server. */
export function isochroneRoute(openEngine: (signal: AbortSignal) => Promise<RoutingEngine>): Route {
  return route(routing.isochrone, async ({ body: { coordinates, minutes, mode }, signal }) => {
    const engine = await openEngine(signal);
    const features: IsochroneReply['features'] = [];
    for (let from = 0; from < coordinates.length; from += aside) {
      const some = coordinates.slice(from, from + aside);
      const answers = await Promise.all(some.map((point) => engine.isochrones({ point, minutes: [minutes], mode })));
      for (const [at, areas] of answers.entries()) {
        const geometry = areas?.[0]?.geometry;
        features.push({
          type: 'Feature',
          geometry: geometry ? orientedRings(geometry) : null,
          properties: { point: from + at, minutes, mode },
        });
      }
    }
    return { type: 'FeatureCollection' as const, features };
  });
}
