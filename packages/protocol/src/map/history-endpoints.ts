import { ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** One thing that happened to a layer: an edit of its features or columns, or how it came, its name and its style. */
const historyEntry = z.object({
  /** Edits and the others are counted apart. */
  id: z.string(),
  made_at: z.string(),
  author_id: z.string().nullable(),
  username: z.string().nullable(),
  /** Who made it for its author: “GAIA”, or an agent by the name of its token; null for what they did themselves. */
  assistant: z.string().nullable(),
  kind: z.enum([
    'Add',
    'Delete',
    'Edit_Property',
    'Add_Column',
    'Delete_Column',
    'imported',
    'created',
    'renamed',
    'style',
    'restored',
    'deleted',
    'recovered',
  ]),
  /** Features or cells of an edit; 0 where it has none. */
  count: z.number(),
  /** Columns of an edit, the file of an import, the new name, the moment that was restored. */
  names: z.array(z.string()),
});
export type LayerHistoryEntry = z.output<typeof historyEntry>;

export const readLayerHistory = defineEndpoint({
  id: 'readLayerHistory',
  method: 'GET',
  path: '/maps/layers/:layerId/history',
  summary:
    'What was done to a layer, by whom and when, newest first; `before` and `before_id` are made_at and id of the last entry of the page before.',
  policy: ofResource('map', 'read', { in: 'query', name: 'map_id' }),
  params: z.object({ layerId: z.string() }),
  query: z.object({
    map_id: z.string(),
    project_id: z.string(),
    tenant_id: z.string().optional(),
    before: z.iso.datetime({ precision: 6 }).optional(),
    before_id: z
      .string()
      .regex(/^(edit|event) \d{1,15}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.object({ data: z.object({ entries: z.array(historyEntry), has_more: z.boolean() }) }),
});

const deletedLayer = z.object({
  id: z.string(),
  text: z.string(),
  type: z.enum(['Group', 'Layer']),
  parent_id: z.string(),
  deleted_at: z.string(),
  deleted_until: z.string(),
  deleted_by: z.string().nullable(),
  username: z.string().nullable(),
  /** Features of its snapshot; 0 for a group. */
  count: z.number(),
});
export type DeletedLayer = z.output<typeof deletedLayer>;

export const listDeletedLayers = defineEndpoint({
  id: 'listDeletedLayers',
  method: 'GET',
  path: '/maps/deleted-layers',
  summary:
    'Layers and groups of a map that were deleted and can still be recovered, the last deleted first. What went along with its group is not named by itself.',
  policy: ofResource('map', 'read', { in: 'query', name: 'map_id' }),
  query: z.object({ map_id: z.string(), project_id: z.string(), tenant_id: z.string().optional() }),
  reply: z.object({ data: z.array(deletedLayer) }),
});
