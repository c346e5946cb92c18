import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  baseName,
  filesOfRaster,
  findTool,
  GromaError,
  newId,
  numberedName,
  parseDataPath,
  parseExistingPath,
  type DataPath,
  type ProjectId,
  type ToolDefinition,
  type UserId,
} from '@groma/model';
import { and, eq } from '../../../platform/database/drizzle.ts';
import { layers } from '../../../platform/database/tables/index.ts';
import type { OperationContext, OperationProgress } from '../../../platform/operation/operation-kind.ts';
import {
  fileVersion,
  productVersion,
  versionOf,
  type Origin,
  type OriginInput,
} from '../../../platform/origin/origin.ts';
import { versionsOfJoined } from '../edit/read-joins.ts';
import { requireFile } from '../import/index.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import { isPresent, presentMade } from '../record/layer-records.ts';
import { requireMapOf } from '../record/require-map.ts';
import { findByKey, findKeptResult, keepResult, manifestOf, type KeptRow } from './kept-results.ts';
import { carryOutImageTool } from './carry-out-image-tool.ts';
import { carryOutTool } from './run-tool.ts';
import { findToolFile, plannedFile } from './tool-file.ts';
import { classesOfKept, isKeptImage, lendKeptImage } from './kept-images.ts';
import { findImageFile, freePathOf, imagePath, storeImage } from './image-file.ts';
import { dataNamed, settleImages } from './tool-images.ts';
import { ToolInputReader } from './tool-inputs.ts';
import { checkParameters } from './tool-operation.ts';
import { parseToolSource, requireToolLayer, settledReference, type Asking } from './tool-source.ts';
import type { CarriedTool, ToolCheckpoint, ToolParts, WantedTool } from './wanted-tool.ts';

/** Who has a step run, in which operation. */
export interface StepCaller {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  operationId: OperationContext['id'];
  signal: AbortSignal;
}

/** A tool with what its inputs take, by reference. Without a tool rows are taken as they are. */
export interface WantedStep {
  tool: string | null;
  inputs: Readonly<Record<string, string>>;
  parameters: Readonly<Record<string, unknown>>;
  name: string;
  /** Made again even if it is there. */
  isFresh: boolean;
  /** Stands for the version of what has none: only who gives the same is given the same result. */
  nonce: string;
  report(progress: OperationProgress): void;
  /** Of a tool that people offer: the files that it was about to write, for the next attempt. */
  checkpoint?: object | null;
  keep?(checkpoint: ToolCheckpoint): Promise<void>;
}

/** What a step gives. */
export interface MadeStep {
  /** `result:{id}`; null where a tool that people offer gives files alone. */
  reference: string | null;
  count: number;
  isReused: boolean;
  skipped: { reason: string; count: number }[];
  /** The data that it is made of, in the end. */
  sources: OriginInput[];
  /** Files that were written. */
  files: string[];
}

/** Rows as they are. */
const asTheyAre: CarriedTool = {
  id: null,
  inputs: [{ name: 'features', kinds: 'any', count: 'any', takesRows: true }],
  fields: [],
};

/**
 * Runs a tool of the toolbox for a step of a workflow, or gives what it made before of the same.
 * @throws GromaError as the tool's definition says
 */
export async function runStep(parts: ToolParts, caller: StepCaller, wanted: WantedStep): Promise<MadeStep> {
  const { platform, rows } = parts;
  const asking: Asking = { projectId: caller.projectId, userId: caller.user.id };
  const [task] = await Promise.all([
    taskOf(parts, asking, wanted),
    platform.access.require(caller.user.id, caller.projectId, 'update', 'map', { evenWithoutPlan: true }),
  ]);
  const key = await keyOf(parts, asking, wanted, task);
  const known = wanted.isFresh ? null : await findByKey(platform, rows, asking, key);
  if (known) return { ...madeOf(known), isReused: true };
  const isImages = task.tool?.engine === 'images';
  const made = await (isImages ? carryOutImageTool : carryOutTool)(
    parts,
    (isImages ? task.tool : task.definition) as CarriedTool & ToolDefinition,
    { ...task.run, ...caller, output: { kind: 'result', layerId: newId<'layer'>(), name: wanted.name } },
    contextOf(caller, wanted),
  );
  const sources = await sourcesOf(parts, asking, made.origin!.inputs);
  const { name, skipped } = made;
  const kept = { key, name, skipped, sources, isFresh: wanted.isFresh, ...made.kept! };
  return { ...madeOf(await keepResult(platform, rows, asking, kept)), isReused: false };
}

export function madeOf(row: KeptRow): Omit<MadeStep, 'isReused'> {
  const { featureCount: count } = manifestOf(row);
  return { reference: `result:${row.id}`, count, skipped: row.skipped, sources: row.sources, files: [] };
}

