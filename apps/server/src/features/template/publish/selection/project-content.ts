import { and, asc, eq, isNull } from '../../../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import {
  composites,
  databases,
  layers,
  maps,
  notebooks,
  projectTools,
  sceneSources,
  workflows,
} from '../../../../platform/database/tables/index.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { listFiles } from '../../../../platform/storage/list-files.ts';

/** What there is in a project, as far as it may be needed by what is published of it. */
export type ProjectContent = Awaited<ReturnType<typeof readProjectContent>>;

export async function readProjectContent(
  { database: { query }, files }: Pick<Platform, 'database' | 'files'>,
  projectId: ProjectId,
) {
  const named = { id: maps.id, name: maps.name };
  const listed = await listFiles(files, projectId);
  return {
    maps: await query.select(named).from(maps).where(eq(maps.projectId, projectId)).orderBy(asc(maps.name)),
    layers: await query
      .select({
        id: layers.id,
        name: layers.name,
        mapId: layers.mapId,
        mapName: maps.name,
        type: layers.type,
        kind: layers.kind,
        source: layers.source,
        style: layers.style,
      })
      .from(layers)
      .innerJoin(maps, eq(maps.id, layers.mapId))
      .where(and(eq(maps.projectId, projectId), isNull(layers.deletedAt)))
      .orderBy(asc(maps.name), asc(layers.level), asc(layers.order)),
    notebooks: await query
      .select({ id: notebooks.id, name: notebooks.name })
      .from(notebooks)
      .where(eq(notebooks.projectId, projectId))
      .orderBy(asc(notebooks.name)),
    workflows: await query
      .select({ id: workflows.id, name: workflows.name })
      .from(workflows)
      .where(eq(workflows.projectId, projectId))
      .orderBy(asc(workflows.name)),
    /** Those of this server: connections to others are never published. */
    databases: (
      await query
        .select({ id: databases.id, name: databases.name, type: databases.type })
        .from(databases)
        .where(eq(databases.projectId, projectId))
        .orderBy(asc(databases.name))
    ).filter(({ type }) => type === 'project' || type === 'managed-duckdb'),
    tools: await query
      .select({
        id: projectTools.id,
        title: projectTools.title,
        query: projectTools.query,
        databaseId: projectTools.databaseId,
      })
      .from(projectTools)
      .where(eq(projectTools.projectId, projectId)),
    composites: await query
      .select({ id: composites.id, recipe: composites.recipe })
      .from(composites)
      .where(eq(composites.projectId, projectId)),
    sceneSources: await query
      .select({
        name: sceneSources.name,
        address: sceneSources.address,
        signingAddress: sceneSources.signingAddress,
      })
      .from(sceneSources)
      .where(eq(sceneSources.projectId, projectId)),
    /** Paths of the files. */
    paths: new Set<string>(listed.filter(({ isDir }) => !isDir).map(({ path }) => path)),
    files: listed.filter(({ isDir }) => !isDir).map(({ path, bytes }) => ({ path: path as string, bytes })),
    folders: new Set<string>(listed.filter(({ isDir }) => isDir).map(({ path }) => path)),
  };
}
