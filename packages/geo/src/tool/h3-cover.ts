import type * as H3Module from 'h3-js';
import type { Position } from '../coordinate.ts';
import { geometryArea } from '../measure/area.ts';

type H3 = typeof H3Module;
type Ring = readonly Position[];

/** A cell as it lies in degrees, and those around it. */
interface Cell {
  id: string;
  /** Longitudes and latitudes of its corners in turn; longitudes run on beyond 180°. */
  corners: Float64Array;
  around: readonly string[];
}

/** Cells are kept for the polygons that come next. */
const mostKept = 50_000;
/** No cell is so much smaller than the mean of its resolution: pentagons, the smallest, have half of it. */
const smallestShare = 0.4;
/** Near the poles cells are no polygons in degrees. */
const northernmost = 85;
const kilometresOfDegree = 111;
/** H3 takes memory for the whole box around a polygon. */
const mostInBox = 1_000_000;

/**
 * Cells of one resolution that polygons meet, their edges straight in degrees: those whose centres lie inside, and
 * those that an edge passes through. `polygonToCellsExperimental` of H3 gives the same, but takes many times as long
 * for small polygons.
 */
export class H3Cover {
  readonly #h3: H3;
  readonly #resolution: number;
  /** Of the cells of this resolution, in m². */
  readonly meanArea: number;
  readonly #highest: number;
  readonly #cells = new Map<string, Cell>();

  constructor(h3: H3, resolution: number) {
    this.#h3 = h3;
    this.#resolution = resolution;
    this.meanArea = h3.getHexagonAreaAvg(resolution, 'm2');
    this.#highest = northernmost - (5 * h3.getHexagonEdgeLengthAvg(resolution, 'km')) / kilometresOfDegree;
  }

  /**
   * Ids of the cells that a polygon of less than half a turn meets, in no order. `rings` are closed, in degrees, the
   * outer one first; `take` is told how many were found so far, and may throw.
   */
  cellsOf(rings: readonly Ring[], take: (count: number) => void): Set<string> {
    const outer = rings[0] ?? [];
    if (outer.length === 0) return new Set();
    const [longitudes, latitudes] = [outer.map(([x]) => x), outer.map(([, y]) => y)];
    const [south, north] = [minOf(latitudes), maxOf(latitudes)];
    const box = {
      type: 'Polygon' as const,
      coordinates: [boxRing(minOf(longitudes), south, maxOf(longitudes), north)],
    };
    const isOdd = Math.max(-south, north) > this.#highest || geometryArea(box) > mostInBox * this.meanArea;
    if (isOdd) return new Set(this.#experimental(rings));
    const area = geometryArea({ type: 'Polygon', coordinates: rings as Position[][] });
    const found = new Set<string>(
      area < smallestShare * this.meanArea ? [] : this.#h3.polygonToCells(mutable(rings), this.#resolution, true),
    );
    take(found.size);
    for (const ring of rings) this.#follow(ring, found, take);
    return found;
  }

  #experimental(rings: readonly Ring[]): string[] {
    return this.#h3.polygonToCellsExperimental(mutable(rings), this.#resolution, 'containmentOverlapping', true);
  }

  /** Adds the cells that the edges of a ring pass through. */
  #follow(ring: Ring, found: Set<string>, take: (count: number) => void): void {
    let current = this.#cellAt(ring[0]!);
    found.add(current.id);
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1]!, ring[at]!];
      if (isWithin(current, from) && isWithin(current, to) && !isCrossed(current, from, to)) {
        found.add(current.id);
        continue;
      }
      current = this.#walk(current, from, to, found) ?? this.#cellAt(to);
      take(found.size);
    }
  }

  /** Adds the cells that an edge passes through, from one at its start, and gives that at its end. */
  #walk(start: Cell, from: Position, to: Position, found: Set<string>): Cell | null {
    const seen = new Set([start.id]);
    const waiting = [start];
    let last: Cell | null = null;
    for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
      const crosses = isCrossed(cell, from, to);
      if (isWithin(cell, to)) last = cell;
      if (crosses || isWithin(cell, from)) found.add(cell.id);
      // That of the start may lie beside it: its own edges are great circles.
      if (!crosses && cell !== start) continue;
      for (const id of cell.around) {
        if (seen.has(id)) continue;
        seen.add(id);
        waiting.push(this.#cell(id));
      }
    }
    return last;
  }

  #cellAt([x, y]: Position): Cell {
    return this.#cell(this.#h3.latLngToCell(y, x, this.#resolution));
  }

  #cell(id: string): Cell {
    const known = this.#cells.get(id);
    if (known) return known;
    if (this.#cells.size >= mostKept) this.#cells.clear();
    const boundary = this.#h3.cellToBoundary(id, false);
    const corners = new Float64Array(2 * boundary.length);
    const first = boundary[0]![1];
    boundary.forEach(([latitude, longitude], at) => {
      corners[2 * at] = longitude - 360 * Math.round((longitude - first) / 360);
      corners[2 * at + 1] = latitude;
    });
    const cell = { id, corners, around: this.#h3.gridDisk(id, 1) };
    this.#cells.set(id, cell);
    return cell;
  }
}

/** How far a cell has to be moved to be on the side of the Earth where a place is. */
function turnTo({ corners }: Cell, x: number): number {
  return 360 * Math.round((x - corners[0]!) / 360);
}

function isWithin(cell: Cell, [x, y]: Position): boolean {
  const { corners } = cell;
  const longitude = x - turnTo(cell, x);
  let isInside = false;
  for (let at = 0, before = corners.length - 2; at < corners.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [corners[before]!, corners[before + 1]!, corners[at]!, corners[at + 1]!];
    if (y1 > y !== y2 > y && longitude < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

/** Whether an edge crosses the outline of a cell. */
function isCrossed(cell: Cell, [fromX, fromY]: Position, [toX, toY]: Position): boolean {
  const { corners } = cell;
  const turn = turnTo(cell, (fromX + toX) / 2);
  const [startX, endX] = [fromX - turn, toX - turn];
  for (let at = 0, before = corners.length - 2; at < corners.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [corners[before]!, corners[before + 1]!, corners[at]!, corners[at + 1]!];
    const isParted =
      side(startX, fromY, endX, toY, x1, y1) * side(startX, fromY, endX, toY, x2, y2) <= 0 &&
      side(x1, y1, x2, y2, startX, fromY) * side(x1, y1, x2, y2, endX, toY) <= 0;
    if (isParted && hasLength(startX, fromY, endX, toY)) return true;
  }
  return false;
}

function hasLength(x1: number, y1: number, x2: number, y2: number): boolean {
  return x1 !== x2 || y1 !== y2;
}

/** Positive where a place lies left of a line. */
function side(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
}

function boxRing(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

function mutable(rings: readonly Ring[]): number[][][] {
  return rings as unknown as number[][][];
}
