import { anyFeatures, defineTools, polygonFeatures } from './tool-definition.ts';

export const coordinateTools = defineTools('coordinates', [
  {
    id: 'clean_duplicate_coordinates',
    name: 'Clean duplicate coordinates',
    shortName: 'Clean',
    help: 'Removes vertices that say nothing: repeated ones, and those on a straight line between their neighbours.',
    inputs: [anyFeatures],
    fields: [],
    output: 'same',
  },
  {
    id: 'flip_coordinates',
    name: 'Flip coordinates',
    shortName: 'Flip',
    help: 'Swaps longitude and latitude, for data that came in the wrong order.',
    inputs: [anyFeatures],
    fields: [],
    output: 'same',
    problems: ['TOOL_OUT_OF_RANGE'],
  },
  {
    id: 'rewind_coordinates',
    name: 'Rewind coordinates',
    shortName: 'Rewind',
    help: 'Puts the rings of polygons into one order: by the standard for GeoJSON, outlines run counterclockwise and holes clockwise.',
    inputs: [polygonFeatures],
    fields: [
      { name: 'winding', type: 'select', default: 'counterclockwise', options: ['counterclockwise', 'clockwise'] },
    ],
    output: 'same',
  },
  {
    id: 'round_up_coordinates',
    name: 'Round coordinates',
    shortName: 'Round',
    help: 'Rounds coordinates to a number of decimal places. Six are about ten centimetres.',
    inputs: [anyFeatures],
    fields: [{ name: 'precision', type: 'number', default: 6, minimum: 0, maximum: 15, isWhole: true }],
    output: 'same',
  },
]);
