import { hub, map, notebook, project, template, workflow } from '@groma/protocol';
import { visitorBy } from '../../platform/access/visitor.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { definePublish } from './publish/publish-operation.ts';
import { publishRoutes } from './publish/publish-routes.ts';
import { publishFirst, type Asked, type Begun } from './publish/publish-template.ts';
import { beginReproduction } from './reproduce/begin-reproduction.ts';
import type { ReproduceNeeds } from './reproduce/reproduce-needs.ts';
import { defineReproduce } from './reproduce/reproduce-operation.ts';
import { askForSweep, sweepPublicationsJob } from './publish/unpublish.ts';
import { keepThumbnail } from './thumbnail/keep-thumbnail.ts';
import { sweepThumbnailsJob } from './thumbnail/sweep-thumbnails.ts';
import { defineUse } from './use/use-operation.ts';
import { beginUse, readSource, readUse } from './use/use-template.ts';

/** Calls that may end publications with what they delete. */
const ending: ReadonlySet<string> = new Set(
  [map.deleteMap, notebook.deleteNotebook, workflow.deleteWorkflow, project.deleteProject].map(({ id }) => id),
);

/** What the feature offers to others, through main. */
interface TemplateFeature extends Feature {
  /** Begins to publish something for the first time. @throws GromaError as `publishFirst` */
  publish(asked: Asked): Promise<Begun>;
}

/** Publishing maps, notebooks, workflows and projects in frozen versions, and making projects of them. */
export function createTemplateFeature(platform: Platform, needs: ReproduceNeeds): TemplateFeature {
  const publishKind = definePublish(platform, needs);
  const useKind = defineUse(platform, needs);
  const reproduceKind = defineReproduce(platform, needs);
  const visitorOf = (cookies: string | undefined) => visitorBy(platform.config.secret, cookies);
  return {
    publish: (asked) => publishFirst({ platform, needs, kind: publishKind }, asked),
    operations: [publishKind, useKind, reproduceKind],
    jobs: [sweepPublicationsJob(platform, needs), sweepThumbnailsJob(platform)],
    onAnswer({ endpoint, error }) {
      if (error === undefined && ending.has(endpoint.id)) void askForSweep(platform);
    },
    routes: [
      ...publishRoutes({ platform, needs, kind: publishKind }),
      route(template.uploadThumbnail, async ({ params, user, request }) => ({
        data: {
          thumbnail_url: await keepThumbnail(platform, { baseId: params.baseId, userId: user.id, request }),
        },
      })),
      route(template.reproduceNotebookTemplate, async ({ projectId, params, user, body }) => ({
        data: await beginReproduction(platform, reproduceKind, {
          thing: { type: 'NOTEBOOK', projectId, sourceId: params.baseId },
          templateId: params.templateId,
          version: body.version,
          user,
        }),
      })),
      route(hub.useTemplate, async ({ params, user, body, request }) => ({
        data: await beginUse(
          { platform, needs, kind: useKind },
          {
            templateId: params.templateId,
            version: body.version,
            name: body.name,
            user,
            visitor: visitorOf(request.headers.cookie),
          },
        ),
      })),
      route(hub.readUse, async ({ params, user }) => ({ data: await readUse(platform, params.operationId, user) })),
      route(hub.readTemplateSource, async ({ projectId, user, request }) => ({
        data: await readSource(platform, projectId, user, visitorOf(request.headers.cookie)),
      })),
    ],
  };
}
