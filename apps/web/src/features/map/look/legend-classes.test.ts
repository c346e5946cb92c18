import { completeVectorStyle, defaultVectorStyle, firstHeat, type Symbology } from '@groma/model';
import { expect, it } from 'vitest';
import type { Text } from '../../../platform/text.ts';
import { otherClass } from '../layer/classing.ts';
import { columnText } from './class-text.ts';
import { heatColors } from './group-legend.tsx';
import { legendClasses, shownStyle } from './legend-classes.ts';

const t = ((key: string) => key) as unknown as Text;
const speech = { t, locale: 'en' };
const grey = [158, 158, 158] as const;

function graduated(column: string, breaks: number[]): Symbology {
  const colors = breaks.slice(1).map((_, index) => [index, 0, 0] as const);
  return {
    kind: 'graduated',
    column,
    method: 'quantile',
    colorMap: 'ylgnbu',
    isReversed: false,
    breaks,
    colors,
    other: grey,
  };
}

function texts(symbology: Symbology, present: ReadonlySet<number> | null = null): string[] {
  return legendClasses({ ...defaultVectorStyle, symbology }, 'polygon', present, speech).map(({ text }) => text);
}

it('[MAP-155] a legend has the classes that features have, and no data only where there is some', () => {
  const symbology = graduated('depth_km', [0, 1, 2, 3]);
  expect(texts(symbology, new Set([0, 2]))).toEqual(['0 – 1', '2 – 3']);
  expect(texts(symbology, new Set([1, otherClass]))).toEqual(['1 – 2', 'style.noClass']);
  // Nothing is left out while it is not known.
  expect(texts(symbology)).toHaveLength(4);
  const categories = ['park', 'road'].map((value) => ({ value, color: grey }));
  const kinds: Symbology = { ...symbology, kind: 'categorised', categories } as never;
  expect(texts(kinds, new Set([1]))).toEqual(['road']);
});

it('[MAP-156] numbers of a legend are grouped, years are not, and round millions are short', () => {
  expect(texts(graduated('population', [1_200, 4_500, 9_870]))[0]).toBe('1,200 – 4,500');
  expect(texts(graduated('year', [1_200, 1_850, 1_990]))[0]).toBe('1200 – 1850');
  expect(texts(graduated('built', [1_900, 1_950, 1_990]))[0]).toBe('1900 – 1950');
  expect(texts(graduated('POP_EST', [0, 500_000, 40_000_000]))).toEqual(['0 – 500K', '500K – 40M', 'style.noClass']);
  expect(columnText('density_per_km2')).toBe('density (/km²)');
});

it('[MAP-162] a layer that is drawn as a heat map shows no classes of its points', () => {
  const symbology = {
    kind: 'categorised',
    column: 'kind',
    colorMap: 'tab10',
    isReversed: false,
    categories: [],
    other: null,
  } as const;
  const style = completeVectorStyle({ symbology, pointDrawing: firstHeat });
  expect(shownStyle(style, 'point').symbology.kind).toBe('single');
  expect(shownStyle(style, 'mixed').symbology.kind).toBe('categorised');
  expect(heatColors({ colorMap: 'gray', isReversed: true }).at(-1)).toBe(
    heatColors({ colorMap: 'gray', isReversed: false })[0],
  );
});
