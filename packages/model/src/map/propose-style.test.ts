import { expect, it } from 'vitest';
import { findColorMap } from '../color-map/color-map.ts';
import { columnCaption, countsYears } from './column-sense.ts';
import { defaultCategoryMap } from './new-symbology.ts';
import { proposeStyle, wishedColumns, type ColumnFacts } from './propose-style.ts';
import { roundBreaks } from './round-breaks.ts';

const blue = [52, 72, 157] as const;

function facts(name: string, more: Partial<ColumnFacts> = {}): ColumnFacts {
  return { name, rows: 100, nulls: 0, distinct: 90, values: [], breaks: null, ...more };
}

const countries = [
  { name: 'ISO_N3', type: 'integer' },
  { name: 'MAPCOLOR7', type: 'integer' },
  { name: 'LABELRANK', type: 'integer' },
  { name: 'POP_EST', type: 'integer' },
  { name: 'POP_YEAR', type: 'integer' },
  { name: 'Shape_Area', type: 'number' },
  { name: 'longitude', type: 'number' },
  { name: 'CONTINENT', type: 'text' },
  { name: 'NAME', type: 'text' },
];

it('[MAP-159] a proposal asks for what measures or sorts, and not for codes, years, places and ranks', () => {
  const wished = wishedColumns(countries, 'polygon');
  expect(wished.numbers[0]).toBe('POP_EST');
  expect(wished.numbers).not.toContain('ISO_N3');
  expect(wished.numbers).not.toContain('POP_YEAR');
  expect(wished.numbers).not.toContain('longitude');
  expect(wished).toMatchObject({ categories: ['CONTINENT'], title: 'NAME' });
  // Areas compare by rates.
  const withRate = wishedColumns([...countries, { name: 'density_per_km2', type: 'number' }], 'polygon');
  expect(withRate.numbers.slice(0, 2)).toEqual(['density_per_km2', 'POP_EST']);
});

it('[MAP-158] [MAP-159] a number makes classes: nearly opaque, with a thin neutral outline, rounded, labelled by name', () => {
  const proposal = proposeStyle(
    { shape: 'polygon', features: 100, iconColor: blue },
    {
      numbers: [facts('POP_EST', { breaks: [1_004, 498_732, 2_103_411, 9_870_123, 34_124_811, 1_379_302_771] })],
      categories: [],
      title: facts('NAME'),
    },
  )!;
  expect(proposal).toMatchObject({ column: 'POP_EST', labels: { column: 'NAME', minZoom: 0 } });
  const { symbology, fillColor, lineColor, lineWidth } = proposal.style;
  expect(symbology).toMatchObject({ kind: 'graduated', column: 'POP_EST' });
  expect(symbology?.kind === 'graduated' && symbology.breaks).toEqual([
    1_000, 500_000, 2_000_000, 10_000_000, 30_000_000, 1_400_000_000,
  ]);
  expect(fillColor?.[3]).toBeGreaterThanOrEqual(0.88 * 255);
  expect(lineWidth).toBeLessThan(1);
  expect(Math.max(...lineColor!.slice(0, 3)) - Math.min(...lineColor!.slice(0, 3))).toBeLessThan(16);
});

it('[MAP-159] numbers on both sides of zero are parted there, by two hues', () => {
  const { style } = proposeStyle(
    { shape: 'polygon', features: 100, iconColor: blue },
    { numbers: [facts('anomaly', { breaks: [-3, -1.2, -0.1, 0.6, 1.4, 2.9] })], categories: [], title: null },
  )!;
  const { symbology } = style;
  if (symbology?.kind !== 'graduated') throw new Error('no classes');
  expect(symbology.breaks).toContain(0);
  expect(symbology.colors).toHaveLength(symbology.breaks.length - 1);
  const [first, last] = [symbology.colors[0]!, symbology.colors.at(-1)!];
  expect([first[0] > first[2], last[2] > last[0]]).toEqual([true, true]);
});

