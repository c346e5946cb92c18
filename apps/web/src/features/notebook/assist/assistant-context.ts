import { z } from 'zod';

/**
 * The blocks an assistant is given; the whole notebook where none is named, what is in front where there is no
 * argument.
 */
export const assistantContext = z.object({ notebookId: z.string(), blockIds: z.array(z.string()) }).optional();
