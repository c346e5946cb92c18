import { evenWithoutPlan, inProject, ofResource, signedIn, type OwnedNoun } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ownTemplateReply, templateExposure, templatePayload } from './template-reply.ts';

/** A description and a list of what is new, at their longest, in any script. */
const payloadBytes = 256 * 1024;

const ofThing = z.object({ baseId: z.string(), projectId: z.string() });
const ofProject = z.object({ projectId: z.string() });

/**
 * Publishing freezes a version, which takes time: the operation tells how far it is, and the version is there when it
 * has completed. Without an operation only the details were changed.
 */
const published = z.object({
  data: z.object({ id: z.string(), version: z.string() }),
  operation_id: z.string().nullable(),
});
const ended = z.object({ data: z.object({ id: z.string() }) });
const loaded = z.object({ data: ownTemplateReply.nullable() });
const shown = z.object({ data: templateExposure });

/** The five calls of one noun of a project; `baseId` is the id of the map, notebook or workflow (PUB-035). */
function callsOf<Path extends string>(noun: OwnedNoun & ('notebook' | 'map' | 'workflow'), path: Path, of: string) {
  const policy = ofResource(noun, 'publish', { in: 'params', name: 'baseId' });
  const one = ofThing.extend({ templateId: z.string() });
  const name = `${noun[0]!.toUpperCase()}${noun.slice(1)}Template`;
  return {
    load: defineEndpoint({
      id: `load${name}`,
      method: 'GET',
      path,
      summary: `The publication of a ${of}, or null where there is none.`,
      policy,
      params: ofThing,
      reply: loaded,
    }),
    create: defineEndpoint({
      id: `create${name}`,
      method: 'POST',
      path,
      summary: `Publish a ${of}.`,
      policy,
      params: ofThing,
      body: templatePayload,
      bodyBytes: payloadBytes,
      reply: published,
    }),
    update: defineEndpoint({
      id: `update${name}`,
      method: 'PUT',
      path: `${path}/:templateId`,
      summary: `Change the publication of a ${of}; a later version publishes the ${of} as it is now.`,
      policy,
      params: one,
      body: templatePayload,
      bodyBytes: payloadBytes,
      reply: published,
    }),
    remove: defineEndpoint({
      id: `unpublish${name}`,
      method: 'DELETE',
      path: `${path}/:templateId`,
      summary: `Unpublish a ${of}, with all versions.`,
      policy: evenWithoutPlan(policy),
      params: one,
      reply: ended,
    }),
    expose: defineEndpoint({
      id: `expose${name}`,
      method: 'GET',
      path: `${path}/exposure`,
      summary: `What publishing this ${of} would show, and what keeps it from being published.`,
      policy,
      params: ofThing,
      reply: shown,
    }),
  };
}

export const notebookTemplates = callsOf(
  'notebook',
  '/api/notebooks/:baseId/projects/:projectId/notebook-templates',
  'notebook',
);
export const mapTemplates = callsOf('map', '/api/maps/:baseId/projects/:projectId/map-templates', 'map');
export const workflowTemplates = callsOf(
  'workflow',
  '/api/workflows/:baseId/projects/:projectId/workflow-templates',
  'workflow',
);

export const reproduceNotebookTemplate = defineEndpoint({
  id: 'reproduceNotebookTemplate',
  method: 'POST',
  path: '/api/notebooks/:baseId/projects/:projectId/notebook-templates/:templateId/reproductions',
  summary:
    'Run a version of a published notebook again from its frozen inputs, the newest where none is named, and compare its outputs with those that were published. Answers at once with the operation, or with that which does so already.',
  policy: ofResource('notebook', 'publish', { in: 'params', name: 'baseId' }),
  params: ofThing.extend({ templateId: z.string() }),
  body: z.object({ version: z.string().max(40).optional() }),
  reply: z.object({ data: z.object({ operation_id: z.string() }) }),
});

const overProject = inProject('publish', 'project');
const workspacePath = '/api/projects/:projectId/workspace-templates';
const oneOfProject = ofProject.extend({ templateId: z.string() });

/** The same for a whole workspace (PUB-041, PUB-042). */
export const workspaceTemplates = {
  load: defineEndpoint({
    id: 'loadWorkspaceTemplate',
    method: 'GET',
    path: workspacePath,
    summary: 'The publication of a workspace, or null where there is none.',
    policy: overProject,
    params: ofProject,
    reply: loaded,
  }),
  create: defineEndpoint({
    id: 'createWorkspaceTemplate',
    method: 'POST',
    path: workspacePath,
    summary: 'Publish a workspace.',
    policy: overProject,
    params: ofProject,
    body: templatePayload,
    bodyBytes: payloadBytes,
    reply: published,
  }),
  update: defineEndpoint({
    id: 'updateWorkspaceTemplate',
    method: 'PUT',
    path: `${workspacePath}/:templateId`,
    summary: 'Change the publication of a workspace; a later version publishes it as it is now.',
    policy: overProject,
    params: oneOfProject,
    body: templatePayload,
    bodyBytes: payloadBytes,
    reply: published,
  }),
  remove: defineEndpoint({
    id: 'unpublishWorkspaceTemplate',
    method: 'DELETE',
    path: `${workspacePath}/:templateId`,
    summary: 'Unpublish a workspace, with all versions.',
    policy: evenWithoutPlan(overProject),
    params: oneOfProject,
    reply: ended,
  }),
  expose: defineEndpoint({
    id: 'exposeWorkspaceTemplate',
    method: 'GET',
    path: `${workspacePath}/exposure`,
    summary: 'What publishing this workspace would show, and what keeps it from being published.',
    policy: overProject,
    params: ofProject,
    reply: shown,
  }),
};

export const uploadThumbnail = defineEndpoint({
  id: 'uploadThumbnail',
  method: 'POST',
  path: '/api/gcs/hub/:baseId/thumbnails',
  summary:
    'Keep a picture for a publication: form fields `templateType` and `thumbnailFile` (png, jpg, jpeg, webp, gif, svg). `baseId` is the id of what is published; who may not publish it is refused. The address in the reply goes into `thumbnail_url`.',
  policy: signedIn(),
  params: z.object({ baseId: z.string() }),
  bodyKind: 'multipart',
  reply: z.object({ data: z.object({ thumbnail_url: z.string() }) }),
});
