import type { Position } from '../coordinate.ts';
import type { Geometry, SimpleGeometry } from '../geometry.ts';
import { positionOf } from '../shape/measures.ts';

const TYPES = [
  null,
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
/** Surfaces of polygons and of triangles are drawn as multipolygons, a triangle as a polygon. */
/** Codes beyond this carry flags of the extended form. */
const EXTENDED_FLAGS = 0x1fffffff;
const POLYHEDRAL_SURFACE = 15,
  TRIANGULATED_SURFACE = 16,
  TRIANGLE = 17;

/**
 * Reads a geometry in ISO well-known binary (OGC 06-103r4), or PostGIS's extended form of it, of either byte order. Z
 * and M are kept; an empty geometry gives null. Throws `RangeError` where the bytes end early and `TypeError` for
 * curves.
 */
export function parseWkb(bytes: Uint8Array): Geometry | null {
  return new WkbReader(bytes).geometry();
}

/** Reads a geometry as a GeoPackage stores it (OGC 12-128r18, 2.1.3): a header with a box, then well-known binary. */
export function parseGeoPackageGeometry(bytes: Uint8Array): Geometry | null {
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50) throw new TypeError('The bytes are not a GeoPackage geometry');
  const flags = bytes[3]!;
  const envelope = [0, 32, 48, 48, 64][(flags >> 1) & 7] ?? 0;
  return flags & 0x10 ? null : parseWkb(bytes.subarray(8 + envelope));
}

class WkbReader {
  private readonly view: DataView;
  private at = 0;
  private little = true;
  private dimensions = 2;
  private hasHeight = false;
  private hasMeasure = false;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  geometry(): Geometry | null {
    const code = this.header();
    if (code === POLYHEDRAL_SURFACE || code === TRIANGULATED_SURFACE)
      return filled({ type: 'MultiPolygon', coordinates: this.members(() => this.polygon()) });
    if (code === TRIANGLE) return filled({ type: 'Polygon', coordinates: this.polygon() });
    const type = TYPES[code];
    switch (type) {
      case 'Point': {
        const position = this.position();
        return Number.isNaN(position[0]) ? null : { type, coordinates: position };
      }
      case 'LineString':
        return filled({ type, coordinates: this.line() });
      case 'Polygon':
        return filled({ type, coordinates: this.polygon() });
      case 'MultiPoint':
        return filled({ type, coordinates: this.members(() => this.position()) });
      case 'MultiLineString':
        return filled({ type, coordinates: this.members(() => this.line()) });
      case 'MultiPolygon':
        return filled({ type, coordinates: this.members(() => this.polygon()) });
      case 'GeometryCollection':
        return { type, geometries: this.list(() => this.geometry()).filter((member) => member !== null) };
      default:
        throw new TypeError(`Geometry type ${code} of well-known binary cannot be read`);
    }
  }

  private header(): number {
    this.little = this.view.getUint8(this.at) === 1;
    this.at += 1;
    const said = this.count();
    if (said > EXTENDED_FLAGS) return this.extendedHeader(said);
    const code = said;
    const plane = Math.floor(code / 1000);
    this.hasHeight = plane === 1 || plane === 3;
    this.hasMeasure = plane >= 2;
    this.dimensions = plane === 0 ? 2 : plane === 3 ? 4 : 3;
    return code % 1000;
  }

  /** PostGIS's extended form: flags for Z, M and a reference system, which is passed over. */
  private extendedHeader(code: number): number {
    this.hasHeight = (code & 0x80000000) !== 0;
    this.hasMeasure = (code & 0x40000000) !== 0;
    this.dimensions = 2 + Number(this.hasHeight) + Number(this.hasMeasure);
    if (code & 0x20000000) this.at += 4;
    return code & 0xffff;
  }

  private members<Item>(read: () => Item): Item[] {
    return this.list(() => {
      this.header();
      return read();
    });
  }

  private polygon(): Position[][] {
    return this.list(() => this.line());
  }

  private line(): Position[] {
    return this.list(() => this.position());
  }

  private list<Item>(read: () => Item): Item[] {
    const count = this.count();
    // Each item takes 4 bytes at least: a wrong count must not allocate without end.
    if (count * 4 > this.view.byteLength - this.at) throw new RangeError('The well-known binary ends early');
    const items: Item[] = [];
    for (let index = 0; index < count; index++) items.push(read());
    return items;
  }

  private position(): Position {
    const x = this.view.getFloat64(this.at, this.little);
    const y = this.view.getFloat64(this.at + 8, this.little);
    const height = this.hasHeight ? this.view.getFloat64(this.at + 16, this.little) : NaN;
    const position = this.hasMeasure
      ? positionOf(x, y, height, this.view.getFloat64(this.at + this.dimensions * 8 - 8, this.little))
      : this.hasHeight
        ? [x, y, height]
        : [x, y];
    this.at += this.dimensions * 8;
    return position;
  }

  private count(): number {
    const count = this.view.getUint32(this.at, this.little);
    this.at += 4;
    return count;
  }
}

function filled(geometry: SimpleGeometry): SimpleGeometry | null {
  return geometry.coordinates.length ? geometry : null;
}
