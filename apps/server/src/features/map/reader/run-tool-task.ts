import {
  jsonValue,
  runTool,
  SnapshotBuilder,
  toolFeatures,
  type Column,
  type LayerFeature,
  type SnapshotManifest,
  type ToolServices,
  type ToolTable,
} from '@groma/geo';
import { checkInputs, findTool, GromaError, type ToolWarning } from '@groma/model';
import { RowsAside } from '../import/rows-aside.ts';
import type { JoinedFeatures } from './joined-features.ts';
import { JoinedAgain } from './joined-again.ts';
import type { ReadBytes } from './snapshot-part.ts';
import { openToolTable, type KindCounts } from './tool-table.ts';
import type { ColumnChanges, RunToolTask, ToolProgress } from './worker-tasks.ts';
import { writeParts } from './write-parts.ts';

const nothing: ToolTable = { columns: [], batches: () => [] };
const mostReplaced = 100_000;
/** The same in characters of JSON: the log holds the edit and what undoes it, and the server reads it at once. */
const mostCharacters = 32_000_000;
/** Features that a tool could not work on; where it replaces others, these stay as they are. */
const unprocessed: ReadonlySet<ToolWarning> = new Set(['failed', 'few_vertices']);
const sayEveryMs = 250;
/**
 * Tools that make at most one row of a feature. It has the id of the feature, so that ids are in the order of the
 * source: rows come to a tool as they lie on the map.
 */
const oneEach: ReadonlySet<string> = new Set([
  'centroid',
  'center_of_mass',
  'bounding_box',
  'buffer',
  'circle',
  'convex_hull',
  'concave_hull',
  'smooth_polygons',
  'simplify',
  'rotate',
  'scale',
  'polygon_to_lines',
  'line_to_polygon',
  'clean_duplicate_coordinates',
  'flip_coordinates',
  'rewind_coordinates',
  'round_up_coordinates',
  'clip_polygons',
  'k_means_clusters',
  'dbscan_clusters',
  'voronoi',
  'layer_difference',
  'select_by_place',
  'select_by_expression',
  'make_valid',
  'snap_to_grid',
  'deduplicate',
  'field_calculator',
  'measure',
  'zonal_statistics',
  'sample_at_points',
]);

/**
 * Runs a tool and writes its result as a snapshot into a folder. It blocks its thread.
 * @throws GromaError as the tool's definition says
 */
export async function* runToolTask(
  task: RunToolTask,
  read: ReadBytes,
  services: ToolServices,
): AsyncGenerator<Uint8Array> {
  const tables: Record<string, ToolTable> = {};
  const joins: Record<string, JoinedFeatures | null> = {};
  const counts: Record<string, KindCounts | null> = {};
  for (const [name, layer] of Object.entries(task.inputs)) {
    const opened = layer && (await openToolTable(layer, read));
    counts[name] = opened && opened.counts;
    if (opened) tables[name] = opened.table;
    joins[name] = opened && opened.joined;
  }
  const definition = task.tool === null ? undefined : findTool(task.tool);
  const problem = definition && checkInputs(definition, counts, task.parameters);
  if (problem) throw new GromaError(problem.code, problem.details);
  const skipped = new Map<ToolWarning, number>();
  let fraction = 0;
  const { features: taken = nothing, other } = tables;
  const run = {
    progress: (done: number) => {
      fraction = done;
    },
    // The thread is ended when nobody wants the result any more.
    isCanceled: () => false,
    services,
    warn: (count: number, reason: ToolWarning) => {
      skipped.set(reason, (skipped.get(reason) ?? 0) + count);
    },
  };
  const result =
    task.tool === null || task.asTaken
      ? taken
      : await runTool(task.tool, { features: taken, ...(other && { other }) }, task.parameters, run);
  const isOneEach = task.tool !== null && oneEach.has(task.tool);
  const joined = task.target && !task.isAgain ? (joins['features'] ?? null) : null;
  const again = joined && (await JoinedAgain.read(joined, taken, isOneEach));
  const aside = new RowsAside(task.folder);
  const builder = new SnapshotBuilder(aside);
  const features: LayerFeature[] = [];
  let characters = 0;
  let saidAt = performance.now();
  try {
    builder.declareColumns(result.columns);
    for await (const feature of toolFeatures(result)) {
      const likedFid = isOneEach ? feature.fid : 0;
      builder.add({ geometry: feature.geometry, properties: feature.properties, likedFid });
      again?.add(feature);
      if (task.target) {
        // Edits are JSON, which has no NaN.
        for (const name in feature.properties) feature.properties[name] = jsonValue(feature.properties[name]!);
        characters += JSON.stringify(feature).length;
        if (features.length === mostReplaced || characters > mostCharacters) throw tooLarge('The replacement');
        features.push(feature);
      }
      if (performance.now() - saidAt < sayEveryMs) continue;
      saidAt = performance.now();
      yield said({ fraction });
    }
    const manifest = writeParts(builder, task.folder);
    // What is joined to the target is no part of it.
    const target = task.target && (await openToolTable({ ...task.target, joins: [] }, read)).table;
    const left = again?.left ?? new Set<string>();
    for (const { properties } of features) for (const name of left) delete properties[name];
    yield said({
      fraction: 1,
      done: {
        manifest,
        skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
        replaced: target && {
          taken: await takenFrom(target, {
            isAgain: task.isAgain,
            keepsUnplaced: definition?.inputs[0]?.takesRows !== true,
            made: new Set(features.map(({ fid }) => fid)),
            hasUnprocessed: [...skipped.keys()].some((reason) => unprocessed.has(reason)),
            name: task.target!.layer.name,
          }),
          ...columnChanges(
            target.columns,
            writtenColumns(result.columns, manifest).filter(({ name }) => !left.has(name)),
            task.replacesColumns === true,
          ),
          features,
        },
      },
    });
  } finally {
    aside.close();
  }
}

