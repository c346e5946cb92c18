import { changeKinds, changeStates, codeChecks, inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ranCell } from '../notebook/run-endpoint.ts';

const path = '/api/chat/projects/:projectId/threads/:threadId/changes';
const params = z.object({ projectId: z.string(), threadId: z.string() });

/** Where a change lies: a cell of a notebook, a file, a layer of a map, or a workflow. */
export const changeTarget = z.object({
  notebook: z.string().optional(),
  cell: z.string().optional(),
  /** Of a cell that is new or moved: the cell behind which it goes; empty for the first. */
  place: z.string().optional(),
  path: z.string().optional(),
  map: z.string().optional(),
  layer: z.string().optional(),
  workflow: z.string().optional(),
});

/**
 * One thing that a turn of the assistant changes. `before` and `after` are of the kind: texts of a cell or file (null:
 * it is not there), lists of GeoJSON features, the properties of a style that change, the graphs of a workflow.
 */
export const chatChange = z.object({
  id: z.string(),
  message: z.string(),
  kind: z.enum(changeKinds),
  /** What it changes, as people call it: “Analysis, cell 3”. */
  title: z.string(),
  target: changeTarget,
  before: z.unknown(),
  after: z.unknown(),
  /** Of code: its language. */
  language: z.string().nullable(),
  state: z.enum(changeStates),
  /** Names what the change does; another one as soon as it does something else. */
  revision: z.string(),
  check: z.enum(codeChecks).nullable(),
  /** What the check found, or why the last decision failed. */
  problem: z.string().nullable(),
  /** The same as an error of the catalogue, for who speaks another language. */
  error: z.object({ code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
  created_at: z.string(),
});
export type ChatChangeReply = z.output<typeof chatChange>;

export const listChanges = defineEndpoint({
  id: 'listChanges',
  method: 'GET',
  path,
  summary: 'What the turns of a conversation change, oldest first, with how each stands.',
  policy: inProject('read', 'project'),
  params,
  query: z.object({ message: z.string().max(100).optional() }),
  reply: z.object({ data: z.array(chatChange) }),
});

export const decideChanges = defineEndpoint({
  id: 'decideChanges',
  method: 'POST',
  path,
  summary:
    'Apply, refuse or revert changes of an own conversation, or of what an agent proposes to the workspace, one by one or a turn as a whole. One that cannot be is left as it is, with its problem.',
  policy: inProject('update', 'project'),
  params,
  body: z.object({
    ids: z.array(z.string().max(100)).min(1).max(1_000),
    action: z.enum(['apply', 'refuse', 'revert']),
    /** The revisions that were looked at, by ids: what has become another since is not applied. */
    revisions: z.record(z.string(), z.string().max(64)).optional(),
  }),
  reply: z.object({ data: z.array(chatChange) }),
});

export const tryChange = defineEndpoint({
  id: 'tryChange',
  method: 'POST',
  path: `${path}/:changeId/trial`,
  summary:
    'Run the code of a cell as a change of an own conversation would have it, after the cells before it, in a kernel of its own that can change neither files nor anything else and ends then. Hanging up ends it at once.',
  policy: inProject('run', 'notebook'),
  params: params.extend({ changeId: z.string() }),
  reply: z.object({ data: ranCell }),
});
