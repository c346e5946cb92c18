import { fidProperty, type WireGeometry, type WireValue } from '@groma/protocol';

interface ChangedFeature {
  geometry: WireGeometry | null;
  properties: Record<string, WireValue>;
}

/** How one feature changes. */
export interface FeatureDifference {
  what: 'changed' | 'added' | 'deleted';
  /** Its id; null for one that is new. */
  fid: number | null;
  /** Values that change; of one that is added or deleted all that it has. */
  values: { column: string; before: WireValue | undefined; after: WireValue | undefined }[];
  isShapeChanged: boolean;
}

/** What becomes of the features of a change, in the order in which they are told. */
export function featureDifferences(before: unknown, after: unknown): FeatureDifference[] {
  const [was, will] = [before as ChangedFeature[], after as ChangedFeature[]];
  const kept = new Map(will.map((feature) => [fidOf(feature), feature]));
  return [
    ...was.map((feature): FeatureDifference => {
      const fid = fidOf(feature);
      const then = kept.get(fid);
      return then
        ? {
            what: 'changed',
            fid,
            values: valuesOf(feature, then),
            isShapeChanged: !isSame(feature.geometry, then.geometry),
          }
        : { what: 'deleted', fid, values: valuesOf(feature, undefined), isShapeChanged: false };
    }),
    ...will
      .filter((feature) => fidOf(feature) === null)
      .map((feature): FeatureDifference => ({
        what: 'added',
        fid: null,
        values: valuesOf(undefined, feature),
        isShapeChanged: false,
      })),
  ];
}

function fidOf({ properties }: ChangedFeature): number | null {
  const fid = properties[fidProperty];
  return typeof fid === 'number' ? fid : null;
}

function valuesOf(was?: ChangedFeature, will?: ChangedFeature): FeatureDifference['values'] {
  const columns = new Set([...Object.keys(was?.properties ?? {}), ...Object.keys(will?.properties ?? {})]);
  return [...columns].flatMap((column) => {
    const [before, after] = [was?.properties[column], will?.properties[column]];
    return column === fidProperty || isSame(before, after) ? [] : [{ column, before, after }];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
