import type { BaseMapType, HierarchyEntry, MapLocking, VectorStyle, ViewState } from '@groma/model';
import { z } from 'zod';
import type { RasterLayerData } from './raster-style.ts';
import type { JpgLayerData } from './jpg-style.ts';
import type { SolidLayerData } from './solid-style.ts';
import { editKey, type LoggedEdit } from './vector-update.ts';

/** Layers being edited, by id, and by whom (MAP-085). */
export const layerEditors = z.record(z.string(), z.object({ userId: z.string(), username: z.string() }));
export type LayerEditors = z.output<typeof layerEditors>;

/** Bytes of a change that is posted over the socket; what is larger is a call. */
export const longestSocketPost = 64 * 1024;

/**
 * What a client sends over the socket `/parties/map/{mapId}`, as JSON text (MAP-082). The sender is the session's user.
 */
export const mapClientMessage = z.discriminatedUnion('type', [
  /**
   * Locks a layer; answered by Layer_Editor_Changed to all, or Refused. Sent again after a reconnect. `taken_keys` are
   * the keys of own edits that have taken features out of the layer for the time of editing: they are undone when their
   * holder is gone for good.
   */
  z.object({
    type: z.literal('Add_Layer_Editor'),
    layer_id: z.uuid().lowercase(),
    taken_keys: z.array(editKey).max(100).optional(),
  }),
  z.object({ type: z.literal('Remove_Layer_Editor'), layer_id: z.uuid().lowercase() }),
  /** Asks whoever holds a layer to let go of it; they hear Layer_Asked_For. Refused where nobody else holds it. */
  z.object({ type: z.literal('Ask_For_Layer'), layer_id: z.uuid().lowercase() }),
  /** At most every `cursorShareMs`; a longitude of −180 or less hides the cursor. */
  z.object({ type: z.literal('Cursor_Coordinate_On_Map_Sync'), lng: z.number(), lat: z.number(), zoom: z.number() }),
  /**
   * A small change as `postToMapRoom` takes it, by the same rules, without a call of its own; answered by Posted, or
   * Refused with its number.
   */
  z.object({ type: z.literal('Post'), n: z.int().min(1), post: z.looseObject({ type: z.string() }) }),
]);
export type MapClientMessage = z.output<typeof mapClientMessage>;

/** Someone in the room, once per person however many windows they have (MAP-004). The colour follows from the id. */
export interface MapPerson {
  id: string;
  username: string;
  /** Empty where general access alone lets the reader in. */
  email: string;
  lng: number | null;
  lat: number | null;
  zoom: number | null;
}

/** What the room sends, as JSON text. `senderId` is the user whose post it was, `request_id` what that post carried. */
export type MapServerMessage =
  /** All who are here: on entering, and whenever someone comes or goes. */
  | { type: 'Presence'; users: MapPerson[] }
  /** All locks: on entering, and on each change. */
  | { type: 'Layer_Editor_Changed'; layer_editors: LayerEditors }
  /** Someone asks this person to let go of a layer they hold. */
  | { type: 'Layer_Asked_For'; layer_id: string; userId: string; username: string }
  | { type: 'Cursor_Coordinate'; userId: string; lng: number; lat: number; zoom: number }
  /** The whole tree again. A layer not known yet is read by `readLayer`. */
  | {
      type: 'Layers_Changed';
      hierarchy_info: Record<string, HierarchyEntry>;
      senderId: string | null;
      request_id?: string;
    }
  /**
   * New edits of a layer, up to `seq`; `after` is its newest edit before them, 0 for none. Who lacks that one, and
   * everyone where `edits` is null because they are too large to push, reads them by `readLayerEdits`.
   */
  | {
      type: 'Layer_Edits';
      layer_id: string;
      after: number;
      seq: number;
      edits: LoggedEdit[] | null;
      senderId: string | null;
      request_id?: string;
    }
  /** The layer has a new snapshot with the same content; nothing needs to be drawn again. */
  | { type: 'Layer_Folded'; layer_id: string; snapshot_key: string; snapshot_seq: number }
  | {
      type: 'Vector_Style_Changed';
      layer_id: string;
      vector_style: VectorStyle;
      senderId: string | null;
      request_id?: string;
    }
  | {
      type: 'Raster_Layer_Changed';
      layer_id: string;
      raster_data: RasterLayerData;
      senderId: string | null;
      request_id?: string;
    }
  | {
      type: 'Jpg_Layer_Changed';
      layer_id: string;
      jpg_data: JpgLayerData;
      senderId: string | null;
      request_id?: string;
    }
  | {
      type: 'Solid_Layer_Changed';
      layer_id: string;
      solid_data: SolidLayerData;
      senderId: string | null;
      request_id?: string;
    }
  | { type: 'Base_Map_Changed'; base_map_type: BaseMapType; senderId: string | null; request_id?: string }
  | { type: 'Map_Locking_Changed'; locking: MapLocking; senderId: string | null; request_id?: string }
  | { type: 'View_State_Saved'; view_state: ViewState; senderId: string | null; request_id?: string }
  /** Charts were made or removed: read them by `listCharts`. */
  | { type: 'Charts_Changed'; senderId: string | null }
  | { type: 'Map_Renamed'; name: string; senderId: string | null }
  /** Own change `n` of this connection is on disk; the reply is that of `postToMapRoom`. */
  | { type: 'Posted'; n: number; reply: Record<string, unknown> }
  /** Own message was not taken: code, text and details of the catalogue. A deleted map closes the socket for good. */
  | {
      type: 'Refused';
      about: string;
      layer_id?: string;
      n?: number;
      code: string;
      message: string;
      details?: Record<string, string | number>;
    };
