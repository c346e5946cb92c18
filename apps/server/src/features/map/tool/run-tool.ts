import { and, eq } from '../../../platform/database/drizzle.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotManifest } from '@groma/geo';
import { GromaError, rootParent, type DataPath, type LayerReference, type ProjectId, type UserId } from '@groma/model';
import type { ToolOutcome } from '@groma/protocol';
import { layerEditKeys, layers } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteLayerOrigin } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import { joinedInput } from '../edit/read-joins.ts';
import type { MapParts } from '../edit/map-parts.ts';
import type { RunToolTask, ToolLayer, ToolProgress } from '../reader/worker-tasks.ts';
import {
  manifestOf,
  presentMade,
  presentVectors,
  readLayerRows,
  topOrder,
  type Query,
} from '../record/layer-records.ts';
import { noteEvents } from '../record/layer-events.ts';
import { lockMap } from '../record/map-records.ts';
import { requireMapOf } from '../record/require-map.ts';
import { publishHierarchy } from '../tree/change-tree.ts';
import { writeHierarchy } from '../tree/write-hierarchy.ts';
import { ToolInputReader, versionRead, type TakenSource } from './tool-inputs.ts';
import { parseToolSource } from './tool-source.ts';
import { replaceFeatures } from './replace-features.ts';
import { answersOf } from './tool-services.ts';
import { storeToolFile } from './tool-file.ts';
import { lendKeptImages } from './kept-images.ts';
import { originsOfFiles } from './tool-images.ts';
import type { CarriedTool, CarryingContext, KeptTool, ToolParts, ToolResult, WantedTool } from './wanted-tool.ts';

export const toolsAtOnce = 2;
/** Held while a tool reads what it takes, too. */
export const toolSlots = new Semaphore(toolsAtOnce);
/** Share of the whole that the tool itself takes; the rest is storing. */
const toolShare = 95;

/**
 * Runs a tool on layers as they are now. Its result appears whole or not at all.
 * @throws GromaError as the tool's definition says
 */
export async function carryOutTool(
  parts: ToolParts,
  definition: CarriedTool,
  wanted: KeptTool,
  context: CarryingContext,
): Promise<ToolResult> {
  const { platform } = parts;
  const { signal } = context;
  const done = await findReplaced(platform, wanted, context.id);
  if (done) return done;
  const { projectId, user, parameters } = wanted;
  // Before a service is opened over one of them: what is written meanwhile counts as changed.
  const asking = { projectId, userId: user.id };
  const files = await originsOfFiles(parts, definition, asking, parameters);
  const lent = await platform.blobs.workFolder();
  const over = new AbortController();
  const end = async (): Promise<void> => {
    over.abort(new GromaError('CANCELED'));
    await rm(lent, { recursive: true, force: true });
  };
  const open = async () => {
    const kept = await lendKeptImages(parts, asking, definition, parameters, lent);
    const asked = { ...asking, parameters, kept, signal: AbortSignal.any([signal, over.signal]) };
    return definition.service && parts.services[definition.service](asked);
  };
  const service = await open().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const carryOut = async () => {
    const reader = new ToolInputReader(parts, { projectId, userId: user.id }, signal);
    const folder = await platform.blobs.workFolder();
    try {
      const { inputs, origin } = await readInputs(reader, definition, wanted, context.id);
      origin.inputs.push(...files);
      const target = await readTarget(reader, wanted, inputs[definition.inputs[0]?.name ?? ''] ?? null);
      const task = {
        tool: definition.id,
        inputs,
        parameters: wanted.parameters,
        folder,
        target,
        isAgain: wanted.output.kind === 'again',
        // A column that the source has lost would stay behind, empty.
        replacesColumns: wanted.output.kind === 'again',
      };
      const made = await workOn(parts, task, context, answersOf(service ?? null));
      return await keepResult(parts, wanted, { ...made, folder, origin, target }, context);
    } finally {
      await reader.end();
      await rm(folder, { recursive: true, force: true });
    }
  };
  return toolSlots.run(signal, carryOut).finally(end);
}

/**
 * Has a thread work on a task, which aborting ends.
 * @throws GromaError as the tool's definition says; the signal's reason
 */
export async function workOn(
  { toolThreads }: MapParts,
  task: RunToolTask,
  { signal, report }: Pick<CarryingContext, 'signal' | 'report'>,
  answer?: ReturnType<typeof answersOf>,
): Promise<NonNullable<ToolProgress['done']>> {
  return toolThreads.run(signal, async (thread) => {
    let made: ToolProgress['done'];
    for await (const piece of thread.stream('runTool', task, answer)) {
      const progress = JSON.parse(new TextDecoder().decode(piece)) as ToolProgress;
      report({ progress: progress.fraction * toolShare });
      made = progress.done;
    }
    return made!;
  });
}

