import { mode, network, routingProblems, startPoints } from './routing-fields.ts';
import { anyFeatures, defineTools, iterate } from './tool-definition.ts';

export const measurementTools = defineTools('measurement', [
  {
    id: 'centroid',
    name: 'Centroid',
    help: 'Makes a point in the middle of each feature, measured in longitude and latitude.',
    inputs: [anyFeatures],
    fields: [iterate],
    output: 'point',
  },
  {
    id: 'center_of_mass',
    name: 'Centre of mass',
    help: 'Makes a point at the centre of mass of each feature on the curved Earth, also across the antimeridian and at the poles.',
    inputs: [anyFeatures],
    fields: [iterate],
    output: 'point',
  },
  {
    id: 'bounding_box',
    name: 'Bounding box',
    shortName: 'Box',
    help: 'Draws the smallest box of longitude and latitude around each feature.',
    inputs: [anyFeatures],
    fields: [iterate],
    output: 'polygon',
  },
  {
    id: 'isochrone',
    name: 'Isochrone',
    help: 'Draws how far one gets from each point in a number of minutes, by road.',
    inputs: [startPoints],
    fields: [{ name: 'minutes', type: 'number', default: 10, minimum: 1, maximum: 120 }, mode, network],
    output: 'polygon',
    problems: routingProblems,
    service: 'routing',
  },
]);
