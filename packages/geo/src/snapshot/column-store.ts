import type { PropertyValue } from '../geometry.ts';
import { growableBytes, growableFloats, growableInts, type Growable } from './growable.ts';
import type { ColumnType } from './manifest.ts';

/** Above so many distinct texts, or characters of them, a dictionary costs more than it saves. */
const INTERN_LIMIT = 65_536;
const INTERN_CHARACTERS = 16_000_000;
/** Bytes of the dictionaries of all columns above which those that grow are given up, but for small ones. */
const INTERN_TOGETHER = 64 * 1024 * 1024;
const INTERN_SMALL = 64 * 1024;
/** What a text in a dictionary takes beside its characters. */
const INTERN_ENTRY = 64;

/** Shared by the columns of a layer, in bytes: what their values take since `bytes` was last set to 0, and what their dictionaries do in all. */
export type Weight = { bytes: number; interned: number };

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
  /** The texts that codes of rows mean which were put aside while texts still were looked up. */
  dictionary: string[] = this.texts;
  codes: Growable<Int32Array<ArrayBuffer>> = growableInts();
  numbers: Growable<Float64Array<ArrayBuffer>> = growableFloats();
  valid: Growable<Uint8Array<ArrayBuffer>> = growableBytes();
  /** Numbers became texts before anything became json. */
  wasText = false;
  private interned: Map<string, number> | null = new Map();
  private internedCharacters = 0;
  private hasAside = false;
  /** Rows that were put aside hold numbers, where texts are wanted now. */
  private hasNumbersAside = false;
  private readonly weight: Weight;

  constructor(name: string, weight: Weight = { bytes: 0, interned: 0 }) {
    this.name = name;
    this.weight = weight;
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

  /** Whether `rows` rows repeat texts so often that a dictionary is smaller than the texts themselves. */
  paysDictionary(rows: number): boolean {
    return this.interned !== null && !this.hasNumbersAside && this.texts.length * 2 <= rows && this.texts.length <= INTERN_LIMIT;
  }

  isSet(row: number): boolean {
    return this.valid.get(row) === 1;
  }

  number(row: number): number {
    return this.numbers.values[row]!;
  }

  code(row: number): number {
    return this.codes.get(row);
  }

  text(row: number): string | null {
    const code = this.codes.get(row);
    return code === 0 ? null : this.texts[code - 1]!;
  }

  /** Whether codes stand in `dictionary`, where they mean the same for ever. */
  get isInterned(): boolean {
    return this.interned !== null;
  }

  /** Forgets the rows, which have been put aside. */
  clear(): void {
    this.hasAside = true;
    for (const each of [this.codes, this.numbers, this.valid]) each.clear();
    if (!this.interned) this.texts = [];
  }

  private setNumber(row: number, value: number): void {
    this.numbers.set(row, value);
    this.valid.set(row, 1);
    this.weight.bytes += 9;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
  }

  private setText(row: number, text: string): void {
    let code = this.interned?.get(text);
    this.weight.bytes += 4;
    if (code === undefined) {
      code = this.texts.push(text);
      this.weight.bytes += text.length * 2 + 24;
      this.intern(text, code);
    }
    this.codes.set(row, code);
  }

  private intern(text: string, code: number): void {
    if (!this.interned) return;
    this.interned.set(text, code);
    this.internedCharacters += text.length;
    this.weight.interned += text.length * 2 + INTERN_ENTRY;
    const own = this.internedCharacters * 2 + code * INTERN_ENTRY;
    const hasRoom = own <= INTERN_SMALL || this.weight.interned <= INTERN_TOGETHER;
    if (hasRoom && code <= INTERN_LIMIT && this.internedCharacters <= INTERN_CHARACTERS) return;
    this.interned = null;
    if (!this.hasAside) this.weight.interned -= own;
    this.dictionary = this.hasAside ? this.texts.slice() : [];
  }

  private become(type: ColumnType): void {
    const before = this.type;
    this.type = type;
    if (type === 'text') this.wasText = true;
    if (before === null || type === 'number') return;
    if (before === 'text') return this.quoteTexts();
    this.hasNumbersAside ||= this.hasAside;
    for (let row = 0; row < this.valid.length; row++) {
      if (this.valid.values[row]) this.setText(row, columnText(before === 'boolean' ? this.numbers.values[row] === 1 : this.numbers.values[row]!, type as 'text' | 'json'));
    }
    this.numbers = growableFloats(0);
    this.valid = growableBytes(0);
  }

  private quoteTexts(): void {
    const isShared = this.dictionary === this.texts;
    this.texts = this.texts.map((text) => JSON.stringify(text));
    this.dictionary = isShared ? this.texts : this.dictionary.map((text) => JSON.stringify(text));
    this.interned &&= new Map(this.texts.map((text, index) => [text, index + 1]));
  }
}

/** A value that was put aside when its column was narrower, as the column stores it now. */
export function widenedText({ type, wasText }: ColumnStore, value: number | boolean | string): string {
  if (type !== 'json') return columnText(value, 'text');
  return columnText(wasText ? columnText(value, 'text') : value, 'json');
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
