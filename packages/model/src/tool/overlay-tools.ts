import { anyFeatures, defineTools, polygonFeatures, type ToolInput } from './tool-definition.ts';

const otherAny: ToolInput = { name: 'other', kinds: 'any', count: 'any' };
const otherPolygons: ToolInput = { name: 'other', kinds: ['polygon'], count: 'any' };
const otherLayer = { name: 'other_layer', type: 'layer', input: 'other', default: null } as const;
const otherProblems = ['TOOL_NEEDS_LAYER', 'TOOL_LAYER_EMPTY'] as const;

/** How two geometries lie to each other (OGC 06-103r4), the first named first. */
const predicate = {
  name: 'predicate',
  type: 'select',
  default: 'intersects',
  options: [
    'intersects',
    'within',
    'contains',
    'covers',
    'covered_by',
    'touches',
    'crosses',
    'overlaps',
    'equals',
    'disjoint',
  ],
} as const;

export const overlayTools = defineTools('overlay', [
  {
    id: 'layer_intersection',
    name: 'Intersection of layers',
    shortName: 'Intersection',
    help: 'Keeps where features of both layers meet, one feature for each pair, with the columns of both.',
    inputs: [anyFeatures, otherPolygons],
    fields: [otherLayer],
    output: 'same',
    problems: otherProblems,
  },
  {
    id: 'layer_difference',
    name: 'Difference of layers',
    shortName: 'Difference',
    help: 'Keeps the parts of the features outside the polygons of another layer.',
    inputs: [anyFeatures, otherPolygons],
    fields: [otherLayer],
    output: 'same',
    problems: otherProblems,
  },
  {
    id: 'layer_symmetric_difference',
    name: 'Symmetric difference of layers',
    shortName: 'Symmetric difference',
    help: 'Keeps what lies in one of two polygon layers but not in both.',
    inputs: [polygonFeatures, otherPolygons],
    fields: [otherLayer],
    output: 'polygon',
    problems: otherProblems,
  },
  {
    id: 'layer_union',
    name: 'Union of layers',
    shortName: 'Union',
    help: 'Keeps all of two polygon layers, cut where they overlap: with the columns of both there, else with those of one.',
    inputs: [polygonFeatures, otherPolygons],
    fields: [otherLayer],
    output: 'polygon',
    problems: otherProblems,
  },
  {
    id: 'spatial_join',
    name: 'Spatial join',
    help: 'Adds the columns of the features of another layer that have the chosen relation to each feature: all of them as one row each, the first alone, or only how many there are.',
    inputs: [anyFeatures, otherAny],
    fields: [
      otherLayer,
      predicate,
      { name: 'matches', type: 'select', default: 'all', options: ['all', 'first', 'count'] },
      { name: 'keep_unmatched', type: 'boolean', default: true },
    ],
    output: 'same',
    problems: otherProblems,
  },
  {
    id: 'select_by_place',
    name: 'Select by place',
    help: 'Keeps the features that have the chosen relation to any feature of another layer.',
    inputs: [anyFeatures, otherAny],
    fields: [otherLayer, predicate],
    output: 'same',
    problems: otherProblems,
  },
  {
    id: 'nearest_join',
    name: 'Join nearest',
    help: 'Adds the columns of the nearest features of another layer to each feature, and how far they are on the ground in metres, in the column “distance”. What meets is 0 away. A limit of 0 is none.',
    inputs: [anyFeatures, otherAny],
    fields: [
      otherLayer,
      { name: 'neighbours', type: 'number', default: 1, minimum: 1, maximum: 1000, isWhole: true },
      { name: 'limit', type: 'number', default: 0, minimum: 0, unit: 'kilometers' },
      { name: 'keep_unmatched', type: 'boolean', default: true },
    ],
    output: 'same',
    problems: otherProblems,
  },
  {
    id: 'split',
    name: 'Split with lines',
    shortName: 'Split',
    help: 'Cuts lines and polygons where the lines of another layer cross them. Each piece becomes a feature with the columns of what it was cut from.',
    inputs: [
      { name: 'features', kinds: ['line', 'polygon'], count: 'any' },
      { name: 'other', kinds: ['line'], count: 'any' },
    ],
    fields: [otherLayer],
    output: 'same',
    problems: otherProblems,
  },
]);
