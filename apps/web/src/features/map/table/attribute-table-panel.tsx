import { EmptyState, ErrorState, SkeletonRows } from '@groma/ui';
import { useEffect } from 'react';
import { useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { useTableView } from '../chart/use-table-view.tsx';
import { readTablePanelId } from '../maps/map-panels.ts';
import { useMapSession, useMapState } from '../session/use-map-session.ts';
import { ReadyTable } from './ready-table.tsx';
import './attribute-table.css';

/** The attribute table of a layer (VEC-012). Its id says which (SHL-024). */
export function Panel({ id, api }: PanelProps) {
  const t = useText();
  const { mapId, layerId } = readTablePanelId(id);
  if (mapId === '' || layerId === '')
    return <ErrorState title={t('map.noSuchLayer', { layer: layerId || '…', map: mapId || '…' })} />;
  return <LayerTable mapId={mapId} layerId={layerId} setTitle={api.setTitle} />;
}

function LayerTable({
  mapId,
  layerId,
  setTitle,
}: {
  mapId: string;
  layerId: string;
  setTitle: (title: string) => void;
}) {
  const t = useText();
  const session = useMapSession(mapId);
  const { view, viewSwitch } = useTableView();
  const status = useMapState(session, (state) => state.status);
  const isUnanswered = useMapState(session, (state) => state.isUnanswered);
  const name = useMapState(session, (state) => state.hierarchy[layerId]?.text);
  const kind = useMapState(session, (state) => state.data[layerId]?.kind);
  const isThere = kind !== undefined;
  const loaded = useMapState(session, (state) => state.loaded[layerId]);
  useEffect(() => {
    if (name !== undefined) setTitle(name);
  }, [name, setTitle]);
  useEffect(() => {
    if (isThere) session.loadLayer(layerId);
  }, [session, layerId, isThere]);
  if (isUnanswered)
    return (
      <div role="status">
        <EmptyState title={t('map.offline.unanswered')} />
      </div>
    );
  if (status === 'loading') return <SkeletonRows rows={6} withIcon={false} />;
  if (!isThere || status === 'gone') return <ErrorState title={t('map.noSuchLayer', { layer: layerId, map: mapId })} />;
  if (kind !== 'vector')
    return <ErrorState title={t(view === 'chart' ? 'chart.notVector' : 'table.notVector', { name: name ?? '' })} />;
  if (loaded?.load.status === 'failed')
    return (
      <ErrorState
        title={t('map.layerFailed')}
        onRetry={() => {
          void session.retryLayer(layerId);
        }}
      >
        {loaded.load.failure}
      </ErrorState>
    );
  if (loaded?.load.status !== 'ready') return <SkeletonRows rows={6} withIcon={false} />;
  if (view === 'chart')
    return <ChartPanel session={session} layerId={layerId} layer={loaded} viewSwitch={viewSwitch} />;
  return <ReadyTable session={session} layerId={layerId} name={name ?? ''} layer={loaded} viewSwitch={viewSwitch} />;
}