it('[MAP-159] few texts become categories; unique texts, one value and years become nothing', () => {
  const layer = { shape: 'line', features: 100, iconColor: blue } as const;
  const kinds = facts('class', { distinct: 3, values: ['motorway', 'primary', 'track'] });
  const { style } = proposeStyle(layer, { numbers: [], categories: [kinds], title: null })!;
  expect(style.symbology).toMatchObject({ kind: 'categorised', categories: kinds.values.map((value) => ({ value })) });
  const years = facts('built', { breaks: [1_900, 1_950, 1_980, 2_000], distinct: 70 });
  for (const nothing of [facts('note'), facts('class', { distinct: 1 })])
    expect(proposeStyle(layer, { numbers: [years], categories: [nothing], title: null })).toBeNull();
});

it('[MAP-159] many points are small and see-through, some have labels only where they lie apart', () => {
  const none = { numbers: [], categories: [], title: null };
  const numbers = [facts('mag', { breaks: [3, 4, 5, 9] })];
  const dense = proposeStyle({ shape: 'point', features: 80_000, iconColor: blue }, { ...none, numbers })!;
  expect(dense).toEqual({ column: null, labels: null, style: { pointRadius: 2, iconColor: [...blue, 150] } });
  const some = proposeStyle(
    { shape: 'point', features: 1_500, iconColor: blue },
    { ...none, numbers, title: facts('name') },
  )!;
  expect(some).toMatchObject({ column: 'mag', labels: { minZoom: 7 }, style: { pointRadius: 4 } });
  expect(proposeStyle({ shape: 'point', features: 40, iconColor: blue }, none)).toBeNull();
});

it('[MAP-158] proposed colours stand out from land and water in both themes, and from each other', () => {
  const grounds = [
    [244, 242, 237],
    [211, 222, 224],
    [36, 35, 31],
    [18, 25, 27],
  ] as const;
  const { style } = proposeStyle(
    { shape: 'polygon', features: 100, iconColor: blue },
    { numbers: [facts('density', { breaks: [0, 1, 2, 3, 4, 5] })], categories: [], title: null },
  )!;
  const ramp = style.symbology?.kind === 'graduated' ? style.symbology.colors : [];
  const apart = (one: readonly number[], other: readonly number[]) =>
    Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!, one[2]! - other[2]!);
  for (const color of [...ramp, ...findColorMap(defaultCategoryMap).colors!])
    for (const ground of grounds) expect(apart(color, ground)).toBeGreaterThan(40);
});

it('[MAP-159] breaks are rounded as far as classes stay as they are, the ends outwards', () => {
  expect(roundBreaks([0.0123, 0.118, 0.26, 0.9871])).toEqual([0.01, 0.1, 0.26, 1]);
  expect(roundBreaks([5, 5])).toEqual([5, 5]);
  const breaks = [3, 3.17, 3.5, 3.93, 4.6, 13.2];
  const rounded = roundBreaks(breaks);
  expect(rounded[0]).toBeLessThanOrEqual(3);
  expect(rounded.at(-1)).toBeGreaterThanOrEqual(13.2);
  expect(rounded).toEqual(rounded.toSorted((one, other) => one - other));
});

it('[MAP-156] a column is a caption with its unit, and holds years by its name or its values', () => {
  expect(columnCaption('density_per_km2')).toEqual({ text: 'density', unit: '/km²' });
  expect(columnCaption('gdp_million_usd')).toEqual({ text: 'gdp', unit: '10⁶ USD' });
  expect(columnCaption('depth_km')).toEqual({ text: 'depth', unit: 'km' });
  expect(columnCaption('POP_EST')).toEqual({ text: 'POP EST', unit: null });
  expect(countsYears('year', [1_200, 1_850])).toBe(true);
  expect(countsYears('built', [1_900, 2_020])).toBe(true);
  expect(countsYears('population', [1_200, 2_900])).toBe(false);
  expect(countsYears('height_m', [1_900, 2_020])).toBe(false);
  expect(countsYears('built', [1_900.5])).toBe(false);
});
