import { eq } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parseDataPath, type MapId, type ProjectId, type UserId, type WorkflowGraph } from '@groma/model';
import { layers, maps } from '../platform/database/tables/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { User } from '../platform/session/sessions.ts';
import { sampleWorkflow } from './sample-workflow.ts';
import { welcomeNotebook } from './welcome-notebook.ts';

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
    signal: AbortSignal;
  }): Promise<{ Layer: { id: string }[] }>;
  createNotebook(projectId: ProjectId, creatorId: UserId, name: string, template: unknown): Promise<unknown>;
  createWorkflow(projectId: ProjectId, creatorId: UserId, name: string, graph: WorkflowGraph): Promise<unknown>;
}

const patienceMs = 60_000;

/** Files of the sample, and how those that are drawn look. From Natural Earth, see data/NOTICE. */
const files = [
  { name: 'country-statistics.csv', isDrawn: false },
  { name: 'countries.geojson', isDrawn: true, style: { fillColor: [53, 151, 143, 110], lineColor: [1, 102, 94, 255] } },
  {
    name: 'places.csv',
    isDrawn: true,
    style: { fillColor: [140, 81, 10, 230], lineColor: [255, 255, 255, 255], iconColor: [140, 81, 10, 230] },
  },
] as const;

/**
 * Makes the project a new person finds: real files, a map of them and a notebook that reads them. Works without a
 * network.
 */
export async function createSampleProject(platform: Platform, user: User, needs: SampleNeeds): Promise<void> {
  if (!platform.config.makesSample) return;
  const projectId = await needs.createProject('Countries and places');
  for (const { name } of files) {
    await platform.files.write(
      projectId,
      parseDataPath(`/data/${name}`),
      createReadStream(join(import.meta.dirname, 'data', name)),
    );
  }
  await needs.createNotebook(projectId, user.id, 'Where people live', welcomeNotebook);
  await needs.createWorkflow(projectId, user.id, 'Countries to GeoParquet', sampleWorkflow());
  const mapId = await needs.createMap(projectId, 'World');
  const { query } = platform.database;
  await query
    .update(maps)
    .set({ viewState: { longitude: 12, latitude: 28, zoom: 1.4, pitch: 0, bearing: 0 } })
    .where(eq(maps.id, mapId));
  for (const file of files.filter(({ isDrawn }) => isDrawn)) {
    const { Layer } = await needs.importLayers({
      mapId,
      projectId,
      user,
      bucket: 'groma',
      path: parseDataPath(`/data/${file.name}`),
      crs: undefined,
      signal: AbortSignal.timeout(patienceMs),
    });
    for (const { id } of Layer)
      if ('style' in file) await query.update(layers).set({ style: file.style }).where(eq(layers.id, id));
  }
}
