import type { VectorUpdate } from '@groma/geo';
import type { EditedLayer, MapPost, VectorUpdateInput } from '@groma/protocol';

/** A change of a map as it is sent, once or several times; `key` names it for the server. */
export interface KeyedEdit {
  key: string;
  /** The layer it changes; empty where it is none. */
  layerId: string;
  post: MapPost;
  /** Ids that its new features have here until the server has given theirs. */
  newFids: readonly number[];
}

/** A feature as this application sends it. */
export interface SentFeature {
  fid?: number | null;
  geometry: unknown;
  properties: unknown;
}

/** What new features are numbered from while the server does not know them; ids of layers are far below. */
const firstLocalFid = 2_000_000_000;
let lastLocalFid = firstLocalFid + Math.floor(Math.random() * 100_000_000);

/** Numbers the features of updates that have no id yet. */
export function withLocalFids(updates: readonly VectorUpdateInput[]): {
  updates: VectorUpdateInput[];
  newFids: number[];
} {
  const newFids: number[] = [];
  const numbered = updates.map((update): VectorUpdateInput =>
    update.type !== 'Add'
      ? update
      : {
          ...update,
          features: featuresOf(update).map((feature) => {
            if (feature.fid != null) return feature;
            newFids.push((lastLocalFid += 1));
            return { ...feature, fid: lastLocalFid };
          }),
        },
  );
  return { updates: numbered, newFids };
}

/** What updates look like on a layer; null where only the server can say. */
export function effectOf(updates: readonly VectorUpdateInput[]): VectorUpdate[] | null {
  const isKnown = updates.every(
    (update) => update.type !== 'Calculate' && !('formula' in update && update.formula !== undefined),
  );
  return isKnown ? (updates as VectorUpdate[]) : null;
}

/** A post with the ids that features have got from the server. */
export function withFids(post: MapPost, ids: ReadonlyMap<number, number>): MapPost {
  if (post.type !== 'Update_Vector_Layer_Data' || ids.size === 0) return post;
  return { ...post, vector_update: eachUpdate(post, (update) => renumbered(update, ids)) };
}

/** The same of what a change looks like. */
export function renumbered<Update extends VectorUpdateInput | VectorUpdate>(
  update: Update,
  ids: ReadonlyMap<number, number>,
): Update {
  const known = <Fid extends number | null | undefined>(fid: Fid): Fid =>
    typeof fid === 'number' ? ((ids.get(fid) ?? fid) as Fid) : fid;
  switch (update.type) {
    case 'Add':
      return { ...update, features: featuresOf(update).map((feature) => ({ ...feature, fid: known(feature.fid) })) };
    case 'Delete':
      return { ...update, fids: update.fids.map(known) };
    case 'Edit_Property':
      return { ...update, edits: update.edits.map((edit) => ({ ...edit, fid: known(edit.fid) })) };
    default:
      return update;
  }
}

/**
 * A change as it goes to the server, which numbers new features itself, and takes what carries a key from its author
 * alone.
 */
export function asPost({ key, post, newFids }: KeyedEdit): MapPost {
  if (post.type !== 'Update_Vector_Layer_Data') return { ...post, key } as MapPost;
  const fresh = new Set<unknown>(newFids);
  return {
    ...post,
    key,
    vector_update: eachUpdate(post, (update) =>
      update.type === 'Add'
        ? {
            ...update,
            features: featuresOf(update).map((feature) =>
              fresh.has(feature.fid) ? { ...feature, fid: null } : feature,
            ),
          }
        : update,
    ),
  };
}

/** The ids that the server has given to the new features of a change. */
export function givenFids(
  { post, newFids }: KeyedEdit,
  layers: Readonly<Record<string, EditedLayer>> | undefined,
): Map<number, number> {
  const ids = new Map<number, number>();
  if (post.type !== 'Update_Vector_Layer_Data' || newFids.length === 0) return ids;
  const fresh = new Set<unknown>(newFids);
  for (const [layerId, updates] of Object.entries(updatesOf(post))) {
    updates.forEach((update, index) => {
      const fids = layers?.[layerId]?.edits[index]?.fids ?? [];
      if (update.type === 'Add')
        featuresOf(update).forEach(({ fid }, place) => {
          if (fid != null && fresh.has(fid) && fids[place] !== undefined) ids.set(fid, fids[place]);
        });
    });
  }
  return ids;
}

/**
 * A change in two: what can be sent, and what builds on features that were refused. Null where there is nothing of it.
 */
interface Parted {
  sent: MapPost | null;
  lost: MapPost | null;
}

/**
 * Takes off a change what the server cannot know, when all before it has been sent: edits of features that were drawn
 * here and have got no id are lost with those, and changes in `refused` (by their keys) need not be undone.
 */
export function parted({ post, newFids }: KeyedEdit, refused: ReadonlySet<string>): Parted {
  if (post.type === 'Undo_Vector_Layer_Data' && post.keys) {
    const keys = post.keys.filter((key) => !refused.has(key));
    return { sent: keys.length > 0 ? { ...post, keys } : null, lost: null };
  }
  if (post.type !== 'Update_Vector_Layer_Data') return { sent: post, lost: null };
  const isLost = (fid: number) => fid > firstLocalFid && !newFids.includes(fid);
  const lost = someOf(post, isLost);
  return lost ? { sent: someOf(post, (fid) => !isLost(fid)), lost } : { sent: post, lost: null };
}

/**
 * The part of a change that is about some features; what is about no feature in particular counts as about all that are
 * known.
 */
function someOf(
  post: Extract<MapPost, { type: 'Update_Vector_Layer_Data' }>,
  isAbout: (fid: number) => boolean,
): MapPost | null {
  const layers = Object.entries(updatesOf(post)).flatMap(([id, updates]) => {
    const some = updates.flatMap((update): VectorUpdateInput[] => {
      if (update.type === 'Delete') return keptIf({ ...update, fids: update.fids.filter(isAbout) }, 'fids');
      if (update.type === 'Edit_Property')
        return keptIf({ ...update, edits: update.edits.filter(({ fid }) => isAbout(fid)) }, 'edits');
      return isAbout(0) ? [update] : [];
    });
    return some.length > 0 ? [[id, some] as const] : [];
  });
  return layers.length > 0 ? { ...post, vector_update: Object.fromEntries(layers) } : null;
}

function keptIf<Update extends Partial<Record<Field, readonly unknown[]>>, Field extends string>(
  update: Update,
  field: Field,
): Update[] {
  return update[field]?.length ? [update] : [];
}

export function featuresOf({ features }: { features: readonly unknown[] }): SentFeature[] {
  return features as SentFeature[];
}

/** The updates of a post by layer, which travel as one or as a list. */
export function updatesOf(
  post: Extract<MapPost, { type: 'Update_Vector_Layer_Data' }>,
): Record<string, VectorUpdateInput[]> {
  return Object.fromEntries(
    Object.entries(post.vector_update).map(([id, updates]) => [id, [updates].flat() as VectorUpdateInput[]]),
  );
}

function eachUpdate(
  post: Extract<MapPost, { type: 'Update_Vector_Layer_Data' }>,
  change: (update: VectorUpdateInput) => VectorUpdateInput,
): Record<string, VectorUpdateInput[]> {
  return Object.fromEntries(Object.entries(updatesOf(post)).map(([id, updates]) => [id, updates.map(change)]));
}
