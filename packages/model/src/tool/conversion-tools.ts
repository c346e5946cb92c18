import { anyFeatures, defineTools, polygonFeatures } from './tool-definition.ts';

export const conversionTools = defineTools('conversion', [
  {
    id: 'polygon_to_lines',
    name: 'Polygons to lines',
    help: 'Turns the outlines of polygons, and of their holes, into lines.',
    inputs: [polygonFeatures],
    fields: [],
    output: 'line',
  },
  {
    id: 'to_points',
    name: 'To points',
    help: 'Makes a point of every vertex, with the columns of its feature.',
    inputs: [anyFeatures],
    fields: [],
    output: 'point',
  },
  {
    id: 'line_to_polygon',
    name: 'Lines to polygons',
    help: 'Closes lines into polygons. A line inside another of the same feature becomes a hole. All lines as one give every area that they enclose together.',
    inputs: [{ name: 'features', kinds: ['line'], count: 'any' }],
    fields: [{ name: 'iterate', type: 'boolean', default: true }],
    output: 'polygon',
  },
]);
