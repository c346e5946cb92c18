import type { FoundRoute, Place, ReachedArea, RoutingEngine, TravelTimes } from '@groma/geo';
import { GromaError, type RoutingMode } from '@groma/model';
import { z } from 'zod';
import { decodePolyline } from './decode-polyline.ts';
import { areaSchema, readAnswer } from './routing-answer.ts';
import { engineName, RoutingComplaint, type CallValhalla, type ValhallaAction } from './valhalla-call.ts';

const costings: Readonly<Record<RoutingMode, string>> = {
  driving: 'auto',
  walking: 'pedestrian',
  cycling: 'bicycle',
};

/** A point further from any road than this, in metres, is not on the network. */
const farthestFromRoad = 1_000;
/** Contours of one question, which servers of Valhalla allow by default. */
const mostContours = 4;
/** What Valhalla says where there is no road near a point, or no way between two. */
const noWay = /no suitable edges|no path could be found|unconnected regions/i;
const noRoad = /no suitable edges/i;

const isochroneAnswer = z.object({
  features: z.array(z.object({ properties: z.object({ contour: z.number() }), geometry: areaSchema })),
});
const routeAnswer = z.object({
  trip: z.object({
    legs: z.array(z.object({ shape: z.string() })).min(1),
    summary: z.object({ time: z.number(), length: z.number() }),
  }),
});
const table = z.array(z.array(z.number().nullable()));
const matrixAnswer = z.object({ sources_to_targets: z.object({ durations: table, distances: table }) });
const locateAnswer = z.array(z.object({ edges: z.array(z.unknown()).nullable() }));

/** Valhalla, as a process here or as a server. Its HTTP interface and its library take the same questions. */
export class ValhallaEngine implements RoutingEngine {
  readonly #call: CallValhalla;

  constructor(call: CallValhalla) {
    this.#call = call;
  }

  async isochrones({
    point,
    minutes,
    mode,
  }: Parameters<RoutingEngine['isochrones']>[0]): Promise<readonly ReachedArea[] | null> {
    const areas: ReachedArea[] = [];
    for (let from = 0; from < minutes.length; from += mostContours) {
      const some = minutes.slice(from, from + mostContours);
      const answer = await this.#ask('isochrone', isochroneAnswer, {
        locations: [place(point)],
        costing: costings[mode],
        contours: some.map((time) => ({ time })),
        polygons: true,
      });
      if (!answer) return null;
      for (const time of some) {
        const found = answer.features.find(({ properties }) => Math.abs(properties.contour - time) < 1e-4);
        // One that is too small to be drawn has no coordinates.
        if (found && found.geometry.coordinates.length > 0) areas.push({ minutes: time, geometry: found.geometry });
      }
    }
    return areas;
  }

  async route({ from, to, mode }: Parameters<RoutingEngine['route']>[0]): Promise<FoundRoute | null> {
    const answer = await this.#ask('route', routeAnswer, {
      locations: [place(from), place(to)],
      costing: costings[mode],
      directions_type: 'none',
      units: 'kilometers',
    });
    if (!answer) return null;
    const { legs, summary } = answer.trip;
    return {
      seconds: summary.time,
      metres: summary.length * 1000,
      line: legs.flatMap(({ shape }) => decodePolyline(shape)),
    };
  }

  async matrix({ from, to, mode }: Parameters<RoutingEngine['matrix']>[0]): Promise<TravelTimes> {
    const nothing = (): (number | null)[][] => from.map(() => to.map(() => null));
    const ask = (sources: readonly Place[], targets: readonly Place[]) =>
      this.#ask('matrix', matrixAnswer, {
        sources: sources.map(place),
        targets: targets.map(place),
        costing: costings[mode],
        units: 'kilometers',
        verbose: false,
      });
    const whole = await ask(from, to);
    if (whole) return timesOf(whole);
    // One point away from all roads spoils the whole table: it is asked again without such points.
    const [starts, ends] = [await this.#onRoads(from, mode), await this.#onRoads(to, mode)];
    const times = { seconds: nothing(), metres: nothing() };
    const isSame = starts.length === from.length && ends.length === to.length;
    if (isSame || starts.length === 0 || ends.length === 0) return times;
    const answer = await ask(
      starts.map((at) => from[at]!),
      ends.map((at) => to[at]!),
    );
    if (!answer) return times;
    const found = timesOf(answer);
    for (const [row, start] of starts.entries())
      for (const [column, end] of ends.entries()) {
        times.seconds[start]![end] = found.seconds[row]![column] ?? null;
        times.metres[start]![end] = found.metres[row]![column] ?? null;
      }
    return times;
  }

  /** Places in the list of those points that have a road near. */
  async #onRoads(points: readonly Place[], mode: RoutingMode): Promise<number[]> {
    const located = await this.#ask('locate', locateAnswer, {
      locations: points.map(place),
      costing: costings[mode],
      verbose: false,
    });
    return (located ?? []).flatMap(({ edges }, at) => (edges?.length ? [at] : []));
  }

  /** Null where there is no way. @throws GromaError ROUTING_FAILED */
  async #ask<Answer>(action: ValhallaAction, schema: z.ZodType<Answer>, query: object): Promise<Answer | null> {
    try {
      return readAnswer(engineName, schema, await this.#call(action, query));
    } catch (error) {
      if (!(error instanceof RoutingComplaint)) throw error;
      const isNothing = action === 'route' ? noWay : noRoad;
      if (isNothing.test(error.message)) return null;
      throw new GromaError('ROUTING_FAILED', { service: engineName, detail: error.message.slice(0, 300) });
    }
  }
}

function place([longitude, latitude]: Place): object {
  return { lon: longitude, lat: latitude, search_cutoff: farthestFromRoad };
}

function timesOf({ sources_to_targets: { durations, distances } }: z.output<typeof matrixAnswer>): TravelTimes {
  return {
    seconds: durations,
    metres: distances.map((row) => row.map((kilometres) => (kilometres === null ? null : kilometres * 1000))),
  };
}
