import { toolFeatures, type LayerFeature, type Properties, type PropertyValue, type ToolTable } from '@groma/geo';
import type { JoinedFeatures } from './joined-features.ts';

/**
 * Which joined columns of a result are not written into the layer whose features it replaces: those that the joins go
 * on to show there, with the same values.
 */
export class JoinedAgain {
  /** Names of these columns, as far as features were added. */
  readonly left: Set<string>;
  readonly #joined: JoinedFeatures;
  /** Joined values by the id of the feature, where a tool makes one row of each. */
  readonly #before: Map<number, Properties> | null;

  private constructor(joined: JoinedFeatures, before: Map<number, Properties> | null) {
    this.left = new Set(joined.columns.map(({ name }) => name));
    this.#joined = joined;
    this.#before = before;
  }

  /** @param taken what the tool was given, with what is joined */
  static async read(joined: JoinedFeatures, taken: ToolTable, isOneEach: boolean): Promise<JoinedAgain> {
    if (!isOneEach) return new JoinedAgain(joined, null);
    const before = new Map<number, Properties>();
    for await (const { fid, properties } of toolFeatures({ ...taken, batches: withoutGeometry(taken) }))
      before.set(fid, properties);
    return new JoinedAgain(joined, before);
  }

  /** Takes a feature of the result. Where the key has changed as well, the joins show what belongs to the new one. */
  add(feature: LayerFeature): void {
    if (this.left.size === 0) return;
    const shown = this.#before
      ? this.#before.get(feature.fid)
      : this.#joined.complete({ ...feature, geometry: null }).properties;
    for (const name of this.left)
      if (!isSame(shown?.[name] ?? null, feature.properties[name] ?? null)) this.left.delete(name);
  }
}

function withoutGeometry(table: ToolTable): ToolTable['batches'] {
  return async function* () {
    for await (const batch of table.batches()) yield { ...batch, geometry: null };
  };
}

function isSame(one: PropertyValue, other: PropertyValue): boolean {
  return Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
