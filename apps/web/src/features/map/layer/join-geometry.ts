import type { BatchGeometry } from '@groma/geo';

/** The geometry of several batches as one, in their order. They are of one kind and have positions of one size. */
export function joinGeometry(parts: readonly BatchGeometry[]): BatchGeometry {
  const [first, ...others] = parts;
  if (others.length === 0) return first!;
  const levels = (name: 'members' | 'rings') =>
    first![name] === null ? null : joinOffsets(parts.map((part) => part[name]!));
  return {
    ...first!,
    coordinates: joinArrays(
      Float64Array,
      parts.map(({ coordinates }) => coordinates),
    ),
    features: joinOffsets(parts.map(({ features }) => features)),
    members: levels('members'),
    rings: levels('rings'),
  };
}

/** One array after the other. */
export function joinArrays<
  Numbers extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
>(make: new (length: number) => Numbers, arrays: readonly ArrayLike<number>[]): Numbers {
  const joined = new make(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

/** Offsets of several batches, which each begin at 0, as those of one. */
function joinOffsets(levels: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(1 + levels.reduce((sum, { length }) => sum + length - 1, 0));
  let at = 0;
  for (const offsets of levels) {
    const begin = joined[at]!;
    for (let index = 1; index < offsets.length; index++) joined[++at] = begin + offsets[index]!;
  }
  return joined;
}
