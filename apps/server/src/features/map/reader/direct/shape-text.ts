import type { FlatBuffer } from '../../import/flat-buffer.ts';
import { FLAT_GEOMETRIES } from './flatgeobuf-feature.ts';
import { NeedsLongWay } from './needs-long-way.ts';

/** Fields of the Geometry table. */
const ENDS = 0,
  XY = 1,
  HEIGHTS = 2,
  MEASURES = 3,
  TIMES = 4,
  TICKS = 5,
  TYPE = 6,
  PARTS = 7;
const names = new Map(Object.entries(FLAT_GEOMETRIES).map(([name, type]) => [type as number, name]));
const leastRing = 4;

/** A shape of FlatGeobuf as the text of GeoJSON. @throws NeedsLongWay for what is no plain shape on earth. */
export function shapeText(buffer: FlatBuffer, table: number, layerType: number): string {
  const type = buffer.byte(table, TYPE) || layerType;
  const name = names.get(type);
  if (name === undefined || (layerType !== 0 && type !== layerType)) throw new NeedsLongWay();
  return `{"type":"${name}","coordinates":${coordinates(buffer, table, type)}}`;
}

function coordinates(buffer: FlatBuffer, table: number, type: number): string {
  switch (type) {
    case FLAT_GEOMETRIES.MultiPolygon: {
      const parts = buffer.tables(table, PARTS);
      if (parts.length === 0) throw new NeedsLongWay();
      return `[${parts.map((part) => lines(buffer, part, leastRing)).join(',')}]`;
    }
    case FLAT_GEOMETRIES.Polygon:
      return lines(buffer, table, leastRing);
    case FLAT_GEOMETRIES.MultiLineString:
      return lines(buffer, table, 2);
    default: {
      const places = placesOf(buffer, table);
      const isPoint = type === FLAT_GEOMETRIES.Point;
      if (places.count < (type === FLAT_GEOMETRIES.LineString ? 2 : 1) || (isPoint && places.count > 1))
        throw new NeedsLongWay();
      const text = positions(buffer, places, 0, places.count);
      return isPoint ? text : `[${text}]`;
    }
  }
}

interface Places {
  xy: number;
  /** 0 where there are none. */
  heights: number;
  count: number;
}

function placesOf(buffer: FlatBuffer, table: number): Places {
  const xy = buffer.vector(table, XY, 8);
  const heights = buffer.vector(table, HEIGHTS, 8);
  const count = xy.length >> 1;
  const hasMore = [MEASURES, TIMES, TICKS].some((field) => buffer.vector(table, field, 8).length > 0);
  if (hasMore || xy.length % 2 !== 0 || (heights.length > 0 && heights.length !== count)) throw new NeedsLongWay();
  return { xy: xy.start, heights: heights.length > 0 ? heights.start : 0, count };
}

/** Lines or rings; rings are closed and have four positions at least. */
function lines(buffer: FlatBuffer, table: number, least: number): string {
  const places = placesOf(buffer, table);
  const ends = buffer.vector(table, ENDS, 4);
  let text = '';
  let from = 0;
  for (let line = 0; line < Math.max(1, ends.length); line++) {
    const end = ends.length === 0 ? places.count : buffer.view.getUint32(ends.start + line * 4, true);
    if (end - from < least || end > places.count) throw new NeedsLongWay();
    if (least === leastRing && !isClosed(buffer, places.xy + from * 16, places.xy + (end - 1) * 16))
      throw new NeedsLongWay();
    text += `${line === 0 ? '' : ','}[${positions(buffer, places, from, end)}]`;
    from = end;
  }
  if (from !== places.count) throw new NeedsLongWay();
  return `[${text}]`;
}

function isClosed({ view }: FlatBuffer, first: number, last: number): boolean {
  return (
    view.getFloat64(first, true) === view.getFloat64(last, true) &&
    view.getFloat64(first + 8, true) === view.getFloat64(last + 8, true)
  );
}

function positions({ view }: FlatBuffer, { xy, heights }: Places, from: number, end: number): string {
  let text = '';
  for (let index = from; index < end; index++) {
    const x = view.getFloat64(xy + index * 16, true);
    const y = view.getFloat64(xy + index * 16 + 8, true);
    // What is not a number is no less and no more than any.
    if (!(x >= -180 && x <= 180 && y >= -90 && y <= 90)) throw new NeedsLongWay();
    text += `${index === from ? '' : ','}[${x},${y}`;
    if (heights === 0) text += ']';
    else {
      const z = view.getFloat64(heights + index * 8, true);
      if (!Number.isFinite(z)) throw new NeedsLongWay();
      text += `,${z}]`;
    }
  }
  return text;
}
