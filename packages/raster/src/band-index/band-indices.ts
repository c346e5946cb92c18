/** Part of the spectrum that a band of a sensor covers, by its usual name. */
type BandRole = 'blue' | 'green' | 'red' | 'rededge' | 'nir' | 'swir1' | 'swir2';

/** A remote sensing index: band maths over surface reflectance from 0 to 1. */
export interface BandIndex {
  readonly name: string;
  readonly description: string;
  readonly bands: readonly BandRole[];
  /** Band names, numbers, `+ - * / **`, parentheses and `sqrt`. */
  readonly expression: string;
  /** Where the formula was published. */
  readonly source: string;
}

/** The 15 indices of the specification (000 §3), in its order. */
export const bandIndices: readonly BandIndex[] = [
  {
    name: 'NDVI',
    description: 'Green vegetation',
    bands: ['red', 'nir'],
    expression: '(nir - red) / (nir + red)',
    source: 'Rouse et al. 1974, NASA SP-351',
  },
  {
    name: 'EVI',
    description: 'Green vegetation, less saturated where it is dense',
    bands: ['blue', 'red', 'nir'],
    expression: '2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1)',
    source: 'Huete et al. 2002, Remote Sensing of Environment 83',
  },
  {
    name: 'SAVI',
    description: 'Green vegetation over bright soil',
    bands: ['red', 'nir'],
    expression: '1.5 * (nir - red) / (nir + red + 0.5)',
    source: 'Huete 1988, Remote Sensing of Environment 25',
  },
  {
    name: 'NDWI',
    description: 'Open water',
    bands: ['green', 'nir'],
    expression: '(green - nir) / (green + nir)',
    source: 'McFeeters 1996, International Journal of Remote Sensing 17',
  },
  {
    name: 'NBR',
    description: 'Burnt area',
    bands: ['nir', 'swir2'],
    expression: '(nir - swir2) / (nir + swir2)',
    source: 'Key and Benson 2006, USDA RMRS-GTR-164',
  },
  {
    name: 'NDRE',
    description: 'Chlorophyll in closed canopies',
    bands: ['rededge', 'nir'],
    expression: '(nir - rededge) / (nir + rededge)',
    source: 'Barnes et al. 2000, 5th International Conference on Precision Agriculture',
  },
  {
    name: 'GNDVI',
    description: 'Chlorophyll, by green light',
    bands: ['green', 'nir'],
    expression: '(nir - green) / (nir + green)',
    source: 'Gitelson et al. 1996, Remote Sensing of Environment 58',
  },
  {
    name: 'NDBI',
    description: 'Built-up land',
    bands: ['nir', 'swir1'],
    expression: '(swir1 - nir) / (swir1 + nir)',
    source: 'Zha et al. 2003, International Journal of Remote Sensing 24',
  },
  {
    name: 'NDMI',
    description: 'Water in vegetation',
    bands: ['nir', 'swir1'],
    expression: '(nir - swir1) / (nir + swir1)',
    source: 'Wilson and Sader 2002, Remote Sensing of Environment 80',
  },
  {
    name: 'ARVI',
    description: 'Green vegetation through haze',
    bands: ['blue', 'red', 'nir'],
    expression: '(nir - (2 * red - blue)) / (nir + (2 * red - blue))',
    source: 'Kaufman and Tanré 1992, IEEE Transactions on Geoscience and Remote Sensing 30',
  },
  {
    name: 'BSI',
    description: 'Bare soil',
    bands: ['blue', 'red', 'nir', 'swir1'],
    expression: '((swir1 + red) - (nir + blue)) / ((swir1 + red) + (nir + blue))',
    source: 'Rikimaru et al. 2002, Tropical Ecology 43',
  },
  {
    name: 'MSAVI',
    description: 'Green vegetation over soil, without a soil constant',
    bands: ['red', 'nir'],
    expression: '(2 * nir + 1 - sqrt((2 * nir + 1) ** 2 - 8 * (nir - red))) / 2',
    source: 'Qi et al. 1994, Remote Sensing of Environment 48',
  },
  {
    name: 'BAI',
    description: 'Charcoal of fresh burns',
    bands: ['red', 'nir'],
    expression: '1 / ((0.1 - red) ** 2 + (0.06 - nir) ** 2)',
    source: 'Chuvieco et al. 2002, International Journal of Remote Sensing 23',
  },
  {
    name: 'GLI',
    description: 'Green leaves, from visible light alone',
    bands: ['blue', 'green', 'red'],
    expression: '(2 * green - red - blue) / (2 * green + red + blue)',
    source: 'Louhaichi et al. 2001, Geocarto International 16',
  },
  {
    name: 'CIG',
    description: 'Chlorophyll content',
    bands: ['green', 'nir'],
    expression: 'nir / green - 1',
    source: 'Gitelson et al. 2003, Journal of Plant Physiology 160',
  },
];
