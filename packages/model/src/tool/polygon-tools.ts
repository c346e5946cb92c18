import { anyFeatures, defineTools, polygonFeatures } from './tool-definition.ts';

const twoPolygons = { name: 'features', kinds: ['polygon'], count: 2 } as const;

export const polygonTools = defineTools('polygons', [
  {
    id: 'combine_polygons',
    name: 'Combine polygons',
    shortName: 'Combine',
    help: 'Joins two polygons into one.',
    inputs: [twoPolygons],
    fields: [],
    output: 'polygon',
    problems: ['TOOL_NEEDS_TWO_TO_COMBINE'],
  },
  {
    id: 'intersect_polygons',
    name: 'Intersect polygons',
    shortName: 'Intersect',
    help: 'Keeps what two polygons have in common.',
    inputs: [twoPolygons],
    fields: [],
    output: 'polygon',
    problems: ['TOOL_NEEDS_TWO_TO_INTERSECT'],
  },
  {
    id: 'subtract_polygons',
    name: 'Subtract polygons',
    shortName: 'Subtract',
    help: 'Keeps the part of the first polygon outside the second.',
    inputs: [twoPolygons],
    fields: [],
    output: 'polygon',
    problems: ['TOOL_NEEDS_TWO_TO_SUBTRACT'],
  },
  {
    id: 'clip_polygons',
    name: 'Clip',
    help: 'Keeps the parts of the features within the polygons of another layer.',
    inputs: [anyFeatures, { name: 'other', kinds: ['polygon'], count: 'any' }],
    fields: [{ name: 'clip_layer', type: 'layer', input: 'other', default: null }],
    output: 'same',
    problems: ['TOOL_NEEDS_CLIP_LAYER', 'TOOL_CLIP_LAYER_INVALID'],
  },
  {
    id: 'dissolve_by_attribute',
    name: 'Dissolve by attribute',
    shortName: 'Dissolve',
    help: 'Joins all polygons that have the same value in a column.',
    inputs: [polygonFeatures],
    fields: [{ name: 'attribute', type: 'column', of: 'features', default: null, isRequired: true }],
    output: 'polygon',
    problems: ['TOOL_NEEDS_ATTRIBUTE', 'TOOL_COLUMN_UNKNOWN'],
  },
]);
