type NumberArray =
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** A typed array that grows; cells never written are 0. */
export class Growable<Kind extends NumberArray> {
  values: Kind;
  length = 0;

  constructor(values: Kind) {
    this.values = values;
  }

  push(value: number): void {
    this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  /** Writes at any index; the cells between are 0. */
  set(index: number, value: number): void {
    this.reserve(index + 1);
    this.values[index] = value;
    if (index >= this.length) this.length = index + 1;
  }

  /** Puts several values at the end. */
  append(values: Kind): void {
    this.reserve(this.length + values.length);
    this.values.set(values as never, this.length);
    this.length += values.length;
  }

  /** Room for so many more values behind the last, to be written and counted by the caller. */
  room(more: number): Kind {
    this.reserve(this.length + more);
    return this.values.subarray(this.length) as Kind;
  }

  /** What was written, as a view that the next write may leave behind. */
  get used(): Kind {
    return this.values.subarray(0, this.length) as Kind;
  }

  /** Empties it and keeps its room. */
  clear(): void {
    this.values.fill(0, 0, this.length);
    this.length = 0;
  }

  /** The value at `index`, 0 where nothing was written. */
  get(index: number): number {
    return index < this.length ? this.values[index]! : 0;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const grown = new (this.values.constructor as new (length: number) => Kind)(
      Math.max(length, Math.ceil(this.values.length * 1.6)),
    );
    grown.set(this.values as never);
    this.values = grown;
  }
}

export const growableFloats = (capacity = 256): Growable<Float64Array<ArrayBuffer>> =>
  new Growable(new Float64Array(capacity));
export const growableInts = (capacity = 256): Growable<Int32Array<ArrayBuffer>> =>
  new Growable(new Int32Array(capacity));
export const growableBytes = (capacity = 256): Growable<Uint8Array<ArrayBuffer>> =>
  new Growable(new Uint8Array(capacity));
