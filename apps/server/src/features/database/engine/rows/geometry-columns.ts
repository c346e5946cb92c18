import type { ColumnGeometry } from '@groma/model';
import { isValid, type ColumnBatch, type ColumnData, type ColumnShape } from './column-batch.ts';

/** Values that are looked at before a column is believed to hold geometries. */
const looked = 32;
const textual =
  /^\s*(?:SRID=(\d+)\s*;\s*)?(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)\s*(?:Z|M|ZM)?\s*(?:\(|EMPTY)/i;
const geojson =
  /^\s*\{[\s\S]*"type"\s*:\s*"(Point|LineString|Polygon|MultiPoint|MultiLineString|MultiPolygon|GeometryCollection)"/;
const names = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

/** Columns with what their first values say: that they are geometries, where all that are looked at are. */
export function recogniseGeometries(shapes: readonly ColumnShape[], batch: ColumnBatch): ColumnShape[] {
  return shapes.map((shape, index) => {
    const geometry = geometryOf(shape, batch.columns[index]!, batch.rows);
    return geometry ? { ...shape, geometry: { ...shape.geometry, ...geometry } } : shape;
  });
}

function geometryOf({ kind, geometry }: ColumnShape, column: ColumnData, rows: number): ColumnGeometry | undefined {
  if (geometry && kind !== 'binary') return geometry;
  if (kind !== 'binary' && kind !== 'utf8' && kind !== 'json') return undefined;
  const found: ColumnGeometry[] = [];
  for (let row = 0; row < rows && found.length < looked; row++) {
    if (!isValid(column, row)) continue;
    const from = column.offsets![row]!;
    const bytes = Buffer.from(
      (column.values as Uint8Array).buffer,
      column.values.byteOffset + from,
      column.offsets![row + 1]! - from,
    );
    const read = kind === 'binary' ? readBinary(bytes) : readText(bytes.toString('utf8', 0, 4_096), kind);
    if (!read) return geometry;
    found.push(read);
  }
  const [first] = found;
  if (!first) return geometry;
  return {
    ...first,
    type: found.every(({ type }) => type === first.type) ? first.type : undefined,
    srid: found.every(({ srid }) => srid === first.srid) ? first.srid : undefined,
  };
}

function readText(text: string, kind: 'utf8' | 'json'): ColumnGeometry | undefined {
  const json = geojson.exec(text);
  if (json && /"(coordinates|geometries)"\s*:/.test(text)) return { encoding: 'geojson', srid: 4326, type: json[1] };
  const plain = kind === 'utf8' ? textual.exec(text) : null;
  return plain
    ? {
        encoding: 'wkt',
        srid: plain[1] === undefined ? undefined : Number(plain[1]),
        type: names.find((name) => name.toUpperCase() === plain[2]!.toUpperCase()),
      }
    : undefined;
}

/**
 * Well-known binary: a byte of order, a type, in PostGIS's form flags and a reference system; then counts that fit the
 * length.
 */
function readBinary(bytes: Buffer): ColumnGeometry | undefined {
  if (bytes.length < 9 || bytes[0]! > 1) return undefined;
  const read = (at: number): number => (bytes[0] === 1 ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const type = read(1);
  const flags = type & 0xe0000000;
  const base = (type & 0x0fffffff) % 1_000;
  if (base < 1 || base > 7 || (type & 0x0fffffff) >= 4_000) return undefined;
  const hasSrid = (flags & 0x20000000) !== 0;
  const at = hasSrid ? 9 : 5;
  if (base === 1 ? bytes.length < at + 16 : bytes.length < at + 4 || read(at) > bytes.length / 5 + 1) return undefined;
  return { encoding: flags === 0 ? 'wkb' : 'ewkb', srid: hasSrid ? read(5) : undefined, type: names[base] };
}
