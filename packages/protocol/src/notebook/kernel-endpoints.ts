import { ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const params = z.object({ notebookId: z.string(), projectId: z.string() });
const place = { in: 'params', name: 'notebookId' } as const;

/** Code of a block and a place in it, in UTF-16 units. */
const question = z.object({ code: z.string().max(200_000), cursor: z.number().int().min(0) });

/**
 * Ways the code may go on: each takes the place of what is between `start` and `end`. `type` as function, module, path.
 */
const completionReply = z.object({
  start: z.number(),
  end: z.number(),
  matches: z.array(z.object({ text: z.string(), type: z.string().optional() })),
});
export type CompletionReply = z.output<typeof completionReply>;

export const completeCode = defineEndpoint({
  id: 'completeCode',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/complete',
  summary:
    'How code may go on at a place, as the kernel of the notebook knows; nothing without a kernel that is alive. No kernel is made.',
  policy: ofResource('notebook', 'run', place),
  params,
  body: question,
  reply: z.object({ data: completionReply }),
});

export const inspectCode = defineEndpoint({
  id: 'inspectCode',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/inspect',
  summary:
    'Signature and documentation of the name at a place in code, as the kernel of the notebook knows them; null without any.',
  policy: ofResource('notebook', 'run', place),
  params,
  body: question,
  reply: z.object({ data: z.object({ text: z.string().nullable() }) }),
});
