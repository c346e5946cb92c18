import { anyone, inProject, signedIn, templateAccesses, templateCategories, templateTypes } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { templateReply, templateVersionReply } from './template-reply.ts';

const toReaders = anyone('the publication decides: who may not read it is answered as if it were not there');
const byTemplate = z.object({ templateId: z.string() });

/** Orders of the list: by the newest version, by title, or by how often they were used. */
export const hubSorts = ['newest', 'title', 'uses'] as const;

export const listTemplates = defineEndpoint({
  id: 'listTemplates',
  method: 'GET',
  path: '/api/hub/templates',
  summary: 'Publications that the caller finds in the hub: public ones, and those of their organisations.',
  policy: toReaders,
  query: z.object({
    q: z.string().max(200).default(''),
    type: z.enum(templateTypes).optional(),
    category: z.enum(templateCategories).optional(),
    tag: z.string().max(50).optional(),
    access: z.enum(templateAccesses).optional(),
    /** Username. */
    author: z.string().max(30).optional(),
    sort: z.enum(hubSorts).default('newest'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({ data: z.array(templateReply), total: z.number().int(), page_size: z.number().int() }),
});

/** What is in the frozen project of a version, by ids that the calls for maps and notebooks take. */
export const frozenContent = z.object({
  project_id: z.string(),
  /** The map, notebook or workflow that was published; null for a workspace. */
  content_id: z.string().nullable(),
  maps: z.array(z.object({ id: z.string(), name: z.string() })),
  notebooks: z.array(z.object({ id: z.string(), name: z.string() })),
  workflows: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type FrozenContent = z.output<typeof frozenContent>;

export const readTemplate = defineEndpoint({
  id: 'readTemplate',
  method: 'GET',
  path: '/api/hub/templates/:templateId',
  summary:
    'One publication with its versions, and what is in one of them: the newest, or the one that is asked for. One that needs a password first is answered with PASSWORD_REQUIRED.',
  policy: toReaders,
  params: byTemplate,
  query: z.object({ version: z.string().max(40).optional() }),
  reply: z.object({
    data: templateReply.extend({
      versions: z.array(templateVersionReply),
      content: frozenContent,
      /** What its workspace was made from, where that is a publication which the caller may read. */
      made_from: z.object({ title: z.string(), version: z.string(), path: z.string().nullable() }).nullable(),
    }),
  }),
});

export const readSample = defineEndpoint({
  id: 'readSample',
  method: 'GET',
  path: '/api/hub/sample',
  summary: 'The live sample of this server; null while it is being made. Answered as missing where it is switched off.',
  policy: anyone('the sample is there for people without an account'),
  reply: z.object({
    data: z
      .object({
        /** The publication that it is. */
        template_id: z.string(),
        title: z.string(),
        /** Its frozen project, with its map and its notebook. */
        project_id: z.string(),
        map_id: z.string(),
        /** What the map is called in each person's own sample, too. */
        map_name: z.string(),
        notebook_id: z.string(),
      })
      .nullable(),
  }),
});

export const readThumbnail = defineEndpoint({
  id: 'readThumbnail',
  method: 'GET',
  path: '/api/hub/thumbnails/:thumbnailId',
  summary: 'Picture of a publication.',
  policy: toReaders,
  params: z.object({ thumbnailId: z.string() }),
  replyType: 'image/*',
});

export const unlockTemplate = defineEndpoint({
  id: 'unlockTemplate',
  method: 'POST',
  path: '/api/hub/templates/:templateId/unlock',
  summary:
    'Open a publication by its password: the answer sets a cookie that opens this one alone, until its password changes. At most 10 tries in 10 minutes.',
  policy: anyone('the password is the permission'),
  params: byTemplate,
  body: z.object({ password: z.string().max(200) }),
  reply: z.object({ data: z.object({ path: z.string() }) }),
});

export const useTemplate = defineEndpoint({
  id: 'useTemplate',
  method: 'POST',
  path: '/api/hub/templates/:templateId/use',
  summary:
    "Make a workspace from a publication in the caller's own organisation. Answers at once; the workspace is there when the operation has completed.",
  policy: signedIn(),
  params: byTemplate,
  body: z.object({ name: z.string().trim().min(1).max(120).optional(), version: z.string().max(40).optional() }),
  reply: z.object({ data: z.object({ operation_id: z.string(), project_id: z.string() }) }),
});

export const readUse = defineEndpoint({
  id: 'readUse',
  method: 'GET',
  path: '/api/hub/uses/:operationId',
  summary: "How far the caller's workspace of a publication is.",
  policy: signedIn(),
  params: z.object({ operationId: z.string() }),
  reply: z.object({
    data: z.object({
      status: z.enum(['running', 'completed', 'failed']),
      progress: z.number(),
      message: z.string().nullable(),
    }),
  }),
});

export const readTemplateSource = defineEndpoint({
  id: 'readTemplateSource',
  method: 'GET',
  path: '/api/projects/:projectId/template-source',
  summary: 'The publication that a workspace was made from, with the version it has and the newest one; null for none.',
  policy: inProject('read', 'project'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({
    data: z
      .object({
        template_id: z.string(),
        title: z.string(),
        version: z.string(),
        /** Null where it is no longer published for the caller. */
        newest_version: z.string().nullable(),
        changelog: z.string().nullable(),
        path: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const downloadNotebooks = defineEndpoint({
  id: 'downloadTemplateNotebooks',
  method: 'GET',
  path: '/api/hub/workspace-templates/:templateId/download-notebooks/:id',
  summary:
    'Notebooks of a published workspace, each as a Jupyter document; `id` is the version, or the id of one of its notebooks.',
  policy: toReaders,
  params: byTemplate.extend({ id: z.string() }),
  reply: z.object({
    status: z.literal(200),
    data: z.array(z.object({ id: z.string(), name: z.string(), document: z.unknown() })),
  }),
});
