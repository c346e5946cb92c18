import type { PropertyValue } from '../geometry.ts';
import { isInt64, isInt64Text } from '../temporal/long-integer.ts';
import { isTemporal, parseTemporal, temporalTypeWith } from '../temporal/temporal.ts';
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

/**
 * Shared by the columns of a layer, in bytes: what their values take since `bytes` was last set to 0, and what their
 * dictionaries do in all.
 */
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
  /** Its type was said before any value came. */
  private isDeclared = false;
  /** The type of date or time that all texts were so far; null where one was none. */
  private datesSeen: ColumnType | null | undefined;
  private firstType: ColumnType | null = null;
  /** Values that were not text became texts. */
  private isMixed = false;
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

  /** Sets a row's value; rows never set are null. Rows may come in any order, each once. */
  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    if (typeof value === 'string' && this.setAgain(row, value)) return;
    const next = this.typeAfter(value);
    if (next !== this.type) this.become(next);
    else if (next === 'text' && typeof value !== 'string') this.isMixed = true;
    if (isNumberType(next)) this.setNumber(row, Number(value));
    else this.setText(row, columnText(value, next));
  }

  /** Sets a text that the column had before, which fits again. False where it is new, or not held as it is. */
  private setAgain(row: number, text: string): boolean {
    if (
      this.type !== 'text' &&
      (!this.isDeclared || this.type === null || this.type === 'json' || isNumberType(this.type))
    )
      return false;
    const code = this.interned?.get(text);
    if (code === undefined) return false;
    this.weight.bytes += 4;
    this.codes.set(row, code);
    return true;
  }

  /** Gives the column its type before any value has come. */
  declare(type: ColumnType): void {
    if (this.type !== null) return;
    this.type = type;
    this.firstType = type;
    this.isDeclared = true;
  }

  /** The type that its values no longer have as they came, where the column had to become text or JSON for others. */
  get typeBefore(): ColumnType | null {
    const { finalType, firstType } = this;
    const isWidened =
      finalType === 'text' ? this.isMixed || this.wasText : finalType === 'json' && firstType !== 'json';
    return isWidened ? firstType : null;
  }

  /**
   * The type as it is told in the end: texts that all are dates or times make such a column, unless it was declared as
   * one of text.
   */
  get finalType(): ColumnType {
    return this.type === 'text' && !this.isDeclared && !this.wasText && this.datesSeen !== null
      ? (this.datesSeen ?? 'text')
      : (this.type ?? 'text');
  }

  private typeAfter(value: unknown): ColumnType {
    const { type } = this;
    if (type === null) return valueType(value);
    return typeof value !== 'string' || !this.isDeclared ? widenType(type, valueType(value)) : typeWith(type, value);
  }

  /** Whether `rows` rows repeat texts so often that a dictionary is smaller than the texts themselves. */
  paysDictionary(rows: number): boolean {
    return (
      this.interned !== null &&
      !this.hasNumbersAside &&
      this.texts.length * 2 <= rows &&
      this.texts.length <= INTERN_LIMIT
    );
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
      if (this.type === 'text') this.look(text);
      this.intern(text, code);
    }
    this.codes.set(row, code);
  }

  /** Notes of a text that is new whether all were dates or times of one type. */
  private look(text: string): void {
    if (this.datesSeen === null) return;
    const parts = parseTemporal(text);
    if (parts === null || (this.datesSeen !== undefined && this.datesSeen !== parts.type)) this.datesSeen = null;
    else this.datesSeen = parts.type;
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
    this.firstType ??= type;
    if (type === 'text') this.wasText = before !== null;
    if (before === null || type === 'number') return;
    if (!isNumberType(before)) {
      if (type === 'json') this.quoteTexts(before);
      return;
    }
    this.hasNumbersAside ||= this.hasAside;
    for (let row = 0; row < this.valid.length; row++) {
      if (this.valid.values[row])
        this.setText(
          row,
          columnText(before === 'boolean' ? this.numbers.values[row] === 1 : this.numbers.values[row]!, type),
        );
    }
    this.numbers = growableFloats(0);
    this.valid = growableBytes(0);
  }

  private quoteTexts(before: ColumnType): void {
    const quoted = (text: string): string =>
      before === 'int64' && Number.isSafeInteger(Number(text)) ? text : JSON.stringify(text);
    const isShared = this.dictionary === this.texts;
    this.texts = this.texts.map(quoted);
    this.dictionary = isShared ? this.texts : this.dictionary.map(quoted);
    this.interned &&= new Map(this.texts.map((text, index) => [text, index + 1]));
  }
}

/** A value that was put aside when its column was narrower, as the column stores it now. */
export function widenedText(
  { type, wasText }: Pick<ColumnStore, 'type' | 'wasText'>,
  value: number | boolean | string,
): string {
  if (type !== 'json') return columnText(value, 'text');
  return columnText(wasText ? columnText(value, 'text') : value, 'json');
}

/** Types whose values are held as numbers while a snapshot is built. */
function isNumberType(type: ColumnType): boolean {
  return type === 'integer' || type === 'number' || type === 'boolean';
}

/** The narrowest column type that holds a value without loss. */
export function valueType(value: unknown): ColumnType {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'integer' : 'number';
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? 'integer' : isInt64(value) ? 'int64' : 'text';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'json';
    default:
      return 'text';
  }
}

/** The narrowest type that holds the values of both. */
export function widenType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  if (one === 'json' || other === 'json') return 'json';
  const has = (...types: ColumnType[]): boolean => types.includes(one) && types.includes(other);
  if (has('integer', 'number')) return 'number';
  if (has('integer', 'int64')) return 'int64';
  return has('datetime', 'datetimetz') ? 'datetimetz' : 'text';
}

/**
 * The type of a column after it takes a value: a text that says a date, a 64-bit integer or no number stays what it is
 * in a column of such.
 */
export function typeWith(type: ColumnType, value: unknown): ColumnType {
  if (value === null || value === undefined) return type;
  if (typeof value === 'string') {
    if (isTemporal(type)) return temporalTypeWith(type, value) ?? 'text';
    if ((type === 'integer' || type === 'int64') && isInt64Text(value))
      return type === 'integer' && Number.isSafeInteger(Number(value)) ? 'text' : 'int64';
    if (type === 'number' && Object.hasOwn(NOT_FINITE, value)) return type;
  }
  return widenType(type, valueType(value));
}

/** Doubles that JSON has no number for, by the texts that stand for them there. */
const NOT_FINITE: Record<string, number> = { NaN, Infinity, '-Infinity': -Infinity };

/** A value as JSON can say it: NaN and the infinities of a column of numbers become their names. */
export function jsonValue(value: PropertyValue): PropertyValue {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** A value as a column that does not hold numbers stores it. */
function columnText(value: unknown, type: ColumnType): string {
  if (type === 'json')
    return typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
      ? JSON.stringify(String(value))
      : (JSON.stringify(value) ?? String(value));
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Brings a value into the type of its column (after the column has widened); null stays null. */
export function coerceValue(value: PropertyValue | undefined, type: ColumnType): PropertyValue {
  if (value === null || value === undefined) return null;
  if (type === 'text') return typeof value === 'string' ? value : columnText(value, type);
  if (typeof value !== 'string') return value;
  if (type === 'number') return Object.hasOwn(NOT_FINITE, value) ? NOT_FINITE[value]! : value;
  return type === 'int64' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
