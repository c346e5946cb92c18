import { solidColorings } from '@groma/model';
import { z } from 'zod';
import { isStorableText } from './feature.ts';

const mostMetres = 1_000_000;
const metres = z.number().min(-mostMetres).max(mostMetres);
const triple = z.tuple([z.number(), z.number(), z.number()]);

const place = z.strictObject({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-85).max(85),
  heading: z.number().min(-360).max(360),
  scale: z.number().min(1e-6).max(1e6),
  isUpright: z.boolean(),
});

const solidStyle = z.strictObject({
  opacity: z.number().min(0).max(1),
  pointSize: z.number().min(1).max(20),
  coloring: z.enum(solidColorings).nullable(),
  lift: metres,
  place: place.nullable(),
  isInLegend: z.boolean(),
  attribution: z.string().max(300).refine(isStorableText),
});

/** A 3D layer as it is sent: the path of its file in the project; what is left out of the style has its default. */
export const solidData = z.strictObject({
  path: z.string().min(1).max(4_096),
  style: solidStyle.partial().default({}),
});

/** What changes of it: what is left out of the style stays as it was. */
export const solidDataChange = z.strictObject({ style: solidStyle.partial() });

const extent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('globe'), center: triple, radius: z.number(), low: z.number() }),
  z.object({ kind: z.literal('own'), low: triple, high: triple }),
]);

/** What a 3D layer is: tiles or a model of the project (`path` below /data), where that lies, and how it looks. */
export const solidLayerData = z.object({
  kind: z.literal('solid'),
  source: z.object({ path: z.string(), extent }),
  style: solidStyle,
});
export type SolidLayerData = z.output<typeof solidLayerData>;
