import { z } from 'zod';
import { column, isStorableText, wireFeature } from './feature.ts';
import { jpgData, jpgDataChange } from './jpg-style.ts';
import {
  baseMapType,
  hierarchyEntry,
  mapLocking,
  viewState,
  type LayerEntry,
  type VectorLayerEntry,
} from './layer-entry.ts';
import { rasterDataChange } from './raster-style.ts';
import { solidData, solidDataChange } from './solid-style.ts';
import { vectorStyleChange } from './vector-style.ts';
import type { LayerEditors } from './room-messages.ts';
import { editKey, vectorUpdate } from './vector-update.ts';

const id = z.uuid().lowercase();
const mostNodes = 10_000;

/**
 * Sender, tenant and project are checked against the session, never believed; both spellings of the sender are taken
 * (MAP-099).
 */
const sender = z.object({
  sender_id: z.string().optional(),
  senderId: z.string().optional(),
  tenant_id: z.string().optional(),
  project_id: z.string().optional(),
  /** Comes back in the message that others get, so that a client knows its own change. */
  request_id: z.string().max(64).optional(),
});

/**
 * A change that is safe to post again: it is made once for each key, or says what is to be. Only the sender that it
 * names may post it.
 */
const keyed = sender.extend({ key: editKey.optional() });

/** Nodes by id; only those that change or appear need be there. A group that is not there yet is made. */
const hierarchyInfo = z
  .record(id, hierarchyEntry)
  .refine((info) => Object.keys(info).length <= mostNodes, 'Too many layers.')
  .refine(
    (info) => Object.entries(info).every(([key, entry]) => key === entry.id),
    'A key is not the id of its entry.',
  );

const newVectorLayer = z.object({
  features: z.array(wireFeature).default([]),
  columns: z.array(column).max(2_000).default([]),
  vector_style: vectorStyleChange.default({}),
});

const updates = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(vectorUpdate).min(1).max(1_000),
);

/** What can be posted to `/parties/map/{mapId}`. */
export const mapPost = z.discriminatedUnion('type', [
  sender.extend({ type: z.literal('Request_Layer_Editor') }),
  sender.extend({ type: z.literal('Delete_Layers'), layer_ids: z.array(id).min(1).max(mostNodes) }),
  /** Brings deleted layers and groups back, with all that was deleted along with them. */
  sender.extend({ type: z.literal('Recover_Layers'), layer_ids: z.array(id).min(1).max(mostNodes) }),
  keyed.extend({ type: z.literal('Update_Layer_Info'), hierarchy_info: hierarchyInfo }),
  keyed.extend({
    type: z.literal('Create_Vector_Layer'),
    vector_data: z.record(id, newVectorLayer),
    new_layers_hierarchy_info: hierarchyInfo,
  }),
  /** Updates by layer id, one or a list; all of them happen, or none. */
  keyed.extend({ type: z.literal('Update_Vector_Layer_Data'), vector_update: z.record(id, updates) }),
  /**
   * Undoes own edits of a layer, named by their numbers or by the keys they were posted with, by their stored inverses,
   * newest first; an undo is an edit and can be undone.
   */
  keyed.extend({
    type: z.literal('Undo_Vector_Layer_Data'),
    layer_id: id,
    seqs: z.array(z.int().min(1)).max(1_000).default([]),
    keys: z.array(editKey).max(1_000).default([]),
  }),
  /** Undoes all that was done to a layer after a moment, by whomever, as edits of the sender. */
  keyed.extend({ type: z.literal('Restore_Vector_Layer'), layer_id: id, moment: z.iso.datetime({ precision: 6 }) }),
  keyed.extend({ type: z.literal('Update_Vector_Layer_Style'), layer_id: id, vector_style: vectorStyleChange }),
  /** A layer on top of the tree. The address of the picture is one of this tile service and this project. */
  keyed.extend({
    type: z.literal('Create_Raster_Layer'),
    text: z.string().max(1_000).refine(isStorableText),
    layer_id: id,
    raster_data: rasterDataChange.required({ titiler_url: true }),
  }),
  /** What is left out of the style stays as it was; another address draws the layer from another source. */
  keyed.extend({ type: z.literal('Update_Raster_Layer_Data'), layer_id: id, raster_data: rasterDataChange }),
  /** An aerial photo as a layer on top of the tree; its name differs from those of all layers. */
  keyed.extend({
    type: z.literal('Create_Jpg_Layer'),
    text: z.string().max(1_000).refine(isStorableText),
    layer_id: id,
    jpg_data: jpgData,
  }),
  keyed.extend({ type: z.literal('Update_Jpg_Layer_Data'), layer_id: id, jpg_data: jpgDataChange }),
  /** Tiles or a model of the project as a layer on top of the tree. */
  keyed.extend({
    type: z.literal('Create_Solid_Layer'),
    text: z.string().max(1_000).refine(isStorableText),
    layer_id: id,
    solid_data: solidData,
  }),
  keyed.extend({ type: z.literal('Update_Solid_Layer_Data'), layer_id: id, solid_data: solidDataChange }),
  keyed.extend({ type: z.literal('Update_Base_Map'), base_map_type: baseMapType }),
  sender.extend({ type: z.literal('Save_View_State'), view_state: viewState }),
  /** Refused while several people are at work in one layer that only one of them could keep. */
  sender.extend({ type: z.literal('Update_Map_Locking'), locking: mapLocking }),
]);
export type MapPost = z.input<typeof mapPost>;
export type CheckedMapPost = z.output<typeof mapPost>;

/** What became of the edits of one layer: the log number of each, and the ids its added features got. */
export interface EditedLayer {
  seq: number;
  edits: { seq: number; fids: number[] }[];
  /** Of an undo: something stays because someone has changed it since. */
  is_less?: true;
}

interface Replies {
  Request_Layer_Editor: LayerEditors;
  Delete_Layers: { status: 'ok' };
  Recover_Layers: { status: 'ok'; Group: LayerEntry[]; Layer: LayerEntry[] };
  Update_Layer_Info: { status: 'ok' };
  /** Given ids of features are not kept: `layers` says which the features got, in their order. */
  Create_Vector_Layer: {
    status: 'ok';
    Group: VectorLayerEntry[];
    Layer: VectorLayerEntry[];
    layers: Record<string, EditedLayer>;
  };
  Update_Vector_Layer_Data: { status: 'ok'; layers: Record<string, EditedLayer> };
  Undo_Vector_Layer_Data: { status: 'ok'; layers: Record<string, EditedLayer> };
  Restore_Vector_Layer: { status: 'ok'; layers: Record<string, EditedLayer> };
  Update_Vector_Layer_Style: { status: 'ok' };
  Create_Raster_Layer: { status: 'ok'; Layer: LayerEntry[] };
  Update_Raster_Layer_Data: { status: 'ok' };
  Create_Jpg_Layer: { status: 'ok'; Layer: LayerEntry[] };
  Update_Jpg_Layer_Data: { status: 'ok' };
  Create_Solid_Layer: { status: 'ok'; Layer: LayerEntry[] };
  Update_Solid_Layer_Data: { status: 'ok' };
  Update_Base_Map: { status: 'ok' };
  Save_View_State: { status: 'ok' };
  Update_Map_Locking: { status: 'ok' };
}
export type MapPostReply<Type extends MapPost['type']> = Replies[Type];
