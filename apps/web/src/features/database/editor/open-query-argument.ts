import { z } from 'zod';

/** A query for the editor of a database. */
export const openQueryArgument = z.object({ databaseId: z.string(), name: z.string(), query: z.string() });
