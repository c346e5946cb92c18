import { z } from 'zod';

/** A query for the editor of a database. */
export const openQueryArgument = z.object({ databaseId: z.string(), name: z.string(), query: z.string() });
/** A file of the project that SQL can read. */
export const queryFileArgument = z.object({ path: z.string() });
/** A layer of a map of the project, by the names that SQL reads it by. */
export const queryLayerArgument = z.object({ map: z.string(), layer: z.string() });
