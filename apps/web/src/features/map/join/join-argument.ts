import { z } from 'zod';

/** A join of a layer, by its place among them. */
export const joinArgument = z.object({ mapId: z.string(), layerId: z.string(), join: z.number().int().min(0) });
