import { eq } from '../../platform/database/drizzle.ts';
import { map } from '@groma/protocol';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { maps } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { duplicateMap } from './duplicate-map.ts';
import { publishMapChange, publishMapList } from './record/map-change.ts';
import type { MapParts } from './edit/map-parts.ts';
import { createMap, deleteMap, listMaps, readMap } from './record/map-records.ts';

/** Maps of a project, as a list (MAP-119). */
export function mapRoutes({ platform }: MapParts): Route[] {
  const { query } = platform.database;
  return [
    route(map.listMaps, async ({ projectId }) => ({ data: await listMaps(query, projectId) })),
    route(map.createMap, async ({ projectId, body, user }) => {
      const id = await createMap(query, { projectId, userId: user.id, key: body.key }, body.name);
      await publishMapList(platform, projectId);
      return { data: (await readMap(query, id)).info };
    }),
    route(map.readMap, async ({ params }) => ({ data: (await readMap(query, params.mapId)).info })),
    route(map.renameMap, async ({ params, body, projectId, user }) => {
      await query.update(maps).set({ name: body.name, updatedAt: recordsNow }).where(eq(maps.id, params.mapId));
      await publishMapChange(platform, { mapId: params.mapId, kind: 'renamed', senderId: user.id });
      await publishMapList(platform, projectId);
      return { data: (await readMap(query, params.mapId)).info };
    }),
    route(map.deleteMap, async ({ params, projectId, user }) => {
      await deleteMap(platform, params.mapId);
      await publishMapChange(platform, { mapId: params.mapId, kind: 'deleted', senderId: user.id });
      await publishMapList(platform, projectId);
      return { status: 'ok' };
    }),
    route(map.duplicateMap, async ({ params, body, projectId, user }) => {
      const making = { projectId, userId: user.id, key: body.key, copied: params.mapId };
      const id = await duplicateMap(platform, making, body.name);
      await publishMapList(platform, projectId);
      return { data: (await readMap(query, id)).info };
    }),
  ];
}
