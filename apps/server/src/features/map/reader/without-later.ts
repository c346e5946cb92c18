import { isDeepStrictEqual } from 'node:util';
import { coerceValue, type LayerBefore, type LayerFeature, type Properties, type PropertyValue, type VectorUpdate } from '@groma/geo';

/**
 * What of an inverse takes back values that still are as `done`, the edit that it undoes, has left them: values that were
 * written since are of somebody else, and stay. A shape goes back whole.
 */
export function withoutLater(inverse: VectorUpdate, done: VectorUpdate, before: LayerBefore): VectorUpdate {
  const types = new Map(before.columns.map(({ name, type }) => [name, type]));
  const isStill = (fid: number, column: string, written: PropertyValue | undefined): boolean => {
    const type = types.get(column);
    return type !== undefined && same(coerceValue(written, type), before.feature(fid)?.properties[column] ?? null);
  };
  if (inverse.type === 'Edit_Property' && done.type === 'Edit_Property') {
    const written = new Map(done.edits.map(({ fid, column, value }) => [`${fid} ${column}`, value]));
    return { ...inverse, edits: inverse.edits.filter(({ fid, column }) => isStill(fid, column, written.get(`${fid} ${column}`))) };
  }
  if (inverse.type === 'Add' && done.type === 'Add') {
    const put = new Map(done.features.map((feature) => [feature.fid, feature]));
    return { ...inverse, features: inverse.features.map((feature) => merged(feature, put.get(feature.fid), before, isStill)) };
  }
  return inverse;
}

function merged(feature: LayerFeature, put: LayerFeature | undefined, before: LayerBefore, isStill: (fid: number, column: string, written: PropertyValue | undefined) => boolean): LayerFeature {
  const now = before.feature(feature.fid);
  if (!put || !now) return feature;
  const properties: Properties = { ...feature.properties };
  for (const { name } of before.columns) {
    if (!isStill(feature.fid, name, put.properties[name])) properties[name] = now.properties[name] ?? null;
  }
  return { ...feature, properties };
}

/** The log keeps the keys of an object in an order of its own. */
function same(one: PropertyValue, other: PropertyValue): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
