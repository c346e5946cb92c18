import type { FoundRoute, Place, ReachedArea, RoutingEngine, TravelTimes } from '@groma/geo';
import { GromaError, type RoutingMode } from '@groma/model';
import { z } from 'zod';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { callService, type RoutingService } from './call-service.ts';
import { areaSchema, positionSchema, readAnswer } from './routing-answer.ts';

const profiles: Readonly<Record<RoutingMode, string>> = {
  driving: 'driving-car',
  walking: 'foot-walking',
  cycling: 'cycling-regular',
};

const isochroneAnswer = z.object({
  features: z.array(z.object({ properties: z.object({ value: z.number() }), geometry: areaSchema })),
});
const routeAnswer = z.object({
  features: z
    .array(
      z.object({
        // Between equal points there is nothing in the summary.
        properties: z.object({
          summary: z.object({ distance: z.number().default(0), duration: z.number().default(0) }),
        }),
        geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(positionSchema).min(1) }),
      }),
    )
    .min(1),
});
const table = z.array(z.array(z.number().nullable()));
const matrixAnswer = z.object({ durations: table, distances: table });
const refusal = z.object({ error: z.union([z.string(), z.object({ code: z.number(), message: z.string() })]) });

/** Codes for no way between two points and for no road near one (its documentation, “API error codes”). */
const noWay = new Set([2009, 2010, 6010]);
/** Isochrones have no code for it. */
const noRoad = /could not find (routable )?point|unable to build an isochrone/i;

interface Asked {
  service: RoutingService;
  outbound: Outbound;
  signal: AbortSignal;
}

/** A server of OpenRouteService, by version 2 of its interface. */
export class OpenRouteService implements RoutingEngine {
  readonly #asked: Asked;

  constructor(outbound: Outbound, { url, key }: { url: string; key: string | undefined }, signal: AbortSignal) {
    const service = { name: 'OpenRouteService', url, ...(key !== undefined && { headers: { authorization: key } }) };
    this.#asked = { service, outbound, signal };
  }

  async isochrones({
    point,
    minutes,
    mode,
  }: Parameters<RoutingEngine['isochrones']>[0]): Promise<readonly ReachedArea[] | null> {
    const answer = await this.#ask(`/v2/isochrones/${profiles[mode]}`, isochroneAnswer, {
      locations: [point],
      range: minutes.map((time) => time * 60),
      range_type: 'time',
    });
    return (
      answer &&
      minutes.flatMap((time) => {
        const found = answer.features.find(({ properties }) => Math.abs(properties.value - time * 60) < 1e-3);
        return found && found.geometry.coordinates.length > 0 ? [{ minutes: time, geometry: found.geometry }] : [];
      })
    );
  }

  async route({ from, to, mode }: Parameters<RoutingEngine['route']>[0]): Promise<FoundRoute | null> {
    const answer = await this.#ask(`/v2/directions/${profiles[mode]}/geojson`, routeAnswer, {
      coordinates: [from, to],
      instructions: false,
    });
    if (!answer) return null;
    const { properties, geometry } = answer.features[0]!;
    return { seconds: properties.summary.duration, metres: properties.summary.distance, line: geometry.coordinates };
  }

  async matrix({ from, to, mode }: Parameters<RoutingEngine['matrix']>[0]): Promise<TravelTimes> {
    const answer = await this.#ask(`/v2/matrix/${profiles[mode]}`, matrixAnswer, {
      locations: [...from, ...to],
      sources: from.map((_, at) => at),
      destinations: to.map((_, at) => from.length + at),
      metrics: ['duration', 'distance'],
      units: 'm',
    });
    if (answer) return { seconds: answer.durations, metres: answer.distances };
    // One point away from all roads spoils the whole table: it is asked in halves, until such points are alone.
    if (from.length === 1 && to.length === 1) return { seconds: [[null]], metres: [[null]] };
    if (from.length >= to.length) {
      const [upper, lower] = await Promise.all(halvesOf(from).map((half) => this.matrix({ from: half, to, mode })));
      return {
        seconds: [...upper!.seconds, ...lower!.seconds],
        metres: [...upper!.metres, ...lower!.metres],
      };
    }
    const [left, right] = await Promise.all(halvesOf(to).map((half) => this.matrix({ from, to: half, mode })));
    return {
      seconds: left!.seconds.map((row, at) => [...row, ...right!.seconds[at]!]),
      metres: left!.metres.map((row, at) => [...row, ...right!.metres[at]!]),
    };
  }

  /** Null where there is no way. @throws GromaError ROUTING_FAILED */
  async #ask<Answer>(path: string, schema: z.ZodType<Answer>, body: object): Promise<Answer | null> {
    const { service, outbound, signal } = this.#asked;
    const { status, answer } = await callService(outbound, service, path, { body, signal });
    if (status === 200) return readAnswer(service.name, schema, answer);
    const { error } = refusal.safeParse(answer).data ?? {};
    if (typeof error === 'object' && (noWay.has(error.code) || noRoad.test(error.message))) return null;
    const detail = (typeof error === 'object' ? error.message : error) ?? `it answered with status ${status}.`;
    throw new GromaError('ROUTING_FAILED', { service: service.name, detail: detail.slice(0, 300) });
  }
}

function halvesOf(points: readonly Place[]): (readonly Place[])[] {
  const middle = Math.ceil(points.length / 2);
  return [points.slice(0, middle), points.slice(middle)];
}