/**
 * Ids of the features whose place the result takes. Where a tool replaces what it was given, rows without geometry that
 * it does not take stay, and so does whatever is missing from the result if the tool could not work on some: it is not
 * known on which.
 */
async function takenFrom(
  target: ToolTable,
  {
    isAgain,
    keepsUnplaced,
    made,
    hasUnprocessed,
    name,
  }: { isAgain: boolean; keepsUnplaced: boolean; made: ReadonlySet<number>; hasUnprocessed: boolean; name: string },
): Promise<number[]> {
  const found: number[] = [];
  for await (const { fids, kind } of target.batches())
    for (const fid of fids) {
      const stays = !isAgain && ((kind === 'none' && keepsUnplaced) || (hasUnprocessed && !made.has(fid)));
      if (stays) continue;
      if (found.length === mostReplaced) throw tooLarge(`The layer “${name}”`);
      found.push(fid);
    }
  return found;
}

function tooLarge(name: string): GromaError {
  return new GromaError('TOO_LARGE', { name, limit: `${mostReplaced} features and ${mostCharacters / 1_000_000} MB` });
}

/** The columns of a result with the types that their values had in the end. */
function writtenColumns(columns: readonly Column[], manifest: SnapshotManifest): Column[] {
  const types = new Map(manifest.columns.map(({ name, type }) => [name, type]));
  return columns.map(({ name, type }) => ({ name, type: types.get(name) ?? type }));
}

/** A column that is there with its type stays as long as the order allows; others stay too unless all are replaced. */
function columnChanges(there: readonly Column[], wanted: readonly Column[], replacesAll: boolean): ColumnChanges {
  if (!replacesAll)
    return { goneColumns: [], newColumns: wanted.filter(({ name }) => !there.some((column) => column.name === name)) };
  const isSame = (one: Column, other: Column): boolean => one.name === other.name && one.type === other.type;
  const same = there.filter((column) => wanted.some((each) => isSame(each, column))).map(({ name }) => name);
  const order = wanted.map(({ name }) => name).filter((name) => same.includes(name));
  const kept = new Set(same.every((name, index) => order[index] === name) ? same : []);
  return {
    goneColumns: there.map(({ name }) => name).filter((name) => !kept.has(name)),
    newColumns: wanted.flatMap((column, at) => (kept.has(column.name) ? [] : [{ ...column, at }])),
  };
}

function said(progress: ToolProgress): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(progress));
}
