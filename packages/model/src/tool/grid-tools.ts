import { defineTools, type ToolInput } from './tool-definition.ts';

/** A grid over a part of the Earth needs no features. */
const covered: ToolInput = {
  name: 'features',
  kinds: 'any',
  count: 'any',
  isOptionalWith: { field: 'extent', and: { field: 'cells', value: 'all_cells' } },
};
const lengthUnit = {
  name: 'unit',
  type: 'select',
  default: 'kilometers',
  options: ['kilometers', 'meters', 'miles', 'yards'],
} as const;
const seed = { name: 'seed', type: 'number', default: 1, minimum: 0, maximum: 4_294_967_295, isWhole: true } as const;
const gridFields = [
  { name: 'extent', type: 'extent', default: null },
  { name: 'cell_size', type: 'number', default: 10, minimum: 0.001 },
  lengthUnit,
  { name: 'cells', type: 'select', default: 'all_cells', options: ['all_cells', 'meeting', 'cut'] },
] as const;

export const gridTools = defineTools('sampling', [
  {
    id: 'square_grid',
    name: 'Square grid',
    help: 'Draws squares over the extent of the features or the visible area. They have their size on the ground in the middle of it. Of a grid over features, all cells, those that meet a feature, or the parts within polygons are kept.',
    inputs: [covered],
    fields: gridFields,
    output: 'polygon',
    problems: ['TOOL_RESULT_TOO_LARGE', 'TOOL_EXTENT_WRONG'],
  },
  {
    id: 'hexagon_grid',
    name: 'Hexagon grid',
    help: 'Draws hexagons over the extent of the features or the visible area. The size is the distance of opposite sides, on the ground in the middle of it.',
    inputs: [covered],
    fields: gridFields,
    output: 'polygon',
    problems: ['TOOL_RESULT_TOO_LARGE', 'TOOL_EXTENT_WRONG'],
  },
  {
    id: 'h3_cells',
    name: 'H3 cells',
    help: 'Gives the cells of the H3 grid that hold points or meet polygons, with their ids and how many features each holds or meets.',
    inputs: [{ name: 'features', kinds: ['point', 'polygon'], count: 'any' }],
    fields: [{ name: 'resolution', type: 'number', default: 7, minimum: 0, maximum: 15, isWhole: true }],
    output: 'polygon',
    problems: ['TOOL_RESULT_TOO_LARGE'],
  },
  {
    id: 'points_along_lines',
    name: 'Points along lines',
    help: 'Makes a point every so far along lines and outlines, measured on the ground, with its distance from the start in metres.',
    inputs: [{ name: 'features', kinds: ['line', 'polygon'], count: 'any' }],
    fields: [
      { name: 'interval', type: 'number', default: 1, minimum: 0.001 },
      lengthUnit,
      { name: 'include_end', type: 'boolean', default: false },
    ],
    output: 'point',
    problems: ['TOOL_RESULT_TOO_LARGE'],
  },
  {
    id: 'random_points',
    name: 'Random points',
    help: 'Scatters points evenly on the ground within polygons: so many in each, or so many for each square kilometre. The same seed gives the same points.',
    inputs: [{ name: 'features', kinds: ['polygon'], count: 'any' }],
    fields: [
      { name: 'amount', type: 'number', default: 100, minimum: 0 },
      { name: 'amount_per', type: 'select', default: 'feature', options: ['feature', 'square_kilometer'] },
      seed,
    ],
    output: 'point',
    problems: ['TOOL_RESULT_TOO_LARGE'],
  },
]);
