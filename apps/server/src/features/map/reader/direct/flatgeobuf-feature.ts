import type { Position, SimpleGeometry } from '@groma/geo';
import { NeedsLongWay } from './needs-long-way.ts';

/** Numbers of the types of geometry in FlatGeobuf. */
export const FLAT_GEOMETRIES = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;

/** Bytes of the list of offsets of a geometry, of the geometry, and behind which place each of its fields stands. */
const offsetsBytes = 20;
const tableBytes = 24;
const ENDS = 4,
  XY = 8,
  HEIGHTS = 12,
  PARTS = 16,
  TYPE = 20;
/** Where the places of the offsets stand in their list: 4 behind its start, 2 for each field. */
const listed = { ends: 4, xy: 6, heights: 8, type: 16, parts: 18 } as const;

/**
 * Lays out a feature as a FlatBuffers message with its size in front, for all features one after another in the same
 * memory. Source: flatgeobuf.org, feature.fbs; the doubles lie at multiples of 8 as GDAL writes them.
 */
export class FlatFeatureMessage {
  /** West, south, east, north of what was written since `begin`. */
  readonly box = new Float64Array(4);
  #bytes = Buffer.alloc(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #properties = 0;

  /** Begins a feature: its properties come first, then `geometry`, then `finish`. */
  begin(): void {
    this.#length = 0;
    this.#room(64);
    const view = this.#view;
    view.setUint32(4, 12, true);
    view.setUint16(8, 8, true);
    view.setUint16(10, 12, true);
    view.setUint16(12, 4, true);
    view.setUint16(14, 8, true);
    view.setInt32(16, 8, true);
    // The properties stand behind their length, where their field points to.
    view.setUint32(24, 4, true);
    this.#properties = 32;
    this.#length = 32;
    this.box.set([Infinity, Infinity, -Infinity, -Infinity]);
  }

  addBoolean(column: number, value: boolean): void {
    const at = this.#value(column, 1);
    this.#bytes[at] = value ? 1 : 0;
  }

  addNumber(column: number, value: number): void {
    const at = this.#value(column, 8);
    this.#view.setFloat64(at, value, true);
  }

  /** A whole number that a double holds exactly. */
  addInteger(column: number, value: number): void {
    const at = this.#value(column, 8);
    this.#view.setUint32(at, value >>> 0, true);
    this.#view.setInt32(at + 4, Math.floor(value / 4_294_967_296), true);
  }

  addText(column: number, text: string): void {
    const at = this.#value(column, 4 + text.length * 3);
    const length = this.#bytes.write(text, at + 4, 'utf8');
    this.#view.setUint32(at, length, true);
    this.#length = at + 4 + length;
  }

  /**
   * The shape, as one of several parts where `isMulti`. @throws NeedsLongWay for what is no place on earth, has no
   * position, or other than two numbers (three with heights) for one.
   */
  geometry(geometry: SimpleGeometry, isMulti: boolean, hasHeight: boolean): void {
    this.#view.setUint32(28, this.#length - this.#properties, true);
    this.#align(8);
    // The place of the geometry is filled in as it is known.
    const place = this.#shape(geometry, isMulti, hasHeight);
    this.#view.setUint32(20, place - 20, true);
  }

  /** The bytes of the feature, until the next begins. */
  finish(): Buffer {
    this.#align(8);
    this.#view.setUint32(0, this.#length - 4, true);
    return this.#bytes.subarray(0, this.#length);
  }

