import { colorAt, findColorMap, type RampColor } from '../color-map/color-map.ts';
import type { Color } from './color.ts';
import { countsYears, isCodeColumn, isRateColumn, isTitleColumn } from './column-sense.ts';
import { categorise, otherColor } from './new-symbology.ts';
import { roundBreaks } from './round-breaks.ts';
import type { CategoryValue, Symbology } from './symbology.ts';
import { defaultVectorStyle, type VectorStyle } from './vector-style.ts';

/** What a layer is made of, as a proposal needs it. */
export type ProposedShape = 'point' | 'line' | 'polygon' | 'mixed';

/** What is known of a column over all features of a layer. */
export interface ColumnFacts {
  name: string;
  rows: number;
  nulls: number;
  /** Different values. */
  distinct: number;
  /** The most frequent values, the most frequent first. */
  values: readonly CategoryValue[];
  /** The ends of classes with equally many features in each; null for what holds no numbers. */
  breaks: readonly number[] | null;
}

/** How a new layer could look. */
export interface StyleProposal {
  /** By which column; null where it follows from the number of features alone. */
  column: string | null;
  /** The column whose texts stand beside the features, and from which zoom. */
  labels: { column: string; minZoom: number } | null;
  style: Partial<VectorStyle>;
}

/** Classes that are proposed. */
export const proposedClasses = 5;
/** Categories that are proposed: as many as colours can be told apart. */
export const proposedCategories = 9;
const leastFeatures = 3;
/** Above, points are drawn by their density. */
const mostColouredPoints = 20_000;
const mostLabelled = 5_000;
/** More points than this have labels only where they lie apart: from this zoom. */
const [mostLabelledFar, labelZoom] = [300, 7];
const mostAsked = 3;

/** Fill of areas that classes colour: nearly opaque, so that colours are those of the legend. */
const fillAlpha = 230;
/** Thin and neutral, so that it parts areas of one colour and competes with none, on light and dark maps. */
const neutralOutline: Color = [58, 62, 66, 150];
const outlineWidth = 0.6;

const quantity =
  /pop|count|total|sum|gdp|value|amount|income|price|height|depth|temp|precip|rain|elev|mag|speed|flow|discharge|ndvi|level|yield|age/i;
const place = /^(lon|lat|lng|long|x|y|z)([^a-z]|$)|longitude|latitude|coord|^(east|north)ing/i;
/** What says how a map is drawn, or how large a shape is, and not what it is about. */
const ancillary = /rank|zoom|color|colour|order|sort|area|length|perimeter|shape_|scale/i;
const kindName = /type|class|categ|kind|status|use|group|continent|region|zone|cover|highway|fclass|party|species/i;

type NamedColumn = { name: string; type: string };

/** The columns that a proposal asks about: numbers and categories, the likeliest first, and the one that names. */
export function wishedColumns(
  columns: readonly NamedColumn[],
  shape: ProposedShape,
): { numbers: string[]; categories: string[]; title: string | null } {
  const numbers = columns
    .filter(
      ({ name, type }) => ['integer', 'int64', 'number'].includes(type) && !isCodeColumn(name) && !place.test(name),
    )
    .map(({ name }) => name);
  const texts = columns.filter(({ name, type }) => type === 'text' || (type === 'boolean' && name !== 'positive'));
  const title =
    texts.find(({ name, type }) => type === 'text' && isTitleColumn(name)) ??
    texts.find(({ name, type }) => type === 'text' && isTitleColumn(name, 'maybe'));
  const categories = texts.map(({ name }) => name).filter((name) => name !== title?.name && !isCodeColumn(name));
  return {
    numbers: best(numbers, (name) => numberInterest(name, shape)),
    categories: best(categories, categoryInterest),
    title: title?.name ?? null,
  };
}

function best(names: readonly string[], interest: (name: string) => number): string[] {
  return names.toSorted((one, other) => interest(other) - interest(one)).slice(0, mostAsked);
}

/** Areas of different size compare by rates, points and lines also by quantities. */
function numberInterest(name: string, shape: ProposedShape): number {
  if (isRateColumn(name)) return shape === 'polygon' ? 30 : 20;
  if (quantity.test(name) && !/rank/i.test(name)) return 20;
  return ancillary.test(name) ? -10 : 0;
}

function categoryInterest(name: string): number {
  return kindName.test(name) ? 20 : 0;
}

/** How many points look: small enough not to be a blob, and see-through where only their density can be seen. */
function proposeLook(shape: ProposedShape, features: number, iconColor: Color): Partial<VectorStyle> {
  if (shape !== 'point' || features <= 300) return {};
  const pointRadius = features <= 2_000 ? 4 : features <= mostColouredPoints ? 3 : features <= 100_000 ? 2 : 1.5;
  const [red, green, blue] = iconColor;
  return { pointRadius, ...(features > mostColouredPoints && { iconColor: [red, green, blue, 150] as const }) };
}

/**
 * How a new layer could look (MAP-159): classes of a number, or a colour for each of a few values, and labels of the
 * column that names its features. Null where nothing is better than one colour.
 * @param facts of the wished columns (`wishedColumns`), those that may be missing left out
 */
