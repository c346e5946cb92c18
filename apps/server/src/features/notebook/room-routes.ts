import { GromaError, type ProjectId } from '@groma/model';
import { notebook, type ProjectMessage } from '@groma/protocol';
import { requirePlan } from '../../platform/access/project-access.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { askFrame } from './kernel/ask-frame.ts';
import { completeAt, inspectAt } from './kernel/ask-kernel.ts';
import { readWidget, useWidget } from './kernel/use-widget.ts';
import type { NotebookMachines } from './record/notebook-machines.ts';
import type { NotebookRecords } from './record/notebook-records.ts';
import { announceNotebooks } from './routes.ts';
import type { NotebookRuns } from './run/notebook-runs.ts';

interface RoomRouteParts {
  platform: Platform;
  records: NotebookRecords;
  runs: NotebookRuns;
  machines: NotebookMachines;
}

/** Posts to the rooms of notebooks and projects. They are answered where the rooms and the kernels are. */
export function notebookRoomRoutes(parts: RoomRouteParts): Route[] {
  return [
    route(notebook.postToNotebook, async ({ params, projectId, projectAccess, user, body }) => {
      // What runs can be stopped whatever became of the plan.
      if (!/^(Stop|End)_/.test(body.type)) requirePlan(projectAccess, 'run');
      if (body.notebookId !== undefined && body.notebookId !== params.notebookId)
        throw new GromaError('NOT_FOUND', { noun: 'notebook' });
      const blocks = await parts.runs.handle(projectId, params.notebookId, user.id, body);
      if (body.type === 'Restart_Kernel')
        await parts.platform.bus.publish('kernel-restarted', {
          projectId,
          notebookId: params.notebookId,
          userId: user.id,
          username: user.username,
        });
      return { status: 'ok' as const, blocks };
    }),
    route(notebook.completeCode, async ({ params: { notebookId }, projectId, user, body }) => ({
      data: await parts.runs.askFor(notebookId, user.id, () =>
        completeAt(parts.machines, { projectId, notebookId, ...body }),
      ),
    })),
    route(notebook.inspectCode, async ({ params: { notebookId }, projectId, user, body }) => ({
      data: {
        text: await parts.runs.askFor(notebookId, user.id, () =>
          inspectAt(parts.machines, { projectId, notebookId, ...body }),
        ),
      },
    })),
    route(notebook.askFrame, async ({ params: { notebookId, frameId }, projectId, user, body }) => ({
      data: await parts.runs.askFor(notebookId, user.id, () =>
        askFrame(parts.machines, { projectId, notebookId, frameId, question: body }),
      ),
    })),
    route(notebook.readWidget, async ({ params: { notebookId, modelId }, projectId }) => ({
      data: await readWidget(parts.machines, { projectId, notebookId, model: modelId }),
    })),
    route(notebook.useWidget, async ({ params: { notebookId, modelId }, projectId, projectAccess, user, body }) => {
      requirePlan(projectAccess, 'run');
      const { kernel, ...use } = body;
      const used = await useWidget(parts.machines, { projectId, notebookId }, kernel, { ...use, model: modelId });
      // What it makes the code do has the rights of who has used it.
      if (used) void parts.runs.askFor(notebookId, user.id, () => used.settled);
      return { data: { state: used ? ('live' as const) : ('lost' as const) } };
    }),
    route(notebook.postToProject, async ({ projectId, user, body }) => answerProject(parts, projectId, user, body)),
  ];
}

async function answerProject(
  { platform, records, machines }: RoomRouteParts,
  projectId: ProjectId,
  user: User,
  message: ProjectMessage,
): Promise<string> {
  const { access, bus } = platform;
  switch (message.type) {
    case 'Create_Kernel':
      await access.require(user.id, projectId, 'run', 'notebook');
      // The id stands in the body, where nothing is believed: the notebook must be one of this project.
      if ((await access.projectOf('notebook', message.notebookId)) !== projectId)
        throw new GromaError('NOT_FOUND', { noun: 'notebook' });
      return machines.createKernel({ projectId, notebookId: message.notebookId, envId: message.envId });
    case 'Request_Notebook_List_Sync':
      await announceNotebooks(platform, projectId);
      return 'ok';
    case 'Notebook_List_Info_Sync': {
      await access.require(user.id, projectId, 'update', 'notebook');
      // The server has told of every change itself; what a client says of names and deletions is taken as a hint to
      // look again.
      await announceNotebooks(platform, projectId);
      return `ok: ${(await records.list(projectId)).length} notebooks`;
    }
    case 'Request_Workflow_List_Sync':
      await bus.publish('workflows-changed', { projectId });
      return 'ok';
    case 'Workflow_List_Info_Sync':
      await access.require(user.id, projectId, 'update', 'workflow');
      await bus.publish('workflows-changed', { projectId });
      return 'ok';
    default:
      return message satisfies never;
  }
}
