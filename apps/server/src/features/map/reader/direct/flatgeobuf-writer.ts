import { closeSync, openSync, writeSync } from 'node:fs';
import { hilbertOrder, parseTemporal, type Geometry, type SimpleGeometry } from '@groma/geo';
import { BytesAside } from './bytes-aside.ts';
import { isPlainName, mostPlainColumns } from './column-names.ts';
import { FLAT_GEOMETRIES, FlatFeatureMessage } from './flatgeobuf-feature.ts';
import { flatGeobufHead, type FlatType } from './flatgeobuf-head.ts';
import { flatGeobufIndex } from './flatgeobuf-index.ts';
import { NeedsLongWay } from './needs-long-way.ts';

/** What only the features themselves tell of a layer: where it differs from what was supposed, writing begins again. */
export interface FlatSupposed {
  isMulti: boolean;
  /** Columns of numbers that begin with whole ones. */
  numbers: Set<string>;
}

/** Raised where features are other than supposed; what is supposed of the next attempt has been noted. */
export class StartAgain extends Error {
  override readonly name = 'StartAgain';
}

interface FlatColumn {
  name: string;
  index: number;
  type: FlatType | null;
  /** A text of it is neither date nor time. */
  hasText: boolean;
}

/** After so many features a column of nothing but dates is taken for one of dates. */
const trialFeatures = 1_000;
const outputBytes = 4 * 1_048_576;

/**
 * Writes a FlatGeobuf in longitude and latitude with an index, from features that it holds as they are: one kind of
 * shapes, and numbers, booleans and texts. It blocks its thread.
 */
export class FlatGeobufWriter {
  readonly #path: string;
  readonly #supposed: FlatSupposed;
  readonly #message = new FlatFeatureMessage();
  readonly #aside: BytesAside;
  readonly #columns = new Map<string, FlatColumn>();
  readonly #foldedNames = new Set<string>();
  #boxes = new Float64Array(4 * 4_096);
  #places = new Float64Array(4_096);
  #type: SimpleGeometry['type'] | null = null;
  #hasHeight = false;
  count = 0;

  constructor(path: string, supposed: FlatSupposed) {
    this.#path = path;
    this.#supposed = supposed;
    this.#aside = new BytesAside(`${path}.aside`);
  }

