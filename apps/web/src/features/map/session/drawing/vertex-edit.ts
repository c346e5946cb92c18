import type { Position, SimpleGeometry } from '@groma/geo';

/** A vertex: the path it is in (a line, a ring, or all points), counted through the geometry, and its place in it. */
export interface VertexRef {
  path: number;
  index: number;
}

/** The lines, rings, or the one list of points of a geometry. Rings are without their closing position. */
export function pathsOf(geometry: SimpleGeometry): { positions: Position[]; isClosed: boolean }[] {
  switch (geometry.type) {
    case 'Point':
      return [{ positions: [geometry.coordinates], isClosed: false }];
    case 'MultiPoint':
      return [{ positions: geometry.coordinates, isClosed: false }];
    case 'LineString':
      return [{ positions: geometry.coordinates, isClosed: false }];
    case 'MultiLineString':
      return geometry.coordinates.map((positions) => ({ positions, isClosed: false }));
    case 'Polygon':
      return geometry.coordinates.map(openRing);
    case 'MultiPolygon':
      return geometry.coordinates.flat().map(openRing);
  }
}

function openRing(ring: Position[]): { positions: Position[]; isClosed: boolean } {
  return { positions: ring.slice(0, -1), isClosed: true };
}

/** Whether the positions of a geometry are points of their own, so that there is nothing between them. */
export function isOfPoints({ type }: SimpleGeometry): boolean {
  return type === 'Point' || type === 'MultiPoint';
}

/** The geometry with one vertex elsewhere; a height and an M value it had are kept. */
export function moveVertex(geometry: SimpleGeometry, { path, index }: VertexRef, to: Position): SimpleGeometry {
  return withPath(geometry, path, (positions) =>
    positions.with(index, [to[0]!, to[1]!, ...(positions[index] as number[]).slice(2)]),
  )!;
}

/**
 * The geometry with one vertex more, which comes to stand at the place given; its height and M value lie between those
 * of its neighbours.
 */
export function insertVertex(geometry: SimpleGeometry, { path, index }: VertexRef, position: Position): SimpleGeometry {
  const { isClosed } = pathsOf(geometry)[path]!;
  return withPath(geometry, path, (positions) =>
    positions.toSpliced(
      index,
      0,
      between(positions[index - 1], positions[index] ?? (isClosed ? positions[0] : undefined), position),
    ),
  )!;
}

/** A position with what its neighbours have beside their place, by how far it is from each. */
function between(before: Position | undefined, after: Position | undefined, position: Position): Position {
  const [x, y] = position as [number, number];
  if (!before || !after || isOfPlaceOnly(before) || isOfPlaceOnly(after)) return [x, y];
  const reach = (neighbour: Position): number => Math.hypot(x - neighbour[0]!, y - neighbour[1]!);
  const [from, to] = [reach(before), reach(after)];
  const part = from + to === 0 ? 0 : from / (from + to);
  const mixed = (place: number): number | null => {
    const [one, other] = [before[place] ?? null, after[place] ?? null] as [number | null, number | null];
    return one === null || other === null ? null : one + (other - one) * part;
  };
  const [height, measure] = [mixed(2), mixed(3)];
  return measure !== null ? [x, y, height as number, measure] : height === null ? [x, y] : [x, y, height];
}

const isOfPlaceOnly = (position: Position): boolean => position.length === 2;

/** The geometry without one vertex. A line or ring with too few left goes as a whole; null where nothing stays. */
export function deleteVertex(geometry: SimpleGeometry, { path, index }: VertexRef): SimpleGeometry | null {
  return withPath(geometry, path, (positions) => positions.toSpliced(index, 1));
}

/** The geometry moved by degrees. Latitudes stop at the poles. */
export function moveGeometry(geometry: SimpleGeometry, longitudes: number, latitudes: number): SimpleGeometry {
  const move = (coordinates: unknown): unknown =>
    Array.isArray(coordinates) && typeof coordinates[0] === 'number'
      ? [
          coordinates[0] + longitudes,
          Math.max(-90, Math.min(90, (coordinates[1] as number) + latitudes)),
          ...coordinates.slice(2),
        ]
      : (coordinates as unknown[]).map(move);
  return { ...geometry, coordinates: move(geometry.coordinates) } as SimpleGeometry;
}

type ChangePath = (positions: Position[]) => Position[];

function withPath(geometry: SimpleGeometry, path: number, change: ChangePath): SimpleGeometry | null {
  switch (geometry.type) {
    case 'Point': {
      const [position] = change([geometry.coordinates]);
      return position ? { ...geometry, coordinates: position } : null;
    }
    case 'MultiPoint':
      return kept(geometry, change(geometry.coordinates));
    case 'LineString':
      return kept(geometry, atLeast(2, change(geometry.coordinates)));
    case 'MultiLineString':
      return kept(
        geometry,
        geometry.coordinates.flatMap((line, at) => keptPart(at === path ? atLeast(2, change(line)) : line)),
      );
    case 'Polygon':
      return kept(geometry, changeRings(geometry.coordinates, path, change));
    case 'MultiPolygon': {
      let first = 0;
      return kept(
        geometry,
        geometry.coordinates.flatMap((rings) => {
          const changed = changeRings(rings, path - first, change);
          first += rings.length;
          return keptPart(changed);
        }),
      );
    }
  }
}

/** A polygon whose outer ring is gone is gone with its holes. */
function changeRings(rings: Position[][], path: number, change: ChangePath): Position[][] {
  const changed = rings.map((ring, at) => (at === path ? closed(atLeast(3, change(ring.slice(0, -1))), ring) : ring));
  return changed[0]!.length === 0 ? [] : changed.filter(({ length }) => length > 0);
}

const atLeast = (least: number, positions: Position[]): Position[] => (positions.length < least ? [] : positions);
/** Closed where it begins; what the closing position had beside its place stays, as M values go on along a ring. */
function closed(positions: Position[], ring: Position[]): Position[] {
  const [first] = positions as number[][];
  if (!first) return [];
  const [x, y, ...own] = first as [number, number, ...number[]];
  return [...positions, [x, y, ...(own.length > 0 ? (ring.at(-1) as number[]).slice(2) : [])]];
}

const keptPart = <Part>(part: Part[]): Part[][] => (part.length === 0 ? [] : [part]);

function kept(geometry: SimpleGeometry, coordinates: unknown[]): SimpleGeometry | null {
  return coordinates.length === 0 ? null : ({ ...geometry, coordinates } as SimpleGeometry);
}
