import { z } from 'zod';

export const framePlace = z.object({ projectId: z.string(), notebookId: z.string(), frameId: z.string() });
export const frameCode = framePlace.extend({ blockId: z.string() });
