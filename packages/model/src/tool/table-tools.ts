import { anyFeatures, defineTools, type ToolInput } from './tool-definition.ts';

const rows: ToolInput = { name: 'features', kinds: 'any', count: 'any', takesRows: true };
const otherRows: ToolInput = { name: 'other', kinds: 'any', count: 'any', takesRows: true };
const otherLayer = { name: 'other_layer', type: 'layer', input: 'other', default: null } as const;

export const tableTools = defineTools('table', [
  {
    id: 'attribute_join',
    name: 'Attribute join',
    help: 'Adds the columns of another layer or table where a column of both has the same value.',
    inputs: [rows, otherRows],
    fields: [
      otherLayer,
      { name: 'column', type: 'column', of: 'features', default: null, isRequired: true },
      { name: 'other_column', type: 'column', of: 'other', default: null, isRequired: true },
      { name: 'matches', type: 'select', default: 'first', options: ['all', 'first', 'count'] },
      { name: 'keep_unmatched', type: 'boolean', default: true },
    ],
    output: 'same',
    problems: ['TOOL_NEEDS_LAYER', 'TOOL_LAYER_EMPTY', 'TOOL_NEEDS_COLUMN', 'TOOL_COLUMN_UNKNOWN'],
  },
  {
    id: 'explode',
    name: 'Explode',
    help: 'Makes a feature of each part of features with several parts.',
    inputs: [anyFeatures],
    fields: [],
    output: 'same',
  },
  {
    id: 'make_valid',
    name: 'Make valid',
    help: 'Repairs polygons that cross themselves, and other geometry that tools cannot use.',
    inputs: [anyFeatures],
    fields: [],
    output: 'same',
  },
  {
    id: 'snap_to_grid',
    name: 'Snap to grid',
    help: 'Moves every vertex to the nearest point of a grid in degrees and keeps polygons valid.',
    inputs: [anyFeatures],
    fields: [{ name: 'grid_size', type: 'number', default: 0.0001, minimum: 1e-12, maximum: 90, unit: 'degrees' }],
    output: 'same',
  },
  {
    id: 'deduplicate',
    name: 'Remove duplicates',
    help: 'Keeps the first of features that are equal: in their geometry, in some columns, or in both.',
    inputs: [rows],
    fields: [
      { name: 'columns', type: 'columns', of: 'features', default: [] },
      { name: 'same_geometry', type: 'boolean', default: true },
    ],
    output: 'same',
    problems: ['TOOL_COLUMN_UNKNOWN'],
  },
  {
    id: 'select_by_expression',
    name: 'Select by expression',
    help: 'Keeps the features for which an expression is true.',
    inputs: [rows],
    fields: [{ name: 'expression', type: 'expression', of: 'features', default: '' }],
    output: 'same',
    problems: ['TOOL_EXPRESSION_WRONG'],
  },
]);
