import { z } from 'zod';

/** What commands on databases take: ids, and names of tables as the schema has them. */
export const databaseArgument = z.object({ databaseId: z.string() });
export const tableArgument = z.object({
  databaseId: z.string(),
  /** Where it is not the database's own. */
  catalog: z.string().optional(),
  schema: z.string(),
  table: z.string(),
});
export const nameArgument = z.object({ name: z.string() });
/** Whether what is around says already that something is to be connected to. */
export const shortArgument = z.object({ isShort: z.boolean() }).optional();
