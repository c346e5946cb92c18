/** Units of length that a tool takes, in metres. Degrees and radians are arcs of the mean sphere (6 371 008.8 m). */
export const lengthUnits = {
  kilometers: 1000,
  miles: 1609.344,
  degrees: (6_371_008.8 * Math.PI) / 180,
  radians: 6_371_008.8,
  inches: 0.0254,
  yards: 0.9144,
  meters: 1,
} as const;

export type LengthUnit = keyof typeof lengthUnits;

/** A field for one of the units. */
export const unitField = {
  name: 'unit',
  type: 'select',
  default: 'kilometers',
  options: ['kilometers', 'miles', 'degrees', 'radians', 'inches', 'yards', 'meters'],
} as const;