export function proposeStyle(
  layer: { shape: ProposedShape; features: number; iconColor: Color },
  facts: {
    numbers: readonly ColumnFacts[];
    categories: readonly ColumnFacts[];
    title: ColumnFacts | null;
  },
): StyleProposal | null {
  const { shape, features } = layer;
  const look = proposeLook(shape, features, layer.iconColor);
  const labels =
    features <= mostLabelled && facts.title && tellsApart(facts.title)
      ? { column: facts.title.name, minZoom: shape === 'point' && features > mostLabelledFar ? labelZoom : 0 }
      : null;
  const isDense = shape === 'point' && features > mostColouredPoints;
  const symbology = isDense || features < leastFeatures ? null : chooseSymbology(shape, facts);
  const style: Partial<VectorStyle> = {
    ...look,
    ...(symbology && { symbology, ...(shape === 'polygon' && areaLook(defaultVectorStyle.fillColor)) }),
  };
  if (Object.keys(style).length === 0 && labels === null) return null;
  return { column: symbology?.column ?? labels?.column ?? null, labels, style };
}

function areaLook([red, green, blue]: Color): Partial<VectorStyle> {
  return { fillColor: [red, green, blue, fillAlpha], lineColor: neutralOutline, lineWidth: outlineWidth };
}

function chooseSymbology(
  shape: ProposedShape,
  { numbers, categories }: { numbers: readonly ColumnFacts[]; categories: readonly ColumnFacts[] },
): Exclude<Symbology, { kind: 'single' }> | null {
  const number = numbers.find(isMeasured);
  const category = categories.find(isCategory);
  const isNumberMeant =
    number && (numberInterest(number.name, shape) > 0 || !category || categoryInterest(category.name) === 0);
  if (number && isNumberMeant) return graduated(number);
  if (category) return categorise(category.name, categoryValues(category));
  return null;
}

/** Numbers that differ enough to be classed, and are no years. */
function isMeasured({ name, rows, nulls, distinct, breaks, values }: ColumnFacts): boolean {
  const seen = values.filter((value) => typeof value === 'number');
  return (
    breaks !== null &&
    breaks.length > 2 &&
    distinct >= 5 &&
    nulls * 2 <= rows &&
    !countsYears(name, [...seen, ...breaks])
  );
}

/** Few values that come again and again. */
function isCategory({ rows, nulls, distinct }: ColumnFacts): boolean {
  return distinct >= 2 && distinct <= proposedCategories && nulls * 2 <= rows && rows >= 2 * distinct;
}

function categoryValues({ values, nulls }: ColumnFacts): CategoryValue[] {
  return [...values, ...(nulls > 0 && values.length < proposedCategories ? [null] : [])];
}

/** Whether a column's texts tell features apart. */
function tellsApart({ rows, nulls, distinct }: ColumnFacts): boolean {
  return distinct >= 1 && distinct * 2 > rows - nulls && nulls * 2 <= rows;
}

function graduated({ name, breaks }: ColumnFacts): Extract<Symbology, { kind: 'graduated' }> {
  const { breaks: rounded, colors, colorMap } = classColors(roundBreaks(breaks!));
  return {
    kind: 'graduated',
    column: name,
    method: 'quantile',
    colorMap,
    isReversed: false,
    breaks: rounded,
    colors,
    other: otherColor,
  };
}

/** The part of a ramp that stands out from land and water in both themes, and on which dark labels can be read. */
const [rampStart, rampEnd] = [0.2, 0.74];

function rampOf(count: number): { colors: RampColor[]; colorMap: string } {
  const colorMap = 'ylgnbu';
  const partOf = (index: number) => rampStart + ((rampEnd - rampStart) * index) / Math.max(1, count - 1);
  const colors = Array.from({ length: count }, (_, index) => colorAt(findColorMap(colorMap), partOf(index)));
  return { colors, colorMap };
}

/**
 * How areas look that are classed between given breaks: in the colours of a proposal, nearly opaque, with a thin
 * neutral outline.
 */
export function classedAreas(column: string, breaks: readonly number[]): Partial<VectorStyle> {
  const { colors, colorMap } = rampOf(breaks.length - 1);
  return {
    symbology: {
      kind: 'graduated',
      column,
      method: 'manual',
      colorMap,
      isReversed: false,
      breaks: [...breaks],
      colors,
      other: otherColor,
    },
    ...areaLook(defaultVectorStyle.fillColor),
  };
}

/** Colours from light to dark; where numbers lie on both sides of zero, those of two hues that part there. */
function classColors(breaks: readonly number[]): { breaks: number[]; colors: RampColor[]; colorMap: string } {
  const [first, last] = [breaks[0]!, breaks.at(-1)!];
  const isParted = first < 0 && last > 0 && -first > last / 10 && last > -first / 10;
  if (!isParted) {
    return { breaks: [...breaks], ...rampOf(breaks.length - 1) };
  }
  const below = breaks.filter((each) => each < 0);
  const above = breaks.filter((each) => each > 0);
  const map = findColorMap('puor');
  const half = (count: number, at: (part: number) => number) =>
    Array.from({ length: count }, (_, index) => colorAt(map, at((index + 0.5) / count)));
  return {
    breaks: [...below, 0, ...above],
    colors: [...half(below.length, (part) => 0.06 + part * 0.34), ...half(above.length, (part) => 0.6 + part * 0.34)],
    colorMap: 'puor',
  };
}
