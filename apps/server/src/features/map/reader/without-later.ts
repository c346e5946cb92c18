import { isDeepStrictEqual } from 'node:util';
import {
  coerceValue,
  geometryMembers,
  jsonValue,
  type ColumnType,
  type LayerBefore,
  type LayerFeature,
  type Properties,
  type PropertyValue,
  type SimpleGeometry,
  type VectorUpdate,
} from '@groma/geo';

/** Features that their undo has left, because they are not as the edit left them, by id: as that edit left them. */
export type LeftFeatures = Map<number, LayerFeature>;

/** The layer as it is now, with the types of its columns by name. */
interface Present {
  before: LayerBefore;
  types: ReadonlyMap<string, ColumnType>;
}

interface Rest {
  update: VectorUpdate;
  /** Something stays because somebody has changed it since. */ isLess: boolean;
}

/**
 * What of an inverse takes back what still is as `done`, the edit that it undoes, has left it: values, shapes, features
 * and columns that were written since are of somebody else, and stay. Edits that are undone together share `left`.
 */
export function withoutLater(inverse: VectorUpdate, done: VectorUpdate, before: LayerBefore, left: LeftFeatures): Rest {
  const present: Present = { before, types: new Map(before.columns.map(({ name, type }) => [name, type])) };
  if (inverse.type === 'Edit_Property' && done.type === 'Edit_Property') {
    const written = new Map(done.edits.map(({ fid, column, value }) => [`${fid} ${column}`, value]));
    const edits = inverse.edits.filter(({ fid, column }) =>
      isStill(present, fid, column, written.get(`${fid} ${column}`)),
    );
    return {
      update: { ...inverse, edits },
      isLess: inverse.edits.filter(({ fid }) => before.feature(fid)).length > edits.length,
    };
  }
  if (inverse.type === 'Add') return restored(inverse.features, done, present, left);
  if (inverse.type === 'Delete' && done.type === 'Add') return removed(inverse.fids, done.features, present, left);
  if (inverse.type === 'Delete_Column' && done.type === 'Add_Column' && isWrittenSince(done, present))
    return { update: { ...inverse, columns: [] }, isLess: true };
  return { update: inverse, isLess: false };
}

/**
 * Features that go back to what they were: those that `done` replaced, and those that it deleted and that are not there
 * again.
 */
function restored(features: readonly LayerFeature[], done: VectorUpdate, present: Present, left: LeftFeatures): Rest {
  const put = done.type === 'Add' ? new Map(done.features.map((feature) => [feature.fid, feature])) : left;
  let isLess = false;
  const back = features.flatMap((feature) => {
    const now = present.before.feature(feature.fid);
    const was = put.get(feature.fid);
    // What `done` deleted comes back where it is not there again, what `done` replaced where it is not gone.
    if (was && !now) isLess = true;
    if (!was || !now) return (now === null) === (was === undefined) ? [feature] : [];
    const merged = mergedWith(feature, was, now, present);
    isLess ||= merged.isLess;
    return [merged.feature];
  });
  return { update: { type: 'Add', features: back }, isLess };
}

/** A feature as it was before `was` was put in its place, but for what is no more as `was` had it. */
function mergedWith(
  feature: LayerFeature,
  was: LayerFeature,
  now: LayerFeature,
  present: Present,
): { feature: LayerFeature; isLess: boolean } {
  const properties: Properties = { ...feature.properties };
  const later = present.before.columns.filter(({ name }) => !isStill(present, was.fid, name, was.properties[name]));
  for (const { name } of later) properties[name] = now.properties[name] ?? null;
  const isSame = sameShape(was.geometry, now.geometry);
  return {
    feature: { ...feature, geometry: isSame ? feature.geometry : now.geometry, properties },
    isLess: later.length > 0 || !isSame,
  };
}

/** Features that `done` made go, but for those that are no more as it made them. */
function removed(fids: readonly number[], made: readonly LayerFeature[], present: Present, left: LeftFeatures): Rest {
  const madeById = new Map(made.map((feature) => [feature.fid, feature]));
  const gone = fids.filter((fid) => {
    const [was, now] = [madeById.get(fid), present.before.feature(fid)];
    if (!was || !now) return true;
    const isSame =
      sameShape(was.geometry, now.geometry) &&
      present.before.columns.every(({ name }) => isStill(present, fid, name, was.properties[name]));
    if (!isSame) left.set(fid, was);
    return isSame;
  });
  return { update: { type: 'Delete', fids: gone }, isLess: gone.length < fids.length };
}

/** Whether a column holds anything that it did not begin with. */
function isWrittenSince(
  { column, fill = null, values = [] }: Extract<VectorUpdate, { type: 'Add_Column' }>,
  { before, types }: Present,
): boolean {
  const type = types.get(column.name);
  const first = new Map(values);
  if (type === undefined) return false;
  for (const [fid, value] of before.values(column.name))
    if (!same(coerceValue(first.get(fid) ?? fill, type), value)) return true;
  return false;
}

function isStill({ before, types }: Present, fid: number, column: string, written: PropertyValue | undefined): boolean {
  const type = types.get(column);
  return type !== undefined && same(coerceValue(written, type), before.feature(fid)?.properties[column] ?? null);
}

/** The log keeps the keys of an object in an order of its own. */
function same(one: PropertyValue, other: PropertyValue): boolean {
  return one === other || isDeepStrictEqual(jsonValue(one), jsonValue(other));
}

/**
 * As log and snapshot have them: the one knows no zero below zero, the other no shape of several parts that has one.
 */
function sameShape(one: SimpleGeometry | null, other: SimpleGeometry | null): boolean {
  const partsOf = (geometry: SimpleGeometry | null) => JSON.stringify(geometry ? geometryMembers(geometry) : []);
  return one === other || partsOf(one) === partsOf(other);
}
