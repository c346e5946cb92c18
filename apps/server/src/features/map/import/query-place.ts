import { DataType, type Field } from 'apache-arrow';
import { parseWkb, parseWkt, type Geometry } from '@groma/geo';

/** The geometry of a row and the number of its reference system, null where it says none. */
export interface QueryPlace {
  geometry: Geometry | null;
  system: number | null;
}

/** The reference system that a column of geometries says, null where it says none. */
export function saidSystem(field: Field): number | null {
  const { srid } = JSON.parse(field.metadata.get('groma:geometry') ?? '{}') as { srid?: number };
  return srid === undefined || srid === 0 ? null : srid;
}

/**
 * Reads the geometries of a column: well-known binary or text, in PostGIS's extended forms too, or GeoJSON.
 * @throws Error where one cannot be read.
 */
export function placeReader(field: Field): (value: Uint8Array | string) => QueryPlace {
  return (DataType.isBinary(field.type) ? fromBytes : fromText) as (value: Uint8Array | string) => QueryPlace;
}

function fromBytes(bytes: Uint8Array): QueryPlace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 1;
  const system = (view.getUint32(1, isLittle) & 0x20000000) === 0 ? 0 : view.getUint32(5, isLittle);
  return { geometry: parseWkb(bytes), system: system || null };
}

function fromText(text: string): QueryPlace {
  if (text.trimStart().startsWith('{')) return { geometry: JSON.parse(text) as Geometry, system: null };
  const system = Number(/^\s*SRID=(\d+)\s*;/i.exec(text)?.[1] ?? 0);
  return { geometry: parseWkt(text), system: system || null };
}
