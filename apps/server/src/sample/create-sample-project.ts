import { eq } from '../platform/database/drizzle.ts';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseDataPath,
  type ChartConfig,
  type MapId,
  type ProjectId,
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
import { countriesStyle, placesStyle } from './sample-styles.ts';

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
  createChart(mapId: MapId, creatorId: UserId, chart: Omit<ChartConfig, 'id'> & { layer_id: string }): Promise<unknown>;
  /** Keeps a query of the project's own database as a tool. */
  offerQuery(projectId: ProjectId, creatorId: UserId, wanted: typeof sampleQuery): Promise<unknown>;
  /** Makes the notebook of `readWelcomeNotebook`. */
  createNotebook(projectId: ProjectId, creatorId: UserId, name: string): Promise<unknown>;
  keepPicture(projectId: ProjectId, picture: Uint8Array): Promise<unknown>;
  createWorkflow(projectId: ProjectId, creatorId: UserId, name: string, graph: WorkflowGraph): Promise<unknown>;
}

const patienceMs = 60_000;

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
  for (const { name } of files) {
    await platform.files.write(
      projectId,
      parseDataPath(`/data/${name}`),
      createReadStream(join(import.meta.dirname, 'data', name)),
    );
  }
  await needs.createNotebook(projectId, user.id, 'Where people live');
  await needs.createWorkflow(projectId, user.id, 'Countries to GeoParquet', sampleWorkflow());
  const mapId = await needs.createMap(projectId, 'World');
  const { query } = platform.database;
  await query
    .update(maps)
    .set({ viewState: { longitude: 15, latitude: 25, zoom: 1.1, pitch: 0, bearing: 0 } })
    .where(eq(maps.id, mapId));
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
