import type { ProjectId } from '@groma/model';
import { notebook } from '@groma/protocol';
import * as Y from 'yjs';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotebookRecords } from './record/notebook-records.ts';

/** Calls that list, make, read, rename, copy, download and delete notebooks. */
export function notebookRoutes({ documents }: Platform, records: NotebookRecords): Route[] {
  return [
    route(notebook.listNotebooks, async ({ projectId }) => ({ data: await records.list(projectId) })),
    route(notebook.createNotebook, async ({ projectId, user, body }) => ({
      data: await records.create(projectId, user.id, body.name, body.initialTemplate),
    })),
    route(notebook.readNotebook, async ({ params: { notebookId } }) => {
      const [info, doc] = await Promise.all([records.read(notebookId), documents.read(notebookId)]);
      return { data: { ...info, document: Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64') } };
    }),
    route(notebook.renameNotebook, async ({ params, body }) => ({
      data: await records.rename(params.notebookId, body.name),
    })),
    route(notebook.replaceNotebookName, async ({ params, body }) => ({
      data: await records.rename(params.notebookId, body.name),
    })),
    route(notebook.duplicateNotebook, async ({ params, user, body }) => ({
      data: await records.duplicate(params.notebookId, user.id, body?.name),
    })),
    route(notebook.deleteNotebook, async ({ params }) => {
      await records.delete(params.notebookId);
      return { status: 'ok' };
    }),
  ];
}

/** Tells everybody in the project to read the list of notebooks anew. */
export function announceNotebooks({ bus }: Platform, projectId: ProjectId): Promise<void> {
  return bus.publish('notebooks-changed', { projectId });
}
