import { expect, test } from 'vitest';
import { areaText, lengthText, type UnitSystem } from './units.ts';

const inEnglish = (system: UnitSystem) => ({ system, locale: 'en', missing: 'N/A' });
const lengths = (system: UnitSystem, ...metres: (number | null)[]) =>
  metres.map((each) => lengthText(each, inEnglish(system)));
const areas = (system: UnitSystem, ...squareMetres: (number | null)[]) =>
  squareMetres.map((each) => areaText(each, inEnglish(system)));

test('[GEO-071, GEO-073] lengths in m, from 1,000 m in km; areas in m², from 10,000 m² in ha', () => {
  expect(lengths('metric', 12, 999.99, 1000, 1500)).toEqual(['12.00 m', '999.99 m', '1.00 km', '1.50 km']);
  expect(areas('metric', 50, 9_999, 10_000, 3_000_000)).toEqual(['50.00 m²', '9,999 m²', '1.00 ha', '300.00 ha']);
});

test('[GEO-072, GEO-073] lengths in ft, from 5,280 ft in mi; areas in ft², from 43,560 ft² in acres', () => {
  expect(lengths('imperial', 100, 1609.343, 1609.344)).toEqual(['328.08 ft', '5,280 ft', '1.00 mi']);
  expect(areas('imperial', 10, 4046.8, 4046.8564224)).toEqual(['107.64 ft²', '43,559 ft²', '1.00 acres']);
});

test('[GEO-074] what was not measured is N/A', () => {
  expect([...lengths('metric', null), ...areas('imperial', null)]).toEqual(['N/A', 'N/A']);
});

test('[GEO-075] zero is 0, without a unit', () => {
  expect([...lengths('metric', 0), ...areas('imperial', 0)]).toEqual(['0', '0']);
});

test('[GEO-076] 3 decimals below 1, none from 1,000, 2 between, in the digits of the language', () => {
  expect(lengths('metric', 0.12345, 0.9994, 1, 999.994)).toEqual(['0.123 m', '0.999 m', '1.00 m', '999.99 m']);
  expect(lengths('metric', 999_994, 1_234_567)).toEqual(['999.99 km', '1,235 km']);
  expect(lengthText(1_500, { system: 'metric', locale: 'de', missing: '' })).toBe('1,50 km');
});
