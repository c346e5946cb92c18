import type { Place } from '@groma/geo';
import { GromaError } from '@groma/model';
import { z } from 'zod';

/** A place in degrees; a height after it is left out. */
export const positionSchema = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number())
  .transform(([longitude, latitude]): Place => [longitude, latitude]);

const rings = z.array(z.array(positionSchema).min(4));

/** A polygon or several, perhaps without any coordinates. */
export const areaSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
]);

/** What a routing service has answered, checked. @throws GromaError ROUTING_FAILED */
export function readAnswer<Answer>(service: string, schema: z.ZodType<Answer>, answer: unknown): Answer {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new GromaError('ROUTING_FAILED', { service, detail: 'its answer makes no sense.' });
}