  #shape(geometry: SimpleGeometry, isMulti: boolean, hasHeight: boolean): number {
    switch (geometry.type) {
      case 'Point':
        return this.#lines(
          [[geometry.coordinates]],
          isMulti ? FLAT_GEOMETRIES.MultiPoint : FLAT_GEOMETRIES.Point,
          hasHeight,
        );
      case 'MultiPoint':
        return this.#lines([geometry.coordinates], FLAT_GEOMETRIES.MultiPoint, hasHeight);
      case 'LineString':
        return this.#lines(
          [geometry.coordinates],
          isMulti ? FLAT_GEOMETRIES.MultiLineString : FLAT_GEOMETRIES.LineString,
          hasHeight,
        );
      case 'MultiLineString':
        return this.#lines(geometry.coordinates, FLAT_GEOMETRIES.MultiLineString, hasHeight);
      case 'Polygon':
        return isMulti
          ? this.#polygons([geometry.coordinates], hasHeight)
          : this.#lines(geometry.coordinates, FLAT_GEOMETRIES.Polygon, hasHeight);
      case 'MultiPolygon':
        return this.#polygons(geometry.coordinates, hasHeight);
    }
  }

  #polygons(polygons: Position[][][], hasHeight: boolean): number {
    if (!Array.isArray(polygons) || polygons.length === 0) throw new NeedsLongWay();
    const table = this.#table(FLAT_GEOMETRIES.MultiPolygon);
    const list = this.#list(table, 'parts', PARTS, polygons.length, 4);
    for (const [index, polygon] of polygons.entries()) {
      const part = this.#lines(polygon, FLAT_GEOMETRIES.Polygon, hasHeight);
      const at = list + index * 4;
      this.#view.setUint32(at, part - at, true);
    }
    return table;
  }

  /** A shape that is lists of positions: the rings of a polygon, the lines of a multi line, one list of all else. */
  #lines(lines: Position[][], type: number, hasHeight: boolean): number {
    if (!Array.isArray(lines) || lines.length === 0) throw new NeedsLongWay();
    let count = 0;
    for (const line of lines) {
      if (!Array.isArray(line) || line.length < leastPositions(type) || (type === 3 && !isClosed(line)))
        throw new NeedsLongWay();
      count += line.length;
    }
    const table = this.#table(type);
    if (lines.length > 1) {
      let at = this.#list(table, 'ends', ENDS, lines.length, 4);
      let end = 0;
      for (const line of lines) {
        this.#view.setUint32(at, (end += line.length), true);
        at += 4;
      }
    }
    const xy = this.#list(table, 'xy', XY, count * 2, 8);
    const heights = hasHeight ? this.#list(table, 'heights', HEIGHTS, count, 8) : 0;
    this.#positions(lines, xy, heights);
    return table;
  }

  #positions(lines: Position[][], xy: number, heights: number): void {
    const { box } = this;
    const view = this.#view;
    const dimensions = heights === 0 ? 2 : 3;
    let [west, south, east, north] = box as unknown as [number, number, number, number];
    for (const line of lines)
      for (const position of line) {
        const [x, y, z] = position as [number, number, number | undefined];
        if (typeof x !== 'number' || typeof y !== 'number' || position.length !== dimensions) throw new NeedsLongWay();
        if (x < -180 || x > 180 || y < -90 || y > 90) throw new NeedsLongWay();
        view.setFloat64(xy, x, true);
        view.setFloat64(xy + 8, y, true);
        xy += 16;
        if (dimensions === 3) {
          if (typeof z !== 'number') throw new NeedsLongWay();
          view.setFloat64(heights, z, true);
          heights += 8;
        }
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
    box.set([west, south, east, north]);
  }

  #table(type: number): number {
    this.#align(8);
    const offsets = this.#take(tableBytes);
    const table = this.#take(tableBytes);
    this.#bytes.fill(0, offsets, table + tableBytes);
    const view = this.#view;
    view.setUint16(offsets, offsetsBytes, true);
    view.setUint16(offsets + 2, tableBytes, true);
    view.setUint16(offsets + listed.type, TYPE, true);
    view.setInt32(table, table - offsets, true);
    view.setUint8(table + TYPE, type);
    return table;
  }

  /** Room for a list of a geometry; gives the place of its first item. */
  #list(table: number, name: keyof typeof listed, field: number, length: number, itemBytes: number): number {
    this.#align(8);
    const at = this.#take(8 + length * itemBytes) + 4;
    const view = this.#view;
    view.setUint16(table - tableBytes + listed[name], field, true);
    view.setUint32(table + field, at - table - field, true);
    view.setUint32(at, length, true);
    view.setUint32(at - 4, 0, true);
    return at + 4;
  }

  #value(column: number, bytes: number): number {
    const at = this.#take(2 + bytes);
    this.#view.setUint16(at, column, true);
    return at + 2;
  }

  #align(bytes: number): void {
    const more = (bytes - (this.#length % bytes)) % bytes;
    const at = this.#take(more);
    this.#bytes.fill(0, at, at + more);
  }

  #take(bytes: number): number {
    this.#room(bytes);
    const at = this.#length;
    this.#length += bytes;
    return at;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = Buffer.alloc(2 * (this.#length + bytes));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer, grown.byteOffset, grown.length);
  }
}

/** Shorter rings and lines are kept by the long way too, which says so. */
function leastPositions(type: number): number {
  if (type === FLAT_GEOMETRIES.Polygon) return 4;
  return type === FLAT_GEOMETRIES.LineString || type === FLAT_GEOMETRIES.MultiLineString ? 2 : 1;
}

function isClosed(ring: Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return Array.isArray(first) && Array.isArray(last) && first[0] === last[0] && first[1] === last[1];
}
