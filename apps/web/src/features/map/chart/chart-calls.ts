import { chart, type BodyOf, type ChartReply } from '@groma/protocol';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

const placeOf = ({ mapId, projectId }: MapSession) => ({ map_id: mapId, project_id: projectId });

/** The charts of a layer, as all who see the map have them. */
export function useCharts(session: MapSession, layerId: string): UseQueryResult<ChartReply[]> {
  const version = useMapState(session, (state) => state.chartsVersion);
  return useQuery({
    queryKey: ['charts', session.mapId, version],
    placeholderData: keepPreviousData,
    queryFn: async () => (await api.call(chart.listCharts, { query: placeOf(session) })).data,
    select: (all) => all.filter(({ layer_id: id }) => id === layerId),
  });
}

/** @throws GromaError, CallError. */
export async function createChart(session: MapSession, content: BodyOf<typeof chart.createChart>): Promise<void> {
  await api.call(chart.createChart, { query: placeOf(session), body: content });
}

/** @throws GromaError, CallError. */
export async function removeChart(session: MapSession, chartId: string): Promise<void> {
  await api.call(chart.deleteChart, { params: { chartId }, query: placeOf(session) });
}
