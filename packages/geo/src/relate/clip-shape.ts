import Flatbush from 'flatbush';
import type { Position } from '../coordinate.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { EdgeBands } from './edge-bands.ts';

/** A point, a line, or a polygon with its holes. */
interface Part {
  kind: 'point' | 'line' | 'polygon';
  paths: Float64Array[];
  bands: EdgeBands;
}

/**
 * Geometries prepared to be asked which others intersect them: those that share at least a point, edges included, as
 * `ST_Intersects` has it (OGC 06-103r4). Degrees are treated as a plane, as they are drawn; heights are left out.
 */
export class ClipShape {
  readonly #parts: Part[];
  readonly #index: Flatbush | null;

  constructor(geometries: Iterable<SimpleGeometry | null>) {
    this.#parts = [...geometries].flatMap((geometry) => (geometry ? partsOf(geometry) : []));
    this.#index = this.#parts.length === 0 ? null : new Flatbush(this.#parts.length);
    for (const { bands } of this.#parts) this.#index?.add(...bands.box);
    this.#index?.finish();
  }

  /** Whether a place lies in or on one of the geometries. */
  hasPoint(x: number, y: number): boolean {
    return this.#near(x, y, x, y).some(({ kind, bands }) => {
      const place = bands.locate(x, y);
      return place === 'edge' || (kind === 'polygon' && place === 'inside');
    });
  }

  /** Whether a geometry shares a point with one of the geometries. Empty ones never do. */
  intersects(geometry: SimpleGeometry): boolean {
    if (!this.#index) return false;
    return partsOf(geometry).some((part) => {
      const [x, y] = part.paths[0]! as unknown as [number, number];
      if (part.kind === 'point') return this.hasPoint(x, y);
      return this.#near(...part.bands.box).some((own) => meet(own, part));
    });
  }

  #near(west: number, south: number, east: number, north: number): Part[] {
    return this.#index?.search(west, south, east, north).map((at) => this.#parts[at]!) ?? [];
  }
}

/** Whether two parts share a point: their edges meet, or the one holds the other. */
function meet(own: Part, other: Part): boolean {
  if (edgesMeet(own, other)) return true;
  if (own.kind === 'polygon' && own.bands.locate(other.paths[0]![0]!, other.paths[0]![1]!) !== 'outside') return true;
  return other.kind === 'polygon' && other.bands.locate(own.paths[0]![0]!, own.paths[0]![1]!) !== 'outside';
}

function edgesMeet({ bands }: Part, { paths }: Part): boolean {
  for (const path of paths) {
    if (path.length === 2 && bands.meets(path[0]!, path[1]!, path[0]!, path[1]!)) return true;
    for (let at = 0; at + 3 < path.length; at += 2)
      if (bands.meets(path[at]!, path[at + 1]!, path[at + 2]!, path[at + 3]!)) return true;
  }
  return false;
}

function partsOf(geometry: SimpleGeometry): Part[] {
  const members = geometryMembers(geometry);
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return (members as Position[]).flatMap((position) => partOf('point', [[position]]));
    case 'LineString':
    case 'MultiLineString':
      return (members as Position[][]).flatMap((line) => partOf('line', [line]));
    case 'Polygon':
    case 'MultiPolygon':
      return (members as Position[][][]).flatMap((rings) => partOf('polygon', rings));
  }
}

/** Nothing for what has no position, or one that is not a number. */
function partOf(kind: Part['kind'], lines: Position[][]): Part[] {
  const paths = lines
    .filter(({ length }) => length > 0)
    .map((line) => Float64Array.from(line.flatMap(([x, y]) => [x!, y!])));
  if (paths.length === 0 || paths.some((path) => !path.every(Number.isFinite))) return [];
  return [{ kind, paths, bands: new EdgeBands(paths) }];
}
