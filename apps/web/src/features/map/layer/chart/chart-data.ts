import {
  binStep,
  mostPoints,
  pointBins,
  type ChartAggregate,
  type ChartColumn,
  type ChartDatum,
  type ChartType,
} from '@groma/model';
import type { ClipShape } from '@groma/geo';
import type { ReadPieces } from './chart-piece.ts';
import { gatherValues, type ChartQuestion, type Gathered } from './gather-values.ts';
import { Groups } from './groups.ts';

/** What a chart draws, and what it was drawn from. */
export interface ChartData {
  data: ChartDatum[];
  /** Features that are in it. */
  features: number;
  /**
   * Features that the filters keep and that are not in it: X or Y is empty, or, of pies, their total is not above 0.
   */
  leftOut: number;
}

/**
 * X values that are shown apart; where there are more, numbers are joined to ranges and texts to one that stands for
 * the rest.
 */
type Grouped = Exclude<ChartType, 'scatter'>;
const mostApart: Readonly<Record<Grouped, number>> = { bar: 200, line: 2_000, pie: 24 };
const rangesWanted: Readonly<Record<Grouped, number>> = { bar: 50, line: 1_000, pie: 12 };

/** Works a chart out of the features of a layer (VEC-033, VEC-045). */
export function chartData(
  pieces: ReadPieces,
  question: ChartQuestion,
  columns: readonly ChartColumn[],
  clip: ClipShape | null,
): ChartData {
  const gathered = gatherValues(pieces, question, columns, clip);
  const { type, aggregate } = question;
  const data =
    type === 'scatter'
      ? ofPairs(gathered)
      : gathered.texts
        ? ofTexts(gathered, gathered.texts, type, aggregate)
        : ofNumbers(gathered, type, aggregate);
  const drawn = type === 'pie' ? data.filter(({ value }) => value > 0) : data;
  const features = drawn.reduce((sum, { count }) => sum + count, 0);
  return { data: drawn, features, leftOut: gathered.leftOut + gathered.x.length - features };
}

function ofNumbers({ x, y }: Gathered, type: Grouped, aggregate: ChartAggregate): ChartDatum[] {
  const apart = groupApart(x, y, mostApart[type]);
  if (apart)
    return [...apart.places]
      .sort(([one], [other]) => one - other)
      .map(([label, place]) => ({ label, ...apart.groups.datum(place, aggregate) }));
  const { first, step, count } = rangesOf(x, rangesWanted[type]);
  const groups = new Groups();
  for (let at = 0; at < x.length; at++) groups.add(Math.min(count - 1, Math.floor((x[at]! - first) / step)), y[at]!);
  const edge = (place: number): number => Number((first + place * step).toPrecision(12));
  return Array.from({ length: count }, (_, place) => place)
    .filter((place) => groups.has(place))
    .map((place) => ({ label: edge(place), to: edge(place + 1), ...groups.datum(place, aggregate) }));
}

/** Points as they are; where there are too many, those of one cell of a grid are one. Of texts there are none. */
function ofPairs({ x, y, texts }: Gathered): ChartDatum[] {
  if (texts) return [];
  const apart = new Map<string, { i: number; j: number; count: number }>();
  const add = (i: number, j: number): void => {
    const key = `${i} ${j}`;
    const known = apart.get(key);
    if (known) known.count += 1;
    else apart.set(key, { i, j, count: 1 });
  };
  for (let at = 0; at < x.length && apart.size <= mostPoints; at++) add(x[at]!, y[at]!);
  if (apart.size <= mostPoints)
    return [...apart.values()]
      .toSorted((one, other) => one.i - other.i || one.j - other.j)
      .map(({ i, j, count }) => ({ label: i, value: j, count }));
  apart.clear();
  const [across, up] = [x, y].map((values) => binStep(...rangeOf(values))) as [number, number];
  for (let at = 0; at < x.length; at++) add(Math.floor(x[at]! / across), Math.floor(y[at]! / up));
  return pointBins([...apart.values()], across, up);
}

/** Groups by the very number; null where there are more numbers than are shown apart. */
function groupApart(
  x: Float64Array,
  y: Float64Array,
  most: number,
): { places: Map<number, number>; groups: Groups } | null {
  const places = new Map<number, number>();
  const groups = new Groups();
  for (let at = 0; at < x.length; at++) {
    // −0 and 0 are one number to people, and to a map.
    const place = places.get(x[at]!) ?? places.size;
    if (place === most) return null;
    places.set(x[at]!, place);
    groups.add(place, y[at]!);
  }
  return { places, groups };
}

/** Ranges of one width, a round number, that begin at a multiple of it. */
function rangesOf(x: Float64Array, wanted: number): { first: number; step: number; count: number } {
  const [least, greatest] = rangeOf(x);
  const rough = (greatest - least) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!;
  const first = Math.floor(least / step) * step;
  return { first, step, count: Math.max(1, Math.floor((greatest - first) / step) + 1) };
}

function rangeOf(values: Float64Array): [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

const order = new Intl.Collator(undefined, { numeric: true });

function ofTexts({ x, y }: Gathered, texts: readonly string[], type: Grouped, aggregate: ChartAggregate): ChartDatum[] {
  const groups = new Groups();
  // The group of features without X stands after those of the texts.
  for (let at = 0; at < x.length; at++) groups.add(x[at]! < 0 ? texts.length : x[at]!, y[at]!);
  const all = [...texts.keys(), texts.length].filter((place) => groups.has(place));
  const rank = new Map(all.map((place) => [place, groups.datum(place, aggregate).value]));
  const isTooMany = all.length > mostApart[type];
  const bySize = isTooMany || type === 'pie' ? all.toSorted((one, other) => rank.get(other)! - rank.get(one)!) : all;
  const shown = isTooMany ? bySize.slice(0, mostApart[type] - 1) : bySize;
  const inOrder = type === 'pie' ? shown : shown.toSorted((one, other) => comparePlaces(texts, one, other));
  const rest = isTooMany ? bySize.slice(mostApart[type] - 1) : [];
  return [
    ...inOrder.map((place) => ({ label: texts[place] ?? null, ...groups.datum(place, aggregate) })),
    ...(rest.length > 0 ? [{ label: null, others: rest.length, ...groups.joined(rest, aggregate) }] : []),
  ];
}

function comparePlaces(texts: readonly string[], one: number, other: number): number {
  if (one === texts.length || other === texts.length) return one - other;
  return order.compare(texts[one]!, texts[other]!);
}
