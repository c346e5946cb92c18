import { z } from 'zod';

/** A map and how the next shapes of it are labelled. */
export const labelArgument = z.object({ mapId: z.string(), label: z.enum(['none', 'positive', 'negative']) });
