import { z } from 'zod';

/** What commands on notebooks take: ids, which the assistant and tools can say as well. */
export const notebookArgument = z.object({ notebookId: z.string() });
/** Several notebooks, or all of the project. */
export const notebooksArgument = z.object({ notebookIds: z.array(z.string()).min(1) }).optional();
export const downloadArgument = z.object({ notebookId: z.string(), form: z.enum(['ipynb', 'py', 'html']) });
export const commentArgument = z.object({ notebookId: z.string(), commentId: z.string() });
export const threadArgument = z.object({
  notebookId: z.string(),
  threadId: z.string(),
  /** How many comments go with it. */
  count: z.number().int(),
});
