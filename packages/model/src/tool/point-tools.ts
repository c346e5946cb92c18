import { defineTools, type ToolInput } from './tool-definition.ts';

const points = (least: number): ToolInput => ({ name: 'features', kinds: ['point'], count: 'any', least });
const seed = { name: 'seed', type: 'number', default: 1, minimum: 0, maximum: 4_294_967_295, isWhole: true } as const;

export const pointTools = defineTools('points', [
  {
    id: 'k_means_clusters',
    name: 'K-means clusters',
    shortName: 'K-means',
    help: 'Sorts points into a number of groups of neighbours and writes the number of its group to each, in the column “cluster”.',
    inputs: [points(2)],
    fields: [{ name: 'clusters', type: 'number', default: 5, minimum: 1, maximum: 10_000, isWhole: true }, seed],
    output: 'point',
  },
  {
    id: 'dbscan_clusters',
    name: 'DBSCAN clusters',
    shortName: 'DBSCAN',
    help: 'Finds groups where points lie densely and writes the number of its group to each, in the column “cluster”. Points in no group stay empty; “dbscan” says whether a point is in the core, at the edge or noise.',
    inputs: [points(2)],
    fields: [
      { name: 'max_distance', type: 'number', default: 1, minimum: 0, maximum: 5000, unit: 'kilometers' },
      { name: 'min_points', type: 'number', default: 3, minimum: 1, maximum: 1_000_000, isWhole: true },
    ],
    output: 'point',
  },
  {
    id: 'voronoi',
    name: 'Voronoi polygons',
    shortName: 'Voronoi',
    help: 'Draws around each point the area that is closer to it on the ground than to any other, within a box around all points.',
    inputs: [points(3)],
    fields: [{ name: 'margin', type: 'number', default: 0.1, minimum: 0, maximum: 10, step: 0.05 }],
    output: 'polygon',
    problems: ['TOOL_POINTS_TOO_WIDE'],
  },
  {
    id: 'tin',
    name: 'Triangulated network',
    shortName: 'TIN',
    help: 'Connects points to triangles (Delaunay). The values of a column at the three corners are written to “a”, “b” and “c”; without one, the heights.',
    inputs: [points(3)],
    fields: [{ name: 'z_column', type: 'column', of: 'features', default: null }],
    output: 'polygon',
    problems: ['TOOL_COLUMN_UNKNOWN', 'TOOL_POINTS_TOO_WIDE'],
  },
]);
