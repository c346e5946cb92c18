import { findTool, GromaError, type ImageToolId, type ToolId, type ToolParameters } from '@groma/model';
import { aggregate } from './aggregate-tool.ts';
import { pointsAlongLines } from './along-tool.ts';
import { buffer } from './buffer-tool.ts';
import { boundingBox, centerOfMass, centroid, circle } from './center-tools.ts';
import { clip, layerDifference } from './clip-tools.ts';
import { dbscan, kMeans } from './cluster-tools.ts';
import { fieldCalculator, measure } from './column-tools.ts';
import { explode, lineToPolygon, polygonToLines, toPoints } from './convert-tools.ts';
import { cleanCoordinates, flipCoordinates, rewindCoordinates, roundCoordinates } from './coordinate-tools.ts';
import { dissolve } from './dissolve-tool.ts';
import { distanceMatrix } from './distance-matrix-tool.ts';
import { hexagonGrid, squareGrid } from './grid-tools.ts';
import { vm0047Eligibility } from './forest-tool.ts';
import { h3Cells } from './h3-tool.ts';
import { concaveHull, convexHull } from './hull-tools.ts';
import { attributeJoin, selectByPlace, spatialJoin } from './join-tools.ts';
import { lineMerge } from './line-merge-tool.ts';
import { mergeLayers } from './merge-layers-tool.ts';
import { nearestJoin } from './nearest-join-tool.ts';
import { layerIntersection, layerSymmetricDifference, layerUnion } from './overlay-layers.ts';
import { combinePolygons, intersectPolygons, subtractPolygons } from './overlay-pair.ts';
import { randomPoints } from './random-points-tool.ts';
import { deduplicate, makeValid, selectByExpression, snapToGrid } from './repair-tools.ts';
import { isochrone, serviceArea } from './reach-tools.ts';
import { shortestPath, travelTimeMatrix } from './route-tools.ts';
import { rotate, scale, simplify, smoothPolygons } from './shape-tools.ts';
import { split } from './split-tool.ts';
import type { Tool, ToolOutcome } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';
import { ToolWork, type ToolContext } from './tool-work.ts';
import { tin, voronoi } from './triangle-tools.ts';
import { imageTimeSeries } from './series-tool.ts';
import { sampleAtPoints } from './sample-tool.ts';
import { zonalStatistics } from './zone-tool.ts';

/** Tools that work on features. */
type FeatureToolId = Exclude<ToolId, ImageToolId>;

const tools: Readonly<Record<FeatureToolId, Tool>> = {
  centroid,
  center_of_mass: centerOfMass,
  bounding_box: boundingBox,
  buffer,
  circle,
  convex_hull: convexHull,
  concave_hull: concaveHull,
  smooth_polygons: smoothPolygons,
  simplify,
  rotate,
  scale,
  polygon_to_lines: polygonToLines,
  to_points: toPoints,
  line_to_polygon: lineToPolygon,
  clean_duplicate_coordinates: cleanCoordinates,
  flip_coordinates: flipCoordinates,
  rewind_coordinates: rewindCoordinates,
  round_up_coordinates: roundCoordinates,
  combine_polygons: combinePolygons,
  intersect_polygons: intersectPolygons,
  subtract_polygons: subtractPolygons,
  clip_polygons: clip,
  dissolve_by_attribute: dissolve,
  k_means_clusters: kMeans,
  dbscan_clusters: dbscan,
  voronoi,
  tin,
  layer_difference: layerDifference,
  explode,
  layer_intersection: layerIntersection,
  layer_symmetric_difference: layerSymmetricDifference,
  layer_union: layerUnion,
  spatial_join: spatialJoin,
  select_by_place: selectByPlace,
  attribute_join: attributeJoin,
  make_valid: makeValid,
  snap_to_grid: snapToGrid,
  deduplicate,
  select_by_expression: selectByExpression,
  nearest_join: nearestJoin,
  split,
  square_grid: squareGrid,
  hexagon_grid: hexagonGrid,
  h3_cells: h3Cells,
  points_along_lines: pointsAlongLines,
  random_points: randomPoints,
  field_calculator: fieldCalculator,
  measure,
  aggregate,
  merge_layers: mergeLayers,
  line_merge: lineMerge,
  distance_matrix: distanceMatrix,
  isochrone,
  service_area: serviceArea,
  shortest_path: shortestPath,
  travel_time_matrix: travelTimeMatrix,
  zonal_statistics: zonalStatistics,
  sample_at_points: sampleAtPoints,
  vm0047_eligibility: vm0047Eligibility,
  image_time_series: imageTimeSeries,
};

/** The rows that a tool takes, by the name of the input. */
export type ToolInputs = Readonly<{ features: ToolTable; other?: ToolTable }>;

const nothing: ToolTable = { columns: [], batches: () => [] };

/**
 * Runs a tool. The work is done while the batches of the result are read: tools for single features hold a batch at a
 * time, others the whole layer. Parameters are those of `parameterSchema`, inputs have passed `checkInputs`.
 * @throws GromaError with a code of the tool's `problems`; ToolCanceled
 */
export async function runTool(
  id: ToolId,
  inputs: ToolInputs,
  parameters: ToolParameters,
  context: ToolContext,
): Promise<ToolTable> {
  const definition = findTool(id);
  if (!definition || definition.engine === 'images') throw new GromaError('BAD_INPUT', { detail: id });
  const { features, other = nothing } = inputs;
  const work = new ToolWork(context, features.rows ?? 0);
  const outcome = await tools[id as FeatureToolId]({
    features,
    other,
    parameters,
    work,
    services: context.services ?? {},
  });
  return {
    columns: outcome.columns.map(({ name, type }) => ({ name, type })),
    batches: () => finishing(outcome, work),
  };
}

async function* finishing({ batches }: ToolOutcome, work: ToolWork): AsyncGenerator<ToolBatch> {
  yield* batches;
  work.finish();
}
