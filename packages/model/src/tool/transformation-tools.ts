import { unitField } from './length-units.ts';
import { anyFeatures, defineTools, iterate, polygonFeatures } from './tool-definition.ts';

const segments = { name: 'segments', type: 'number', default: 24, minimum: 1, maximum: 200, isWhole: true } as const;
/** Half way round the Earth is 20 004 km; up to a quarter a circle is what it seems. */
const radius = { name: 'radius', type: 'number', default: 10 } as const;

export const transformationTools = defineTools('transformation', [
  {
    id: 'buffer',
    name: 'Buffer',
    help: 'Grows each feature by a distance on the ground. A negative distance shrinks polygons.',
    inputs: [anyFeatures],
    fields: [radius, unitField, segments, iterate],
    output: 'polygon',
    problems: ['TOOL_RADIUS_TOO_LARGE'],
  },
  {
    id: 'circle',
    name: 'Circle',
    help: 'Draws a circle of a radius on the ground around the middle of each feature.',
    inputs: [anyFeatures],
    fields: [{ ...radius, minimum: 0 }, unitField, segments, iterate],
    output: 'polygon',
    problems: ['TOOL_RADIUS_TOO_LARGE'],
  },
  {
    id: 'convex_hull',
    name: 'Convex hull',
    help: 'Draws the smallest convex polygon around each feature.',
    inputs: [anyFeatures],
    fields: [iterate],
    output: 'polygon',
  },
  {
    id: 'concave_hull',
    name: 'Concave hull',
    help: 'Draws a polygon that follows the vertices of each feature closely. A ratio of 0 is the closest, 1 the convex hull.',
    inputs: [anyFeatures],
    fields: [
      { name: 'ratio', type: 'number', default: 0.3, minimum: 0, maximum: 1, step: 0.05 },
      { name: 'holes', type: 'boolean', default: false },
      iterate,
    ],
    output: 'polygon',
  },
  {
    id: 'smooth_polygons',
    name: 'Smooth polygons',
    shortName: 'Smooth',
    help: 'Rounds the corners of polygons by cutting them off, several times over.',
    inputs: [polygonFeatures],
    fields: [{ name: 'iterations', type: 'number', default: 3, minimum: 1, maximum: 10, isWhole: true }],
    output: 'polygon',
  },
  {
    id: 'simplify',
    name: 'Simplify',
    help: 'Leaves out vertices that change the shape by less than the tolerance.',
    inputs: [anyFeatures],
    fields: [
      { name: 'tolerance', type: 'number', default: 0.01, minimum: 0, unit: 'degrees' },
      { name: 'keep_topology', type: 'boolean', default: true },
    ],
    output: 'same',
  },
  {
    id: 'rotate',
    name: 'Rotate',
    help: 'Turns each feature clockwise around its middle.',
    inputs: [anyFeatures],
    fields: [{ name: 'angle', type: 'number', default: 90, minimum: -360, maximum: 360, unit: 'degrees' }, iterate],
    output: 'same',
  },
  {
    id: 'scale',
    name: 'Scale',
    help: 'Makes each feature larger or smaller around its middle.',
    inputs: [anyFeatures],
    fields: [{ name: 'factor', type: 'number', default: 2, minimum: 0.0001, maximum: 10_000 }, iterate],
    output: 'same',
  },
]);
