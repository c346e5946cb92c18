import { expect, test } from 'vitest';
import { searchCrs } from './search-crs.ts';

const systems = [
  ['EPSG:4326', 'WGS 84', 'World'],
  ['EPSG:3857', 'WGS 84 / Pseudo-Mercator', 'World between 85.06°S and 85.06°N'],
  ['EPSG:32633', 'WGS 84 / UTM zone 33N', 'Austria. Czechia. Germany.'],
  ['EPSG:25833', 'ETRS89 / UTM zone 33N', 'Germany. Norway.'],
  ['EPSG:32733', 'WGS 84 / UTM zone 33S', 'Namibia.'],
  ['EPSG:2154', 'RGF93 v1 / Lambert-93', 'France'],
  ['EPSG:31467', 'DHDN / 3-degree Gauss-Kruger zone 3', 'Germany'],
  ['EPSG:5880', 'SIRGAS 2000 / Brazil Polyconic', 'Brazil - Fernando de Noronha, São Paulo'],
].map(([code, name, area]) => ({ code: code!, name: name!, area: area! }));
const found = (text: string, most = 20) => searchCrs(systems, text, most).map(({ code }) => code);

test('[VEC-010] a coordinate system is found by its code, its name or its place, the likeliest first', () => {
  expect(found('32633')).toEqual(['EPSG:32633']);
  expect(found('EPSG: 32633')[0]).toBe('EPSG:32633');
  expect(found('326')).toEqual(['EPSG:32633']);
  expect(found('utm 33')).toEqual(['EPSG:32633', 'EPSG:32733', 'EPSG:25833']);
  expect(found('UTM zone 33N', 2)[0]).toBe('EPSG:32633');
  expect(found('germany')).toEqual(['EPSG:32633', 'EPSG:25833', 'EPSG:31467']);
  expect(found('gauss krüger')).toEqual(['EPSG:31467']);
  expect(found('sao paulo')).toEqual(['EPSG:5880']);
  expect(found('lambert')).toEqual(['EPSG:2154']);
  expect(found('')).toEqual(['EPSG:4326', 'EPSG:3857', 'EPSG:2154']);
  expect(found('atlantis')).toEqual([]);
});
