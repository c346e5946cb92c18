import { eq } from '../platform/database/drizzle.ts';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  newId,
  parseDataPath,
  type ChartConfig,
  type MapId,
  type ProjectId,
  type RasterStyle,
  type UserId,
  type VectorStyle,
  type WorkflowGraph,
} from '@groma/model';
import { maps } from '../platform/database/tables/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { User } from '../platform/session/sessions.ts';
import { countryCharts } from './sample-charts.ts';
import { sampleQuery } from './sample-query.ts';
import { sampleWorkflow } from './sample-workflow.ts';
import { countriesStyle, falseColour, greenness, placesStyle } from './sample-styles.ts';

/** What the sample is made with: the same functions that answer the calls of people. */
export interface SampleNeeds {
  createProject(name: string): Promise<ProjectId>;
  createMap(projectId: ProjectId, name: string): Promise<MapId>;
  importLayers(wanted: {
    mapId: string;
    projectId: ProjectId;
    user: User;
    bucket: 'groma';
    path: ReturnType<typeof parseDataPath>;
    crs: undefined;
    style: Partial<VectorStyle>;
    signal: AbortSignal;
  }): Promise<{ Layer: readonly { id: string }[] }>;
  /** How a new layer of an image of the project is drawn. */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
  addRasterLayer(
    layer: { projectId: ProjectId; mapId: MapId; layerId: string; name: string },
    raster: { url: string; style: RasterStyle },
    userId: UserId,
  ): Promise<unknown>;
  createChart(mapId: MapId, creatorId: UserId, chart: Omit<ChartConfig, 'id'> & { layer_id: string }): Promise<unknown>;
  /** Keeps a query of the project's own database as a tool. */
  offerQuery(projectId: ProjectId, creatorId: UserId, wanted: typeof sampleQuery): Promise<unknown>;
  /** Makes the notebook of `readWelcomeNotebook`. */
  createNotebook(projectId: ProjectId, creatorId: UserId, name: string): Promise<unknown>;
  keepPicture(projectId: ProjectId, picture: Uint8Array): Promise<unknown>;
  createWorkflow(projectId: ProjectId, creatorId: UserId, name: string, graph: WorkflowGraph): Promise<unknown>;
}

const patienceMs = 60_000;

/** The map that the sample opens on. */
export const sampleMapName = 'World';

const image = {
  file: 'olinda-landsat-7.tif',
  map: 'Olinda from space',
  viewState: { longitude: -34.871, latitude: -7.996, zoom: 12, pitch: 0, bearing: 0 },
  /** From below. */
  layers: [
    { name: 'NDVI', look: greenness },
    { name: 'False colour', look: falseColour },
  ],
};

/** Files of the sample, and how those that are drawn look. From Natural Earth, see data/NOTICE. */
const files: readonly {
  name: string;
  style: Partial<VectorStyle> | null;
  charts?: typeof countryCharts;
}[] = [
  { name: 'country-statistics.csv', style: null },
  { name: 'countries.geojson', style: countriesStyle, charts: countryCharts },
  { name: 'places.csv', style: placesStyle },
];

/**
 * Makes the project a new person finds: real files, a map of them and a notebook that reads them. Works without a
 * network.
 */
export async function createSampleProject(platform: Platform, user: User, needs: SampleNeeds): Promise<ProjectId> {
  const projectId = await needs.createProject('Countries and places');
  for (const name of [...files.map((file) => file.name), image.file]) {
    await platform.files.write(
      projectId,
      parseDataPath(`/data/${name}`),
      createReadStream(join(import.meta.dirname, 'data', name)),
    );
  }
  await needs.createNotebook(projectId, user.id, 'Where people live');
  await needs.createWorkflow(projectId, user.id, 'Countries to GeoParquet', sampleWorkflow());
  await makeImageMap(platform, { projectId, userId: user.id }, needs);
  // The map that was edited last comes first.
  const mapId = await needs.createMap(projectId, sampleMapName);
  await setView(platform, mapId, { longitude: 15, latitude: 25, zoom: 1.1, pitch: 0, bearing: 0 });
  for (const { name, style, charts = [] } of files) {
    if (!style) continue;
    const { Layer: made } = await needs.importLayers({
      mapId,
      projectId,
      user,
      bucket: 'groma',
      path: parseDataPath(`/data/${name}`),
      crs: undefined,
      style,
      signal: AbortSignal.timeout(patienceMs),
    });
    for (const chart of charts) await needs.createChart(mapId, user.id, { ...chart, layer_id: made[0]!.id });
  }
  await needs.offerQuery(projectId, user.id, sampleQuery);
  // As the product draws it: see e2e/pictures.
  await needs.keepPicture(projectId, await readFile(join(import.meta.dirname, 'data', 'card.webp')));
  return projectId;
}

/** A scene of Landsat 7, and how green it is, straight from its file. */
async function makeImageMap(
  platform: Platform,
  { projectId, userId }: { projectId: ProjectId; userId: UserId },
  needs: SampleNeeds,
): Promise<void> {
  const url = parseDataPath(`/data/${image.file}`);
  const mapId = await needs.createMap(projectId, image.map);
  await setView(platform, mapId, image.viewState);
  const first = await readImageLook(() => needs.readFirstStyle(projectId, url, AbortSignal.timeout(patienceMs)));
  for (const { name, look } of image.layers) {
    const layer = { projectId, mapId, layerId: newId(), name };
    await needs.addRasterLayer(layer, { url, style: look(first) }, userId);
  }
}

let imageLook: Promise<RasterStyle> | null = null;

/** What is read of the image: once in a process, as it is the same file in all samples. */
async function readImageLook(read: () => Promise<RasterStyle>): Promise<RasterStyle> {
  try {
    return await (imageLook ??= read());
  } catch (error) {
    imageLook = null;
    throw error;
  }
}

async function setView(
  { database: { query } }: Platform,
  mapId: MapId,
  viewState: NonNullable<typeof maps.$inferInsert.viewState>,
): Promise<void> {
  await query.update(maps).set({ viewState }).where(eq(maps.id, mapId));
}
