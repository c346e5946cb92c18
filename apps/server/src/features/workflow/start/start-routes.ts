import { GromaError, newId, webhookSecretHeader } from '@groma/model';
import { workflowStart } from '@groma/protocol';
import { countAttempt, networkOf, takeBackAttempt } from '../../../platform/access/attempts.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StartKeeper } from './start-keeper.ts';
import type { WorkflowStarts } from './start-records.ts';

/** Wrong calls of webhooks from one address; runs that one webhook begins. */
const wrongLimit = { tries: 60, windowSeconds: 60 };
const hookLimit = { tries: 60, windowSeconds: 60 };

/** Calls that list, set and delete what starts a workflow, and the one that a webhook is. */
export function startRoutes({ bus, database }: Platform, starts: WorkflowStarts, keeper: StartKeeper): Route[] {
  const tell = (projectId: string, workflowId: string) =>
    bus.publish('workflow-runs-changed', { projectId, workflowId });
  return [
    route(workflowStart.listWorkflowStarts, async ({ params }) => ({ data: await starts.list(params.workflowId) })),
    route(workflowStart.createWorkflowStart, async ({ params: { workflowId }, projectId, user, body, signal }) => {
      const made = await starts.create({ projectId, workflowId, userId: user.id }, body, signal);
      await tell(projectId, workflowId);
      return made;
    }),
    route(workflowStart.changeWorkflowStart, async ({ params, projectId, user, body, signal }) => {
      const { workflowId, startId } = params;
      const data = await starts.change({ projectId, workflowId, userId: user.id }, startId, body, signal);
      await tell(projectId, workflowId);
      return { data };
    }),
    route(workflowStart.rotateWorkflowSecret, async ({ params: { workflowId, startId } }) => ({
      secret: await starts.rotate(workflowId, startId),
    })),
    route(workflowStart.deleteWorkflowStart, async ({ params: { workflowId, startId }, projectId }) => {
      await starts.delete(workflowId, startId);
      await tell(projectId, workflowId);
      return { status: 'ok' };
    }),
    route(workflowStart.callWorkflowHook, async ({ params: { startId }, body, request }) => {
      const from = `hook-from:${networkOf(request.ip)}`;
      await countAttempt(database, from, wrongLimit);
      const given = request.headers[webhookSecretHeader];
      const start = await starts.requireHook(startId, typeof given === 'string' ? given : '');
      await takeBackAttempt(database, from);
      await countAttempt(database, `hook:${startId}`, hookLimit);
      if (start.isPaused) throw new GromaError('UNAVAILABLE', { part: 'this start', remedy: 'it is paused.' });
      const runId = newId<'operation'>();
      await keeper.begin(start, runId, { values: body ?? {} });
      return { data: { run_id: runId } };
    }),
  ];
}
