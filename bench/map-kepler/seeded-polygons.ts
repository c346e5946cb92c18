/** A polygon of the seeded data: a ring of 5 to 9 corners in a cell of a grid over central Europe. */
export interface SeededFeature {
  type: 'Feature';
  properties: { id: number; name: string; value: number; isOpen: boolean };
  geometry: { type: 'Polygon'; coordinates: [number, number][][] };
}

/** West, south, east, north in degrees. */
export const seededBox = [5, 43, 25, 53] as const;

/** Numbers from 0 to 1 that are the same at each run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same polygons each time; every tenth has a hole. Ids count from 1 in their order. */
export function seededPolygons(count: number): SeededFeature[] {
  const random = seededRandom(20_260_611);
  const [west, south, east, north] = seededBox;
  const columns = Math.ceil(Math.sqrt(count * 2));
  const [width, height] = [(east - west) / columns, (north - south) / Math.ceil(count / columns)];
  return Array.from({ length: count }, (_, index): SeededFeature => {
    const x = west + ((index % columns) + 0.5) * width;
    const y = south + (Math.floor(index / columns) + 0.5) * height;
    const corners = 5 + Math.floor(random() * 5);
    const rings = [ring(x, y, width, height, corners, () => 0.32 + random() * 0.15)];
    if (index % 10 === 0) rings.push(ring(x, y, width, height, 4, () => 0.12).reverse());
    return {
      type: 'Feature',
      properties: {
        id: index + 1,
        name: `parcel ${Math.floor(random() * 5_000)}`,
        value: Math.round(random() * 1e6) / 100,
        isOpen: random() < 0.5,
      },
      geometry: { type: 'Polygon', coordinates: rings },
    };
  });
}

function ring(
  x: number,
  y: number,
  width: number,
  height: number,
  corners: number,
  radius: () => number,
): [number, number][] {
  const positions = Array.from({ length: corners }, (_, corner): [number, number] => {
    const angle = (corner / corners) * 2 * Math.PI;
    const reach = radius();
    return [round(x + Math.cos(angle) * reach * width), round(y + Math.sin(angle) * reach * height)];
  });
  return [...positions, positions[0]!];
}

/** Seven decimals, a centimetre, as files have them. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
