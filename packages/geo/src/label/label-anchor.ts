import type { Position } from '../coordinate.ts';
import type { SimpleGeometry } from '../geometry.ts';

/**
 * Where a label of a geometry stands, in degrees: a point itself (of several the first), the middle of the longest
 * line, the middle of the widest part of the largest area at the height of its middle, which always lies inside it.
 * Lengths are compared in degrees. Null where there is no position.
 */
export function labelAnchor(geometry: SimpleGeometry | null): [longitude: number, latitude: number] | null {
  switch (geometry?.type) {
    case undefined:
      return null;
    case 'Point':
      return at(geometry.coordinates);
    case 'MultiPoint':
      return at(geometry.coordinates[0]);
    case 'LineString':
      return middleOf(geometry.coordinates);
    case 'MultiLineString':
      return middleOf(largest(geometry.coordinates, lengthOf));
    case 'Polygon':
      return insideOf(geometry.coordinates);
    case 'MultiPolygon':
      return insideOf(largest(geometry.coordinates, ([outer]) => Math.abs(areaOf(outer ?? []))));
  }
}

/**
 * How much of a map a geometry takes, to choose among labels: its largest area in square degrees as Web Mercator widens
 * them, or its longest line in degrees; 0 for points.
 */
export function labelSize(geometry: SimpleGeometry | null): number {
  switch (geometry?.type) {
    case 'LineString':
      return lengthOf(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.reduce((most, line) => Math.max(most, lengthOf(line)), 0);
    case 'Polygon':
      return drawnArea(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.reduce((most, rings) => Math.max(most, drawnArea(rings)), 0);
    default:
      return 0;
  }
}

function drawnArea([outer]: readonly (readonly Position[])[]): number {
  if (!outer?.[0]) return 0;
  const [least, greatest] = extent(outer.map(([, latitude]) => latitude!));
  return Math.abs(areaOf(outer)) / Math.cos((Math.min(85, Math.abs(least + greatest) / 2) * Math.PI) / 180);
}

function at(position: Position | undefined): [number, number] | null {
  return position ? [position[0]!, position[1]!] : null;
}

function largest<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  const sizes = items.map(sizeOf);
  return items[sizes.indexOf(Math.max(...sizes))] ?? items[0];
}

function lengthOf(line: readonly Position[]): number {
  return line
    .slice(1)
    .reduce((sum, [x, y], index) => sum + Math.hypot(x! - line[index]![0]!, y! - line[index]![1]!), 0);
}

function middleOf(line: readonly Position[] | undefined): [number, number] | null {
  if (!line?.[0]) return null;
  let left = lengthOf(line) / 2;
  for (let index = 1; index < line.length; index++) {
    const [[x0, y0], [x1, y1]] = [line[index - 1] as [number, number], line[index] as [number, number]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length >= left && length > 0) return [x0 + ((x1 - x0) * left) / length, y0 + ((y1 - y0) * left) / length];
    left -= length;
  }
  return at(line.at(-1));
}

/** The signed area of a ring in square degrees (the shoelace formula). */
function areaOf(ring: readonly Position[]): number {
  return ring.reduce((sum, [x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length]!;
    return sum + (x0! * y1! - x1! * y0!) / 2;
  }, 0);
}

function insideOf(rings: readonly (readonly Position[])[] | undefined): [number, number] | null {
  const outer = rings?.[0];
  if (!rings || !outer?.[0]) return null;
  const latitudes = outer.map(([, latitude]) => latitude!);
  // A height on a corner would count that corner twice.
  const middle = (Math.min(...extent(latitudes)) + Math.max(...extent(latitudes))) / 2;
  const height = rings.some((ring) => ring.some(([, latitude]) => latitude === middle))
    ? middle + (Math.max(...extent(latitudes)) - middle) * 1e-6
    : middle;
  const crossings = rings.flatMap((ring) => crossingsOf(ring, height)).sort((one, other) => one - other);
  let widest: [number, number] | null = null;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const span: [number, number] = [crossings[index]!, crossings[index + 1]!];
    if (!widest || span[1] - span[0] > widest[1] - widest[0]) widest = span;
  }
  return widest ? [(widest[0] + widest[1]) / 2, height] : at(outer[0]);
}

/** Least and greatest, without spreading a long ring over the stack. */
function extent(numbers: readonly number[]): [number, number] {
  return numbers.reduce<[number, number]>(
    ([least, greatest], number) => [Math.min(least, number), Math.max(greatest, number)],
    [Infinity, -Infinity],
  );
}

function crossingsOf(ring: readonly Position[], height: number): number[] {
  return ring.flatMap(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length]!;
    return y0! > height === y1! > height ? [] : [x0! + ((height - y0!) / (y1! - y0!)) * (x1! - x0!)];
  });
}
