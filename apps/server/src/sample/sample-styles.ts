import { classedAreas, defaultLabelStyle, type VectorStyle } from '@groma/model';

/** Round classes of people per km², as an atlas has them; the densest country of the sample has 1,165. */
const densityBreaks = [0, 10, 25, 50, 100, 200, 500, 1_200];

/** Areas by their density, with their names. */
export const countriesStyle: Partial<VectorStyle> = {
  ...classedAreas('density_per_km2', densityBreaks),
  labels: { ...defaultLabelStyle, text: '$name', size: 11 },
};

/** Dots that step back behind the areas until somebody comes closer. */
export const placesStyle: Partial<VectorStyle> = { iconColor: [178, 72, 28], pointRadius: 3 };
