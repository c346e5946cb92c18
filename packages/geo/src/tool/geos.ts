import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import type { PackedWriter } from './packed-writer.ts';

/** A geometry in the memory of GEOS; 0 where a call failed. */
export type Handle = number;

type Call = (...values: number[]) => number;
type Heap = { readonly HEAPF64: Float64Array; readonly HEAPU32: Uint32Array };

/** What is called of the reentrant interface. */
const callNames = [
  'GEOSBoundary',
  'GEOSBuffer',
  'GEOSBuildArea',
  'GEOSConcaveHull',
  'GEOSCoordSeq_copyFromBuffer',
  'GEOSCoordSeq_copyToBuffer',
  'GEOSCoordSeq_destroy',
  'GEOSCoordSeq_getSize',
  'GEOSDifference',
  'GEOSEquals',
  'GEOSDisjointSubsetUnion',
  'GEOSGeomTypeId',
  'GEOSGeom_clone',
  'GEOSGeom_createCollection',
  'GEOSGeom_createLineString',
  'GEOSGeom_createLinearRing',
  'GEOSGeom_createPoint',
  'GEOSGeom_createPolygon',
  'GEOSGeom_createRectangle',
  'GEOSGeom_destroy',
  'GEOSGeom_getCoordSeq',
  'GEOSGeom_setPrecision',
  'GEOSGetExteriorRing',
  'GEOSGetGeometryN',
  'GEOSGetInteriorRingN',
  'GEOSGetNumGeometries',
  'GEOSGetNumInteriorRings',
  'GEOSIntersection',
  'GEOSLineMerge',
  'GEOSMakeValid',
  'GEOSPointOnSurface',
  'GEOSPolygonize',
  'GEOSPrepare',
  'GEOSPreparedContains',
  'GEOSPreparedCoveredBy',
  'GEOSPreparedCovers',
  'GEOSPreparedCrosses',
  'GEOSPreparedGeom_destroy',
  'GEOSPreparedIntersects',
  'GEOSPreparedNearestPoints',
  'GEOSPreparedOverlaps',
  'GEOSPreparedTouches',
  'GEOSPreparedWithin',
  'GEOSSimplify',
  'GEOSSymDifference',
  'GEOSTopologyPreserveSimplify',
  'GEOSUnaryUnion',
  'GEOSUnion',
  'GEOSisEmpty',
  'GEOSisValid',
] as const;
type Calls = Readonly<Record<(typeof callNames)[number] | 'malloc' | 'free', Call>>;

/** The operations of two geometries that give a third. */
export type Overlay = 'Intersection' | 'Difference' | 'SymDifference' | 'Union';

const COLLECTION = 7;
const MULTI = { point: 4, line: 5, polygon: 6 } as const;
const SINGLE = { point: [0], line: [1, 2], polygon: [3] } as const;

/**
 * GEOS 3.13 as WebAssembly. Geometries go in and out as packed arrays; whoever is given a handle frees it. A call that
 * fails gives 0. Views of its memory are taken anew for each use, since they go when it grows.
 */
export class Geos {
  readonly #module: Heap;
  readonly #calls: Calls;
  readonly #context: number;
  #scratch = 0;
  #capacity = 0;

  constructor(module: unknown, context: number) {
    this.#module = module as Heap;
    const exported = module as Readonly<Record<string, Call>>;
    const calls = callNames.map((name) => [name, exported[`_${name}_r`]]);
    this.#calls = Object.fromEntries([...calls, ['malloc', exported['_malloc']], ['free', exported['_free']]]) as Calls;
    this.#context = context;
  }

  free(...handles: readonly Handle[]): void {
    for (const handle of handles) if (handle !== 0) this.#calls.GEOSGeom_destroy(this.#context, handle);
  }

