import { z } from 'zod';

/** A step of the story of a map. */
export const stepArgument = z.object({ mapId: z.string(), stepId: z.string() });
/** A step and the place among the others that it is to have, from 0. */
export const placedStepArgument = stepArgument.extend({ index: z.number().int().min(0) });
/** A story, from its first step or another. */
export const fromStepArgument = stepArgument.partial({ stepId: true });
