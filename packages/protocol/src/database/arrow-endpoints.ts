import { inProject, limit } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The database is said by its name or id, as in SQL blocks. A query without rows is answered with 204. */
export const runQueryArrow = defineEndpoint({
  id: 'runQueryArrow',
  method: 'POST',
  path: '/api/databases/projects/:projectId/arrow',
  summary: 'Run the statements of a query for the rows of the last one, as an Arrow IPC stream of at most 256 MB.',
  policy: inProject('execute_query', 'database'),
  alsoForReaders: true,
  params: z.object({ projectId: z.string() }),
  bodyBytes: 4 * limit.queryCharacters + 1_048_576,
  body: z.object({
    database: z.string().max(255),
    query: z.string().max(limit.queryCharacters),
    params: z.record(z.string().max(100), z.unknown()).default({}),
    /** No more rows are read than that; then they may have 16 MB. */
    most_rows: z.int().min(1).max(100_000).optional(),
  }),
  replyType: 'application/vnd.apache.arrow.stream',
});
