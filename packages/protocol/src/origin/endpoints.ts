import { inProject, originKinds } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const projectId = z.object({ projectId: z.string() });
/** `layer:{mapId}/{layerId}`, or `file:` and a path. */
const thing = z.string().max(1_100);

/** What was taken. Its name is the one it has now, or had if it is gone. */
const originInput = z.object({
  /** Name of the tool's input, or as a statement names it. */
  input: z.string(),
  /** As `thing`, or `table:` and `result:` of what a tool took; null for a table that a statement read. */
  reference: z.string().nullable(),
  name: z.string(),
  /**
   * Number of the newest edit that was taken in, or one made of a file's content; 0 of a table or result that a tool
   * took, null of a table that a statement read.
   */
  version: z.number().nullable(),
  /** The same as it is now; null where it is gone, and of a table that a statement read. */
  current: z.number().nullable(),
  /** How many features were taken; null for all. */
  features: z.number().nullable(),
});

const origin = z.object({
  thing,
  name: z.string(),
  /** Of a layer, the name of its map. */
  map_name: z.string().nullable(),
  kind: z.enum(originKinds),
  /** The id of a tool, a format, the id of a notebook or of a database. */
  doer: z.string(),
  /** What a tool that people have made is called; null for any other, and for one that is gone. */
  title: z.string().nullable(),
  /** Such a tool does something else now. */
  is_tool_changed: z.boolean(),
  version: z.string(),
  /** Of a query, `sql` is its text; of a notebook, `code` is that of the block. */
  parameters: z.record(z.string(), z.unknown()),
  made_at: z.string(),
  username: z.string().nullable(),
  operation_id: z.string().nullable(),
  /** The notebook whose block has made it, or asked for it; null where none has, or it is gone. */
  notebook: z.object({ id: z.string(), name: z.string(), block_id: z.string() }).nullable(),
  /** Of a file: somebody has written it since. */
  is_written: z.boolean(),
  inputs: z.array(originInput),
});
export type OriginReply = z.output<typeof origin>;

export const listOrigins = defineEndpoint({
  id: 'listOrigins',
  method: 'GET',
  path: '/api/origins/projects/:projectId',
  summary: 'How things of a project were made, of what, at which version, and the version that has now.',
  policy: inProject('read', 'map'),
  params: projectId,
  query: z.object({
    /** Only the layers of a map. */
    map_id: z.string().optional(),
    /** Only files. */
    only: z.literal('files').optional(),
    /** Only what blocks of a notebook have made. */
    notebook_id: z.string().optional(),
  }),
  reply: z.object({ data: z.array(origin) }),
});

export const readOrigin = defineEndpoint({
  id: 'readOrigin',
  method: 'GET',
  path: '/api/origins/projects/:projectId/thing',
  summary: 'How a layer or file was made, and what was made of it.',
  policy: inProject('read', 'map'),
  params: projectId,
  query: z.object({ thing }),
  reply: z.object({
    data: z.object({
      /** Null for what was drawn, uploaded, or is older than origins. */
      origin: origin.nullable(),
      dependents: z.array(
        z.object({
          thing,
          name: z.string(),
          map_name: z.string().nullable(),
          kind: z.enum(originKinds),
          doer: z.string(),
          /** Of a tool that people have made, while it is there. */
          title: z.string().nullable(),
          /** It was made of an earlier version. */
          is_stale: z.boolean(),
        }),
      ),
    }),
  }),
});

export const readOriginScript = defineEndpoint({
  id: 'readOriginScript',
  method: 'GET',
  path: '/api/origins/projects/:projectId/script',
  summary: 'The chain of steps that made a layer or file, as Python that runs in a notebook of the project.',
  policy: inProject('read', 'map'),
  params: projectId,
  query: z.object({ thing }),
  reply: z.object({ data: z.object({ script: z.string() }) }),
});

export const runAgain = defineEndpoint({
  id: 'runAgain',
  method: 'POST',
  path: '/api/origins/projects/:projectId/again',
  summary:
    'Make a layer or file again, of what it was made of as that is now. The features of a layer are replaced in one change, which can be undone; a file goes to the trash.',
  policy: inProject('update', 'map'),
  params: projectId,
  body: z.object({ thing, operation_id: z.uuid().lowercase().optional() }),
  reply: z.object({
    data: z.object({
      /** The key that the edits of a layer were posted with. */
      operation_id: z.string().nullable(),
      edits: z.array(z.number()),
    }),
  }),
});

export const runOutdated = defineEndpoint({
  id: 'runOutdated',
  method: 'POST',
  path: '/api/origins/projects/:projectId/outdated',
  summary:
    'Begin to make everything again that is out of date, in the order of dependence: of a map with what it depends on, or of the whole project. It stops at a failure; the operation tells what was left.',
  policy: inProject('update', 'map'),
  params: projectId,
  body: z.object({ map_id: z.string().optional(), operation_id: z.uuid().lowercase().optional() }),
  reply: z.object({
    data: z.object({
      /** Null where nothing is out of date. */
      operation_id: z.string().nullable(),
      /** How many things are to be made again. */
      count: z.number(),
    }),
  }),
});
