import { z } from 'zod';

/** A Jupyter file of the project. */
export const importFileArgument = z.object({ path: z.string() });
