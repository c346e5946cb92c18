import type { ProjectId, TemplateType } from '@groma/model';
import { template } from '@groma/protocol';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { exposureOf } from './exposure/exposure.ts';
import { findOwnTemplate, readOwnTemplate } from './own-template.ts';
import { publishAgain, publishFirst, type PublishParts } from './publish-template.ts';
import { selectNeeded, type PublishedThing } from './selection/select-needed.ts';
import { unpublish } from './unpublish.ts';

/** To see what would be published reads all of it: how often one person may, and how many at a time. */
const exposureLimit = { tries: 60, windowSeconds: 600 };
const exposures = new Semaphore(2);

/** The calls that publish maps, notebooks, workflows and projects (PUB-035 to PUB-042, PUB-048). */
export function publishRoutes(parts: PublishParts): Route[] {
  return [
    ...routesOf(parts, 'MAP', template.mapTemplates),
    ...routesOf(parts, 'NOTEBOOK', template.notebookTemplates),
    ...routesOf(parts, 'WORKFLOW', template.workflowTemplates),
    ...routesOf(parts, 'SOLUTION', template.workspaceTemplates),
  ];
}

function routesOf(
  parts: PublishParts,
  type: TemplateType,
  calls: typeof template.mapTemplates | typeof template.workspaceTemplates,
): Route[] {
  const { platform } = parts;
  const { query } = platform.database;
  const thingOf = (projectId: ProjectId, params: { baseId?: string; projectId: string }): PublishedThing => ({
    type,
    projectId,
    sourceId: params.baseId ?? projectId,
  });
  return [
    route(calls.load, async ({ projectId, params }) => ({
      data: await readOwnTemplate(query, thingOf(projectId, params)),
    })),
    route(calls.create, ({ projectId, projectAccess, params, user, body, signal }) =>
      publishFirst(parts, {
        thing: thingOf(projectId, params),
        tenantId: projectAccess.tenantId,
        user,
        payload: body,
        signal,
      }),
    ),
    route(calls.update, ({ projectId, projectAccess, params, user, body, signal }) =>
      publishAgain(parts, {
        thing: thingOf(projectId, params),
        tenantId: projectAccess.tenantId,
        templateId: params.templateId,
        user,
        payload: body,
        signal,
      }),
    ),
    route(calls.remove, async ({ projectId, params }) => {
      await unpublish(platform, thingOf(projectId, params), params.templateId);
      return { data: { id: params.templateId } };
    }),
    route(calls.expose, async ({ projectId, params, user, signal }) => {
      const thing = thingOf(projectId, params);
      await countAttempt(platform.database, `expose:${user.id}`, exposureLimit);
      const data = await exposures.run(signal, async () => {
        const known = await findOwnTemplate(query, thing);
        const authorId = known?.authorId ?? user.id;
        return exposureOf(platform, await selectNeeded(platform, thing), { thing, authorId, signal });
      });
      return { data };
    }),
  ];
}
