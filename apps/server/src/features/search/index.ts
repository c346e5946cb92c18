import { and, asc, eq, isNull } from '../../platform/database/drizzle.ts';
import { search } from '@groma/protocol';
import { layers, maps } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { NotebookTexts } from './notebook-text.ts';
import { holds } from '../../platform/text/plain-text.ts';

/** Most answers of one search. */
const most = 30;

/**
 * Finding what a browser does not have in its lists: layers of maps that are not open, and what stands in notebooks.
 */
export function createSearchFeature(platform: Platform): Feature {
  const texts = new NotebookTexts(platform);
  const { query: records } = platform.database;
  return {
    routes: [
      route(search.searchNotebookText, async ({ projectId, query }) => {
        const { found, leftOut } = await texts.find(projectId, query.query, most);
        return { data: found, left_out: leftOut };
      }),
      route(search.searchLayers, async ({ projectId, query }) => {
        const rows = await records
          .select({ layer_id: layers.id, name: layers.name, type: layers.type, map_id: maps.id, map_name: maps.name })
          .from(layers)
          .innerJoin(maps, eq(maps.id, layers.mapId))
          .where(and(eq(maps.projectId, projectId), isNull(layers.deletedAt)))
          .orderBy(asc(maps.name), asc(layers.order));
        return { data: rows.filter(({ name }) => holds(name, query.query)).slice(0, most) };
      }),
    ],
  };
}
