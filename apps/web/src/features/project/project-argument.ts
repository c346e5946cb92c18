import { z } from 'zod';

/** A workspace of the person's; the one that is open where none is named. */
export const someProjectArgument = z.object({ projectId: z.string() }).optional();
