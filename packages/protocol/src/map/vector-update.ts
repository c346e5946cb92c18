import { z } from 'zod';
import {
  column,
  columnName,
  fid,
  isStorableText,
  propertyValue,
  wireFeature,
  type WireGeometry,
  type WireValue,
} from './feature.ts';

/**
 * Features that one update may delete: what undoes it holds them whole. More are deleted by several updates of one
 * post.
 */
export const mostDeleted = 100_000;

/**
 * What a column is filled with, as a person writes it: `=` and an expression, or text with `$column` in it (VEC-022,
 * VEC-026).
 */
const formula = z.string().max(10_000).refine(isStorableText);
const someFids = z.array(fid).min(1).optional();

/**
 * One edit of a vector layer as a person asks for it (MAP-090). With a `formula` the server works out the values, for
 * all features or for `fids`, and the type of the column follows from them; `Calculate` does so for a column that is
 * there. The log holds the values: `Add_Column` with values, and `Edit_Property`.
 */
export const vectorUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Add'), features: z.array(wireFeature).min(1) }),
  z.object({ type: z.literal('Delete'), fids: z.array(fid).min(1).max(mostDeleted) }),
  z.object({
    type: z.literal('Edit_Property'),
    edits: z.array(z.object({ fid, column: columnName, value: propertyValue })).min(1),
  }),
  z.object({
    type: z.literal('Add_Column'),
    column,
    fill: propertyValue.optional(),
    values: z.array(z.tuple([fid, propertyValue])).optional(),
    at: z.int().min(0).optional(),
    formula: formula.optional(),
    fids: someFids,
  }),
  z.object({ type: z.literal('Calculate'), column: columnName, formula, fids: someFids }),
  z.object({ type: z.literal('Delete_Column'), columns: z.array(columnName).min(1) }),
]);
export type VectorUpdateInput = z.input<typeof vectorUpdate>;
export type VectorUpdateRequest = z.output<typeof vectorUpdate>;

/**
 * Made by the client for one change of a layer: the same change posted again with the same key is answered as the first
 * time, and applied no second time.
 */
export const editKey = z.uuid().lowercase();

/** A feature as the edit log holds it: `@groma/geo` calls it a LayerFeature. */
export type LoggedFeature = { fid: number; geometry: WireGeometry | null; properties: { [name: string]: WireValue } };

/**
 * An edit as the log holds it and as others receive it: features have their ids. It is a VectorUpdate of `@groma/geo`.
 */
export type LoggedUpdate =
  | { type: 'Add'; features: LoggedFeature[] }
  | { type: 'Delete'; fids: number[] }
  | { type: 'Edit_Property'; edits: { fid: number; column: string; value: WireValue }[] }
  | {
      type: 'Add_Column';
      column: z.output<typeof column>;
      fill?: WireValue;
      values?: [fid: number, value: WireValue][];
      at?: number;
    }
  | { type: 'Delete_Column'; columns: string[] };

/** One row of a layer's edit log. Edits apply in the order of `seq`, which grows but has gaps. */
export const loggedEdit = z.object({
  seq: z.number(),
  author_id: z.string().nullable(),
  made_at: z.string(),
  operation: z.custom<LoggedUpdate>((value) => typeof value === 'object' && value !== null),
});
export type LoggedEdit = z.output<typeof loggedEdit>;
