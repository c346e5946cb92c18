import { heldConditions, type LayerFilter } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { conditionTest } from './condition-test.ts';

/**
 * Tells by the properties of a feature whether a layer's filter keeps it; null where it keeps all, as it does where a
 * layer has none of its columns.
 */
export function featureTest(
  filter: LayerFilter,
  columns: readonly Column[],
): ((properties: Readonly<Record<string, PropertyValue>>) => boolean) | null {
  const tests = heldConditions(filter, columns).held.map((condition) => ({
    name: condition.column,
    test: conditionTest(columns.find(({ name }) => name === condition.column)!.type, condition),
  }));
  if (tests.length === 0) return null;
  return (properties) => tests.every(({ name, test }) => test(properties[name] ?? null));
}
