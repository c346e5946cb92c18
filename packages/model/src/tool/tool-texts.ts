import { toolCategories, type ToolCategory } from './tool-definition.ts';
import { TOOLS } from './tools.ts';

/** Names of the categories, as the specification has them where it does. */
const categoryNames: Readonly<Record<ToolCategory, string>> = {
  measurement: 'Measurement & Analysis',
  transformation: 'Transformation',
  conversion: 'Feature Conversion',
  coordinates: 'Coordinate Operations',
  polygons: 'Polygon Processing',
  points: 'Points Processing',
  overlay: 'Overlay',
  sampling: 'Grids & Sampling',
  table: 'Tables',
  routing: 'Routing',
  workspace: 'This workspace',
};

/** Labels of fields by name: a field is called the same in every tool. */
export const fieldLabels: Readonly<Record<string, string>> = {
  iterate: 'Each feature by itself',
  radius: 'Radius',
  unit: 'Unit',
  segments: 'Segments per quarter circle',
  ratio: 'Ratio',
  holes: 'Allow holes',
  iterations: 'Iterations',
  tolerance: 'Tolerance',
  keep_topology: 'Keep polygons valid',
  angle: 'Angle',
  factor: 'Factor',
  winding: 'Direction of outlines',
  precision: 'Decimal places',
  clip_layer: 'Clipping layer',
  attribute: 'Attribute',
  clusters: 'Number of clusters',
  seed: 'Seed',
  max_distance: 'Maximum distance',
  min_points: 'Minimum points',
  margin: 'Margin around the points',
  z_column: 'Column for heights',
  other_layer: 'Other layer',
  predicate: 'Relation',
  matches: 'Matches',
  keep_unmatched: 'Keep features without a match',
  column: 'Column',
  other_column: 'Column of the other layer',
  columns: 'Columns',
  grid_size: 'Grid size',
  same_geometry: 'Compare the geometry',
  expression: 'Expression',
  extent: 'Area',
  cell_size: 'Cell size',
  cells: 'Cells kept',
  resolution: 'Resolution',
  interval: 'Distance between points',
  include_end: 'Also at the end of each line',
  amount: 'Number of points',
  amount_per: 'Number for each',
  neighbours: 'Nearest features',
  limit: 'At most this far',
  column_name: 'Name of the column',
  area_unit: 'Unit of areas',
  group_by: 'Group by',
  sum_of: 'Sum of',
  mean_of: 'Mean of',
  minimum_of: 'Minimum of',
  maximum_of: 'Maximum of',
  first_of: 'First value of',
  list_of: 'List of values of',
  geometry: 'Geometry',
  minutes: 'Minutes',
  times: 'Minutes, separated by commas',
  rings: 'Rings that touch',
  mode: 'Mode of travel',
  extract: 'Road network (OpenStreetMap extract)',
  order_column: 'Column for the order',
  destinations: 'Destinations of each point',
};

/** Names of the options of select fields. */
const optionNames: Readonly<Record<string, string>> = {
  kilometers: 'Kilometres',
  miles: 'Miles',
  degrees: 'Degrees',
  radians: 'Radians',
  inches: 'Inches',
  yards: 'Yards',
  meters: 'Metres',
  counterclockwise: 'Counterclockwise',
  clockwise: 'Clockwise',
  intersects: 'Intersects',
  within: 'Within',
  contains: 'Contains',
  covers: 'Covers',
  covered_by: 'Covered by',
  touches: 'Touches',
  crosses: 'Crosses',
  overlaps: 'Overlaps',
  equals: 'Equals',
  disjoint: 'Disjoint',
  all: 'All',
  first: 'First',
  count: 'Count',
  all_cells: 'All cells',
  meeting: 'Cells that meet a feature',
  cut: 'Cells cut to the polygons',
  feature: 'Feature',
  square_kilometer: 'Square kilometre',
  square_meters: 'Square metres',
  hectares: 'Hectares',
  square_kilometers: 'Square kilometres',
  acres: 'Acres',
  square_miles: 'Square miles',
  unioned: 'Joined into one',
  collected: 'Collected as parts',
  none: 'None',
  driving: 'Driving',
  walking: 'Walking',
  cycling: 'Cycling',
  quickest: 'The quickest to reach',
};

/** What happened to some features of a run without ending it. */
const toolWarnings = {
  failed: 'Features that couldn’t be processed and were left out',
  repaired: 'Invalid features that were repaired first',
  empty: 'Features that ended up empty',
  no_geometry: 'Rows without a geometry, which were left out',
  few_vertices: 'Features with too few vertices, which were left out',
  unreachable: 'Points without a road nearby, and pairs of points that no road connects',
} as const;

export type ToolWarning = keyof typeof toolWarnings;

/** The English of every text of the toolbox by key: `<tool>.name`, `<tool>.help`, `field.<name>`, `option.<name>`, … */
export function toolTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { id, name, shortName, help } of TOOLS) {
    texts.set(`${id}.name`, name);
    texts.set(`${id}.short`, shortName);
    texts.set(`${id}.help`, help);
  }
  for (const category of toolCategories) texts.set(`category.${category}`, categoryNames[category]);
  for (const [name, label] of Object.entries(fieldLabels)) texts.set(`field.${name}`, label);
  for (const [name, label] of Object.entries(optionNames)) texts.set(`option.${name}`, label);
  for (const [reason, text] of Object.entries(toolWarnings)) texts.set(`warning.${reason}`, text);
  return texts;
}
