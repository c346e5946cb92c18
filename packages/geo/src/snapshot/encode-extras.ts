import { Bool, Field, Float64, List, makeData, type Data } from 'apache-arrow';
import type { GeometryStore } from './geometry-store.ts';
import type { SnapshotPart } from './manifest.ts';

/** A column of its own for what GeoArrow's simple types have no place for. */
export interface ExtraEncoder {
  field: Field;
  encode: (store: GeometryStore, features: Uint32Array) => Data;
}

const item = new Field('item', new Float64(), false);

/**
 * The columns between the attributes and the geometry, and what the part says of them. `seen` knows what its features
 * have among them.
 */
export function extraEncoders(seen: GeometryStore): {
  encoders: ExtraEncoder[];
  about: Pick<SnapshotPart, 'hasLoneMulti' | 'hasMeasures'>;
} {
  const encoders: ExtraEncoder[] = [];
  if (seen.loneMultis) encoders.push({ field: new Field('groma_multi', new Bool(), false), encode: loneMultis });
  if (seen.measures) encoders.push({ field: new Field('groma_m', new List(item), false), encode: measures });
  return {
    encoders,
    about: {
      ...(seen.loneMultis && { hasLoneMulti: true as const }),
      ...(seen.measures && { hasMeasures: true as const }),
    },
  };
}

function loneMultis(store: GeometryStore, features: Uint32Array): Data {
  const data = new Uint8Array((features.length + 7) >> 3);
  features.forEach((feature, index) => {
    if (store.loneMultis && feature < store.loneMultis.length && store.loneMultis.get(feature))
      data[index >> 3]! |= 1 << (index & 7);
  });
  return makeData({ type: new Bool(), length: features.length, nullCount: 0, data });
}

function measures(store: GeometryStore, features: Uint32Array): Data {
  const valueOffsets = new Int32Array(features.length + 1);
  features.forEach((feature, index) => {
    valueOffsets[index + 1] =
      valueOffsets[index]! + store.firstCoordinate(feature + 1) - store.firstCoordinate(feature);
  });
  const values = new Float64Array(valueOffsets.at(-1)!).fill(NaN);
  const known = store.measures?.used ?? new Float64Array(0);
  features.forEach((feature, index) => {
    const own = known.subarray(store.firstCoordinate(feature), store.firstCoordinate(feature + 1));
    values.set(own, valueOffsets[index]!);
  });
  const child = makeData({ type: new Float64(), length: values.length, nullCount: 0, data: values });
  return makeData({ type: new List(item), length: features.length, nullCount: 0, valueOffsets, child });
}
