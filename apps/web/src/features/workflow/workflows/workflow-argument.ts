import { z } from 'zod';
import { alignments } from '../canvas/align-nodes.ts';

/** What commands on workflows take: ids, which the assistant and tools can say as well. */
export const workflowArgument = z.object({ workflowId: z.string() });
export const alignArgument = workflowArgument.extend({ how: z.enum(alignments) });
export const nodeArgument = workflowArgument.extend({ type: z.enum(['input', 'conversion', 'output']) });