/**
 * What a tool takes, by the names of its inputs; null for one that is not there.
 * @throws GromaError as the reader for the first
 */
export async function readInputs(
  reader: ToolInputReader,
  { inputs, fields }: CarriedTool,
  { tool, layer, features, parameters, block, origin: given }: WantedTool,
  operationId: string,
): Promise<{ inputs: Record<string, ToolLayer | null>; origin: Origin }> {
  const found: Record<string, ToolLayer | null> = {};
  const origin: Origin = { kind: 'tool', doer: tool, parameters: { ...parameters }, inputs: [], operationId, block };
  const take = (input: string, source: TakenSource): void => {
    found[input] = source.taken;
    origin.inputs.push({ input, ...source.origin });
    source.joined?.forEach((joined, index) => {
      origin.inputs.push({ input: joinedInput(input, index), ...joined });
    });
  };
  const [first] = inputs;
  if (first) found[first.name] = null;
  if (first && layer) take(first.name, await reader.read(layer, features));
  for (const field of fields) {
    if (field.type !== 'layer') continue;
    found[field.input] = null;
    const source = parseToolSource(String(parameters[field.name] ?? ''));
    const taken = source && (await reader.read(source, null).catch(nullWhereMissing));
    if (taken) take(field.input, taken);
  }
  return { inputs: found, origin: given ?? origin };
}

/** The features whose place the result takes; null where it is a layer of its own. */
export async function readTarget(
  reader: ToolInputReader,
  { output }: WantedTool,
  input: ToolLayer | null,
): Promise<ToolLayer | null> {
  // The very state that the tool is given: what comes between is noticed.
  if (output.kind === 'replace') return input;
  return output.kind === 'again' ? (await reader.read(output.target, null)).taken : null;
}

/** What an attempt before has replaced and not lived to say; the operation's id is the key of its edits. */
export async function findReplaced(
  { database: { query } }: Platform,
  { layer, output }: WantedTool,
  operationId: string,
): Promise<ToolResult | null> {
  const target = output.kind === 'again' ? output.target : output.kind === 'replace' ? layer : null;
  if (!target || !('layerId' in target)) return null;
  const [known] = await query
    .select({ seqs: layerEditKeys.seqs })
    .from(layerEditKeys)
    .where(and(eq(layerEditKeys.layerId, target.layerId), eq(layerEditKeys.key, operationId)));
  if (!known) return null;
  const [row] = await query.select().from(layers).where(eq(layers.id, target.layerId));
  const count = row ? manifestOf(row).featureCount : 0;
  return { operation_id: operationId, name: '', count, skipped: [], layer: null, preview: null, edits: known.seqs };
}

function nullWhereMissing(error: unknown): null {
  if (
    error instanceof GromaError &&
    ['LAYER_NOT_FOUND', 'NOT_FOUND', 'LAYER_NOT_VECTOR', 'FILE_NOT_FOUND'].includes(error.code)
  )
    return null;
  throw error;
}

export type Done = NonNullable<ToolProgress['done']> & { folder: string; origin: Origin; target: ToolLayer | null };

/** A further layer of a result. */
export interface LayerBeside {
  layerId: string;
  name: string;
  manifest: SnapshotManifest;
  folder: string;
  origin: Origin;
}

/** What is kept together with a result. */
export interface Beside {
  layers: readonly LayerBeside[];
  files: DataPath[];
  /** What the outcome says of all of it. */
  said: Pick<ToolOutcome, 'outputs' | 'printed'>;
}