interface StepTask {
  definition: CarriedTool;
  tool: ToolDefinition | null;
  run: Pick<WantedTool, 'tool' | 'layer' | 'features' | 'parameters'>;
}

/** A step as a run of its tool: what its first input takes is the layer, what others take stands in their fields. */
async function taskOf(parts: ToolParts, asking: Asking, wanted: WantedStep): Promise<StepTask> {
  const tool = wanted.tool === null ? null : findTool(wanted.tool);
  if (tool === undefined) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  const definition = tool ?? asTheyAre;
  const [first] = definition.inputs;
  const wired = definition.fields.flatMap((field) => {
    const taken = field.type === 'layer' ? wanted.inputs[field.input] : undefined;
    return taken === undefined ? [] : [[field.name, taken] as const];
  });
  const given = { ...wanted.parameters, ...Object.fromEntries(wired) };
  const parameters = tool ? { ...checkParameters(tool, given) } : {};
  for (const { name, type } of definition.fields) {
    const value = parameters[name];
    if (type === 'layer' && typeof value === 'string') parameters[name] = await settledReference(parts, asking, value);
  }
  const reference = first && wanted.inputs[first.name];
  const layer = reference === undefined ? null : parseToolSource(reference);
  if (layer === undefined) throw new GromaError('BAD_INPUT', { detail: `“${reference}” cannot be read as rows.` });
  const settled = tool ? await settleImages(parts, asking, tool, parameters) : parameters;
  return { definition, tool, run: { tool: tool?.id ?? '', layer, features: null, parameters: settled } };
}

/** A text that is another one where the tool, its parameters or what it takes is. */
async function keyOf(
  parts: ToolParts,
  asking: Asking,
  { inputs, nonce }: WantedStep,
  { definition: { id, fields }, run: { parameters } }: StepTask,
): Promise<string> {
  const versions: Record<string, unknown> = {};
  const taken = new Map(Object.entries(inputs));
  for (const { name, type } of fields) {
    const value = parameters[name];
    if (typeof value === 'string' && type === 'layer') taken.set(name, value);
  }
  for (const { input, named } of dataNamed({ fields }, parameters)) taken.set(input, named);
  for (const [name, reference] of [...taken].toSorted())
    versions[name] = await versionOfReference(parts, asking, reference, nonce);
  // References of results differ where the results are the same: their versions stand for them. Dated images are none,
  // and also differ by what is known of them.
  const lists = new Set(
    fields.flatMap((field) => (field.type === 'images' && !('isDated' in field) ? [field.name] : [])),
  );
  const own = Object.entries(parameters).filter(([name]) => !taken.has(name) && !lists.has(name));
  const text = JSON.stringify([id, productVersion, own.toSorted(), versions]);
  return createHash('sha256').update(text).digest('hex');
}

export async function versionOfReference(
  parts: ToolParts,
  asking: Asking,
  reference: string,
  nonce: string,
): Promise<unknown[]> {
  const { platform, rows } = parts;
  const kept = await findKeptResult(platform, rows, asking, reference);
  if (kept) return ['result', kept.row.key];
  // Nobody knows whether what lies at an address has changed.
  if (filesOfRaster({ url: reference }).some((file) => /^https?:/i.test(file))) return [reference, nonce];
  if (filesOfRaster({ url: reference }).length > 1)
    return Promise.all(filesOfRaster({ url: reference }).map((file) => versionOfReference(parts, asking, file, nonce)));
  const source = parseToolSource(reference);
  if (!source) return [reference];
  // Nobody knows whether a table has changed; a result of a query does not.
  if ('rows' in source) return source.rows.startsWith('table:') ? [source.rows, nonce] : [source.rows];
  if ('path' in source) {
    const { etag } = await requireFile(platform, { projectId: asking.projectId, path: source.path, bucket: 'groma' });
    return [source.path, fileVersion(etag)];
  }
  const row = await requireToolLayer(platform.database.query, asking.projectId, source);
  const joined = await versionsOfJoined(platform.database.query, row);
  return [source.layerId, versionOf(row), ...(joined.length > 0 ? [joined] : [])];
}

/** A text that is another one once a layer or file has changed; null where it is not there. */
export async function knownVersion(parts: ToolParts, asking: Asking, reference: string): Promise<string | null> {
  try {
    return JSON.stringify(await versionOfReference(parts, asking, reference, ''));
  } catch (error) {
    if (error instanceof GromaError && error.status === 404) return null;
    throw error;
  }
}

