import type { Position } from '../coordinate.ts';
import { forEachPosition, geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { dimensionsOf } from '../shape/measures.ts';

const CODES = { Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6 } as const;
const MEMBERS = { MultiPoint: 'Point', MultiLineString: 'LineString', MultiPolygon: 'Polygon' } as const;

/**
 * A geometry in ISO well-known binary (OGC 06-103r4), little-endian; with Z and M where any position has them (0 stands
 * for the heights of others, NaN for their M values).
 */
export function formatWkb(geometry: SimpleGeometry): Uint8Array<ArrayBuffer> {
  let positions = 0;
  forEachPosition(geometry, () => positions++);
  const { hasHeight, hasMeasure } = dimensionsOf(geometry);
  const writer = new WkbWriter(
    new Uint8Array(positions * (16 + (hasHeight ? 8 : 0) + (hasMeasure ? 8 : 0)) + headersOf(geometry)),
    hasHeight,
    hasMeasure,
  );
  writer.geometry(geometry);
  return writer.bytes.subarray(0, writer.at);
}

/** Room for type codes and counts: nine bytes for each geometry, four for each ring. */
function headersOf(geometry: SimpleGeometry): number {
  const members = geometryMembers(geometry);
  const rings =
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
      ? (members as Position[][][]).reduce((sum, polygon) => sum + polygon.length, 0)
      : 0;
  return 9 + members.length * 9 + rings * 4;
}

class WkbWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  at = 0;
  private readonly view: DataView;
  private readonly hasHeight: boolean;
  private readonly hasMeasure: boolean;

  constructor(bytes: Uint8Array<ArrayBuffer>, hasHeight: boolean, hasMeasure: boolean) {
    this.hasMeasure = hasMeasure;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.hasHeight = hasHeight;
  }

  geometry(geometry: SimpleGeometry): void {
    this.header(geometry.type);
    switch (geometry.type) {
      case 'Point':
        return this.position(geometry.coordinates);
      case 'LineString':
        return this.line(geometry.coordinates);
      case 'Polygon':
        return this.polygon(geometry.coordinates);
      default: {
        this.count(geometry.coordinates.length);
        const type = MEMBERS[geometry.type];
        for (const coordinates of geometry.coordinates) this.geometry({ type, coordinates } as SimpleGeometry);
      }
    }
  }

  private header(type: SimpleGeometry['type']): void {
    this.view.setUint8(this.at++, 1);
    this.count(CODES[type] + (this.hasHeight ? 1000 : 0) + (this.hasMeasure ? 2000 : 0));
  }

  private polygon(rings: readonly Position[][]): void {
    this.count(rings.length);
    for (const ring of rings) this.line(ring);
  }

  private line(positions: readonly Position[]): void {
    this.count(positions.length);
    for (const position of positions) this.position(position);
  }

  private position(position: Position): void {
    this.view.setFloat64(this.at, position[0]!, true);
    this.view.setFloat64(this.at + 8, position[1]!, true);
    if (this.hasHeight) this.view.setFloat64(this.at + 16, position[2] ?? 0, true);
    this.at += this.hasHeight ? 24 : 16;
    if (!this.hasMeasure) return;
    this.view.setFloat64(this.at, position[3] ?? NaN, true);
    this.at += 8;
  }

  private count(value: number): void {
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }
}
