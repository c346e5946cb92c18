import { eq } from '../../platform/database/drizzle.ts';
import type { LayerFeature } from '@groma/geo';
import {
  keptResultsMap,
  type LayerTable,
  type MapId,
  type OperationId,
  type ProjectId,
  type RasterStyle,
  type UserId,
} from '@groma/model';
import type { BodyOf, chart, ChartReply, MapPost } from '@groma/protocol';
import { maps } from '../../platform/database/tables/index.ts';
import type { RunsAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { arrowRoutes } from './arrow-routes.ts';
import { createChart } from './chart/chart-records.ts';
import { chartRoutes } from './chart/chart-routes.ts';
import { LayerEditValidator } from './edit/layer-edit-validator.ts';
import { foldLayerJobOf } from './edit/fold-layer.ts';
import { WaitingEdits } from './edit/waiting-edits.ts';
import { convertVector, type ConvertedVector, type WantedVector } from './convert-vector.ts';
import { defineExport, runExportAgain } from './export/export-operation.ts';
import { exportRoutes } from './export/export-routes.ts';
import { importLayers, type ImportCourse, type ImportedEntries, type WantedImport } from './import-layers.ts';
import { defineImport, runImportAgain } from './import-operation.ts';
import { layerRoutes } from './layer-routes.ts';
import type { MapParts } from './edit/map-parts.ts';
import { publishMapList } from './record/map-change.ts';
import { createMap, deleteMap } from './record/map-records.ts';
import { readLayerFeatures } from './edit/read-layer-features.ts';
import { mapRoutes } from './map-routes.ts';
import { addRasterLayer } from './raster/raster-layers.ts';
import { requireRasterLayer, switchToCopy, type RasterLayerPlace } from './raster/switch-source.ts';
import { requireMapOf } from './record/require-map.ts';
import { LayerWorker } from './reader/layer-worker.ts';
import { WarmThreads } from './reader/warm-threads.ts';
import { resultFilesOf } from './result-files.ts';
import { answerPost, postRoute } from './answer-post.ts';
import { LayerLocks } from './edit/layer-locks.ts';
import { answerEditors } from './edit/read-editors.ts';
import { MapRooms } from './room/map-room.ts';
import { createStoryRoom } from './story/story-room.ts';
import { storyRoutes } from './story/story-routes.ts';
import { sweepBlobs, sweepBlobsJobOf } from './sweep-blobs.ts';
import {
  describeLayerTables,
  listLayerTables,
  listMaps,
  writeLayerTable,
  type DescribedLayerTable,
} from './table/layer-tables.ts';
import { defineReplacement, runReplacement } from './tool/replace-layer.ts';
import { toolsAtOnce } from './tool/run-tool.ts';
import { beginToolOperation, defineTool, runToolAgain, type AskedTool } from './tool/tool-operation.ts';
import {
  knownVersion,
  peekRows,
  saveStep,
  type MadeStep,
  type PeekedRows,
  type StepCaller,
  type WantedSave,
  type WantedStep,
} from './tool/step-runs.ts';
import { findKeptResult, keptTable, stateOfKept, sweepKeptResultsJobOf } from './tool/kept-results.ts';
import { toolStep } from './tool/project-tool-step.ts';
import { rowsStep, type WantedRows } from './tool/rows-step.ts';
import { toolRoutes } from './tool/tool-routes.ts';
import type { ToolParts } from './tool/wanted-tool.ts';
import { sweepLayersJobOf } from './tree/deleted-layers.ts';
import { SerialQueue } from './record/serial-queue.ts';

export { describeGeodata } from './describe-geodata.ts';
export { copyMap } from './copy-map.ts';
export { foldLayer } from './edit/fold-layer.ts';

/** What the map feature offers to others, through main. */
export interface MapFeature extends Feature {
  createMap(projectId: ProjectId, name: string): Promise<MapId>;
  /** Makes a map of a person; the same key gives the map that it made. */
  createKeyedMap(making: { projectId: ProjectId; userId: UserId; key: string }, name: string): Promise<MapId>;
  /**
   * Makes a change of a map for a person as they do by the room, as the assistant; in the process with the rooms.
   * @throws GromaError as `answerPost`
   */
  post(mapId: string, user: User, post: MapPost, assistant: string): Promise<Record<string, unknown>>;
  /** Features of a layer as they are now; those that are not there are left out. @throws GromaError LAYER_NOT_FOUND */
  readFeatures(mapId: string, layerId: string, fids: number[]): Promise<LayerFeature[]>;
  /** Brings a file of a project into a map, without an operation that people see. */
  importLayers(wanted: WantedImport & ImportCourse): Promise<ImportedEntries>;
  /** Keeps a chart of a layer of a map. @throws GromaError as `createChart` */
  createChart(mapId: string, userId: UserId, wanted: BodyOf<typeof chart.createChart>): Promise<ChartReply>;
  /** Makes layers and files again. */
  again: Pick<RunsAgain, 'tool' | 'import' | 'export'>;
  /** Puts the rows of a file in the place of the features of a layer. @throws GromaError as `runReplacement` */
  replaceLayer(wanted: Parameters<typeof runReplacement>[2], caller: AbortSignal): ReturnType<typeof runReplacement>;
  /** Layers as tables, for SQL. */
  tables: {
    maps(projectId: ProjectId): Promise<{ id: string; name: string }[]>;
    list(projectId: ProjectId): Promise<LayerTable[]>;
    describe(projectId: ProjectId): Promise<DescribedLayerTable[]>;
    /** A result of a step by its id. */
    kept(asked: { projectId: ProjectId; userId: UserId; id: string }): Promise<LayerTable | null>;
    /**
     * Writes a layer as it is now as GeoParquet into files of a folder.
     * @throws GromaError LAYER_NOT_FOUND; the signal's reason
     */
    write(
      layer: Pick<LayerTable, 'mapId' | 'layerId'>,
      place: { folder: string; signal: AbortSignal },
    ): Promise<string[]>;
  };
  /** Begins a tool, whose operation the person follows. @throws GromaError as a run of it */
  beginTool(asked: AskedTool, subtitle: string): Promise<OperationId>;
  /** Steps of workflows. */
  steps: {
    run(caller: StepCaller, wanted: WantedStep): Promise<MadeStep>;
    /** Keeps the rows that a query gives, or gives what is kept of the same. */
    rows(caller: StepCaller, wanted: WantedRows): Promise<MadeStep>;
    save(caller: StepCaller, wanted: WantedSave): ReturnType<typeof saveStep>;
    peek(
      asked: { projectId: ProjectId; userId: UserId; reference: string; limit: number },
      signal: AbortSignal,
    ): Promise<PeekedRows>;
    /** A text that is another one once a layer or file has changed; null where there is none. */
    version(asked: { projectId: ProjectId; userId: UserId }, reference: string): Promise<string | null>;
  };
  /** Converts a vector file of a project into files of a folder. */
  convertVector(wanted: WantedVector): Promise<ConvertedVector>;
  /** Raster layers as conversions know them. */
  rasterLayers: {
    require(layer: RasterLayerPlace, userId: UserId, options?: { evenWithoutPlan: boolean }): Promise<void>;
    switchToCopy(layer: RasterLayerPlace, from: string, to: string): Promise<void>;
    /** That a person may put a layer on a map. @throws GromaError NOT_FOUND, FORBIDDEN */
    requireMap(
      map: Pick<RasterLayerPlace, 'projectId' | 'mapId'>,
      userId: UserId,
      options?: { evenWithoutPlan: boolean },
    ): Promise<void>;
    /** Puts a raster on top of a map, once for each id. */
    add(
      layer: RasterLayerPlace & { name: string },
      raster: { url: string; style: RasterStyle },
      userId: UserId,
    ): Promise<void>;
  };
}

/** Tools of all people that work at once, each in a thread with a heap of its own. */
const toolThreadLimits = { most: toolsAtOnce, idleMs: 2 * 60_000, heavyBytes: 192 * 1_048_576 };
/** Threads that write layers for SQL. */
const tableThreadLimits = { most: 2, idleMs: 5 * 60_000, heavyBytes: 512 * 1_048_576 };

/** Maps: their list, their layers and edits, and the rooms in which people work on them. */
export function createMapFeature(
  platform: Platform,
  needs: Pick<ToolParts, 'services' | 'rows' | 'projectTools' | 'images'>,
): MapFeature {
  const parts: MapParts = {
    platform,
    queue: new SerialQueue(),
    locks: new LayerLocks(),
    edits: new LayerEditValidator(platform.blobs),
    waiting: new WaitingEdits(),
    readers: new LayerWorker(platform.blobs),
    toolThreads: new WarmThreads(platform.blobs, toolThreadLimits),
  };
  const addRaster: ToolParts['addRaster'] = (layer, raster, userId) => addRasterLayer(parts, layer, raster, userId);
  const toolParts = { ...parts, resultFiles: resultFilesOf(platform.blobs), addRaster, ...needs };
  const [importKind, exportKind, toolKind] = [defineImport(parts), defineExport(parts), defineTool(toolParts)];
  const replacementKind = defineReplacement(toolParts);
  const rooms = new MapRooms(parts, answerPost);
  const story = createStoryRoom(platform);
  const tableThreads = new WarmThreads(platform.blobs, tableThreadLimits);
  answerEditors(platform, parts.locks);
  return {
    routes: [
      ...mapRoutes(parts),
      ...chartRoutes(parts),
      ...storyRoutes(parts),
      ...layerRoutes(parts, importKind),
      ...exportRoutes(parts, exportKind),
      ...toolRoutes(toolParts, toolKind),
      ...arrowRoutes(parts, importKind, needs.images),
    ],
    realtimeRoutes: [postRoute(parts)],
    rooms: [rooms, story.room],
    operations: [importKind, exportKind, toolKind, replacementKind],
    jobs: [
      foldLayerJobOf(platform),
      sweepLayersJobOf(platform),
      sweepBlobsJobOf(platform),
      sweepKeptResultsJobOf(platform),
    ],
    createMap: (projectId, name) =>
      createMap(platform.database.query, { projectId, userId: null, key: undefined }, name),
    async createKeyedMap(making, name) {
      const id = await createMap(platform.database.query, making, name);
      await publishMapList(platform, making.projectId);
      return id;
    },
    async post(mapId, user, post, assistant) {
      const projectId = await platform.access.projectOf('map', mapId);
      const projectAccess = await platform.access.require(user.id, projectId, 'update', 'map');
      return answerPost(parts, mapId, { user, projectAccess, assistant }, post);
    },
    readFeatures: (mapId, layerId, fids) => readLayerFeatures(parts, mapId, layerId, fids),
    importLayers: ({ signal, report, complete, ...wanted }) =>
      importLayers(parts, wanted, { signal, ...(report && { report }), complete }),
    createChart: (mapId, userId, wanted) => createChart(platform.database.query, mapId, userId, wanted),
    again: {
      tool: (wanted, caller) => runToolAgain(toolParts, toolKind, wanted, caller),
      import: (wanted, caller) => runImportAgain(parts, replacementKind, wanted, caller),
      export: (wanted, caller) => runExportAgain(parts, exportKind, wanted, caller),
    },
    beginTool: (asked, subtitle) => beginToolOperation(toolParts, toolKind, asked, subtitle),
    replaceLayer: (wanted, caller) => runReplacement(parts, replacementKind, wanted, caller),
    tables: {
      maps: (projectId) => listMaps(platform, projectId),
      list: (projectId) => listLayerTables(platform, projectId),
      describe: (projectId) => describeLayerTables(platform, projectId),
      kept: async ({ id, ...asking }) => {
        const kept = await findKeptResult(platform, needs.rows, asking, `result:${id}`);
        return kept && keptTable(kept.row, kept.layer.layerId);
      },
      write: async ({ mapId, layerId }, place) =>
        mapId === keptResultsMap
          ? (
              await tableThreads.run(place.signal, async (thread) =>
                thread.call('writeTable', {
                  layer: await stateOfKept(platform, layerId),
                  log: [],
                  joins: [],
                  folder: place.folder,
                }),
              )
            ).files
          : writeLayerTable(platform, tableThreads, { mapId, layerId }, place),
    },
    steps: {
      run: (caller, wanted) => toolStep(toolParts, caller, wanted),
      rows: (caller, wanted) => rowsStep(toolParts, caller, wanted),
      save: (caller, wanted) => saveStep(toolParts, caller, wanted),
      peek: ({ reference, limit, ...asking }, signal) => peekRows(toolParts, asking, reference, limit, signal),
      version: (asking, reference) => knownVersion(toolParts, asking, reference),
    },
    convertVector: (wanted) => convertVector(platform, wanted),
    rasterLayers: {
      require: (layer, userId, options) => requireRasterLayer(platform, layer, userId, options),
      switchToCopy: (layer, from, to) => switchToCopy(parts, layer, from, to),
      requireMap: (map, userId, options) => requireMapOf(platform, map, userId, options),
      add: addRaster,
    },
    start: () => sweepBlobs(platform),
    async close() {
      rooms.close();
      story.close();
      await parts.edits.close();
      await parts.readers.close();
      await tableThreads.close();
      await parts.toolThreads.close();
    },
  };
}

/** Deletes the maps of a project with their blobs, before the project itself goes. */
export async function deleteMapsOf(platform: Platform, projectId: ProjectId): Promise<void> {
  const rows = await platform.database.query.select({ id: maps.id }).from(maps).where(eq(maps.projectId, projectId));
  for (const { id } of rows) await deleteMap(platform, id);
}
