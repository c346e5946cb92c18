import type { Position } from '../coordinate.ts';
import type { Geometry } from '../geometry.ts';
import { positionOf } from '../shape/measures.ts';

/**
 * Reads a geometry in well-known text (OGC 06-103r4), with an EWKT `SRID=4326;` allowed in front. Z and M are kept.
 * EMPTY gives null. Throws `SyntaxError` for anything else.
 */
export function parseWkt(text: string): Geometry | null {
  const reader = new WktReader(text.replace(/^\s*SRID=\d+;/i, ''));
  const geometry = reader.geometry();
  reader.end();
  return geometry;
}

const TYPES = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
} as const;
const DEPTHS = { POINT: 0, MULTIPOINT: 1, LINESTRING: 1, MULTILINESTRING: 2, POLYGON: 2, MULTIPOLYGON: 3 } as const;

class WktReader {
  private readonly tokens: string[];
  private at = 0;
  private hasMeasure = false;

  constructor(text: string) {
    this.tokens = text.match(/[A-Za-z]+|[(),]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\S/g) ?? [];
  }

  geometry(): Geometry | null {
    let type = this.next().toUpperCase();
    let flags = /(?<=[A-Z])(ZM|Z|M)$/.exec(type)?.[0] ?? '';
    if (flags && !(type in TYPES)) type = type.slice(0, -flags.length);
    else flags = '';
    if (/^(ZM|Z|M)$/i.test(this.peek())) flags = this.next().toUpperCase();
    this.hasMeasure = flags.endsWith('M');
    if (this.peek().toUpperCase() === 'EMPTY') {
      this.next();
      return null;
    }
    if (type === 'GEOMETRYCOLLECTION')
      return {
        type: 'GeometryCollection',
        geometries: this.list(() => this.geometry()).filter((member) => member !== null),
      };
    if (!(type in TYPES)) throw new SyntaxError(`"${type}" is not a geometry type of well-known text`);
    const known = type as keyof typeof TYPES;
    const coordinates =
      known === 'POINT' ? this.list(() => this.position())[0] : this.nested(DEPTHS[known], known === 'MULTIPOINT');
    return { type: TYPES[known], coordinates } as Geometry;
  }

  end(): void {
    if (this.at < this.tokens.length) throw new SyntaxError(`Unexpected "${this.peek()}" in well-known text`);
  }

  private nested(depth: number, bracketed: boolean): unknown {
    if (depth > 1) return this.list(() => this.nested(depth - 1, false));
    return this.list(() => (bracketed && this.peek() === '(' ? this.list(() => this.position())[0] : this.position()));
  }

  private list<Item>(read: () => Item): Item[] {
    if (this.peek().toUpperCase() === 'EMPTY') {
      this.next();
      return [];
    }
    this.expect('(');
    const items = [read()];
    while (this.peek() === ',') {
      this.next();
      items.push(read());
    }
    this.expect(')');
    return items;
  }

  private position(): Position {
    const numbers: number[] = [];
    while (this.at < this.tokens.length && !/^[(),]$/.test(this.peek())) numbers.push(Number(this.next()));
    if (numbers.length < 2 || numbers.some((value) => !Number.isFinite(value)))
      throw new SyntaxError('A position of well-known text needs two numbers');
    const [x, y, third = NaN, fourth = NaN] = numbers as [number, number, number?, number?];
    return this.hasMeasure && numbers.length === 3
      ? positionOf(x, y, NaN, third)
      : positionOf(x, y, third, this.hasMeasure ? fourth : NaN);
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }

  private next(): string {
    return this.tokens[this.at++] ?? '';
  }

  private expect(token: string): void {
    const found = this.next();
    if (found !== token) throw new SyntaxError(`Expected "${token}" in well-known text, found "${found || 'the end'}"`);
  }
}
