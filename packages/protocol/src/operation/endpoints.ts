import { inProject, jobStatuses, ofResource, operationRemark, operationStatuses, operationTasks } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** A long-running operation as people see it (SHL-032). Progress is 0 to 100, time left in seconds. */
export const operationReply = z.object({
  id: z.string(),
  project_id: z.string(),
  user_id: z.string(),
  title: z.string(),
  /** What is done, and to what: the title in another language than English is made of it. */
  task: z.enum(operationTasks).nullable(),
  subject: z.string().nullable(),
  subtitle: z.string().nullable(),
  status: z.enum(operationStatuses),
  /** The same as one of the three statuses of jobs. */
  job_status: z.enum(jobStatuses),
  progress: z.number(),
  estimatedTimeLeft: z.number().nullable(),
  currentSubTask: z.string().nullable(),
  currentSubTaskProgress: z.number().nullable(),
  failedMessage: z.string().nullable(),
  /** It failed by what it was given, before anything was done: the person was asked or told where they typed it. */
  is_refused: z.boolean().optional(),
  /** What the work changed or could not keep of what it was given, once it has ended. */
  remarks: z.array(operationRemark),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OperationReply = z.output<typeof operationReply>;

const byOperation = z.object({ operationId: z.string() });
const place = { in: 'params', name: 'operationId' } as const;

export const listOperations = defineEndpoint({
  id: 'listOperations',
  method: 'GET',
  path: '/api/operations/projects/:projectId',
  summary: "The caller's own operations in a project, newest first.",
  policy: inProject('read', 'project'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({ data: z.array(operationReply) }),
});

export const readOperation = defineEndpoint({
  id: 'readOperation',
  method: 'GET',
  path: '/api/operations/:operationId',
  summary: 'One operation of the caller, for whoever waits for its end.',
  policy: ofResource('operation', 'read', place),
  params: byOperation,
  reply: z.object({ data: operationReply }),
});

export const cancelOperation = defineEndpoint({
  id: 'cancelOperation',
  method: 'POST',
  path: '/api/operations/:operationId/cancel',
  summary: 'Stop the work of an operation of the caller.',
  policy: ofResource('operation', 'read', place),
  params: byOperation,
  reply: z.object({ data: operationReply }),
});

export const dismissOperation = defineEndpoint({
  id: 'dismissOperation',
  method: 'DELETE',
  path: '/api/operations/:operationId',
  summary: 'Forget an operation of the caller that has ended.',
  policy: ofResource('operation', 'read', place),
  params: byOperation,
  reply: z.object({ status: z.string() }),
});
