import { ECCENTRICITY_SQUARED, RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';

/** Places as x, y, z in metres from the centre of the ellipsoid, three numbers each. */
export function geocentric(coordinates: Float64Array, size: number): Float64Array {
  const count = coordinates.length / size;
  const places = new Float64Array(count * 3);
  for (let at = 0; at < count; at++) {
    const [turn, phi] = [coordinates[at * size]! * RADIANS, coordinates[at * size + 1]! * RADIANS];
    const sine = Math.sin(phi);
    const prime = SEMI_MAJOR / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
    const flat = prime * Math.cos(phi);
    places[at * 3] = flat * Math.cos(turn);
    places[at * 3 + 1] = flat * Math.sin(turn);
    places[at * 3 + 2] = prime * (1 - ECCENTRICITY_SQUARED) * sine;
  }
  return places;
}

/** Random numbers from 0 to 1 that a seed decides (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
