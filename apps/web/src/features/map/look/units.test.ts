import { expect, test } from 'vitest';
import { areaText, lengthText } from './units.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

test('[VEC-015] [VEC-016] lengths and areas in metric and imperial units of a fitting size', () => {
  expect([999, 1500].map((metres) => lengthText(metres, 'metric', number))).toEqual(['999 m', '1.5 km']);
  expect([100, 1609.344].map((metres) => lengthText(metres, 'imperial', number))).toEqual(['328.08 ft', '1 mi']);
  expect([50, 25_000, 3_000_000].map((area) => areaText(area, 'metric', number))).toEqual(['50 m²', '2.5 ha', '3 km²']);
  expect([10, 4046.8564224, 2_589_988.110336].map((area) => areaText(area, 'imperial', number))).toEqual([
    '107.64 ft²',
    '1 ac',
    '1 mi²',
  ]);
});
