import { filterOperators } from '@groma/model';
import { z } from 'zod';

const filterSchema = z.object({
  columnId: z.string(),
  operator: z.enum(filterOperators),
  value: z.unknown().optional(),
});
/** Rows of a layer as a CSV: which columns, and what of all rows and in which order; null for all. */
export const csvArgument = z.object({
  mapId: z.string(),
  layerId: z.string(),
  columns: z.array(z.string()),
  query: z
    .object({
      sort: z.array(z.object({ columnId: z.string(), direction: z.enum(['asc', 'desc']) })),
      filter: z.array(filterSchema),
    })
    .nullable(),
});
