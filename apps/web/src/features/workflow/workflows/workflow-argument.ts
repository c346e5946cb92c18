import { z } from 'zod';

/** What commands on workflows take: ids, which the assistant and tools can say as well. */
export const workflowArgument = z.object({ workflowId: z.string() });
export const nodeArgument = workflowArgument.extend({ type: z.enum(['input', 'conversion', 'output']) });