/** The data that inputs are made of: results of steps stand for what they are made of themselves. */
export async function sourcesOf(
  { platform, rows }: ToolParts,
  asking: Asking,
  inputs: readonly OriginInput[],
): Promise<OriginInput[]> {
  const found = await Promise.all(
    inputs.map(async (input) => {
      const kept = input.sourceReference && (await findKeptResult(platform, rows, asking, input.sourceReference));
      return kept ? kept.row.sources : [input];
    }),
  );
  return distinctSources(found.flat());
}

/** Each once: what several inputs are made of is not counted again with every step. */
export function distinctSources(sources: readonly OriginInput[]): OriginInput[] {
  const known = new Map(
    sources.map((source) => {
      const { sourceLayerId, sourcePath, sourceReference, version, features } = source;
      return [JSON.stringify([sourceLayerId, sourcePath, sourceReference, version, features]), source];
    }),
  );
  return [...known.values()];
}

function contextOf({ operationId, signal }: StepCaller, { report }: Pick<WantedStep, 'report'>) {
  return { id: operationId, signal, report, keep: () => Promise.resolve(), complete: () => Promise.resolve() };
}

/** What becomes of rows that are saved. */
export interface WantedSave {
  reference: string;
  origin: Origin;
  to:
    | { kind: 'layer'; mapId: string; layerId: string; name: string; checkpoint: ToolCheckpoint | null }
    | { kind: 'file'; path: string; checkpoint: ToolCheckpoint | null };
  /** Before a file appears: by this the next attempt knows whether it has. */
  keep(checkpoint: ToolCheckpoint): Promise<void>;
}

/**
 * Saves rows as a layer on top of a map or as a file; taken names get a number.
 * @throws GromaError NOT_FOUND, FORBIDDEN, BAD_INPUT, as exports do
 */
export async function saveStep(
  parts: ToolParts,
  caller: StepCaller,
  { reference, origin, to, keep }: WantedSave,
): Promise<{ layer: string | null; path: string | null; count: number }> {
  const { platform } = parts;
  const { projectId, user, operationId } = caller;
  const image = await findKeptResult(platform, parts.rows, { projectId, userId: user.id }, reference);
  if (image && isKeptImage(image.row)) return saveImage(parts, caller, image.row, { origin, to, keep });
  const layer = parseToolSource(reference);
  if (!layer) throw new GromaError('BAD_INPUT', { detail: `“${reference}” cannot be saved.` });
  const run = { tool: '', projectId, user, layer, features: null, parameters: {}, origin };
  const context = { ...contextOf(caller, { report: () => undefined }), keep };
  if (to.kind === 'layer') {
    const { query } = platform.database;
    await requireMapOf(platform, { projectId, mapId: to.mapId }, user.id, { evenWithoutPlan: true });
    const [known] = await presentMade(query, to.mapId, to.layerId);
    const made = `layer:${to.mapId}/${to.layerId}`;
    if (known) return { layer: made, path: null, count: await countOf(parts, to.layerId) };
    const name = await freeLayerName(parts, to.mapId, to.name);
    const { count } = await carryOutTool(parts, asTheyAre, { ...run, output: { ...to, name } }, context);
    return { layer: made, path: null, count };
  }
  await platform.access.require(user.id, projectId, 'upload', 'file', { evenWithoutPlan: true });
  const { checkpoint } = to;
  const planned = checkpoint?.made?.result.file;
  const there =
    planned &&
    (await findToolFile(parts, { projectId, target: parseDataPath(planned.path), userId: user.id }, checkpoint!));
  if (there) return { layer: null, path: there.result.file!.path, count: there.result.count };
  const path = await freePath(parts, projectId, to.path);
  const target = await plannedFile(parts, projectId, { path, replace: false, userId: user.id });
  const output = { kind: 'file' as const, layerId: newId<'layer'>(), ...target };
  const { count, file } = await carryOutTool(
    parts,
    asTheyAre,
    { ...run, origin: { ...origin, operationId }, output },
    context,
  );
  return { layer: null, path: file!.path, count };
}

