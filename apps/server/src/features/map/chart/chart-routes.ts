import { chart } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { publishMapChange } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { createChart, deleteChart, listCharts } from './chart-records.ts';

/** Charts of vector layers: kept with the map, so that all who see it see them (VEC-032, VEC-033). */
export function chartRoutes({ platform }: MapParts): Route[] {
  const { query: records } = platform.database;
  const tell = (mapId: string, senderId: string): Promise<void> =>
    publishMapChange(platform, { mapId, kind: 'charts', senderId });
  return [
    route(chart.listCharts, async ({ query }) => ({ data: await listCharts(records, query.map_id) })),
    route(chart.createChart, async ({ query, body, user }) => {
      const data = await records.transaction((transaction) => createChart(transaction, query.map_id, user.id, body));
      await tell(query.map_id, user.id);
      return { data };
    }),
    route(chart.deleteChart, async ({ query, params, user }) => {
      await deleteChart(records, query.map_id, params.chartId);
      await tell(query.map_id, user.id);
      return { status: 'ok' };
    }),
  ];
}
