import {
  NATURAL_BREAKS_SAMPLE,
  classBreaks,
  countInClasses,
  histogram,
  isInt64Text,
  summarize,
  temporalOrder,
  type BreakMethod,
  type Histogram,
  type NumberSummary,
  type PropertyValue,
} from '@groma/geo';
import type { CategoryValue } from '@groma/model';

/** Where whole columns come from, in parts: numbers, codes of texts, or values one by one. */
export interface ColumnPart {
  length: number;
  numbers: Float64Array | null;
  codes: { codes: Int32Array; texts: readonly string[] } | null;
  read: (row: number) => PropertyValue;
}

interface ValueCount {
  value: CategoryValue;
  count: number;
}
/** The most frequent values of a column, first those that come most often. */
export interface ValueCounts {
  values: ValueCount[];
  rows: number;
  nulls: number;
  distinct: number;
  isDistinctAtLeast: boolean;
}

/** Different values that are counted apart. */
const mostDistinct = 200_000;

/** Counts the values of a column; the `most` most frequent are listed. Lists and objects count by their JSON. */
export function countValues(parts: Iterable<ColumnPart>, most: number): ValueCounts {
  const counts = new Map<CategoryValue, number>();
  let [rows, nulls, isFull] = [0, 0, false];
  const add = (value: PropertyValue, count: number): void => {
    if (value === null) return void (nulls += count);
    const key = typeof value === 'object' ? JSON.stringify(value) : value;
    const before = counts.get(key);
    if (before === undefined && counts.size >= mostDistinct) isFull = true;
    else counts.set(key, (before ?? 0) + count);
  };
  for (const part of parts) {
    rows += part.length;
    if (part.codes) addCodes(part.codes, add);
    else if (part.numbers) for (const number of part.numbers) add(Number.isNaN(number) ? null : number, 1);
    else for (let row = 0; row < part.length; row++) add(part.read(row), 1);
  }
  const listed = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || compareValues(one.value, other.value));
  return { values: listed.slice(0, most), rows, nulls, distinct: counts.size, isDistinctAtLeast: isFull };
}

function addCodes(
  { codes, texts }: NonNullable<ColumnPart['codes']>,
  add: (value: PropertyValue, count: number) => void,
): void {
  const byCode = new Uint32Array(texts.length + 1);
  for (const code of codes) byCode[code + 1]! += 1;
  byCode.forEach((count, code) => {
    if (count > 0) add(code === 0 ? null : texts[code - 1]!, count);
  });
}

const order = new Intl.Collator(undefined, { numeric: true });

/** Numbers by size, all else by its text. */
function compareValues(one: CategoryValue, other: CategoryValue): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : order.compare(String(one), String(other));
}

/** The numbers of a column in growing order, and how many cells hold none. */
export interface SortedNumbers {
  sorted: Float64Array;
  nulls: number;
}

export function sortNumbers(parts: Iterable<ColumnPart>): SortedNumbers {
  const found: Float64Array[] = [];
  let [count, rows] = [0, 0];
  for (const part of parts) {
    const numbers = (
      part.numbers ?? Float64Array.from({ length: part.length }, (_, row) => numberOf(part.read(row)))
    ).filter(Number.isFinite);
    found.push(numbers);
    count += numbers.length;
    rows += part.length;
  }
  const sorted = new Float64Array(count);
  let at = 0;
  for (const numbers of found) {
    sorted.set(numbers, at);
    at += numbers.length;
  }
  return { sorted: sorted.sort(), nulls: rows - count };
}

function numberOf(value: PropertyValue): number {
  return typeof value === 'number' ? value : typeof value === 'string' && isInt64Text(value) ? Number(value) : NaN;
}

/** Classes of a column of numbers with the features in each, and the distribution they cut. */
export interface ColumnClasses {
  breaks: number[];
  counts: number[];
  nulls: number;
  rows: number;
  histogram: Histogram;
  sampled: number | null;
}

const histogramBars = 48;

/**
 * Finds breaks, or counts into those given. `sampled` says of how many numbers natural breaks were found where not of
 * all.
 */
export function classColumn(
  { sorted, nulls }: SortedNumbers,
  wanted: { method: BreakMethod; count: number } | { breaks: readonly number[] },
): ColumnClasses {
  const breaks = 'breaks' in wanted ? [...wanted.breaks] : classBreaks(sorted, wanted.method, wanted.count);
  const isSampled = 'method' in wanted && wanted.method === 'jenks' && sorted.length > NATURAL_BREAKS_SAMPLE;
  return {
    breaks,
    counts: countInClasses(sorted, breaks),
    nulls,
    rows: sorted.length + nulls,
    histogram: histogram(sorted, histogramBars),
    sampled: isSampled ? NATURAL_BREAKS_SAMPLE : null,
  };
}

/** What is told of a column: figures of numbers, else the most frequent values. */
export type ColumnSummary =
  | { kind: 'numbers'; figures: NumberSummary; histogram: Histogram }
  | { kind: 'values'; counts: ValueCounts; range?: [first: string, last: string] };

const summaryBars = 24;
const summaryValues = 12;

/** Dates and times are told with the first and the last of them. */
export function summarizeColumn(
  parts: () => Iterable<ColumnPart>,
  kind: 'numbers' | 'dates' | 'values',
): ColumnSummary {
  if (kind === 'values') return { kind, counts: countValues(parts(), summaryValues) };
  if (kind === 'dates') {
    const range = rangeOfDates(parts());
    return { kind: 'values', counts: countValues(parts(), summaryValues), ...(range && { range }) };
  }
  const { sorted, nulls } = sortNumbers(parts());
  return { kind: 'numbers', figures: summarize(sorted, nulls), histogram: histogram(sorted, summaryBars) };
}

function rangeOfDates(parts: Iterable<ColumnPart>): [string, string] | null {
  let [first, last] = [
    { text: '', moment: Infinity },
    { text: '', moment: -Infinity },
  ];
  const look = (value: PropertyValue): void => {
    if (typeof value !== 'string') return;
    const moment = temporalOrder(value);
    if (moment < first.moment) first = { text: value, moment };
    if (moment > last.moment) last = { text: value, moment };
  };
  for (const part of parts) {
    if (part.codes) for (const code of new Set(part.codes.codes)) look(part.codes.texts[code] ?? null);
    else for (let row = 0; row < part.length; row++) look(part.read(row));
  }
  return first.text === '' ? null : [first.text, last.text];
}