  /** @throws NeedsLongWay, StartAgain */
  add(geometry: Geometry | null, properties: Record<string, unknown>): void {
    if (!geometry || !(geometry.type in FLAT_GEOMETRIES)) throw new NeedsLongWay();
    const shape = geometry as SimpleGeometry;
    this.#look(shape);
    const message = this.#message;
    message.begin();
    for (const name in properties) this.#addValue(name, properties[name]);
    message.geometry(shape, this.#supposed.isMulti, this.#hasHeight);
    this.#keepPlace();
    this.#aside.append(message.finish());
    if (++this.count === trialFeatures) this.#requireNoDates();
  }

  /** Writes the file. @throws NeedsLongWay where there is no feature, or a column holds dates. */
  finish(name: string): void {
    if (this.count === 0) throw new NeedsLongWay();
    this.#requireNoDates();
    const { count } = this;
    const order = hilbertOrder(this.#boxes, count);
    const boxes = new Float64Array(count * 4);
    const places = new Float64Array(count);
    let place = 0;
    for (const [index, feature] of order.entries()) {
      boxes.set(this.#boxes.subarray(feature * 4, feature * 4 + 4), index * 4);
      places[index] = place;
      place += this.#lengthOf(feature);
    }
    const file = openSync(this.#path, 'wx');
    try {
      write(file, this.#head(name));
      write(file, flatGeobufIndex(boxes, places));
      this.#writeFeatures(file, order);
    } finally {
      closeSync(file);
    }
  }

  /** Lets go of what is held. */
  close(): void {
    this.#aside.close();
  }

  #look({ type, coordinates }: SimpleGeometry): void {
    if (this.#type === null) {
      this.#type = type;
      this.#hasHeight = firstPosition(coordinates)?.length === 3;
    }
    if (kindOf(type) !== kindOf(this.#type)) throw new NeedsLongWay();
    if (this.#supposed.isMulti || !type.startsWith('Multi')) return;
    this.#supposed.isMulti = true;
    // Nothing stands there yet that says otherwise.
    if (this.count > 0) throw new StartAgain();
  }

  #addValue(name: string, value: unknown): void {
    const column = this.#columns.get(name) ?? this.#newColumn(name);
    if (value === null || value === undefined) return;
    const { type, index } = column;
    switch (typeof value) {
      case 'number': {
        const isWhole = Number.isSafeInteger(value) && !Object.is(value, -0);
        column.type ??= isWhole && !this.#supposed.numbers.has(name) ? 'integer' : 'number';
        if (column.type === 'number') return this.#message.addNumber(index, value);
        if (column.type !== 'integer') throw new NeedsLongWay();
        if (isWhole) return this.#message.addInteger(index, value);
        this.#supposed.numbers.add(name);
        throw new StartAgain();
      }
      case 'boolean': {
        column.type ??= 'boolean';
        if (column.type !== 'boolean') throw new NeedsLongWay();
        return this.#message.addBoolean(index, value);
      }
      case 'string': {
        if (type !== null && type !== 'text') throw new NeedsLongWay();
        column.type = 'text';
        column.hasText ||= parseTemporal(value) === null;
        return this.#message.addText(index, value);
      }
      default:
        throw new NeedsLongWay();
    }
  }

  #newColumn(name: string): FlatColumn {
    const folded = name.toLowerCase();
    if (!isPlainName(name) || this.#foldedNames.has(folded) || this.#columns.size >= mostPlainColumns)
      throw new NeedsLongWay();
    this.#foldedNames.add(folded);
    const column: FlatColumn = { name, index: this.#columns.size, type: null, hasText: false };
    this.#columns.set(name, column);
    return column;
  }

  #requireNoDates(): void {
    for (const { type, hasText } of this.#columns.values()) if (type === 'text' && !hasText) throw new NeedsLongWay();
  }

  #keepPlace(): void {
    const { count } = this;
    if (count === this.#places.length) {
      this.#places = grown(this.#places);
      this.#boxes = grown(this.#boxes);
    }
    this.#places[count] = this.#aside.length;
    this.#boxes.set(this.#message.box, count * 4);
  }

  #lengthOf(feature: number): number {
    return (feature + 1 < this.count ? this.#places[feature + 1]! : this.#aside.length) - this.#places[feature]!;
  }

  #head(name: string): Buffer {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.count * 4; at++) {
      const side = at % 4;
      box[side] = side < 2 ? Math.min(box[side]!, this.#boxes[at]!) : Math.max(box[side]!, this.#boxes[at]!);
    }
    const kind = kindOf(this.#type!);
    const geometryType = FLAT_GEOMETRIES[this.#supposed.isMulti ? (`Multi${kind}` as const) : kind];
    const columns = [...this.#columns.values()].map((column) => ({ name: column.name, type: column.type ?? 'text' }));
    return flatGeobufHead({ name, geometryType, hasHeight: this.#hasHeight, box, columns, count: this.count });
  }

  #writeFeatures(file: number, order: Uint32Array): void {
    let output = Buffer.allocUnsafe(outputBytes);
    let filled = 0;
    for (const feature of order) {
      const length = this.#lengthOf(feature);
      if (filled + length > output.length) {
        write(file, output.subarray(0, filled));
        filled = 0;
        if (length > output.length) output = Buffer.allocUnsafe(length);
      }
      this.#aside.copy(this.#places[feature]!, length, output, filled);
      filled += length;
    }
    write(file, output.subarray(0, filled));
  }
}

function kindOf(type: SimpleGeometry['type']): 'Point' | 'LineString' | 'Polygon' {
  return type.replace('Multi', '') as 'Point' | 'LineString' | 'Polygon';
}

function firstPosition(coordinates: unknown): unknown[] | null {
  let found = coordinates;
  while (Array.isArray(found) && Array.isArray(found[0])) found = found[0];
  return Array.isArray(found) ? found : null;
}

function grown(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(values.length * 2);
  more.set(values);
  return more;
}

function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