export async function keepResult(
  parts: ToolParts,
  { projectId, user, layer, output }: KeptTool,
  { manifest, skipped, replaced, folder, origin, target: taken }: Done,
  context: CarryingContext,
  beside?: Beside,
): Promise<ToolResult> {
  const outcome: ToolOutcome = {
    ...beside?.said,
    operation_id: context.id,
    name: '',
    count: manifest.featureCount,
    skipped,
    layer: null,
    preview: null,
    edits: [],
  };
  if (output.kind === 'replace' || output.kind === 'again') {
    const sender = { userId: user.id, username: user.username, key: context.id };
    const target = output.kind === 'again' ? output.target : (layer as LayerReference);
    const edited = await replaceFeatures(parts, target, sender, {
      ...replaced!,
      version: versionRead(taken!),
      origin: output.kind === 'again' ? origin : null,
    });
    return { ...outcome, edits: edited.edits.map(({ seq }) => seq) };
  }
  const { layerId } = output;
  // A result that is lost is made again.
  const options = { mayBeLost: output.kind === 'result' };
  const snapshotKey = await adoptResult(parts, layerId, manifest, folder, options);
  try {
    if (output.kind === 'file') {
      const snapshot = {
        layerId,
        snapshotKey,
        manifest,
        outcome,
        workFolder: folder,
        beside: beside?.files ?? [],
      };
      const stored = await storeToolFile(parts, { projectId, userId: user.id, origin }, output, snapshot, context);
      // The file is what stays.
      await parts.platform.blobs.removeAll(`${snapshotKey}/`);
      return stored;
    }
    const { name } = output;
    if (output.kind === 'result') return { ...outcome, name, kept: { snapshotKey, manifest }, origin };
    if (output.kind === 'preview') {
      const preview = {
        kind: 'vector' as const,
        manifest: manifest as never,
        snapshot_key: snapshotKey,
        snapshot_seq: 0,
        seq: 0,
        source: {},
      };
      return { ...outcome, name, preview, origin };
    }
    const { mapId } = output;
    const others = await Promise.all(
      (beside?.layers ?? []).map(async ({ folder: from, ...each }) => ({
        ...each,
        snapshotKey: await adoptResult(parts, each.layerId, each.manifest, from),
      })),
    );
    const made = { projectId, mapId, layerId, name, snapshotKey, manifest, origin, others };
    const entry = await addResultLayer(parts, user, made, async (query, layerEntry) => {
      await context.complete(query, { ...outcome, name, layer: layerEntry });
    });
    return { ...outcome, name, layer: entry };
  } catch (error) {
    // A failure after the commit is no reason to take away what the layer shows.
    const made = output.kind === 'layer' ? await presentMade(parts.platform.database.query, output.mapId, layerId) : [];
    if (made.length === 0) await parts.platform.blobs.removeAll(`${snapshotKey}/`);
    throw error;
  }
}

/** Moves the part files of a result into the store, under the id of the layer that it may become. */
export async function adoptResult(
  { platform: { blobs } }: MapParts,
  layerId: string,
  manifest: SnapshotManifest,
  folder: string,
  options = { mayBeLost: false },
): Promise<string> {
  const key = `layers/${layerId}/${crypto.randomUUID()}`;
  for (const { file } of manifest.parts) await blobs.adopt(`${key}/${file}`, join(folder, file), options);
  return key;
}

/**
 * Makes a layer of a snapshot, on top of a map of the project, and others below it.
 * @throws GromaError NOT_FOUND, FORBIDDEN
 */
export async function addResultLayer(
  parts: MapParts,
  user: WantedTool['user'],
  made: {
    projectId: ProjectId;
    mapId: string;
    layerId: string;
    name: string;
    snapshotKey: string;
    manifest: SnapshotManifest;
    origin: Origin | undefined;
    others?: readonly (Omit<LayerBeside, 'folder'> & { snapshotKey: string })[];
  },
  complete: (query: Query, entry: NonNullable<ToolOutcome['layer']>) => Promise<void>,
): Promise<NonNullable<ToolOutcome['layer']>> {
  const { platform, queue } = parts;
  const { mapId, layerId, others = [] } = made;
  await requireMapOf(platform, made, user.id, { evenWithoutPlan: true });
  const entry = await queue.run(mapId, () =>
    platform.database.query.transaction(async (query) => {
      await lockMap(query, mapId);
      for (const each of [...others.toReversed(), made]) await addLayer(query, mapId, user.id, each);
      const rows = (await readLayerRows(query, mapId)).filter(({ id }) => id === layerId);
      const [layerEntry] = await presentVectors(query, rows);
      await complete(query, layerEntry!);
      return layerEntry!;
    }),
  );
  await publishHierarchy(parts, mapId, { userId: user.id, username: user.username });
  return entry;
}

async function addLayer(
  query: Query,
  mapId: string,
  userId: UserId,
  {
    layerId,
    name,
    snapshotKey,
    manifest,
    origin,
  }: Pick<LayerBeside, 'layerId' | 'name' | 'manifest'> & { snapshotKey: string; origin: Origin | undefined },
): Promise<void> {
  const order = await topOrder(query, mapId);
  const node = {
    id: layerId,
    text: name,
    type: 'Layer' as const,
    parent_id: rootParent,
    level: 1,
    order,
    visible: true,
  };
  const content = { snapshotKey, manifest: manifest as unknown as Record<string, unknown> };
  await writeHierarchy(query, mapId, { [layerId]: node }, new Map([[layerId, content]]));
  await noteEvents(query, userId, [{ layerId, kind: 'created', detail: {} }]);
  if (origin) await noteLayerOrigin(query, layerId, userId, origin);
}