  /**
   * A row of a packed geometry. `coordinates` may be others for the same positions, and hold fewer numbers for each.
   */
  read(geometry: BatchGeometry, row: number, coordinates = geometry.coordinates, size: number = geometry.size): Handle {
    const [first, end] = [geometry.features[row]!, geometry.features[row + 1]!];
    if (end - first === 1) return this.#member(geometry, first, coordinates, size);
    const members: Handle[] = [];
    for (let member = first; member < end; member++) members.push(this.#member(geometry, member, coordinates, size));
    return this.collect(members, geometry.kind);
  }

  /** One geometry of several, which are taken over; 0, with all freed, where one of them is. */
  collect(members: readonly Handle[], kind: BatchGeometry['kind'] | null): Handle {
    if (members.includes(0)) {
      this.free(...members);
      return 0;
    }
    return this.#withList(members, (list) =>
      this.#calls.GEOSGeom_createCollection(
        this.#context,
        kind === null ? COLLECTION : MULTI[kind],
        list,
        members.length,
      ),
    );
  }

  /** Adds what a geometry has of the writer's kind to the row being written; gives the number of members. */
  write(handle: Handle, writer: PackedWriter): number {
    const type = this.#calls.GEOSGeomTypeId(this.#context, handle);
    if (type >= 4) {
      const count = this.#calls.GEOSGetNumGeometries(this.#context, handle);
      let written = 0;
      for (let at = 0; at < count; at++)
        written += this.write(this.#calls.GEOSGetGeometryN(this.#context, handle, at), writer);
      return written;
    }
    if (!(SINGLE[writer.kind] as readonly number[]).includes(type)) return 0;
    if (this.#calls.GEOSisEmpty(this.#context, handle) === 1) return 0;
    if (type === 3) this.#writePolygon(handle, writer);
    else this.#writePath(handle, writer);
    writer.endMember();
    return 1;
  }

  /** The members of a collection; they go with it. */
  parts(handle: Handle): Handle[] {
    if (handle === 0) return [];
    const count = this.#calls.GEOSGetNumGeometries(this.#context, handle);
    return Array.from({ length: count }, (_, at) => this.#calls.GEOSGetGeometryN(this.#context, handle, at));
  }

  rectangle(west: number, south: number, east: number, north: number): Handle {
    return this.#calls.GEOSGeom_createRectangle(this.#context, west, south, east, north);
  }

  clone(handle: Handle): Handle {
    return this.#calls.GEOSGeom_clone(this.#context, handle);
  }

  isValid(handle: Handle): boolean {
    return this.#calls.GEOSisValid(this.#context, handle) === 1;
  }

  equals(one: Handle, other: Handle): boolean {
    return this.#calls.GEOSEquals(this.#context, one, other) === 1;
  }

  buffer(handle: Handle, width: number, segments: number): Handle {
    return this.#calls.GEOSBuffer(this.#context, handle, width, segments);
  }

  concaveHull(handle: Handle, ratio: number, allowHoles: boolean): Handle {
    return this.#calls.GEOSConcaveHull(this.#context, handle, ratio, allowHoles ? 1 : 0);
  }

  makeValid(handle: Handle): Handle {
    return this.#calls.GEOSMakeValid(this.#context, handle);
  }

  simplify(handle: Handle, tolerance: number, keepsTopology: boolean): Handle {
    return keepsTopology
      ? this.#calls.GEOSTopologyPreserveSimplify(this.#context, handle, tolerance)
      : this.#calls.GEOSSimplify(this.#context, handle, tolerance);
  }

  /** On a grid of a size, valid (flag 0). */
  snap(handle: Handle, gridSize: number): Handle {
    return this.#calls.GEOSGeom_setPrecision(this.#context, handle, gridSize, 0);
  }

  /** The union of all members. Where edges nearly touch GEOS may fail, and does not with their repaired shapes. */
  union(handle: Handle): Handle {
    const found = this.#calls.GEOSUnaryUnion(this.#context, handle);
    if (found !== 0) return found;
    const valid = this.makeValid(handle);
    const again = valid === 0 ? 0 : this.#calls.GEOSUnaryUnion(this.#context, valid);
    this.free(valid);
    return again;
  }

  /** The union, of what touches by itself: far sooner where much lies apart. */
  unionApart(handle: Handle): Handle {
    return this.#calls.GEOSDisjointSubsetUnion(this.#context, handle);
  }

  boundary(handle: Handle): Handle {
    return this.#calls.GEOSBoundary(this.#context, handle);
  }

  /** The polygon that lines enclose, holes and all. */
  buildArea(handle: Handle): Handle {
    return this.#calls.GEOSBuildArea(this.#context, handle);
  }

  /** Lines joined where exactly two ends meet. */
  mergeLines(handle: Handle): Handle {
    return this.#calls.GEOSLineMerge(this.#context, handle);
  }

  /** A point within a polygon. */
  pointWithin(handle: Handle): Handle {
    return this.#calls.GEOSPointOnSurface(this.#context, handle);
  }

  /** The nearest places of a prepared geometry and another, x and y of each; null where one is empty. */
  nearest(prepared: number, handle: Handle): [number, number, number, number] | null {
    const sequence = this.#calls.GEOSPreparedNearestPoints(this.#context, prepared, handle);
    if (sequence === 0) return null;
    const at = this.#room(32);
    this.#calls.GEOSCoordSeq_copyToBuffer(this.#context, sequence, at, 0, 0);
    this.#calls.GEOSCoordSeq_destroy(this.#context, sequence);
    const from = at >> 3;
    const [x1, y1, x2, y2] = this.#module.HEAPF64.subarray(from, from + 4);
    return [x1!, y1!, x2!, y2!];
  }

  /** Every face that noded lines enclose. */
  polygonize(handle: Handle): Handle {
    const noded = this.#calls.GEOSUnaryUnion(this.#context, handle);
    if (noded === 0) return 0;
    const list = this.#calls.malloc(4);
    this.#module.HEAPU32[list >> 2] = noded;
    const faces = this.#calls.GEOSPolygonize(this.#context, list, 1);
    this.#calls.free(list);
    this.free(noded);
    return faces;
  }

  /** An overlay; where invalid input makes it fail, the inputs are repaired and it is tried again. */
  overlay(operation: Overlay, one: Handle, other: Handle, onRepair?: () => void): Handle {
    const call = this.#calls[`GEOS${operation}`];
    const found = call(this.#context, one, other);
    if (found !== 0) return found;
    onRepair?.();
    const [first, second] = [this.makeValid(one), this.makeValid(other)];
    const again = first !== 0 && second !== 0 ? call(this.#context, first, second) : 0;
    this.free(first, second);
    return again;
  }

  prepare(handle: Handle): number {
    return this.#calls.GEOSPrepare(this.#context, handle);
  }

  freePrepared(prepared: number): void {
    if (prepared !== 0) this.#calls.GEOSPreparedGeom_destroy(this.#context, prepared);
  }

  preparedTest(
    name: 'Contains' | 'CoveredBy' | 'Covers' | 'Crosses' | 'Intersects' | 'Overlaps' | 'Touches' | 'Within',
    prepared: number,
    handle: Handle,
  ): boolean {
    return this.#calls[`GEOSPrepared${name}`](this.#context, prepared, handle) === 1;
  }

  #member({ kind, members, rings }: BatchGeometry, member: number, coordinates: Float64Array, size: number): Handle {
    if (kind === 'point') {
      const sequence = this.#sequence(coordinates, size, member, member + 1);
      return this.#calls.GEOSGeom_createPoint(this.#context, sequence);
    }
    if (kind === 'line') {
      const sequence = this.#sequence(coordinates, size, members![member]!, members![member + 1]!);
      return this.#calls.GEOSGeom_createLineString(this.#context, sequence);
    }
    const [first, end] = [members![member]!, members![member + 1]!];
    const shell = this.#ring(coordinates, size, rings![first]!, rings![first + 1]!);
    if (shell === 0) return 0;
    if (end - first === 1) return this.#calls.GEOSGeom_createPolygon(this.#context, shell, 0, 0);
    const holes: Handle[] = [];
    for (let ring = first + 1; ring < end; ring++)
      holes.push(this.#ring(coordinates, size, rings![ring]!, rings![ring + 1]!));
    if (holes.includes(0)) {
      this.free(shell, ...holes);
      return 0;
    }
    return this.#withList(holes, (list) =>
      this.#calls.GEOSGeom_createPolygon(this.#context, shell, list, holes.length),
    );
  }

  #ring(coordinates: Float64Array, size: number, first: number, end: number): Handle {
    const sequence = this.#sequence(coordinates, size, first, end);
    return this.#calls.GEOSGeom_createLinearRing(this.#context, sequence);
  }

  #sequence(coordinates: Float64Array, size: number, first: number, end: number): number {
    const length = (end - first) * size;
    const at = this.#room(length * 8);
    const heap = this.#module.HEAPF64;
    const from = first * size;
    const to = at >> 3;
    if (length > 64) heap.set(coordinates.subarray(from, from + length), to);
    else for (let index = 0; index < length; index++) heap[to + index] = coordinates[from + index]!;
    return this.#calls.GEOSCoordSeq_copyFromBuffer(this.#context, at, end - first, size === 3 ? 1 : 0, 0);
  }

  #writePolygon(handle: Handle, writer: PackedWriter): void {
    this.#writePath(this.#calls.GEOSGetExteriorRing(this.#context, handle), writer);
    writer.endOrientedRing(false);
    const holes = this.#calls.GEOSGetNumInteriorRings(this.#context, handle);
    for (let hole = 0; hole < holes; hole++) {
      this.#writePath(this.#calls.GEOSGetInteriorRingN(this.#context, handle, hole), writer);
      writer.endOrientedRing(true);
    }
  }

  #writePath(handle: Handle, writer: PackedWriter): void {
    const sequence = this.#calls.GEOSGeom_getCoordSeq(this.#context, handle);
    const sizeAt = this.#room(8);
    this.#calls.GEOSCoordSeq_getSize(this.#context, sequence, sizeAt);
    const count = this.#module.HEAPU32[sizeAt >> 2]!;
    const at = this.#room(count * writer.size * 8);
    this.#calls.GEOSCoordSeq_copyToBuffer(this.#context, sequence, at, writer.size === 3 ? 1 : 0, 0);
    writer.copy(this.#module.HEAPF64.subarray(at >> 3, (at >> 3) + count * writer.size), writer.size, 0, count);
  }

  #withList(handles: readonly Handle[], make: (list: number) => Handle): Handle {
    const list = this.#calls.malloc(Math.max(4, handles.length * 4));
    this.#module.HEAPU32.set(handles, list >> 2);
    const made = make(list);
    this.#calls.free(list);
    return made;
  }

  /** Memory for one call; the next call may have the same. */
  #room(bytes: number): number {
    if (bytes > this.#capacity) {
      if (this.#scratch !== 0) this.#calls.free(this.#scratch);
      this.#capacity = Math.max(bytes, 65_536, this.#capacity * 2);
      this.#scratch = this.#calls.malloc(this.#capacity);
    }
    return this.#scratch;
  }
}

let loading: Promise<Geos> | null = null;

/** GEOS of this thread, loaded at the first call. */
export function loadGeos(): Promise<Geos> {
  loading ??= (async () => {
    const { default: initGeos } = (await import('geos-wasm')) as unknown as {
      default: (settings: object) => Promise<Readonly<Record<string, unknown>>>;
    };
    // What fails is seen by the result of the call; the texts would only be printed.
    const ignore = (): void => undefined;
    const geos = await initGeos({ errorHandler: ignore, noticeHandler: ignore });
    return new Geos(geos['Module'], geos['_ctx'] as number);
  })();
  return loading;
}
