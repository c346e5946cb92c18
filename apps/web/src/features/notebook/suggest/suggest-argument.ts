import { z } from 'zod';

/** The code block that is asked about, first of its list. */
export const suggestArgument = z.object({ notebookId: z.string(), blockIds: z.array(z.string()).min(1) });
