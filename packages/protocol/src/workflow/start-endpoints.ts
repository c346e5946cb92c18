import { evenWithoutPlan, ofResource, anyone, workflowStartKinds } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { workflowValue } from './endpoints.ts';

const byWorkflow = z.object({ projectId: z.string(), workflowId: z.string() });
const byStart = byWorkflow.extend({ startId: z.string() });
const place = { in: 'params', name: 'workflowId' } as const;
const values = z.record(z.string().max(100), workflowValue);
const cron = z.string().trim().min(1).max(200);
const timeZone = z.string().min(1).max(100);
const watched = z.string().min(1).max(2_000);

/** A start of a workflow. Times are ISO 8601. */
const workflowStart = z.object({
  id: z.string(),
  kind: z.enum(workflowStartKinds),
  /** Whose rights its runs have. */
  user_id: z.string(),
  username: z.string(),
  values,
  cron: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** The next times of a schedule; none while it is paused. */
  next_times: z.array(z.string()),
  /** The reference of the layer or file whose changes begin a run. */
  watched: z.string().nullable(),
  /** Where a webhook is called. */
  path: z.string().nullable(),
  last_at: z.string().nullable(),
  last_run_id: z.string().nullable(),
  is_paused: z.boolean(),
  /** Why it was paused by itself, or why its last run did not begin; an error of the catalogue. */
  problem: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
});
export type WorkflowStartInfo = z.output<typeof workflowStart>;

export const listWorkflowStarts = defineEndpoint({
  id: 'listWorkflowStarts',
  method: 'GET',
  path: '/api/workflows/:workflowId/projects/:projectId/starts',
  summary: 'What begins runs of a workflow by itself, the oldest first.',
  policy: ofResource('workflow', 'read', place),
  params: byWorkflow,
  reply: z.object({ data: z.array(workflowStart) }),
});

export const createWorkflowStart = defineEndpoint({
  id: 'createWorkflowStart',
  method: 'POST',
  path: '/api/workflows/:workflowId/projects/:projectId/starts',
  summary:
    'Let a workflow be started by a schedule (`cron` has five fields), a webhook, or changes of a layer or file (`watched`). Its runs have your rights. `secret` is that of a webhook, which no call gives again.',
  policy: ofResource('workflow', 'update', place),
  params: byWorkflow,
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('schedule'), cron, time_zone: timeZone, values: values.optional() }),
    z.object({ kind: z.literal('webhook'), values: values.optional() }),
    z.object({ kind: z.literal('change'), watched, values: values.optional() }),
  ]),
  reply: z.object({ data: workflowStart, secret: z.string().nullable() }),
});

export const changeWorkflowStart = defineEndpoint({
  id: 'changeWorkflowStart',
  method: 'PATCH',
  path: '/api/workflows/:workflowId/projects/:projectId/starts/:startId',
  summary: 'Change, pause or resume a start. Its runs have your rights from then on, unless it is only paused.',
  policy: ofResource('workflow', 'update', place),
  params: byStart,
  body: z.object({
    cron: cron.optional(),
    time_zone: timeZone.optional(),
    watched: watched.optional(),
    values: values.optional(),
    is_paused: z.boolean().optional(),
  }),
  reply: z.object({ data: workflowStart }),
});

export const rotateWorkflowSecret = defineEndpoint({
  id: 'rotateWorkflowSecret',
  method: 'POST',
  path: '/api/workflows/:workflowId/projects/:projectId/starts/:startId/secret',
  summary: 'Give a webhook a new secret, which no call gives again; the one before is refused from then on.',
  policy: ofResource('workflow', 'update', place),
  params: byStart,
  reply: z.object({ secret: z.string() }),
});

export const deleteWorkflowStart = defineEndpoint({
  id: 'deleteWorkflowStart',
  method: 'DELETE',
  path: '/api/workflows/:workflowId/projects/:projectId/starts/:startId',
  summary: 'Delete a start. Runs that it has begun go on.',
  policy: evenWithoutPlan(ofResource('workflow', 'update', place)),
  params: byStart,
  reply: z.object({ status: z.string() }),
});

/** A wrong secret and a start that is not there are answered alike. */
export const callWorkflowHook = defineEndpoint({
  id: 'callWorkflowHook',
  method: 'POST',
  path: '/api/workflows/hooks/:startId',
  summary:
    'Start a workflow by its webhook: the secret is in the header `x-groma-secret`, the body is a JSON object with values of its parameters.',
  policy: anyone('the secret in its header says that the caller may start this workflow'),
  params: z.object({ startId: z.string() }),
  body: values.optional(),
  reply: z.object({ data: z.object({ run_id: z.string() }) }),
});
