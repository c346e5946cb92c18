import { ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/**
 * How a cell has run. `output` is what it has printed and shown, as text: pictures and the like are named, and of what
 * is long the middle is left out.
 */
export const ranCell = z.object({
  /** The block in the document. */
  id: z.string(),
  /** Its place among the code blocks, from 1. */
  number: z.number().int(),
  /** `skipped`: an error before it has ended the run. */
  state: z.enum(['ok', 'error', 'stopped', 'skipped']),
  output: z.string(),
});
export type RanCell = z.output<typeof ranCell>;

export const runCells = defineEndpoint({
  id: 'runCells',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/runs',
  summary:
    'Run code blocks of a notebook as people do, all or those that `cells` names in the order of the notebook, and wait until they have ended. Hanging up stops them.',
  policy: ofResource('notebook', 'run', { in: 'params', name: 'notebookId' }),
  params: z.object({ notebookId: z.string(), projectId: z.string() }),
  body: z.object({ cells: z.array(z.string().max(100)).min(1).max(500).optional() }),
  reply: z.object({ data: z.array(ranCell) }),
});
