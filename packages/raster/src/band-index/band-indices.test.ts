import { expect, test } from 'vitest';
import { bandIndices } from './band-indices.ts';

/** Reflectances of green grass, roughly. */
const grass = { blue: 0.04, green: 0.08, red: 0.05, rededge: 0.2, nir: 0.45, swir1: 0.25, swir2: 0.12 };

test('[RAS-028] the indices are those of the specification, in its order', () => {
  expect(bandIndices.map(({ name }) => name)).toEqual(
    'NDVI EVI SAVI NDWI NBR NDRE GNDVI NDBI NDMI ARVI BSI MSAVI BAI GLI CIG'.split(' '),
  );
});

test('[RAS-029] [RAS-030] each names exactly the bands its expression reads, with a description and a source', () => {
  for (const { name, bands, expression, description, source } of bandIndices) {
    const read = new Set(expression.match(/[a-z]+\d?/g)!.filter((word) => word !== 'sqrt'));
    expect([name, [...read].toSorted()]).toEqual([name, bands.toSorted()]);
    expect(description.length * source.length).toBeGreaterThan(0);
  }
});

test('[RAS-030] each gives the value computed by hand for one reflectance', () => {
  const byHand: Record<string, number> = {
    NDVI: 0.8,
    EVI: 0.689655,
    SAVI: 0.6,
    NDWI: -0.698113,
    NBR: 0.578947,
    NDRE: 0.384615,
    GNDVI: 0.698113,
    NDBI: -0.285714,
    NDMI: 0.285714,
    ARVI: 0.764706,
    BSI: -0.240506,
    MSAVI: 0.629844,
    BAI: 6.468305,
    GLI: 0.28,
    CIG: 4.625,
  };
  for (const { name, expression } of bandIndices) {
    const compute = new Function(...Object.keys(grass), 'sqrt', `return ${expression}`) as (
      ...values: unknown[]
    ) => number;
    expect([name, compute(...Object.values(grass), Math.sqrt)]).toEqual([name, expect.closeTo(byHand[name]!, 3)]);
  }
});
