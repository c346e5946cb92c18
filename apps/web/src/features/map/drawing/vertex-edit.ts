import type { Position, SimpleGeometry } from '@groma/geo';

/** A vertex: the path it is in (a line, a ring, or all points), counted through the geometry, and its place in it. */
export interface VertexRef { path: number; index: number }

/** The lines, rings, or the one list of points of a geometry. Rings are without their closing position. */
export function pathsOf(geometry: SimpleGeometry): { positions: Position[]; isClosed: boolean }[] {
  switch (geometry.type) {
    case 'Point': return [{ positions: [geometry.coordinates], isClosed: false }];
    case 'MultiPoint': return [{ positions: geometry.coordinates, isClosed: false }];
    case 'LineString': return [{ positions: geometry.coordinates, isClosed: false }];
    case 'MultiLineString': return geometry.coordinates.map((positions) => ({ positions, isClosed: false }));
    case 'Polygon': return geometry.coordinates.map(openRing);
    case 'MultiPolygon': return geometry.coordinates.flat().map(openRing);
  }
}

function openRing(ring: Position[]): { positions: Position[]; isClosed: boolean } {
  return { positions: ring.slice(0, -1), isClosed: true };
}

/** Whether the positions of a geometry are points of their own, so that there is nothing between them. */
export function isOfPoints({ type }: SimpleGeometry): boolean {
  return type === 'Point' || type === 'MultiPoint';
}

/** The geometry with one vertex elsewhere; a height it had is kept. */
export function moveVertex(geometry: SimpleGeometry, { path, index }: VertexRef, to: Position): SimpleGeometry {
  return withPath(geometry, path, (positions) => positions.with(index, [to[0]!, to[1]!, ...(positions[index] as number[]).slice(2)]))!;
}

/** The geometry with one vertex more, which comes to stand at the place given. */
export function insertVertex(geometry: SimpleGeometry, { path, index }: VertexRef, position: Position): SimpleGeometry {
  return withPath(geometry, path, (positions) => positions.toSpliced(index, 0, [...position]))!;
}

/** The geometry without one vertex. A line or ring with too few left goes as a whole; null where nothing stays. */
export function deleteVertex(geometry: SimpleGeometry, { path, index }: VertexRef): SimpleGeometry | null {
  return withPath(geometry, path, (positions) => positions.toSpliced(index, 1));
}

/** The geometry moved by degrees. Latitudes stop at the poles. */
export function moveGeometry(geometry: SimpleGeometry, longitudes: number, latitudes: number): SimpleGeometry {
  const move = (coordinates: unknown): unknown => (Array.isArray(coordinates) && typeof coordinates[0] === 'number'
    ? [coordinates[0] + longitudes, Math.max(-90, Math.min(90, (coordinates[1] as number) + latitudes)), ...coordinates.slice(2)]
    : (coordinates as unknown[]).map(move));
  return { ...geometry, coordinates: move(geometry.coordinates) } as SimpleGeometry;
}

type ChangePath = (positions: Position[]) => Position[];

function withPath(geometry: SimpleGeometry, path: number, change: ChangePath): SimpleGeometry | null {
  switch (geometry.type) {
    case 'Point': {
      const [position] = change([geometry.coordinates]);
      return position ? { ...geometry, coordinates: position } : null;
    }
    case 'MultiPoint': return kept(geometry, change(geometry.coordinates));
    case 'LineString': return kept(geometry, atLeast(2, change(geometry.coordinates)));
    case 'MultiLineString': return kept(geometry, geometry.coordinates.flatMap((line, at) => keptPart(at === path ? atLeast(2, change(line)) : line)));
    case 'Polygon': return kept(geometry, changeRings(geometry.coordinates, path, change));
    case 'MultiPolygon': {
      let first = 0;
      return kept(geometry, geometry.coordinates.flatMap((rings) => {
        const changed = changeRings(rings, path - first, change);
        first += rings.length;
        return keptPart(changed);
      }));
    }
  }
}

/** A polygon whose outer ring is gone is gone with its holes. */
function changeRings(rings: Position[][], path: number, change: ChangePath): Position[][] {
  const changed = rings.map((ring, at) => (at === path ? closed(atLeast(3, change(ring.slice(0, -1)))) : ring));
  return changed[0]!.length === 0 ? [] : changed.filter(({ length }) => length > 0);
}

const atLeast = (least: number, positions: Position[]): Position[] => (positions.length < least ? [] : positions);
const closed = (positions: Position[]): Position[] => (positions.length === 0 ? [] : [...positions, positions[0]!]);
const keptPart = <Part>(part: Part[]): Part[][] => (part.length === 0 ? [] : [part]);

function kept(geometry: SimpleGeometry, coordinates: unknown[]): SimpleGeometry | null {
  return coordinates.length === 0 ? null : { ...geometry, coordinates } as SimpleGeometry;
}
