import { classedAreas, defaultLabelStyle, type RasterStyle, type VectorStyle } from '@groma/model';

/** Round classes of people per km², as an atlas has them; the densest country of the sample has 1,165. */
const densityBreaks = [0, 10, 25, 50, 100, 200, 500, 1_200];

/** Areas by their density, with their names. */
export const countriesStyle: Partial<VectorStyle> = {
  ...classedAreas('density_per_km2', densityBreaks),
  labels: { ...defaultLabelStyle, text: '$name', size: 11 },
};

/** Dots that step back behind the areas until somebody comes closer. */
export const placesStyle: Partial<VectorStyle> = { iconColor: [178, 72, 28], pointRadius: 3 };

/**
 * Near infrared, red and green as red, green and blue: plants are red, towns grey, the sea nearly black. Each band from
 * its 2nd to its 98th percentile.
 */
export function falseColour(first: RasterStyle): RasterStyle {
  const bands = [4, 3, 2];
  return {
    ...first,
    bands,
    currentStatName: 'percentile',
    ranges: bands.map((band) => {
      const { min, max, percentile_2: low = min, percentile_98: high = max } = first.stats[`b${band}`]!;
      return [low, high];
    }),
  };
}

/**
 * The NDVI (Rouse et al. 1974, NASA SP-351) of red and near infrared, from bare ground to dense plants. It is taken of
 * the sensor's counts, which are not negative: haze aside, their ratio is that of reflectance.
 */
export function greenness(first: RasterStyle): RasterStyle {
  return {
    ...first,
    displayMode: 'single-channel',
    bands: [1],
    currentAlgebra: 'NDVI',
    bandsInExpression: [3, 4],
    expression: '(b4 - b3) / (b4 + b3)',
    colorMap: 'rdylgn',
    currentStatName: 'manual',
    ranges: [[-0.5, 0.5]],
  };
}
