import type { RasterStyle } from '@groma/model';
import { bandIndices } from '@groma/raster';
import { expect, test } from 'vitest';
import { findIndex, guessBands, withBandRole } from './band-algebra.ts';

const props = (bandNames: string[], colorInterpretation: string[] = [], bandRoles: RasterStyle['bandRoles'] = {}) => ({
  bandRoles,
  cogProps: {
    width: 1,
    height: 1,
    crs: null,
    nodata: null,
    bandNames,
    colorInterpretation,
    minZoom: 0,
    maxZoom: 1,
    overviews: [],
    hasPalette: false,
  },
});
const unnamed = (count: number) => Array.from({ length: count }, (_, band) => `b${band + 1}`);
const guess = (name: string, bandNames: string[], colors?: string[]) =>
  guessBands(findIndex(name)!, props(bandNames, colors));

test('[RAS-041] an index never takes one band twice, however many bands without names there are', () => {
  for (const index of bandIndices) {
    for (let count = index.bands.length; count <= 16; count += 1) {
      const { bands, isGuess } = guessBands(index, props(unnamed(count)));
      expect([
        index.name,
        count,
        new Set(bands).size,
        bands.every((band) => band >= 1 && band <= count),
        isGuess,
      ]).toEqual([index.name, count, index.bands.length, true, true]);
    }
  }
});

test('[RAS-041] bands without names are taken in the usual order, those of a whole scene of Sentinel-2 in its order; names and colours come first', () => {
  expect(guess('NDVI', unnamed(4))).toEqual({ bands: [1, 4], isGuess: true });
  expect(guess('NDVI', unnamed(7)).bands).toEqual([1, 4]);
  expect(guess('NDVI', unnamed(13)).bands).toEqual([4, 8]);
  expect(guess('NDVI', ['blue', 'green', 'red', 'nir'])).toEqual({ bands: [3, 4], isGuess: false });
  expect(guess('NDVI', ['B02', 'B03', 'B04', 'B08'])).toEqual({ bands: [3, 4], isGuess: false });
  expect(guess('NDVI', unnamed(4), ['blue', 'green', 'red', 'undefined'])).toEqual({ bands: [3, 4], isGuess: true });
  // Landsat's names: its band 4 is red, and nothing says which is near infrared.
  expect(guess('NDVI', ['B1', 'B2', 'B3', 'B4'])).toEqual({ bands: [4, 1], isGuess: true });
});

test('[RAS-044] what a person says of a band goes before names and order, and a band has one role', () => {
  const ndvi = findIndex('NDVI')!;
  expect(guessBands(ndvi, props(unnamed(5), [], { red: 3, nir: 5 }))).toEqual({ bands: [3, 5], isGuess: false });
  expect(guessBands(ndvi, props(unnamed(5), [], { nir: 1 }))).toEqual({ bands: [2, 1], isGuess: true });
  expect(guessBands(ndvi, props(['blue', 'green', 'red', 'nir'], [], { nir: 1 }))).toEqual({
    bands: [3, 1],
    isGuess: false,
  });
  expect(guessBands(ndvi, props(['red', 'nir', 'c'], [], { swir1: 2 })).isGuess).toBe(true);
  expect(withBandRole({ red: 1, nir: 4 }, 'nir', 1)).toEqual({ nir: 1 });
  expect(withBandRole({ red: 1, nir: 4 }, 'nir', null)).toEqual({ red: 1 });
});
