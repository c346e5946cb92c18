import { eq } from '../platform/database/drizzle.ts';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  layerReference,
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
import { citiesWorkflow, sampleWorkflow } from './sample-workflow.ts';
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
  createWorkflow(
    projectId: ProjectId,
    creatorId: UserId,
    name: string,
    graph: WorkflowGraph,
  ): Promise<{ id: string; name: string }>;
  /** Begins a run, which goes on by itself. */
  beginRun(projectId: ProjectId, user: User, workflow: { id: string; name: string }): Promise<unknown>;
  /** Begins a tool, whose file appears when it is done. */
  beginTool(wanted: {
    projectId: ProjectId;
    user: User;
    tool: string;
    layer: string;
    parameters: Record<string, unknown>;
    output: { kind: 'file'; path: string; replace: false };
  }): Promise<unknown>;
  /** Makes a managed database of a file of DuckDB. */
  addDatabase(projectId: ProjectId, creatorId: UserId, name: string, file: string): Promise<unknown>;
}

const patienceMs = 60_000;

/** The map that the sample opens on. */
export const sampleMapName = 'World';

/** Beside the file lies how a new layer of it is drawn, which reading it takes seconds to find. */
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
 * Makes the project a new person finds: real files, maps of them, a notebook and a database of the same, and what
 * became of them by a tool and a workflow. Works without a network. The tool and the workflow are begun here and end
 * soon after.
 */
export async function createSampleProject(platform: Platform, user: User, needs: SampleNeeds): Promise<ProjectId> {
  const projectId = await needs.createProject('Countries and places');
  for (const name of [...files.map((file) => file.name), image.file])
    await platform.files.write(projectId, parseDataPath(`/data/${name}`), createReadStream(dataFile(name)));
  await needs.createNotebook(projectId, user.id, 'Where people live');
  await needs.createWorkflow(projectId, user.id, 'Countries to GeoParquet', sampleWorkflow());
  await needs.addDatabase(projectId, user.id, 'Atlas', dataFile('atlas.duckdb'));
  await makeImageMap(platform, { projectId, userId: user.id }, needs);
  // The map that was edited last comes first.
  const mapId = await needs.createMap(projectId, sampleMapName);
  await setView(platform, mapId, { longitude: 15, latitude: 25, zoom: 1.1, pitch: 0, bearing: 0 });
  const layers: Record<string, string> = {};
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
    const layerId = made[0]!.id;
    layers[name] = layerReference({ mapId, layerId });
    for (const chart of charts) await needs.createChart(mapId, user.id, { ...chart, layer_id: layerId });
  }
  await needs.offerQuery(projectId, user.id, sampleQuery);
  const [countries, places] = [layers['countries.geojson']!, layers['places.csv']!];
  await needs.beginTool({
    projectId,
    user,
    tool: 'dissolve_by_attribute',
    layer: countries,
    parameters: { attribute: 'continent' },
    // A layer would make its map the one that was edited last, on which the workspace opens.
    output: { kind: 'file', path: '/data/continents.parquet', replace: false },
  });
  const cities = await needs.createWorkflow(
    projectId,
    user.id,
    'Cities by country',
    citiesWorkflow({ countries, places }),
  );
  await needs.beginRun(projectId, user, cities);
  // As the product draws it: see e2e/pictures.
  await needs.keepPicture(projectId, await readFile(dataFile('card.webp')));
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
  const first = JSON.parse(await readFile(dataFile(`${image.file}.json`), 'utf8')) as RasterStyle;
  for (const { name, look } of image.layers) {
    const layer = { projectId, mapId, layerId: newId(), name };
    await needs.addRasterLayer(layer, { url, style: look(first) }, userId);
  }
}

function dataFile(name: string): string {
  return join(import.meta.dirname, 'data', name);
}

async function setView(
  { database: { query } }: Platform,
  mapId: MapId,
  viewState: NonNullable<typeof maps.$inferInsert.viewState>,
): Promise<void> {
  await query.update(maps).set({ viewState }).where(eq(maps.id, mapId));
}
