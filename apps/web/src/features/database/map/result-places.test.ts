import { expect, test } from 'vitest';
import { degreePlaces } from './result-places.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('[DBS-108] a result is placed by two columns of degrees, whatever their types in the database', () => {
  expect(degreePlaces(named('city', 'latd', 'longd'), [['Graz', 47.07, 15.44]])).toEqual([
    { label: 'longd, latd', geometry_column: 'longd', latitude_column: 'latd' },
  ]);
  expect(degreePlaces(named('x', 'y'), [[1_700_000n, 200n]])).toEqual([]);
  expect(degreePlaces(named('lon', 'lat'), [[null, null]])).toEqual([]);
});
