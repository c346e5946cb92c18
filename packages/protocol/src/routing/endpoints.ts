import { routingModes, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const mostPoints = 100;
const longestMinutes = 120;

/** Longitude and latitude in degrees. */
const point = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const ring = z.array(point);
const area = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
]);

const isochroneReply = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      /** Null where there is no road near the point. */
      geometry: area.nullable(),
      properties: z.object({
        /** Place of the point in the list, from 0. */
        point: z.number(),
        minutes: z.number(),
        mode: z.enum(routingModes),
      }),
    }),
  ),
});
export type IsochroneReply = z.output<typeof isochroneReply>;

export const isochrone = defineEndpoint({
  id: 'isochrone',
  method: 'POST',
  path: '/api/geo/isochrone',
  summary:
    'How far one gets by road from each of a list of points (longitude, latitude) in a number of minutes: GeoJSON with a polygon for each, in their order. It asks over an extract of the project that is named, or else the routing service or the extract that the server is set to.',
  policy: signedIn('all-projects'),
  body: z.object({
    coordinates: z.array(point).min(1).max(mostPoints),
    minutes: z.number().min(1).max(longestMinutes).default(10),
    mode: z.enum(routingModes).default('driving'),
    /** Whose roads are asked: those of its only extract of OpenStreetMap (`.osm.pbf`), where it has one. */
    project_id: z.string().optional(),
    /** Which extract of the project, where it has several. */
    extract: z.string().max(1_000).optional(),
  }),
  reply: isochroneReply,
});
