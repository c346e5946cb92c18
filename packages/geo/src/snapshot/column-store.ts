import type { PropertyValue } from '../geometry.ts';
import { growableBytes, growableFloats, growableInts, type Growable } from './growable.ts';
import type { ColumnType } from './manifest.ts';

/** Above this many distinct texts of which most are distinct, looking for repeats costs more than it saves. */
const INTERN_LIMIT = 65_536;

/**
 * One column while a snapshot is built. It starts without a type and widens as values come: integer → number, and a
 * mixture of scalars → text (numbers in their shortest exact form), anything with an object or a list → json.
 */
export class ColumnStore {
  readonly name: string;
  type: ColumnType | null = null;
  minimum = Infinity;
  maximum = -Infinity;
  /** Distinct texts; a row's code is the index + 1, 0 for null. */
  texts: string[] = [];
  codes: Growable<Int32Array<ArrayBuffer>> = growableInts();
  numbers: Growable<Float64Array<ArrayBuffer>> = growableFloats();
  valid: Growable<Uint8Array<ArrayBuffer>> = growableBytes();
  private interned: Map<string, number> | null = new Map();

  constructor(name: string) {
    this.name = name;
  }

  /** Sets a row's value; rows never set are null. Rows may come in any order, each once. NaN and infinities are null. */
  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    // Neither JSON nor a statistic has room for what is no number.
    if (typeof value === 'number' && !Number.isFinite(value)) return;
    const wanted = valueType(value);
    const type = this.type ?? wanted;
    const next = widenType(type, wanted);
    if (next !== this.type) this.become(next);
    if (next === 'text' || next === 'json') this.setText(row, columnText(value, next));
    else this.setNumber(row, Number(value));
  }

  /** Rows with a value repeat so often that a dictionary is smaller than the texts themselves. */
  get paysDictionary(): boolean {
    return this.interned !== null && this.texts.length * 2 <= this.codes.length && this.texts.length <= INTERN_LIMIT;
  }

  private setNumber(row: number, value: number): void {
    this.numbers.set(row, value);
    this.valid.set(row, 1);
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
  }

  private setText(row: number, text: string): void {
    let code = this.interned?.get(text);
    if (code === undefined) {
      code = this.texts.push(text);
      this.interned?.set(text, code);
      if (code > INTERN_LIMIT && code * 2 > row) this.interned = null;
    }
    this.codes.set(row, code);
  }

  private become(type: ColumnType): void {
    const before = this.type;
    this.type = type;
    if (before === null || type === 'number') return;
    if (before === 'text') {
      this.texts = this.texts.map((text) => JSON.stringify(text));
      this.interned &&= new Map(this.texts.map((text, index) => [text, index + 1]));
      return;
    }
    for (let row = 0; row < this.valid.length; row++) {
      if (!this.valid.values[row]) continue;
      const number = this.numbers.values[row]!;
      this.setText(row, columnText(before === 'boolean' ? number === 1 : number, type as 'text' | 'json'));
    }
    this.numbers = growableFloats(0);
    this.valid = growableBytes(0);
  }
}

/** The narrowest column type that holds a value without loss. */
export function valueType(value: unknown): ColumnType {
  switch (typeof value) {
    case 'number': return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'integer' : 'number';
    case 'boolean': return 'boolean';
    case 'object': return 'json';
    default: return 'text';
  }
}

/** The narrowest type that holds the values of both. */
export function widenType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  if (one === 'json' || other === 'json') return 'json';
  const numeric = (type: ColumnType): boolean => type === 'integer' || type === 'number';
  return numeric(one) && numeric(other) ? 'number' : 'text';
}

/** A value as a text or json column stores it. */
function columnText(value: unknown, type: 'text' | 'json'): string {
  if (type === 'json') return JSON.stringify(value) ?? String(value);
  return typeof value === 'string' ? value : String(value);
}

/** Brings a value into the type of its column (after the column has widened); null stays null. */
export function coerceValue(value: PropertyValue | undefined, type: ColumnType): PropertyValue {
  if (value === null || value === undefined) return null;
  return type === 'text' && typeof value !== 'string' ? columnText(value, typeof value === 'object' ? 'json' : 'text') : value;
}
