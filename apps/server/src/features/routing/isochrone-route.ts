import type { RoutingEngine } from '@groma/geo';
import { GromaError, type UserId } from '@groma/model';
import { routing, type IsochroneReply } from '@groma/protocol';
import { route, type Route } from '../../platform/http/route.ts';
import { orientedRings } from './oriented-rings.ts';

/** Whose roads are asked. */
export interface AskedRoads {
  projectId: string | undefined;
  extract: string | undefined;
  userId: UserId;
  signal: AbortSignal;
}

/** Points that are asked about at once. */
const aside = 4;

/** What one reaches from points, over the roads of a project or of the server. */
export function isochroneRoute(openEngine: (asked: AskedRoads) => Promise<RoutingEngine>): Route {
  return route(routing.isochrone, async ({ body, user, signal }) => {
    const { coordinates, minutes, mode, project_id: projectId, extract } = body;
    if (extract !== undefined && projectId === undefined)
      throw new GromaError('BAD_INPUT', { detail: 'extract: say in which project it is, by project_id.' });
    const engine = await openEngine({ projectId, extract, userId: user.id, signal });
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
