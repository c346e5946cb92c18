import type { BatchGeometry } from '@groma/geo';

/**
 * Polygons that overlap a little, without two alike: stars of 12 corners, a third of them with a hole, in the middle of
 * Europe.
 */
export function seededRows(count: number, seed = 1): BatchGeometry {
  const random = generator(seed);
  const coordinates: number[] = [];
  const features = new Int32Array(count + 1);
  const rings: number[] = [0];
  const members = new Int32Array(count + 1);
  const side = Math.ceil(Math.sqrt(count));
  const addRing = (x: number, y: number, radius: number, corners: number, sense: number): void => {
    const first = coordinates.length;
    for (let corner = 0; corner < corners; corner++) {
      const turn = (sense * 2 * Math.PI * corner) / corners;
      const far = radius * (corners > 4 ? 0.5 + 0.5 * random() : 1);
      coordinates.push(x + far * Math.cos(turn), y + far * Math.sin(turn) * 0.65);
    }
    coordinates.push(coordinates[first]!, coordinates[first + 1]!);
    rings.push(coordinates.length / 2);
  };
  for (let at = 0; at < count; at++) {
    const [x, y] = [8 + ((at % side) / side) * 4, 48 + (Math.floor(at / side) / side) * 3];
    addRing(x, y, 2.6 / side, 12, 1);
    if (at % 3 === 0) addRing(x, y, 0.5 / side, 4, -1);
    members[at + 1] = rings.length - 1;
    features[at + 1] = at + 1;
  }
  return {
    kind: 'polygon',
    size: 2,
    coordinates: Float64Array.from(coordinates),
    features,
    members,
    rings: Int32Array.from(rings),
  };
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