/** Saves an image as a file, and as a layer that shows it where one is wanted; taken names get a number. */
async function saveImage(
  parts: ToolParts,
  { projectId, user, operationId }: StepCaller,
  row: KeptRow,
  { origin, to, keep }: Omit<WantedSave, 'reference'>,
): ReturnType<typeof saveStep> {
  const { platform } = parts;
  const asking = { projectId, userId: user.id };
  await platform.access.require(user.id, projectId, 'upload', 'file', { evenWithoutPlan: true });
  const { path: asked, layer } = await placeOfImage(parts, asking, to);
  const output = { kind: 'image' as const, target: asked, proposed: null, replacedBy: null, layer };
  const made = layer && `layer:${layer.mapId}/${layer.layerId}`;
  const there = to.checkpoint && (await findImageFile(parts, asking, output, to.checkpoint));
  if (there) return { layer: made, path: there.result.file!.path, count: 0 };
  const folder = await platform.files.workFolder(projectId);
  try {
    const file = await lendKeptImage(parts, row, folder);
    const [stem, classes] = [baseName(asked).replace(/\.tiff?$/i, ''), classesOfKept(row)];
    const wanted = { ...output, target: await freePath(parts, projectId, asked), proposed: stem };
    const stored = { file, origin: { ...origin, operationId }, ...(classes.length > 0 && { classes }) };
    const { file: saved } = await storeImage(parts, asking, wanted, stored, { id: operationId, keep });
    return { layer: made, path: saved!.path, count: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where an image is saved. @throws GromaError NOT_FOUND, FORBIDDEN, BAD_PATH, BAD_INPUT for another ending */
async function placeOfImage({ platform, resultFiles }: ToolParts, { projectId, userId }: Asking, to: WantedSave['to']) {
  if (to.kind === 'layer') {
    const { mapId, layerId, name } = to;
    await requireMapOf(platform, { projectId, mapId }, userId, { evenWithoutPlan: true });
    return { path: imagePath(name), layer: { mapId, layerId, name } };
  }
  const { target } = resultFiles.place(to.path);
  if (!/\.tiff?$/i.test(target)) throw new GromaError('BAD_INPUT', { detail: `“${to.path}” must end with .tif.` });
  return { path: target, layer: null };
}

async function countOf({ platform }: ToolParts, layerId: string): Promise<number> {
  const [row] = await platform.database.query.select().from(layers).where(eq(layers.id, layerId));
  return (row?.manifest as { featureCount?: number } | null)?.featureCount ?? 0;
}

async function freeLayerName({ platform }: ToolParts, mapId: string, wanted: string): Promise<string> {
  const rows = await platform.database.query
    .select({ name: layers.name })
    .from(layers)
    .where(and(eq(layers.mapId, mapId), isPresent));
  const taken = new Set(rows.map(({ name }) => name));
  return taken.has(wanted) ? numberedName(wanted, true, (name) => taken.has(name)) : wanted;
}

function freePath({ platform, resultFiles }: ToolParts, projectId: ProjectId, path: string): Promise<DataPath> {
  return freePathOf(platform.files, projectId, resultFiles.place(path).target);
}

/** The first rows of data or of a result of a step. */
export interface PeekedRows {
  columns: { name: string; type: string }[];
  rows: unknown[][];
  count: number;
  geometryTypes: string[];
  bbox: number[] | null;
}

/**
 * Reads the first rows of something that a person may read.
 * @throws GromaError RESULT_GONE, LAYER_NOT_FOUND, FILE_NOT_FOUND, BAD_INPUT
 */
export async function peekRows(
  parts: ToolParts,
  asking: Asking,
  reference: string,
  limit: number,
  signal: AbortSignal,
): Promise<PeekedRows> {
  const source = parseToolSource(reference);
  if (!source) throw new GromaError('BAD_INPUT', { detail: `“${reference}” has no rows to show.` });
  if ('path' in source) parseExistingPath(source.path);
  const reader = new ToolInputReader(parts, asking, signal);
  const worker = new LayerWorker(parts.platform.blobs);
  try {
    const { taken } = await reader.read(source, null);
    const { layer, log, joins } = taken;
    const { manifest } = layer;
    const shownColumns = await worker.call('toolColumns', { layer, log, ...(joins && { joins }) });
    const features: { geometry: unknown; properties: Record<string, unknown> }[] = [];
    for await (const piece of worker.stream('featureLines', { layer, log, ...(joins && { joins }) })) {
      const line = JSON.parse(new TextDecoder().decode(piece)) as { vector_features: { features: typeof features } };
      features.push(...line.vector_features.features);
      if (features.length >= limit) break;
    }
    const geometryTypes = [...new Set(manifest.parts.map(({ kind }) => kind).filter((kind) => kind !== 'none'))];
    const columns = shownColumns.map(({ name, type }) => ({ name, type: type as string }));
    const shown = features.slice(0, limit);
    return {
      columns: geometryTypes.length > 0 ? [...columns, { name: 'geometry', type: 'geometry' }] : columns,
      rows: shown.map(({ geometry, properties }) => [
        ...columns.map(({ name }) => properties[name] ?? null),
        ...(geometryTypes.length > 0 ? [geometry] : []),
      ]),
      count: manifest.featureCount,
      geometryTypes,
      bbox: manifest.bbox ? [...manifest.bbox] : null,
    };
  } finally {
    await worker.close();
    await reader.end();
  }
}
